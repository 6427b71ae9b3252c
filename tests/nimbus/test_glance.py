"""A few bars and one for all others: nothing is lost, and what is hidden is said."""

from __future__ import annotations

import numpy as np
import pytest

from nimbus.glance import glance, glance_round
from nimbus.sampling import Settings
from specdec import acceptance_rate, softmax
from tests.helpers import assert_close

PROMPT = "Your export failed because your"


@pytest.mark.parametrize("top", [1, 4, 8])
@pytest.mark.parametrize("settings", [Settings(), Settings(0.5), Settings(1.0, 3)])
def test_bars_are_distributions_of_the_models_own_numbers(tiny_pair, top, settings):
    """Shown pieces have their full probability, the rest is the sum of the others."""
    shown = glance(tiny_pair, PROMPT, top=top, settings=settings)
    row = tiny_pair.large.reader().log_probs(tiny_pair.encode(PROMPT), 1)[0]
    law = settings.law(row)

    assert_close(law[list(shown.tokens)], shown.p[:-1], tolerance=1e-9)
    assert_close([1.0, 1.0], [shown.p.sum(), shown.q.sum()], tolerance=1e-9)
    assert len(shown.tokens) + shown.others == tiny_pair.tokenizer.vocabulary_size


def test_a_lump_never_makes_models_agree_less(tiny_pair):
    """Its alpha is an upper bound, and with more pieces it comes down to the pair's own."""
    gaps = [glance(tiny_pair, PROMPT, top=top).hidden_disagreement for top in (2, 8, 64, 1536)]

    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] == pytest.approx(0, abs=1e-6)


def test_alpha_is_that_of_the_whole_vocabulary(tiny_pair):
    """sum min(p, q), nothing lumped."""
    text = tiny_pair.encode(PROMPT)
    p, q = (
        softmax(model.reader().log_probs(text, 1)[0], name="row")
        for model in (tiny_pair.large, tiny_pair.mini)
    )

    assert glance(tiny_pair, PROMPT).alpha == pytest.approx(acceptance_rate(p, q))


@pytest.mark.parametrize("draft", ["mini", "trigram"])
def test_a_round_shows_each_position(tiny_pair, draft):
    """gamma + 1 of them, with the round's own coins."""
    rng = np.random.default_rng(3)
    one = glance_round(tiny_pair, PROMPT, gamma=4, rng=rng, draft=draft)

    assert len(one.positions) == len(one.drafted) + 1
    assert one.kind in {"corrected", "bonus", "ended"}
    for p, q, u, kept in one.checks:
        assert kept == (u * q < p)
