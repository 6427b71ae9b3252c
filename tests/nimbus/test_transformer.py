"""One call is one pass, and the cache changes nothing but the time."""

from __future__ import annotations

import numpy as np
import pytest

from nimbus.errors import TooLongError
from tests.helpers import assert_close

FLOAT32 = 2e-4  # of a log-probability, over passes of different shapes


def oracle(model, tokens):
    """The network once more, in float64, without cache, batch or complex numbers: (T + 1, V)."""
    text, shape = [model.end, *tokens], model.shape
    size = shape.width // shape.heads
    x = model.embedding.astype(np.float64)[text]
    t = np.arange(len(text))
    angle = t[:, None] * 1000.0 ** (-np.arange(0, size, 2) / size)

    def norm(x):
        return x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5)

    def turned(v):
        a, b = v[:, 0::2], v[:, 1::2]
        both = (a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle))
        return np.stack(both, -1).reshape(v.shape)

    for layer in model.layers:
        qkv, out, up, down = (factor.whole() for factor in layer)
        q, k, v = np.split(norm(x) @ qkv, 3, axis=1)
        heads = []
        for h in range(shape.heads):
            own = slice(h * size, (h + 1) * size)
            scores = turned(q[:, own]) @ turned(k[:, own]).T / np.sqrt(size)
            scores[t[:, None] < t] = -np.inf
            weights = np.exp(scores - scores.max(-1, keepdims=True))
            heads.append(weights / weights.sum(-1, keepdims=True) @ v[:, own])
        x = x + np.concatenate(heads, axis=1) @ out
        x = x + np.maximum(norm(x) @ up, 0) ** 2 @ down
    logits = norm(x) @ model.embedding.T
    logits -= logits.max(-1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(-1, keepdims=True))


def text_of(n, seed=0):
    return np.random.default_rng(seed).integers(1, 1000, n).tolist()


@pytest.mark.parametrize("last", [1, 2, 3, 4, 5, 8, 12, 16, 31])
def test_equals_the_formula_written_another_way(tiny_pair, last):
    """Every number of positions, padded or not."""
    tokens = text_of(30)

    expected = oracle(tiny_pair.large, tokens)[-last:]

    assert_close(expected, tiny_pair.large.reader().log_probs(tokens, last), tolerance=FLOAT32)


def test_the_cache_is_cut_back_to_what_is_shared(tiny_pair):
    """Reading, going back, branching and going on give what a fresh reader gives."""
    reader, rng = tiny_pair.large.reader(), np.random.default_rng(3)
    text = text_of(20)
    for _ in range(60):
        keep = int(rng.integers(0, len(text) + 1))
        text = text[:keep] + text_of(int(rng.integers(0, 9)), int(rng.integers(99)))
        text = text[:90]
        last = int(rng.integers(1, min(9, len(text) + 1) + 1))
        fresh = tiny_pair.large.reader().log_probs(text, last)

        assert_close(fresh, reader.log_probs(text, last), tolerance=FLOAT32)


def test_a_call_is_a_pass_over_new_positions_alone(tiny_pair):
    """A fully accepted round leaves two tokens for the draft to take in; no call repeats others."""
    reader = tiny_pair.mini.reader()
    text = text_of(12)
    reader.log_probs(text, 1)
    first = reader.positions
    reader.log_probs([*text, 5, 6], 1)

    assert (first, reader.positions, reader.passes) == (13, 15, 2)


def test_rows_are_distributions_and_the_empty_text_has_one(tiny_pair):
    """The end token stands before every text."""
    rows = tiny_pair.large.reader().log_probs([], 1)

    assert rows.shape == (1, tiny_pair.tokenizer.vocabulary_size)
    assert_close(1.0, np.exp(rows).sum(), tolerance=1e-6)


def test_a_text_that_is_too_long_is_refused(tiny_pair):
    """Naming both numbers, and leaving the cache usable."""
    reader = tiny_pair.large.reader()
    with pytest.raises(TooLongError, match="at most 95 tokens, got 96"):
        reader.log_probs(text_of(96), 1)

    assert reader.log_probs(text_of(95), 1).shape[0] == 1


def test_readers_of_one_model_do_not_meet(tiny_pair):
    """Weights are shared, caches are not."""
    one, two = tiny_pair.large.reader(), tiny_pair.large.reader()
    one.log_probs(text_of(9, 1), 1)
    two.log_probs(text_of(9, 2), 1)

    fresh = tiny_pair.large.reader().log_probs([*text_of(9, 1), 4], 1)

    assert_close(fresh, one.log_probs([*text_of(9, 1), 4], 1), tolerance=FLOAT32)
