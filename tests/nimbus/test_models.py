"""The files that are shipped are as good as the model card says, and as good as they were to be."""

from __future__ import annotations

import json

import numpy as np
import pytest

from nimbus.pair import FOLDER
from training import corpus

HELD_OUT = {"characters": 150_000, "seed": 2}  # as in training/recipe.py, which needs torch
DOCUMENTS = 150  # of them, as many as training/release.py measures
REPORT = json.loads((FOLDER / "report.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def measured(pair) -> dict[str, float]:
    """Loss of each model, and alpha of each draft at temperature 1, on text training never saw."""
    texts = [one.text for one in corpus.documents(**HELD_OUT, held_out=True)][:DOCUMENTS]
    found: dict[str, list[np.ndarray]] = {}
    for text in texts:
        tokens = pair.tokenizer.encode(text)[: pair.limit]
        wanted = [*tokens, pair.tokenizer.end][: pair.limit]
        laws = {}
        for name in ("large", "mini", "trigram"):
            reader = getattr(pair, name).reader()
            rows = np.asarray(reader.log_probs(tokens, len(tokens) + 1))[: len(wanted)]
            found.setdefault(name, []).append(-rows[np.arange(len(wanted)), wanted])
            laws[name] = np.exp(rows)
        for draft in ("mini", "trigram"):
            same = np.minimum(laws["large"], laws[draft]).sum(axis=1)
            found.setdefault(f"{draft} at temperature 1", []).append(same)
    return {name: float(np.concatenate(parts).mean()) for name, parts in found.items()}


def test_the_card_says_what_is_measured(measured) -> None:
    """To the rounding of float32 products, which differs between processors."""
    said = REPORT["loss"] | {
        name: alpha for name, alpha in REPORT["alpha"].items() if name.endswith(" 1")
    }

    assert measured == pytest.approx(said, abs=0.002)


def test_the_large_model_earns_its_size(measured) -> None:
    """Clearly better than the draft, which is right often enough to help and wrong often enough."""
    assert measured["mini"] - measured["large"] >= 0.15
    assert 0.75 <= measured["mini at temperature 1"] <= 0.9
    assert measured["trigram"] > measured["mini"]
