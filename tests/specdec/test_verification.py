"""Accept or correct, for one token."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    acceptance_probabilities,
    acceptance_rate,
    chi_squared_test,
    coupling,
    leftover,
    output_law,
    overlap,
    overshoot,
    residual,
    roll,
    total_variation,
)
from tests.helpers import (
    LEVEL,
    ScriptedGenerator,
    assert_close,
    float_rows,
    fraction_rows,
    fractions,
    pairs,
    reproducible,
)

A = fractions(5, 3, 2), fractions(2, 5, 3)
B = fractions(1, 6, 3), fractions(6, 3, 1)


@reproducible
@given(pairs(fraction_rows))
def test_output_law_is_the_target(pair):
    """Kept mass plus corrected mass is p, as an equality of Fractions."""
    p, q = pair

    assert p == output_law(p, q).tolist()


@reproducible
@given(pairs(float_rows))
def test_output_law_is_the_target_in_floats(pair):
    """In floats it is p to 1e-12."""
    p, q = pair

    assert_close(p, output_law(p, q))


@reproducible
@given(pairs(fraction_rows))
def test_coupling_has_the_right_margins(pair):
    """Rows add to q, columns to p, and the diagonal holds no less than the overlap."""
    p, q = pair
    joint = coupling(p, q)

    assert q == joint.sum(axis=1).tolist()
    assert p == joint.sum(axis=0).tolist()
    assert overlap(p, q).tolist() == np.diag(joint).tolist()


@reproducible
@given(pairs(fraction_rows))
def test_acceptance_rate_is_one_minus_total_variation(pair):
    """sum min(p, q) = 1 - TV(p, q) = sum of q times the acceptance probabilities."""
    p, q = pair
    rate = acceptance_rate(p, q)

    assert 1 - total_variation(p, q) == rate
    assert (np.array(q) * acceptance_probabilities(p, q)).sum() == rate


@reproducible
@given(pairs(fraction_rows))
def test_parts_split_both_distributions(pair):
    """overlap + leftover = p, overlap + overshoot = q, and both remainders weigh Z."""
    p, q = pair

    assert p == (overlap(p, q) + leftover(p, q)).tolist()
    assert q == (overlap(p, q) + overshoot(p, q)).tolist()
    assert overshoot(p, q).sum() == leftover(p, q).sum() == 1 - acceptance_rate(p, q)


@reproducible
@given(pairs(float_rows))
def test_residual_is_always_a_distribution(pair):
    """Never NaN, never negative, sums to 1; and only on tokens the target allows."""
    p, q = pair
    law = residual(p, q)

    assert np.all(law >= 0)
    assert_close(1.0, law.sum())
    assert np.all(p[law > 0] > 0)


@reproducible
@given(float_rows(5))
def test_residual_of_equal_distributions_is_the_target(p):
    """Where nothing is left over the law falls back to p, and not to token 0."""
    assert_close(p, residual(p, p))


@pytest.mark.parametrize("bump", [1e-16, 1e-17, 5e-324])
def test_residual_of_nearly_equal_distributions_is_no_nan(bump):
    """A leftover of a rounding error's size still gives a distribution."""
    p = np.array([0.5, 0.5 - bump, bump])
    q = np.array([0.5, 0.5, 0.0])
    law = residual(p, q)

    assert_close([0, 0, 1], law)


def test_the_two_example_pairs():
    """A keeps .7 and corrects to one token only; B keeps .5 and corrects to two."""
    assert acceptance_rate(*A) == Fraction(7, 10)
    assert acceptance_rate(*B) == Fraction(1, 2)
    assert residual(*A).tolist() == [1, 0, 0]
    assert residual(*B).tolist() == [0, Fraction(3, 5), Fraction(2, 5)]
    assert acceptance_probabilities(*A).tolist() == [1, Fraction(3, 5), Fraction(2, 3)]


def test_acceptance_where_the_draft_has_no_mass():
    """q = 0: 1 if the target would allow the token, 0 if not; no division, no warning."""
    with np.errstate(all="raise"):
        actual = acceptance_probabilities([0.5, 0.5, 0.0, 0.0], [0.5, 0.0, 0.5, 0.0])

    assert_close([1, 1, 0, 0], actual)


def test_acceptance_of_a_tiny_draft_probability_does_not_overflow():
    """p / q would be infinite; the probability is 1."""
    with np.errstate(all="raise"):
        actual = acceptance_probabilities([1.0, 0.0], [5e-324, 1.0])

    assert_close([1, 0], actual)


def test_one_hot_distributions():
    """Greedy decoding is the same rule: kept where both agree, else corrected to the target's."""
    agreed = coupling([0, 1, 0], [0, 1, 0])
    differed = coupling([0, 1, 0], [1, 0, 0])

    assert_close(1.0, agreed[1, 1])
    assert_close(1.0, differed[0, 1])
    assert acceptance_rate([0, 1, 0], [1, 0, 0]) == 0


def test_a_single_token_vocabulary():
    """With one token everything is 1 and nothing is rejected."""
    assert acceptance_rate([1.0], [1.0]) == 1
    assert_close([1], output_law([1.0], [1.0]))


def test_roll_never_accepts_a_token_the_target_forbids():
    """u = 0 and p = 0: rejected, since 0 < 0 is false; the correction is the target's token."""
    rolled = roll([0.0, 1.0], [1.0, 0.0], ScriptedGenerator(0.5, 0.0, 0.3))

    assert (rolled.token, rolled.accepted, rolled.final) == (0, False, 1)


@pytest.mark.parametrize("x", [0, 1, 2])
def test_roll_never_rejects_where_p_equals_q(x):
    """The largest uniform below 1 still accepts."""
    p = [0.1, 0.2, 0.7]
    drawn = np.cumsum(p)[x] - 0.05
    rolled = roll(p, p, ScriptedGenerator(drawn, np.nextafter(1, 0)))

    assert (rolled.token, rolled.accepted, rolled.final) == (x, True, x)


@reproducible
@given(pairs(float_rows), st.integers(0, 2**32))
def test_roll_tells_what_happened(pair, seed):
    """ratio is min(1, p/q) of the drafted token, accepted is u below it, final follows."""
    p, q = pair
    rolled = roll(p, q, np.random.default_rng(seed))

    assert rolled.q == q[rolled.token] > 0
    assert rolled.p == p[rolled.token]
    assert rolled.ratio == min(1.0, rolled.p / rolled.q)
    assert rolled.accepted == (rolled.u * rolled.q < rolled.p)
    assert (rolled.final == rolled.token) or not rolled.accepted
    assert p[rolled.final] > 0


def test_roll_counts_exactly():
    """Over a grid of all its uniforms that fits pair B, the final tokens are counted as p."""
    p, q = ([float(x) for x in row] for row in B)
    drafts, coins, corrections = (  # q is in tenths, the ratio is 1/6, the residual in fifths
        [(k + 0.5) / parts for k in range(parts)] for parts in (10, 6, 5)
    )
    finals = [
        roll(p, q, ScriptedGenerator(*uniforms)).final
        for uniforms in product(drafts, coins, corrections)
    ]

    assert np.bincount(finals).tolist() == [30, 180, 90]


def test_roll_by_monte_carlo():
    """10,000 rolls: (drafted, final) follows the coupling. False-alarm rate 1e-6."""
    rng = np.random.default_rng(83)
    p, q = [0.4, 0.1, 0.3, 0.2], [0.1, 0.4, 0.2, 0.3]
    rolls = [roll(p, q, rng) for _ in range(10_000)]
    counts = np.bincount([4 * rolled.token + rolled.final for rolled in rolls], minlength=16)

    assert chi_squared_test(counts, coupling(p, q).ravel()).p_value > LEVEL
