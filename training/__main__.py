"""`python -m training`: from nothing to the files of `assets/models/`.

Corpus, tokenizer, table, Nimbus-large, then Nimbus-mini with Nimbus-large as its teacher; the
weights as int8, their checksums, a report and the model card. Deterministic by its seeds, on one
processor type and one thread. `--work` keeps what is done, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from nimbus.ngram import count, pack
from nimbus.weights import quantised
from training import recipe, release, tokens
from training.corpus import documents
from training.fit import Documents, Plan, fit, held_out_loss, narrator
from training.network import Network, Shape

OUT = Path(__file__).resolve().parent.parent / "assets" / "models"


def main() -> None:
    """Run the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT, help="where the model files go")
    parser.add_argument("--work", type=Path, help="where to keep networks between runs")
    parser.add_argument(
        "--brief", action="store_true", help="a small corpus and a few steps, to try the way"
    )
    options = parser.parse_args()
    torch.set_num_threads(1)
    work = options.work or Path(tempfile.mkdtemp(prefix="nimbus-"))
    for folder in (work, options.out):
        folder.mkdir(parents=True, exist_ok=True)

    share = 20 if options.brief else 1
    seen = _texts(recipe.CHARACTERS // share, recipe.SEED)
    more = _texts(recipe.MORE_CHARACTERS // share, recipe.MORE_SEED, unique=False)
    unseen = _texts(recipe.HELD_OUT_CHARACTERS // share, recipe.HELD_OUT_SEED, held_out=True)
    print(f"corpus: {len(seen)} + {len(more)} documents, {len(unseen)} held out", flush=True)
    path = options.out / "tokenizer.json"
    tokens.save(tokens.learn(seen, recipe.VOCABULARY), path)
    tokenizer = tokens.load(path)
    first, second = tokens.encode(tokenizer, seen), tokens.encode(tokenizer, more)
    np.savez_compressed(options.out / "trigram.npz", **pack(count(first, recipe.VOCABULARY)))

    job = Job((first, second), tokens.encode(tokenizer, unseen), work, options.brief)
    large = job.fitted("large", recipe.LARGE, recipe.LARGE_PLANS)
    mini = job.fitted("mini", recipe.MINI, recipe.MINI_PLANS, teacher=large)
    for name, network in (("large", large), ("mini", mini)):
        release.save(network, options.out / f"{name}.npz", quantised)
    release.publish(options.out, unseen, sum(map(len, (*first, *second))))


@dataclass(frozen=True)
class Job:
    """What the fits share: documents of each of the two fits, held-out ones, where to work."""

    train: tuple[Documents, Documents]
    test: Documents
    work: Path
    brief: bool

    def fitted(
        self, name: str, shape: Shape, plans: Sequence[Plan], teacher: Network | None = None
    ) -> Network:
        """Fit a network by its plans, or take what an earlier run has left."""
        torch.manual_seed(plans[0].seed)
        network = Network(shape)
        for i, plan in enumerate(plans):
            path = self.work / f"{name}-{i + 1}.pt"
            if path.exists():
                network.grow(shape.layers)
                network.load_state_dict(torch.load(path))
                continue
            if self.brief:
                plan = Plan(steps=4, steady=2, rows=2, growth={0: 1, 2: shape.layers})
            watch = narrator(f"{name}-{i + 1}", plan.steps)
            wise = teacher if i else None  # the second fit has a teacher
            fit(network, self.train[i], plan, teacher=wise, watch=watch)
            torch.save(network.state_dict(), path)
        network.requires_grad_(False)
        print(f"{name}: {held_out_loss(network, self.test):.4f} nats a token, held out", flush=True)
        return network


def _texts(characters: int, seed: int, **options: bool) -> list[str]:
    options.setdefault("held_out", False)
    return [one.text for one in documents(characters, seed, **options)]


if __name__ == "__main__":
    main()
