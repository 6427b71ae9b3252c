"""The calculator reproduces the papers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    ArgumentError,
    accepted_share,
    best_gamma,
    expected_tokens,
    operations,
    simulate_rounds,
    speedup,
)
from tests.helpers import assert_close, reproducible

alphas = st.floats(0, 1)
gammas = st.integers(0, 40)
costs = st.floats(0, 2)

# Leviathan et al., table 1: alpha, gamma -> operations, speed, with free drafts.
TABLE_1 = [
    (0.6, 2, 1.53, 1.96),
    (0.7, 3, 1.58, 2.53),
    (0.8, 2, 1.23, 2.44),
    (0.8, 5, 1.63, 3.69),
    (0.9, 2, 1.11, 2.71),
    (0.9, 10, 1.60, 6.86),
]
# Tables 2 and 4 (T5-XXL): task, draft, gamma, alpha, c -> expected, measured.
TABLES_2_AND_4 = [
    ("EnDe T=0", "small", 7, 0.75, 0.02, 3.2, 3.4),
    ("EnDe T=0", "base", 7, 0.80, 0.04, 3.3, 2.8),
    ("EnDe T=0", "large", 7, 0.82, 0.11, 2.5, 1.7),
    ("EnDe T=1", "small", 7, 0.62, 0.02, 2.3, 2.6),
    ("EnDe T=1", "base", 5, 0.68, 0.04, 2.4, 2.4),
    ("EnDe T=1", "large", 3, 0.71, 0.11, 2.0, 1.4),
    ("CNNDM T=0", "small", 5, 0.65, 0.02, 2.4, 3.1),
    ("CNNDM T=0", "base", 5, 0.73, 0.04, 2.6, 3.0),
    ("CNNDM T=0", "large", 3, 0.74, 0.11, 2.0, 2.2),
    ("CNNDM T=1", "small", 5, 0.53, 0.02, 1.9, 2.3),
    ("CNNDM T=1", "base", 3, 0.55, 0.04, 1.8, 2.2),
    ("CNNDM T=1", "large", 3, 0.56, 0.11, 1.6, 1.7),
]
# Table 3: draft, alpha at T=0, alpha at T=1.
TABLE_3 = [
    ("GPT-like 6M", 0.88, 0.89),
    ("GPT-like bigram", 0.05, 0.05),
    ("EnDe unigram", 0.08, 0.07),
    ("EnDe bigram", 0.20, 0.19),
    ("CNNDM bigram", 0.23, 0.16),
    ("LaMDA 100M", 0.61, 0.57),
    ("LaMDA 2B", 0.71, 0.71),
    ("LaMDA 8B", 0.75, 0.74),
]
# The best gamma by cost and alpha.
BEST = {
    0.01: {0.5: 5, 0.6: 7, 0.7: 9, 0.8: 14, 0.9: 24},
    0.05: {0.5: 3, 0.6: 4, 0.7: 6, 0.8: 8, 0.9: 13},
    0.10: {0.5: 2, 0.6: 3, 0.7: 4, 0.8: 6, 0.9: 10},
}


@pytest.mark.parametrize(("alpha", "gamma", "ops", "speed"), TABLE_1)
def test_table_1(alpha, gamma, ops, speed):
    """Every printed cell, to its last digit."""
    assert (ops, speed) == (
        round(operations(alpha, gamma, 0), 2),
        round(speedup(alpha, gamma, 0), 2),
    )


@pytest.mark.parametrize(("task", "draft", "gamma", "alpha", "c", "expected", "_"), TABLES_2_AND_4)
def test_tables_2_and_4(task, draft, gamma, alpha, c, expected, _):
    """The paper's expected speed to 0.1 (alpha and c are printed rounded)."""
    assert_close(expected, speedup(alpha, gamma, c), tolerance=0.1)


@pytest.mark.parametrize(("draft", "greedy", "sampled"), TABLE_3)
def test_table_3(draft, greedy, sampled):
    """For each alpha of the paper: a free draft helps, by at least 1 + alpha at the best gamma;
    and at c = .25 exactly the drafts with alpha above it do (corollary 3.9).
    """
    for alpha in (greedy, sampled):
        assert speedup(alpha, best_gamma(alpha, 0, 10), 0) >= 1 + alpha
        assert (best_gamma(alpha, 0.25, 10) > 0) == (alpha > 0.25)


def test_figure_1():
    """38 tokens in 9 target passes: 4.2 a pass, as alpha .88 would give with gamma about 5."""
    assert_close(38 / 9, expected_tokens(0.88, 5), tolerance=0.3)


@pytest.mark.parametrize(
    ("alpha", "c", "best"),
    [(alpha, c, best) for c, row in BEST.items() for alpha, best in row.items()],
)
def test_best_gamma(alpha, c, best):
    """The table's gamma; where the curve is flat (within 1e-3 in speed) a neighbour is right."""
    actual = best_gamma(alpha, c, 40)

    assert actual == best or abs(speedup(alpha, actual, c) - speedup(alpha, best, c)) < 1e-3


def test_chen():
    """Chinchilla, table 1: times a token over 14.1 ms. Two of the three printed ratios follow; the
    first is 1.875 and printed 1.92. With gamma 4 and c = 1.8 / 14.1 the formula has these speeds at
    alpha .711, .749 and .851: below the bound of (gamma + 1) / (gamma c + 1).
    """
    c = 1.8 / 14.1
    measured = [14.1 / 7.52, 14.1 / 7.00, 14.1 / 5.73]

    assert [round(ratio, 2) for ratio in measured] == [1.88, 2.01, 2.46]
    assert_close(
        measured, [speedup(alpha, 4, c) for alpha in (0.711, 0.749, 0.851)], tolerance=3e-3
    )


def test_the_better_draft_can_be_the_slower_one():
    """T5-large has the higher alpha and the lower speed: its c is higher."""
    assert speedup(0.82, 7, 0.11) < speedup(0.75, 7, 0.02)


@reproducible
@given(st.floats(0, 0.99), gammas)
def test_expected_tokens_is_equation_1(alpha, gamma):
    """The sum equals the closed form wherever that can be computed."""
    assert_close(
        (1 - alpha ** (gamma + 1)) / (1 - alpha), expected_tokens(alpha, gamma), tolerance=1e-9
    )


@pytest.mark.parametrize("gamma", [0, 1, 4, 40])
def test_alpha_one(gamma):
    """Everything accepted: gamma + 1 tokens a pass, no division by zero; and no jump near it."""
    assert expected_tokens(1, gamma) == gamma + 1
    assert_close(gamma + 1, expected_tokens(np.nextafter(1, 0), gamma), tolerance=1e-9)
    assert operations(1, gamma, 0) == 1


@pytest.mark.parametrize("gamma", [0, 1, 4])
def test_alpha_zero(gamma):
    """Nothing accepted: one token a pass, as without a draft, and the drafts are lost."""
    assert expected_tokens(0, gamma) == 1
    assert speedup(0, gamma, 0.1) == 1 / (1 + 0.1 * gamma)


@reproducible
@given(alphas, costs)
def test_no_draft_is_plain_decoding(alpha, cost):
    """gamma = 0: one token a pass, speed 1, operations 1."""
    assert (expected_tokens(alpha, 0), speedup(alpha, 0, cost), operations(alpha, 0, cost)) == (
        1,
        1,
        1,
    )


@reproducible
@given(alphas, gammas, costs)
def test_operations_never_fall(alpha, gamma, cost):
    """Theorem 3.11: at least as many operations as plain decoding, since some drafts are lost."""
    assert operations(alpha, gamma, cost) >= 1 - 1e-12


@reproducible
@given(alphas, gammas)
def test_more_acceptance_and_more_drafts_give_more_tokens(alpha, gamma):
    """Expected tokens rise with alpha and with gamma, between 1 and gamma + 1."""
    assert 1 <= expected_tokens(alpha, gamma) <= gamma + 1
    assert expected_tokens(alpha, gamma) <= expected_tokens(alpha, gamma + 1)
    assert expected_tokens(alpha / 2, gamma) <= expected_tokens(alpha, gamma)


@reproducible
@given(alphas, costs)
def test_best_gamma_is_best(alpha, cost):
    """No gamma in range is faster, and no smaller one is as fast."""
    best = best_gamma(alpha, cost, 20)
    speeds = [speedup(alpha, gamma, cost) for gamma in range(21)]

    assert speeds[best] == max(speeds)
    assert max(speeds[:best], default=-math.inf) < speeds[best]


@reproducible
@given(alphas, st.floats(0, 1))
def test_a_gain_exists_iff_alpha_exceeds_the_cost(alpha, cost):
    """Corollary 3.9; with a gain it is at least (1 + alpha) / (1 + c)."""
    gap = alpha - cost
    best = best_gamma(alpha, cost, 5)
    if gap > 1e-9:
        assert best >= 1
        assert speedup(alpha, best, cost) >= (1 + alpha) / (1 + cost) - 1e-12
    if gap < -1e-9:
        assert best == 0


@reproducible
@given(st.floats(0.001, 0.999), st.integers(1, 40))
def test_accepted_share_is_below_alpha(alpha, gamma):
    """What servers log: (alpha - alpha^(gamma+1)) / (gamma (1 - alpha)), at most alpha."""
    share = accepted_share(alpha, gamma)
    closed = (alpha - alpha ** (gamma + 1)) / (gamma * (1 - alpha))

    assert_close(closed, share, tolerance=1e-9)
    assert share <= alpha + 1e-12
    assert (share < alpha - 1e-9) or gamma == 1 or alpha * (1 - alpha) < 1e-2


def test_simulation_agrees_with_the_formulas():
    """100,000 rounds at alpha .8, gamma 4: tokens a pass and accepted share.

    The mean of n rounds is off by more than 5 standard errors once in 1.7 million times.
    """
    q, p = [0.8, 0.2], [1.0, 0.0]
    n = 100_000
    rounds = simulate_rounds([q] * 4, [p] * 5, n, np.random.default_rng(4))
    noise = 5 * rounds.accepted.std() / math.sqrt(n)

    assert_close(expected_tokens(0.8, 4), rounds.accepted.mean() + 1, tolerance=noise)
    assert_close(accepted_share(0.8, 4), rounds.accepted.mean() / 4, tolerance=noise / 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: expected_tokens(1.1, 4),
            "alpha: must be finite, at least 0 and at most 1",
        ),
        (lambda: expected_tokens(-0.1, 4), "alpha: must be .* got -0.1"),
        (lambda: expected_tokens(math.nan, 4), "alpha: must be .* got nan"),
        (lambda: expected_tokens("high", 4), "alpha: must be a number, got 'high'"),
        (lambda: expected_tokens(0.5, -1), "gamma: must be at least 0, got -1"),
        (lambda: expected_tokens(0.5, 2.5), "gamma: must be an integer, got 2.5"),
        (lambda: speedup(1.1, 4, 0), "alpha: must be"),
        (lambda: speedup(0.5, -1, 0), "gamma: must be at least 0, got -1"),
        (lambda: speedup(0.5, 4, -0.1), "cost: must be finite, at least 0, got -0.1"),
        (lambda: speedup(0.5, 4, math.inf), "cost: must be finite, at least 0, got inf"),
        (lambda: operations(0.5, 4, math.nan), "cost: must be finite, at least 0, got nan"),
        (lambda: operations(-1, 4, 0), "alpha: must be"),
        (lambda: operations(0.5, "4", 0), "gamma: must be an integer, got '4'"),
        (lambda: best_gamma(2, 0, 4), "alpha: must be"),
        (lambda: best_gamma(0.5, -1, 4), "cost: must be"),
        (lambda: best_gamma(0.5, 0, -1), "max_gamma: must be at least 0, got -1"),
        (lambda: accepted_share(0.5, 0), "gamma: must be at least 1, got 0"),
        (lambda: accepted_share(1.5, 2), "alpha: must be"),
    ],
)
def test_wrong_input_is_named(call, message):
    """Field, rule and value, for each rule of the calculator."""
    with pytest.raises(ArgumentError, match=message):
        call()
