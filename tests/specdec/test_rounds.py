"""One round, token by token."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    ArgumentError,
    DistributionError,
    chi_squared_test,
    residual,
    round_law,
    sample,
    speculative_round,
)
from tests.helpers import (
    LEVEL,
    ScriptedGenerator,
    assert_close,
    float_rows,
    fractions,
    joint_counts,
    joint_law,
    reproducible,
    rounds_of,
)

P = [0.1, 0.6, 0.3]
Q = [0.6, 0.3, 0.1]


def play(rng, q_dists, p_dists, **options):
    """Draft from q_dists and check, all from one generator, as a program would."""
    drafted = [sample(q, rng) for q in q_dists]
    return speculative_round(drafted, q_dists, p_dists, rng, **options)


def test_all_accepted_adds_the_bonus_token():
    """Three accepted and one bonus token: gamma + 1 tokens of one pass."""
    rng = ScriptedGenerator(0.9, 0.9, 0.9, 0.75)
    result = speculative_round([1, 2, 1], [Q] * 3, [P] * 4, rng)

    assert result.accepted == 3
    assert result.rejected_at is None
    assert result.tokens == (1, 2, 1, 2)
    assert (result.final.token, result.final.kind) == (2, "bonus")
    assert_close(P, result.final.law)
    assert result.discarded == ()


def test_rejection_corrects_and_stops():
    """[kept, rejected, -, -] is 1 accepted and not 3; what comes after is never looked at."""
    rng = ScriptedGenerator(0.9, 0.2, 0.7)
    result = speculative_round([1, 0, 1, 1], [Q] * 4, [P] * 5, rng)

    assert result.accepted == 1
    assert result.rejected_at == 1
    assert result.tokens == (1, 2)
    assert result.discarded == (1, 1)
    assert len(result.checks) == 2
    assert result.final.kind == "corrected"
    assert_close(residual(P, Q), result.final.law)


def test_checks_hold_what_was_compared():
    """A check has the drafted token, both probabilities, the ratio, the coin and the verdict."""
    result = speculative_round([0], [Q], [P] * 2, ScriptedGenerator(0.2, 0.0))
    check = result.checks[0]

    assert (check.token, check.p, check.q, check.u) == (0, 0.1, 0.6, 0.2)
    assert check.ratio == 0.1 / 0.6
    assert check.accepted is False


def test_no_draft_gives_one_bonus_token():
    """gamma = 0 is plain decoding."""
    result = speculative_round([], [], [P], ScriptedGenerator(0.5))

    assert result.tokens == (1,)
    assert result.accepted == 0


def test_accepted_end_token_ends_the_round():
    """Behind an accepted end token there is no bonus."""
    result = speculative_round([1, 2], [Q] * 2, [P] * 3, ScriptedGenerator(0, 0), end_token=2)

    assert result.final is None
    assert result.tokens == (1, 2)
    assert result.rejected_at is None
    assert result.accepted == 2


def test_accepted_end_token_discards_what_was_drafted_behind_it():
    """A draft that went on behind the end is not looked at."""
    result = speculative_round([2, 1], [Q] * 2, [P] * 3, ScriptedGenerator(0), end_token=2)

    assert result.tokens == (2,)
    assert result.discarded == (1,)


def test_rejected_end_token_is_corrected():
    """An end token that doesn't pass is replaced like any other."""
    rng = ScriptedGenerator(0.9, 0.0)
    result = speculative_round([0], [Q], [P] * 2, rng, end_token=0)

    assert result.tokens == (1,)


def test_zero_uniform_never_accepts_a_token_of_probability_zero():
    """u = 0, p = 0: 0 < 0 is false."""
    result = speculative_round([0], [[0.5, 0.5]], [[0.0, 1.0]] * 2, ScriptedGenerator(0.0, 0.0))

    assert result.tokens == (1,)
    assert result.accepted == 0


@reproducible
@given(float_rows(4), st.integers(0, 3))
def test_equal_distributions_never_reject(p, x):
    """p = q accepts even the largest uniform below 1."""
    token = x if p[x] > 0 else int(np.argmax(p))
    rng = ScriptedGenerator(np.nextafter(1, 0), 0.5)

    assert speculative_round([token], [p], [p, p], rng).accepted == 1


def test_greedy_round_is_the_same_rule():
    """One-hot rows: agreeing tokens pass, the first that differs becomes the target's choice."""
    one_hot = np.eye(3)
    result = speculative_round(
        [0, 1, 2], one_hot[[0, 1, 2]], one_hot[[0, 2, 2, 1]], np.random.default_rng(0)
    )

    assert result.tokens == (0, 2)


def test_float32_rows_and_numpy_tokens_are_welcome():
    """A softmax in float32 is off 1 by some 1e-8; that is no error, and draws work."""
    rng = np.random.default_rng(5)
    logits = rng.normal(size=(4, 1000)).astype(np.float32)
    rows = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    drafted = rng.integers(0, 1000, size=3)
    result = speculative_round(drafted, rows[:3], rows, rng)

    assert result.accepted == 3
    assert all(type(x) is int for x in result.tokens)


@reproducible
@given(rounds_of(float_rows, max_size=5), st.integers(0, 2**32))
def test_any_round_is_consistent(rows, seed):
    """Parts of a round fit together, whatever the distributions; and no token is impossible."""
    q_dists, p_dists = rows
    result = play(np.random.default_rng(seed), q_dists, p_dists)
    gamma = len(q_dists)

    assert len(result.tokens) == result.accepted + 1
    assert result.tokens[: result.accepted] == result.drafted[: result.accepted]
    assert len(result.checks) + len(result.discarded) == gamma
    assert [check.accepted for check in result.checks[:-1]] == [True] * (len(result.checks) - 1)
    assert (result.rejected_at is None) == (result.final.kind == "bonus")
    assert all(p[x] > 0 for p, x in zip(p_dists, result.tokens, strict=False))


def test_round_counts_exactly():
    """All uniforms of a grid that fits the numbers, drafts included: the law, as an equality."""
    p, q = fractions(1, 1), fractions(3, 1)
    grid = [(k + 0.5) / 12 for k in range(12)]  # 2/3, 1/2 and the quarters are multiples of 1/12
    counts = Counter()
    for uniforms in product(grid[::3], grid[::3], grid[::2], grid[::2], grid[::2]):
        rng = ScriptedGenerator(*uniforms)
        counts[play(rng, [[0.75, 0.25]] * 2, [[0.5, 0.5]] * 3).tokens] += 1
    total = sum(counts.values())
    actual = {tokens: Fraction(count, total) for tokens, count in counts.items()}

    assert round_law([q, q], [p, p, p]) == actual


def test_rounds_by_monte_carlo():
    """8,000 rounds, gamma 2, one generator: each position, the first two tokens, whole rounds.

    False-alarm rate 1e-6 for each of the four; texts go on with further rounds.
    """
    rng = np.random.default_rng(2211)
    q_dists = [[0.5, 0.2, 0.3], [0.1, 0.1, 0.8]]
    p_dists = [[0.2, 0.5, 0.3], [0.6, 0.3, 0.1], [0.2, 0.2, 0.6]]
    emitted = [play(rng, q_dists, p_dists).tokens for _ in range(8_000)]
    texts = []
    for tokens in emitted:
        text = list(tokens)
        while len(text) < 3:
            text += play(rng, q_dists[len(text) :], p_dists[len(text) :]).tokens
        texts.append(text)
    texts = np.array(texts)
    law = round_law(q_dists, p_dists)
    seen = Counter(emitted)

    assert seen.keys() <= law.keys()
    whole = chi_squared_test([seen[key] for key in law], list(law.values()))
    assert whole.p_value > LEVEL
    for j in range(3):
        counts = np.bincount(texts[:, j], minlength=3)
        assert chi_squared_test(counts, p_dists[j]).p_value > LEVEL
    joint = chi_squared_test(joint_counts(texts[:, :2], 3), joint_law(p_dists[:2]))
    assert joint.p_value > LEVEL


def test_a_drafted_token_of_probability_zero_is_the_callers_error():
    """q(x) = 0 can't have been drawn: a sentence naming row and token, not a NaN."""
    message = r"q_dists\[1\]: must give the drafted token 2 a probability above 0, got 0\.0"
    with pytest.raises(DistributionError, match=message):
        speculative_round([0, 2], [Q, [0.5, 0.5, 0]], [P] * 3, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("drafted", "q_dists", "p_dists", "message"),
    [
        ([0], [Q], [P], "p_dists: must hold 2 rows, one more than q_dists, got 1"),
        ([0], [Q], [P, [0.5, 0.5]], r"p_dists\[1\]: must hold 3 numbers, as p_dists\[0\] does"),
        ([0], [[0.5, 0.5]], [P, P], r"q_dists\[0\]: must hold 3 numbers, as p_dists\[0\] does"),
        ([0], [[0.5, 0.5, 0.5]], [P, P], r"q_dists\[0\]: must sum to 1, got 1\.5"),
        ([0], [Q], [P, [np.nan, 1, 0]], r"p_dists\[1\]: must hold only finite .* nan at index 0"),
        ([0, 1], [Q], [P, P], "draft_tokens: must hold 1 tokens, one a row of q_dists, got 2"),
        ([3], [Q], [P, P], r"draft_tokens\[0\]: must be in 0 \.\. 2, got 3"),
        ([-1], [Q], [P, P], r"draft_tokens\[0\]: must be in 0 \.\. 2, got -1"),
        ([0.5], [Q], [P, P], r"draft_tokens\[0\]: must be an integer, got 0\.5"),
        ([0], 1.0, [P, P], "q_dists: must be a list of distributions, got 1.0"),
        ([0], Q, [P, P], r"q_dists\[0\]: must be one-dimensional, got shape \(\)"),
        ([], [], [], "p_dists: must hold 1 rows, one more than q_dists, got 0"),
    ],
)
def test_wrong_input_is_named(drafted, q_dists, p_dists, message):
    """Field, rule and value, for each rule of a round's input."""
    with pytest.raises(ArgumentError, match=message):
        speculative_round(drafted, q_dists, p_dists, np.random.default_rng(0))
