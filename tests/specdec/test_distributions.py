"""Making, reshaping and drawing."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    ArgumentError,
    DistributionError,
    chi_squared_test,
    sample,
    softmax,
    top_k,
    top_p,
    with_temperature,
)
from tests.helpers import (
    LEVEL,
    ScriptedGenerator,
    assert_close,
    float_rows,
    fraction_rows,
    fractions,
    reproducible,
)

P = [0.5, 0.3, 0.15, 0.05]


def test_temperature_by_hand():
    """t = 1/2 squares, t = 2 takes roots; t = 1 changes nothing."""
    squares = np.square(P) / np.square(P).sum()
    roots = np.sqrt(P) / np.sqrt(P).sum()

    assert_close(squares, with_temperature(P, 0.5))
    assert_close(roots, with_temperature(P, 2))
    assert_close(P, with_temperature(P, 1))


def test_temperature_zero_is_one_hot_and_ties_go_to_the_lowest_index():
    """Greedy: all mass on the most probable token, the first of them if there are several."""
    assert_close([0, 1, 0, 0], with_temperature([0.1, 0.4, 0.4, 0.1], 0))


@reproducible
@given(float_rows(5), st.floats(0, 1e6))
def test_temperature_gives_a_distribution(p, t):
    """Sums to 1, keeps zeros zero and the order of the tokens, for any temperature."""
    actual = with_temperature(p, t)

    assert_close(1.0, actual.sum())
    assert np.all(actual[p == 0] == 0)
    order = np.argsort(p, kind="stable")
    assert np.all(np.diff(actual[order]) >= -1e-15) or t == 0


@pytest.mark.parametrize("t", [1e-300, 1e-10, 1e300])
def test_extreme_temperatures_do_not_overflow(t):
    """Next to 0 it is greedy, very hot it is even; never NaN."""
    expected = [1, 0, 0, 0] if t < 1 else [0.25] * 4

    assert_close(expected, with_temperature(P, t))


@pytest.mark.parametrize(
    ("t", "message"),
    [
        (-1, "temperature: must be finite, at least 0, got -1.0"),
        (np.nan, "temperature: must be finite, at least 0, got nan"),
        (np.inf, "temperature: must be finite, at least 0, got inf"),
        ("hot", "temperature: must be a number, got 'hot'"),
        (None, "temperature: must be a number, got None"),
    ],
)
def test_wrong_temperatures(t, message):
    """A temperature is finite and at least 0."""
    with pytest.raises(ArgumentError, match=message):
        with_temperature(P, t)


@reproducible
@given(float_rows(5), st.floats(-700, 700), st.floats(0.1, 10))
def test_softmax_ignores_a_common_shift(p, shift, t):
    """Logits need not be normalised: a constant added to all changes nothing."""
    with np.errstate(divide="ignore"):
        logs = np.log(p)

    shifted = softmax(logs + shift, name="x", temperature=t)

    assert_close(with_temperature(p, t), shifted, tolerance=1e-9)


@pytest.mark.parametrize(
    ("logs", "message"),
    [
        ([0, np.nan], r"x: must hold no NaN, no \+inf and some number above -inf, got a .* nan"),
        ([0, np.inf], "x: must hold no NaN, no .* got a maximum of inf"),
        ([-np.inf, -np.inf], "x: must hold no NaN, no .* got a maximum of -inf"),
        ([], "x: must be one-dimensional and not empty, got shape"),
        ([[0.0]], "x: must be one-dimensional and not empty, got shape"),
        (["a"], "x: must be a list of numbers"),
    ],
)
def test_softmax_refuses_what_has_no_softmax(logs, message):
    """NaN, +inf, nothing, all impossible."""
    with pytest.raises(DistributionError, match=message):
        softmax(logs, name="x")


@reproducible
@given(fraction_rows(5), st.integers(1, 7))
def test_top_k_keeps_the_k_largest(p, k):
    """The kept keep their proportions, exactly; the others are 0; ties go to lower indices."""
    kept = sorted(range(5), key=lambda x: (-p[x], x))[:k]
    total = sum(p[x] for x in kept)

    assert [p[x] / total if x in kept else 0 for x in range(5)] == top_k(p, k).tolist()


@pytest.mark.parametrize("k", range(1, 200, 7))
def test_top_k_of_many_equal_tokens(k):
    """Ties go to the lowest indices also among many, where only a stable sort keeps their order."""
    weights = np.random.default_rng(9).integers(1, 4, 200)
    p = weights / weights.sum()
    kept = sorted(range(200), key=lambda x: (-p[x], x))[:k]

    assert np.flatnonzero(top_k(p, k)).tolist() == sorted(kept)


@pytest.mark.parametrize(
    ("k", "message"), [(0, "k: must be at least 1, got 0"), (1.5, "k: must be an integer")]
)
def test_wrong_k(k, message):
    """k is a positive integer."""
    with pytest.raises(ArgumentError, match=message):
        top_k(P, k)


@reproducible
@given(fraction_rows(5), st.fractions(Fraction(1, 100), 1))
def test_top_p_keeps_the_fewest_that_reach_the_mass(p, mass):
    """The kept hold the mass, and without the least of them they don't."""
    kept = [x for x, share in enumerate(top_p(p, mass)) if share > 0]
    weights = sorted((p[x] for x in kept), reverse=True)
    slack = 1 - Fraction(1, 10**11)

    assert sum(weights) >= mass * slack
    assert mass == 1 or sum(weights[:-1]) < mass
    assert min(weights) >= max([p[x] for x in range(5) if x not in kept], default=0)
    assert top_p(p, mass).sum() == 1


def test_top_p_of_the_fault_table():
    """.5 + .3 reaches .8, and .7 + .1 too, whatever rounding says."""
    assert_close([0.625, 0.375, 0, 0], top_p(P, 0.8))
    assert_close([0.875, 0.125, 0, 0], top_p([0.7, 0.1, 0.1, 0.1], 0.8))


def test_top_p_of_everything_changes_nothing():
    """Mass 1 keeps even what is too small to matter to a sum."""
    p = [1 - 1e-15, 1e-15]

    assert np.all(top_p(p, 1) > 0)


@pytest.mark.parametrize(
    ("mass", "message"),
    [
        (0, "mass: must be above 0, got 0"),
        (-0.1, "mass: must be finite, at least 0 and at most 1, got -0.1"),
        (1.1, "mass: must be finite, at least 0 and at most 1, got 1.1"),
        (np.nan, "mass: must be finite, at least 0 and at most 1, got nan"),
    ],
)
def test_wrong_mass(mass, message):
    """The mass to keep is in (0, 1]."""
    with pytest.raises(ArgumentError, match=message):
        top_p(P, mass)


@reproducible
@given(float_rows(6), st.floats(0, 1, exclude_max=True))
def test_sample_inverts_the_cumulated_sum(p, u):
    """The token's slice of [0, 1) holds the uniform; tokens of probability 0 have none."""
    x = sample(p, ScriptedGenerator(u))
    cumulated = np.concatenate([[0], np.cumsum(p)])

    assert p[x] > 0
    assert cumulated[x] - 1e-12 <= u <= cumulated[x + 1] + 1e-12


@pytest.mark.parametrize("u", [0.0, np.nextafter(1, 0)])
@pytest.mark.parametrize("total", [1.0, 1 + 1e-7, 1 - 1e-7, 0.1 + 0.2, 1.5])
def test_sample_at_both_ends_draws_a_possible_token(u, total):
    """The smallest and the largest uniform stay inside the support, also for a sum off 1."""
    law = np.array([0, 0.5, 0, 0.5, 0]) * total

    assert sample(law, ScriptedGenerator(u)) == (1 if u == 0 else 3)


def test_sample_accepts_a_sum_that_numpy_refuses():
    """Generator.choice refuses a sum off by 2e-8; sample scales to it."""
    law = np.array([0.5, 0.5 + 3e-8])
    with pytest.raises(ValueError, match="sum to 1"):
        np.random.default_rng(0).choice(2, p=law)

    assert sample(law, np.random.default_rng(0)) in (0, 1)


def test_sample_takes_fractions():
    """An exact law can be drawn from as it is."""
    assert sample(fractions(1, 1), ScriptedGenerator(0.6)) == 1


def test_sample_by_monte_carlo():
    """50,000 draws follow the law. False-alarm rate 1e-6."""
    rng = np.random.default_rng(1)
    draws = [sample(P, rng) for _ in range(50_000)]

    assert chi_squared_test(np.bincount(draws, minlength=4), P).p_value > LEVEL
