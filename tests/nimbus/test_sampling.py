"""Temperature, top-k and top-p change both models alike, before they are compared."""

from __future__ import annotations

import numpy as np
import pytest

from nimbus.sampling import Sampling, Settings, sampled
from specdec import generate, softmax, top_k, top_p
from tests.helpers import assert_close


@pytest.mark.parametrize(
    "settings", [Settings(0.5, 5, 0.8), Settings(1.0, 3), Settings(2.0, 0, 0.5)]
)
def test_rows_are_what_is_drawn_from(tiny_pair, settings):
    """Temperature first, then top-k, then top-p."""
    model = tiny_pair.large.reader()
    text = tiny_pair.encode("Your export")
    raw = model.log_probs(text, 3)

    cut = np.exp(Sampling(model, settings).log_probs(text, 3))

    for row, law in zip(raw, cut, strict=True):
        expected = softmax(row, name="row", temperature=settings.temperature)
        if settings.top_k:
            expected = top_k(expected, settings.top_k)
        expected = top_p(expected, settings.top_p)

        assert_close(expected, law, tolerance=1e-9)


def test_what_is_cut_is_never_written(tiny_pair):
    """With top-k 2, each token is one of the target's two likeliest, whatever the draft likes."""
    settings = Settings(1.0, 2)
    text = tiny_pair.encode("Your")
    target, heat = sampled(tiny_pair.large.reader(), settings)
    draft, _ = sampled(tiny_pair.mini.reader(), settings)
    rng = np.random.default_rng(0)
    rounds = generate(target, draft, text, gamma=3, max_tokens=30, temperature=heat, rng=rng)
    written = [token for one in rounds for token in one.tokens]
    reader = tiny_pair.large.reader()
    for j, token in enumerate(written):
        row = reader.log_probs([*text, *written[:j]], 1)[0]

        assert token in np.argsort(-row)[:2]


def test_temperature_alone_is_left_to_generate(tiny_pair):
    """It costs less there."""
    model = tiny_pair.large.reader()

    assert sampled(model, Settings(0.3)) == (model, 0.3)


def test_temperature_zero_is_one_hot(tiny_pair):
    """Also through the adapter."""
    row = Sampling(tiny_pair.large.reader(), Settings(0.0, 4)).log_probs([], 1)[0]

    assert (row == 0).sum() == 1
