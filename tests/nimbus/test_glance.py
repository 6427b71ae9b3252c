"""A few bars and one for all others: nothing is lost, and what is hidden is said."""

from __future__ import annotations

import numpy as np
import pytest

from nimbus import TooLongError
from nimbus.glance import glance, glance_round, glance_rounds
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


def test_what_a_round_is_about_has_a_bar_of_its_own(tiny_pair):
    """Each drafted token at its place and the last one, however small they are."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        one = glance_round(tiny_pair, PROMPT, gamma=4, rng=rng, top=2)
        shown = [at.tokens for at in one.positions]

        for token, tokens in zip(one.played.drafted, shown, strict=False):
            assert token in tokens
        if one.played.final is not None:
            assert one.played.final.token in shown[one.played.accepted]


def test_rounds_go_on_from_what_they_wrote(tiny_pair):
    """One generator for all of them: the tokens are those of `generate` itself."""
    rng = np.random.default_rng(3)
    rounds = list(glance_rounds(tiny_pair, PROMPT, gamma=3, rng=rng, most=20))
    first = glance_round(tiny_pair, PROMPT, gamma=3, rng=np.random.default_rng(3))
    written = [token for one in rounds for token in one.played.tokens]

    assert first.played.tokens == rounds[0].played.tokens
    assert len(written) == 20 or written[-1] == tiny_pair.tokenizer.end


def test_a_full_context_ends_the_text(tiny_pair):
    """And a prompt that leaves no room for a round is refused at the call."""
    prompt = "a b " * ((tiny_pair.limit - 6) // 2)
    used = len(tiny_pair.encode(prompt))
    rng = np.random.default_rng(1)
    rounds = list(glance_rounds(tiny_pair, prompt, gamma=2, rng=rng, most=500))

    assert sum(len(one.played.tokens) for one in rounds) <= tiny_pair.limit - used
    with pytest.raises(TooLongError):
        glance_rounds(tiny_pair, prompt + " a b" * 4, gamma=2, rng=rng, most=5)


def test_another_law_on_the_same_bars_loses_nothing(tiny_pair):
    """Its shown tokens keep their probability, the rest is summed."""
    shown = glance(tiny_pair, PROMPT, top=3)
    law = np.full(tiny_pair.tokenizer.vocabulary_size, 1 / tiny_pair.tokenizer.vocabulary_size)

    assert shown.lumped(law).sum() == pytest.approx(1)
    assert len(shown.lumped(law)) == len(shown.p)
