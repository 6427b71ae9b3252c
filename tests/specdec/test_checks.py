"""Every validation rule, wherever the wrong number stands."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    ArgumentError,
    DistributionError,
    acceptance_probabilities,
    acceptance_rate,
    as_distribution,
    check_distribution,
    coupling,
    leftover,
    output_law,
    overlap,
    overshoot,
    residual,
    roll,
    round_law,
    simulate_rounds,
    simulate_text,
    speculative_round,
    total_variation,
)
from tests.helpers import assert_close, float_rows, fraction_rows, reproducible

PAIR_FUNCTIONS = [
    acceptance_probabilities,
    acceptance_rate,
    coupling,
    leftover,
    output_law,
    overlap,
    overshoot,
    residual,
    lambda p, q: roll(p, q, np.random.default_rng(0)),
]
ROUND_FUNCTIONS = [
    round_law,
    lambda q, p: simulate_rounds(q, p, 10, np.random.default_rng(0)),
    lambda q, p: simulate_text(q, p, 10, np.random.default_rng(0)),
    lambda q, p: speculative_round([int(np.argmax(row)) for row in q], q, p, None),
]
spoiled = st.tuples(float_rows(5), st.integers(0, 4))


@pytest.mark.parametrize("contract", [as_distribution, check_distribution])
@reproducible
@given(row_and_index=spoiled, bad=st.sampled_from([np.nan, np.inf, -np.inf]))
def test_not_finite(contract, row_and_index, bad):
    """NaN and infinities are refused, naming the first index that holds one."""
    row, index = row_and_index
    row = row.copy()
    row[index] = bad
    with pytest.raises(DistributionError) as caught:
        contract(row, name="p_target")

    assert (caught.value.field, caught.value.rule) == ("p_target", "must hold only finite numbers")
    assert repr(caught.value.value) == repr(bad)
    expected = f"p_target: must hold only finite numbers, got {bad} at index {index}"
    assert expected == str(caught.value)


@pytest.mark.parametrize("contract", [as_distribution, check_distribution])
@reproducible
@given(row_and_index=spoiled, bad=st.floats(-1e300, -1e-300))
def test_negative(contract, row_and_index, bad):
    """A negative number is refused, however small, also where the sum is right."""
    row, index = row_and_index
    row = row.copy()
    row[index] = bad
    with pytest.raises(DistributionError) as caught:
        contract(row, name="q_draft")

    expected = f"q_draft: must hold no negative number, got {bad} at index {index}"
    assert expected == str(caught.value)
    assert caught.value.value == bad


@pytest.mark.parametrize("contract", [as_distribution, check_distribution])
@pytest.mark.parametrize("values", [[0.0], [0.0, 0.0], [0, 0, 0], [Fraction(0)]])
def test_all_zero(contract, values):
    """Nothing but zeros can't be normalised: refused, not NaN."""
    with pytest.raises(DistributionError, match="p: must hold a number above 0, got zeros only"):
        contract(values, name="p")


@pytest.mark.parametrize("contract", [as_distribution, check_distribution])
@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "p: must hold at least one number, got none"),
        (1.0, r"p: must be one-dimensional, got shape \(\)"),
        ([[0.5, 0.5]], r"p: must be one-dimensional, got shape \(1, 2\)"),
        (np.zeros((0, 3)), r"p: must be one-dimensional, got shape \(0, 3\)"),
        ("abc", "p: must be a list of numbers, got an array of <U3"),
        (["0.5", "0.5"], "p: must be a list of numbers, got an array of <U3"),
        ([0.5, 0.5j], "p: must be a list of numbers, got an array of complex128"),
        ([[0.5], [0.2, 0.3]], r"p: must be a list of numbers, got \[\[0.5\], \[0.2, 0.3\]\]"),
        ([object()], r"p: must be a list of numbers, got \[<object"),
        ([1.5, 10**400], "p: must be a list of numbers, got"),
        ({0: 1.0}, "p: must be a list of numbers, got {0: 1.0}"),
    ],
)
def test_not_a_vector_of_numbers(contract, values, message):
    """Shapes and types that aren't a vector of numbers are refused in a sentence."""
    with pytest.raises(DistributionError, match=message):
        contract(values, name="p")


@reproducible
@given(float_rows(4), st.floats(1e-300, 1e300))
def test_as_distribution_normalises_any_scale(row, scale):
    """Its contract is to normalise: any positive multiple gives the same distribution."""
    weights = row * scale
    if np.any((weights == 0) != (row == 0)) or np.any((weights > 0) & (weights < 1e-290)):
        weights = row

    assert_close(row, as_distribution(weights, name="p"))
    assert_close(1.0, as_distribution(weights, name="p").sum())


@pytest.mark.parametrize("weights", [[1e308] * 4, [5e-324] * 4, [10**400] * 4, [True] * 4, [7] * 4])
def test_as_distribution_at_the_ends_of_the_scale(weights):
    """Neither overflow nor underflow, nor whole numbers, spoil the sum."""
    with np.errstate(all="raise"):
        actual = as_distribution(weights, name="p")

    assert actual.dtype == np.float64
    assert_close([0.25] * 4, actual)


@reproducible
@given(float_rows(4), st.one_of(st.floats(1.01e-6, 100), st.floats(-0.999, -1.01e-6)))
def test_check_distribution_refuses_a_sum_off_one(row, off):
    """Its contract is "sums to 1": anything else is refused and the sum is named."""
    with pytest.raises(DistributionError, match="p: must sum to 1, got") as caught:
        check_distribution(row * (1 + off), name="p")

    assert_close(1 + off, caught.value.value, tolerance=1e-9)


@reproducible
@given(float_rows(4), st.floats(-9e-7, 9e-7))
def test_check_distribution_allows_the_tolerance(row, off):
    """A sum off by less than 1e-6 passes, and the numbers come back unchanged."""
    given_row = row * (1 + off)

    assert given_row.tolist() == check_distribution(given_row, name="p").tolist()


def test_check_distribution_with_its_own_tolerance():
    """The tolerance is an argument."""
    assert check_distribution([0.5, 0.51], name="p", tolerance=0.02).tolist() == [0.5, 0.51]
    with pytest.raises(DistributionError):
        check_distribution([0.5, 0.51], name="p", tolerance=0.001)


@reproducible
@given(fraction_rows(4))
def test_fractions_are_kept(row):
    """Fractions come back as Fractions; mixed with whole numbers too."""
    actual = check_distribution(row, name="p").tolist()

    assert row == actual
    assert {Fraction} == {type(x) for x in actual}
    assert check_distribution([1, Fraction(0)], name="p").tolist() == [1, 0]


def test_fractions_among_floats_become_floats():
    """A float can't be made exact again: the vector is float64."""
    assert check_distribution([Fraction(1, 2), 0.5], name="p").dtype == np.float64


@pytest.mark.parametrize("function", PAIR_FUNCTIONS)
@pytest.mark.parametrize(
    ("p", "q", "message"),
    [
        ([0.5, 0.5], [1.0], "q_draft: must hold 2 numbers, as p_target does, got 1"),
        ([1.0], [0.5, 0.5], "q_draft: must hold 1 numbers, as p_target does, got 2"),
        ([0.5, 0.6], [0.5, 0.5], "p_target: must sum to 1, got 1.1"),
        ([0.5, 0.5], [0.5, 0.6], "q_draft: must sum to 1, got 1.1"),
        ([1.2, -0.2], [0.5, 0.5], "p_target: must hold no negative number, got -0.2 at index 1"),
        ([0.5, 0.5], [np.nan, 0.5], "q_draft: must hold only finite numbers, got nan at index 0"),
        ([], [], "p_target: must hold at least one number, got none"),
    ],
)
def test_every_function_of_a_pair_checks_both(function, p, q, message):
    """No function of p_target and q_draft returns a number for a wrong pair."""
    with pytest.raises(DistributionError, match=message):
        function(p, q)


@pytest.mark.parametrize("function", ROUND_FUNCTIONS)
@pytest.mark.parametrize(
    ("q", "p", "message"),
    [
        ([[0.5, 0.5]], [[0.5, 0.5]], "p_dists: must hold 2 rows, one more than q_dists, got 1"),
        ([[0.5, 0.6]], [[0.5, 0.5]] * 2, r"q_dists\[0\]: must sum to 1, got 1.1"),
        ([[0.5, 0.5]], [[0.5, 0.5], [-1, 2]], r"p_dists\[1\]: must hold no negative number"),
        ([[1.0]], [[0.5, 0.5]] * 2, r"q_dists\[0\]: must hold 2 numbers, as p_dists\[0\] does"),
        ([[0.5, 0.5]], [[0.5, 0.5], [1.0]], r"p_dists\[1\]: must hold 2 numbers"),
    ],
)
def test_every_function_of_a_round_checks_its_rows(function, q, p, message):
    """No function of a round's rows takes rows that don't fit, as lists or as an array."""
    with pytest.raises(DistributionError, match=message):
        function(q, p)
    if len({len(row) for row in p}) == 1:
        with pytest.raises(DistributionError, match=message):
            function(np.array(q), np.array(p))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_arrays_of_rows_are_searched_for_what_is_not_finite(bad):
    """Rows that are checked all at once: the one that is wrong is still named."""
    p = np.full((3, 2), 0.5)
    p[1, 1] = bad

    with pytest.raises(DistributionError, match=r"p_dists\[1\]: must hold only finite .* index 1"):
        simulate_rounds(np.full((2, 2), 0.5), p, 1, np.random.default_rng(0))


def test_total_variation_checks_its_arguments():
    """Distances are between distributions of one vocabulary."""
    with pytest.raises(DistributionError, match="must hold 2 numbers"):
        total_variation([0.5, 0.5], [1.0])


@pytest.mark.parametrize(
    ("n", "message"),
    [(-1, "n: must be at least 0, got -1"), (1.5, "n: must be an integer, got 1.5")],
)
@pytest.mark.parametrize("function", [simulate_rounds, simulate_text])
def test_number_of_rounds(function, n, message):
    """n is an integer of at least 0."""
    with pytest.raises(ArgumentError, match=message):
        function([[1.0]], [[1.0], [1.0]], n, np.random.default_rng(0))


def test_errors_are_value_errors():
    """Whoever catches ValueError catches them."""
    assert issubclass(DistributionError, ArgumentError)
    assert issubclass(ArgumentError, ValueError)
