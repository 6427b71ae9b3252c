"""`python -m training`: from nothing to the files of `assets/models/`.

Corpus, tokenizer, table, Nimbus-large, then Nimbus-mini with Nimbus-large as its teacher; the
weights as int8, their checksums, a report and the model card. Deterministic by its seeds, on one
processor type and one thread. `--work` keeps what is done, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import tempfile
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
    parser.add_argument("--brief", action="store_true", help="a few steps only, to try the way")
    options = parser.parse_args()
    torch.set_num_threads(1)
    work = options.work or Path(tempfile.mkdtemp(prefix="nimbus-"))
    for folder in (work, options.out):
        folder.mkdir(parents=True, exist_ok=True)

    seen = [d.text for d in documents(recipe.CHARACTERS, recipe.SEED, held_out=False)]
    unseen = [
        d.text for d in documents(recipe.HELD_OUT_CHARACTERS, recipe.HELD_OUT_SEED, held_out=True)
    ]
    print(f"corpus: {len(seen)} documents, {len(unseen)} held out", flush=True)
    path = options.out / "tokenizer.json"
    tokens.save(tokens.learn(seen, recipe.VOCABULARY), path)
    tokenizer = tokens.load(path)
    train, test = tokens.encode(tokenizer, seen), tokens.encode(tokenizer, unseen)
    np.savez_compressed(options.out / "trigram.npz", **pack(count(train, recipe.VOCABULARY)))

    brief = options.brief
    large = fitted("large", recipe.LARGE, recipe.LARGE_PLAN, train, test, work, None, brief)
    mini = fitted("mini", recipe.MINI, recipe.MINI_PLAN, train, test, work, large, brief)
    for name, network in (("large", large), ("mini", mini)):
        release.save(network, options.out / f"{name}.npz", quantised)
    release.publish(options.out, unseen, sum(map(len, train)))


def fitted(
    name: str,
    shape: Shape,
    plan: Plan,
    train: Documents,
    test: Documents,
    work: Path,
    teacher: Network | None,
    brief: bool,
) -> Network:
    """Train a network, or take the one that an earlier run has left."""
    torch.manual_seed(plan.seed)
    network = Network(shape)
    path = work / f"{name}.pt"
    if path.exists():
        network.grow(shape.layers)
        network.load_state_dict(torch.load(path))
    else:
        if brief:
            plan = Plan(steps=4, steady=2, rows=2, growth={0: 1, 2: shape.layers})
        watch = narrator(name, plan.steps)
        fit(network, train, plan, teacher=teacher, watch=watch)
        torch.save(network.state_dict(), path)
    network.requires_grad_(False)
    print(f"{name}: {held_out_loss(network, test):.4f} nats a token, held out", flush=True)
    return network


if __name__ == "__main__":
    main()
