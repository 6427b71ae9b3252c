"""Write what is shipped, measure it as it is shipped, and say so in the model card.

The figures come from the int8 files, run by `nimbus` itself: what a reader is told is true of what
the app loads.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimbus.lanes import Entry, lane
from nimbus.pair import FOLDER, LARGE, MINI, TOKENIZER, TRIGRAM, Pair, load_pair
from nimbus.sampling import Settings
from nimbus.weights import INDEX
from specdec import LanguageModel, softmax
from training import recipe
from training.fit import Plan
from training.network import Network

CARD = Path(__file__).parent / "card.md"
PROMPTS = (
    "Your export failed because your",
    "Customer: Hi, this is Maya from the finance team. I tried to import budget-q3.csv and got "
    "error 415. I already compared the columns, but it did not help. Can you help?\nNimbus:",
    "Your payment was declined because your",
)
Packer = Callable[[Mapping[str, NDArray[np.float32]]], dict[str, NDArray[Any]]]


def save(network: Network, path: Path, packer: Packer) -> None:
    """Write a network's weights, each matrix as (in, out)."""
    shape = network.shape
    sizes = (shape.layers, shape.width, shape.heads, shape.vocabulary, shape.context)
    weights = {"embedding": network.embedding.detach().numpy()}
    for layer, block in enumerate(network.blocks):
        d = shape.width
        weights[f"{layer}.qkv"] = block.qkv.detach().reshape(3 * d, d).T.numpy()
        for name in ("out", "up", "down"):
            weights[f"{layer}.{name}"] = getattr(block, name).detach().T.numpy()
    np.savez_compressed(path, shape=np.array(sizes), **packer(weights))


def publish(folder: Path, unseen: Sequence[str], train_tokens: int) -> None:
    """Write checksums, report and model card."""
    write_index(folder)
    pair = load_pair(folder)
    report = measured(pair, unseen) | {"train_tokens": train_tokens}
    report["bytes"] = {n: (folder / n).stat().st_size for n in (TOKENIZER, LARGE, MINI, TRIGRAM)}
    report["replies"] = {prompt: replies(pair, prompt) for prompt in PROMPTS}
    (folder / "report.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    (folder / "README.md").write_text(card(report), "utf-8")
    print(json.dumps({k: v for k, v in report.items() if k != "replies"}, indent=1))


def write_index(folder: Path = FOLDER) -> None:
    """Write the sha-256 of each file, which the loader verifies."""
    files = {
        name: {"sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest()}
        for name in (TOKENIZER, LARGE, MINI, TRIGRAM)
    }
    (folder / INDEX).write_text(json.dumps({"files": files}, indent=1) + "\n", "utf-8")


def measured(pair: Pair, unseen: Sequence[str], most: int = 150) -> dict[str, Any]:
    """Return held-out loss of each model, and alpha of each draft at two temperatures.

    alpha is the mean over held-out positions of sum min(p, q): what a drafted token's chance is
    there. Held-out text stands for what the target would write.
    """
    losses: dict[str, list[float]] = {}
    overlaps: dict[str, list[float]] = {}
    for text in unseen[:most]:
        tokens = pair.tokenizer.encode(text)[: pair.limit]
        wanted = [*tokens, pair.tokenizer.end][: pair.limit]
        rows = {
            name: _rows(weights.reader(), tokens)[: len(wanted)]
            for name, weights in (
                ("large", pair.large),
                ("mini", pair.mini),
                ("trigram", pair.trigram),
            )
        }
        for name, logs in rows.items():
            losses.setdefault(name, []).extend(-logs[np.arange(len(wanted)), wanted])
        for heat in (1.0, 0.7):
            laws = {n: [softmax(r, name=n, temperature=heat) for r in rows[n]] for n in rows}
            for draft in ("mini", "trigram"):
                pairs = zip(laws["large"], laws[draft], strict=True)
                same = [float(np.minimum(p, q).sum()) for p, q in pairs]
                overlaps.setdefault(f"{draft} at temperature {heat:g}", []).extend(same)
    return {
        "loss": {name: round(float(np.mean(values)), 4) for name, values in losses.items()},
        "alpha": {name: round(float(np.mean(values)), 4) for name, values in overlaps.items()},
        "positions": len(losses["large"]),
        "parameters": {
            name: sum(int(a.size) for a in (m.embedding, *(w for part in m.layers for w in part)))
            for name, m in (("large", pair.large), ("mini", pair.mini))
        },
    }


def replies(pair: Pair, prompt: str, several: int = 3) -> list[str]:
    """Return what Nimbus-large writes at temperature .7."""
    entry = Entry(prompt, max_tokens=90, settings=Settings(temperature=0.7))
    texts = []
    for seed in range(several):
        steps = lane("speculative", pair, entry, seed)
        texts.append("".join(piece.text for step in steps for piece in step.pieces))
    return texts


def card(report: Mapping[str, Any]) -> str:
    """Fill in the model card."""
    files = "\n".join(f"| {name} | {size:,} |" for name, size in report["bytes"].items())
    losses = "\n".join(f"| {name} | {value:.3f} |" for name, value in report["loss"].items())
    alphas = "\n".join(f"| {name} | {value:.3f} |" for name, value in report["alpha"].items())
    shown = "\n\n".join(
        f"> **{prompt.replace(chr(10), '<br>')}**{texts[0].replace(chr(10), '<br>')}"
        for prompt, texts in report["replies"].items()
    )
    return CARD.read_text("utf-8").format(
        files=files,
        losses=losses,
        alphas=alphas,
        replies=shown,
        positions=report["positions"],
        train_tokens=report["train_tokens"],
        large=report["parameters"]["large"],
        mini=report["parameters"]["mini"],
        total=sum(report["bytes"].values()) / 1e6,
        large_read=_read(recipe.LARGE_PLANS),
        mini_read=_read(recipe.MINI_PLANS),
    )


def _read(plans: Sequence[Plan]) -> int:
    return sum(plan.steps * plan.rows for plan in plans) * recipe.CONTEXT


def _rows(model: LanguageModel, tokens: list[int]) -> NDArray[np.float64]:
    return np.asarray(model.log_probs(tokens, len(tokens) + 1), dtype=np.float64)
