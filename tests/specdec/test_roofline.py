"""The machine's roof: where speed-up ends; and what uneven acceptance changes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import ArgumentError, alpha_for, expected_tokens, operations, speedup
from specdec.roofline import batch_speedup, largest_gaining_batch, pass_time
from specdec.uneven import KINDS, expected_tokens_at, position_rates, simulate_uneven
from tests.helpers import assert_close, reproducible

rates = st.floats(0, 1)
gammas = st.integers(0, 10)
costs = st.floats(0, 1.5)
N = 200_000
FIVE_SIGMA = 5  # of a mean's error: a right program fails once in two million seeds


def test_a_pass_reads_until_it_computes():
    """Flat up to the ridge, then in proportion."""
    assert [pass_time(n, 100) for n in (0, 1, 100, 150, 400)] == [1, 1, 1, 1.5, 4]


@reproducible
@given(rates, gammas, costs)
def test_a_small_batch_has_the_formulas_speed(alpha, gamma, cost):
    """As long as all positions fit below the ridge it is theorem 3.8."""
    assert_close(speedup(alpha, gamma, cost), batch_speedup(alpha, gamma, cost, 9, 100))


@reproducible
@given(rates, gammas, costs, st.integers(100, 5000))
def test_a_large_batch_pays_for_every_operation(alpha, gamma, cost, batch):
    """From the ridge on it is one over theorem 3.11: never above 1."""
    speed = batch_speedup(alpha, gamma, cost, batch, 100)

    assert_close(1 / operations(alpha, gamma, cost), speed)
    assert speed <= 1 + 1e-12


@reproducible
@given(rates, st.integers(1, 10), costs, st.integers(1, 2000))
def test_the_largest_gaining_batch_is_the_border(alpha, gamma, cost, batch):
    """Below it drafting gains, above it it doesn't."""
    border = largest_gaining_batch(alpha, gamma, cost, 153)
    speed = batch_speedup(alpha, gamma, cost, batch, 153)

    if batch < border * (1 - 1e-9):
        assert speed > 1 - 1e-9
    elif batch > border * (1 + 1e-9):
        assert speed <= 1 + 1e-9


def test_by_hand():
    """alpha .8, gamma 4, c .05: 3.3616 tokens; gains up to 153 * 3.1616 / 5 = 96.7 texts."""
    assert_close(96.74, largest_gaining_batch(0.8, 4, 0.05, 153), tolerance=0.01)
    assert_close(3.3616 / 1.2, batch_speedup(0.8, 4, 0.05, 30, 153), tolerance=1e-12)
    assert_close(3.3616 / (0.2 + 320 / 153), batch_speedup(0.8, 4, 0.05, 64, 153))
    assert largest_gaining_batch(0.2, 4, 0.3, 153) == 0
    assert largest_gaining_batch(1, 4, 0, 153) == float("inf")


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: pass_time(-1, 100), "positions"),
        (lambda: pass_time(1, 0), "ridge"),
        (lambda: batch_speedup(0.5, 1, 0.1, 0, 100), "batch"),
        (lambda: batch_speedup(0.5, 1, -1, 1, 100), "cost"),
        (lambda: largest_gaining_batch(2, 1, 0.1, 100), "alpha"),
        (lambda: position_rates(0.5, -1, 2, "even"), "spread"),
        (lambda: position_rates(0.5, 0.1, 2, "often"), "kind"),
        (lambda: expected_tokens_at([0.5, 2]), r"rates\[1\]"),
    ],
)
def test_arguments_are_named(call, field):
    """A number outside its range is an error with its name."""
    with pytest.raises(ArgumentError, match=rf"^{field}: must"):
        call()


@reproducible
@given(rates, gammas)
def test_equal_rates_give_the_formula(alpha, gamma):
    """Eq. 1 is the case in which all rates are alike."""
    assert_close(expected_tokens(alpha, gamma), expected_tokens_at([alpha] * gamma))


@reproducible
@given(rates, rates, st.integers(1, 8))
def test_easy_and_hard_texts_give_at_least_the_formula(alpha, spread, gamma):
    """Powers are convex: the mean over texts is at least the formula at the mean."""
    texts = position_rates(alpha, spread, gamma, "texts")
    mean = sum(map(expected_tokens_at, texts)) / len(texts)

    assert mean >= expected_tokens(alpha, gamma) - 1e-12


@pytest.mark.parametrize("kind", KINDS)
def test_rates_have_the_mean_they_were_asked_for(kind):
    """What varies is the spread; cut so that no rate leaves [0, 1]."""
    for alpha, spread in ((0.8, 0.15), (0.9, 0.4), (0.1, 0.3)):
        texts = position_rates(alpha, spread, 4, kind)

        assert_close(alpha, np.mean(texts))
        assert 0 <= np.min(texts) <= np.max(texts) <= 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_simulation_agrees_with_the_sum(kind):
    """200,000 rounds: within five standard errors of 1 + a_1 + a_1 a_2 + ..."""
    tokens = simulate_uneven(0.7, 0.2, 4, kind, N, np.random.default_rng(2211))
    exact = np.mean([expected_tokens_at(row) for row in position_rates(0.7, 0.2, 4, kind)])

    assert tokens.shape == (N,)
    assert abs(tokens.mean() - exact) < FIVE_SIGMA * tokens.std() / np.sqrt(N)


def test_words_alone_change_nothing_and_texts_do():
    """The same mean and spread: word by word eq. 1 holds, text by text it says too little."""
    even = expected_tokens(0.7, 4)
    rng = np.random.default_rng(7)
    words = simulate_uneven(0.7, 0.25, 4, "words", N, rng).mean()
    texts = simulate_uneven(0.7, 0.25, 4, "texts", N, rng).mean()

    assert abs(words - even) < 0.02
    assert texts - even > 0.2


@reproducible
@given(st.floats(0.01, 1), st.integers(1, 10), costs)
def test_the_alpha_that_explains_a_speed(alpha, gamma, cost):
    """alpha_for undoes speedup, and says None where no alpha could."""
    found = alpha_for(speedup(alpha, gamma, cost), gamma, cost)

    assert_close(speedup(alpha, gamma, cost), speedup(found, gamma, cost), tolerance=1e-9)
    assert alpha_for(gamma + 1.01, gamma, cost) is None
