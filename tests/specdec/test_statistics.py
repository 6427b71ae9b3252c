"""Counting, distances, their noise, and the chi-squared test."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    FAULTS,
    ArgumentError,
    DistributionError,
    chi_squared_test,
    distance_band,
    expected_distance,
    log_spaced_counts,
    rounds_until_detected,
    running_counts,
    running_distances,
    simulate_rounds,
    total_variation,
)
from tests.helpers import assert_close, float_rows, pairs, reproducible

EVEN = [0.2] * 5
UNEVEN = [0.5, 0.25, 0.125, 0.1, 0.025]


@reproducible
@given(st.integers(1, 10**7), st.integers(1, 200))
def test_log_spaced_counts(n, frames):
    """Strictly increasing whole numbers within 1 .. n, at most `frames`, ending at n."""
    counts = log_spaced_counts(n, frames)

    assert counts.dtype == np.int64
    assert 1 <= len(counts) <= frames
    assert np.all(np.diff(counts) > 0)
    assert counts[-1] == n
    assert counts[0] == (1 if frames > 1 else n)


def test_log_spaced_counts_are_even_in_the_logarithm():
    """Seven frames up to a million are the powers of ten."""
    assert [10**k for k in range(7)] == log_spaced_counts(10**6, 7).tolist()


@pytest.mark.parametrize(("n", "frames", "name"), [(0, 5, "n"), (5, 0, "frames"), (1.5, 2, "n")])
def test_wrong_counts(n, frames, name):
    """Both are integers of at least 1."""
    with pytest.raises(ArgumentError, match=f"{name}: must be"):
        log_spaced_counts(n, frames)


@reproducible
@given(
    st.lists(st.integers(0, 3), max_size=60), st.lists(st.integers(0, 60), min_size=1, max_size=8)
)
def test_running_counts_count_each_beginning(tokens, at):
    """Row i counts the first at[i] tokens, as counting them afresh would."""
    at = sorted(min(count, len(tokens)) for count in at)
    actual = running_counts(np.array(tokens, np.int32), at, 4)

    assert [[tokens[:count].count(x) for x in range(4)] for count in at] == actual.tolist()


@pytest.mark.parametrize(
    ("tokens", "at", "size", "message"),
    [
        ([0, 1], [2, 1], 2, r"at: must increase within 0 \.\. 2, got \[2, 1\]"),
        ([0, 1], [3], 2, r"at: must increase within 0 \.\. 2, got \[3\]"),
        ([0, 1], [-1], 2, r"at: must increase within 0 \.\. 2, got \[-1\]"),
        ([0, 2], [2], 2, r"tokens: must be in 0 \.\. 1, got 2"),
        ([0, -1], [2], 2, r"tokens: must be in 0 \.\. 1, got -1"),
        ([0], [1], 0, "vocabulary_size: must be at least 1, got 0"),
    ],
)
def test_running_counts_name_wrong_input(tokens, at, size, message):
    """Padding counted as a token, or counts out of order, are errors."""
    with pytest.raises(ArgumentError, match=message):
        running_counts(tokens, at, size)


@reproducible
@given(pairs(float_rows))
def test_total_variation_is_a_distance(pair):
    """Symmetric, within 0 .. 1, 0 of itself, half of the absolute differences."""
    p, q = pair

    assert total_variation(p, q) == total_variation(q, p)
    assert 0 <= total_variation(p, q) <= 1 + 1e-12
    assert total_variation(p, p) == 0
    assert_close(sum(max(a - b, 0) for a, b in zip(p, q, strict=True)), total_variation(p, q))


def test_total_variation_of_disjoint_distributions():
    """Nothing in common: 1."""
    assert total_variation([1, 0], [0, 1]) == 1


@reproducible
@given(pairs(float_rows), st.integers(0, 10**6))
def test_running_distances_are_those_of_each_row(pair, seed):
    """The distance of every row's shares, one by one."""
    law, drawn_from = pair
    rng = np.random.default_rng(seed)
    tokens = rng.choice(len(law), size=300, p=np.array(drawn_from) / sum(drawn_from))
    at = [1, 2, 50, 300]
    counts = running_counts(tokens, at, len(law))

    found = running_distances(counts, law)

    assert found.shape == (4,)
    for n, row, distance in zip(at, counts, found, strict=True):
        assert_close(distance, total_variation(row / n, law))


@pytest.mark.parametrize(
    "counts", [[[0, 0]], [[1, 2, 3]], [1, 2], [[-1, 2]], [[np.nan, 1]]], ids=repr
)
def test_running_distances_name_wrong_counts(counts):
    """Rows that are empty, too long, none or negative are refused by name."""
    with pytest.raises(ArgumentError, match="counts: must be rows of 2 numbers"):
        running_distances(counts, [0.5, 0.5])


def observed_distances(p, n, runs, seed):
    """Distances of `runs` simulations of n draws."""
    counts = np.random.default_rng(seed).multinomial(n, p, size=runs)
    return np.abs(counts / n - p).sum(axis=1) / 2


def test_expected_distance_of_the_reference():
    """Five even tokens: about .025 at 1,000 draws and .0025 at 100,000."""
    assert_close(0.025, expected_distance(EVEN, 1_000), tolerance=0.001)
    assert_close(0.0025, expected_distance(EVEN, 100_000), tolerance=0.0001)


@pytest.mark.parametrize("p", [EVEN, UNEVEN, [0.5, 0.5], [0.05] * 20])
def test_expected_distance_by_monte_carlo(p):
    """Within 2 % of the mean of 20,000 simulations (whose own noise is below .6 %)."""
    mean = observed_distances(p, 2_000, 20_000, seed=3).mean()

    assert_close(1, mean / expected_distance(p, 2_000), tolerance=0.02)


@pytest.mark.parametrize("n", [1_000, 100_000])
@pytest.mark.parametrize("p", [EVEN, UNEVEN, [0.3, 0.7], [0.9, 0.06, 0.04], [0.05] * 20])
def test_distance_band_holds_95_percent(p, n):
    """Of 20,000 simulations 2.5 % are below and 2.5 % above, each side to 0.8 %.

    Shares of small counts are coarse, which moves some of this; noise is .11 % (one sigma).
    """
    low, high = distance_band(p, n)
    seen = observed_distances(p, n, 20_000, seed=n)

    assert_close([0.025, 0.025], [(seen < low).mean(), (seen > high).mean()], tolerance=0.008)


@reproducible
@given(float_rows(5), st.integers(1, 10**7))
def test_distance_band_holds_the_mean_and_shrinks(p, n):
    """low <= expected <= high within [0, 1]; a hundred times the draws, a tenth of the width."""
    low, high = distance_band(p, n)
    narrow_low, narrow_high = distance_band(p, 100 * n)

    assert 0 <= low <= high <= 1
    assert high == 1 or low <= expected_distance(p, n) <= high
    if high < 1:
        assert_close(high - low, 10 * (narrow_high - narrow_low), tolerance=1e-6)


def test_distance_band_of_a_certain_token_is_nothing():
    """A one-hot law is hit at once."""
    assert distance_band([0, 1, 0], 10) == (0, 0)
    assert expected_distance([0, 1, 0], 10) == 0


@pytest.mark.parametrize("function", [expected_distance, distance_band])
def test_noise_needs_a_draw_and_a_distribution(function):
    """n of at least 1 and a p that sums to 1."""
    with pytest.raises(ArgumentError, match="n: must be at least 1, got 0"):
        function(EVEN, 0)
    with pytest.raises(DistributionError, match="p: must sum to 1"):
        function([0.5, 0.6], 10)


def test_chi_squared_by_hand():
    """(30 - 25)^2 / 25 + (20 - 25)^2 / 25 = 2, one degree: p = .1573."""
    result = chi_squared_test([30, 20], [0.5, 0.5])

    assert (result.statistic, result.degrees) == (2, 1)
    assert_close(0.15729920705028513, result.p_value)


def test_small_bins_are_merged():
    """Expectations 1, 3 and 2 are one bin of 6: with two others that makes 2 degrees."""
    result = chi_squared_test([2, 45, 3, 49, 1], [0.01, 0.44, 0.03, 0.50, 0.02])
    expected = (6 - 6) ** 2 / 6 + (45 - 44) ** 2 / 44 + (49 - 50) ** 2 / 50

    assert result.degrees == 2
    assert_close(expected, result.statistic)


def test_a_merged_bin_that_stays_small_takes_the_rarest_other():
    """Expectations 1 and 2 make 3: the bin of 10 joins, one degree is left."""
    result = chi_squared_test([4, 2, 9, 85], [0.01, 0.02, 0.10, 0.87])

    assert result.degrees == 1
    assert_close((15 - 13) ** 2 / 13 + (85 - 87) ** 2 / 87, result.statistic)


def test_five_is_enough_and_less_is_not():
    """A bin that expects 5 stands alone; one that expects 4.9 doesn't."""
    assert chi_squared_test([5, 45, 50], [0.05, 0.45, 0.5]).degrees == 2
    assert chi_squared_test([5, 45, 50], [0.049, 0.451, 0.5]).degrees == 1


def test_what_cannot_occur_but_did():
    """A single token of probability 0 rejects for certain, however few there are."""
    result = chi_squared_test([999, 1], [1.0, 0.0])

    assert (result.statistic, result.p_value) == (math.inf, 0)
    assert chi_squared_test([0, 1], [1.0, 0.0]).p_value == 0


@pytest.mark.parametrize("counts", [[0, 0], [1, 0], [3, 4]])
def test_too_few_counts_tell_nothing(counts):
    """Where all bins merge into one the p-value is 1."""
    assert chi_squared_test(counts, [0.5, 0.5]).p_value == 1


def test_p_values_of_a_right_law_are_even():
    """20,000 right samples: a share x of p-values is below x, at .5, .05 and .001.

    Five standard errors at each; a right test fails less than once in a million.
    """
    counts = np.random.default_rng(8).multinomial(5_000, UNEVEN, size=20_000)
    p_values = np.array([chi_squared_test(row, UNEVEN).p_value for row in counts])
    for level in (0.5, 0.05, 0.001):
        noise = 5 * math.sqrt(level * (1 - level) / 20_000)
        assert_close(level, (p_values < level).mean(), tolerance=noise)


@pytest.mark.parametrize(
    ("counts", "law", "message"),
    [
        ([1, 2, 3], [0.5, 0.5], "counts: must be 2 numbers of at least 0"),
        ([1, -2], [0.5, 0.5], "counts: must be 2 numbers of at least 0"),
        ([1, math.nan], [0.5, 0.5], "counts: must be 2 numbers of at least 0"),
        ([1, 2], [0.5, 0.6], "law: must sum to 1"),
    ],
)
def test_chi_squared_names_wrong_input(counts, law, message):
    """As many counts as tokens, none negative, and a law."""
    with pytest.raises(ArgumentError, match=message):
        chi_squared_test(counts, law)


def test_a_fault_is_detected_and_the_right_program_is_not():
    """Resampling from p (B: .15 instead of .10) is found within 100,000 rounds, and the first count
    that rejects is given. False-alarm rate 1e-6 at each of 30 counts.
    """
    p, q = [0.1, 0.6, 0.3], [0.6, 0.3, 0.1]
    at = log_spaced_counts(100_000, 30)
    wrong = FAULTS["resample-target"].simulate([q], [p, p], 100_000, np.random.default_rng(1))
    right = simulate_rounds([q], [p, p], 100_000, np.random.default_rng(1))
    found = rounds_until_detected(wrong.tokens[:, 0], p, at=at)

    assert rounds_until_detected(right.tokens[:, 0], p, at=at) is None
    assert found in at
    counts = running_counts(wrong.tokens[:, 0], at, 3)
    rejects = [chi_squared_test(row, p).p_value < 1e-6 for row in counts]
    assert found == at[rejects.index(True)]


@reproducible
@given(
    st.integers(0, 10**6),
    st.sampled_from([EVEN, UNEVEN, [0.5, 0.5, 0.0], [0.999, 0.001]]),
    st.sampled_from([0.2, 1e-3, 1e-6, 1e-20]),
)
def test_the_first_rejection_is_that_of_a_test_at_every_count(seed, law, level):
    """What the search leaves out could not have rejected: rare tokens, impossible ones, any law."""
    rng = np.random.default_rng(seed)
    tokens = rng.choice(len(law), size=400, p=rng.dirichlet(10 * np.array(law) + 0.05))
    at = np.unique(rng.integers(1, 401, size=30))
    rejects = [
        int(n)
        for n, row in zip(at, running_counts(tokens, at, len(law)), strict=True)
        if chi_squared_test(row, law).p_value < level
    ]

    assert rounds_until_detected(tokens, law, level=level, at=at) == (rejects or [None])[0]


def test_a_stricter_level_takes_longer():
    """level is the p-value below which the test rejects."""
    tokens = np.random.default_rng(2).choice(2, size=100_000, p=[0.52, 0.48])
    at = range(100, 100_001, 100)
    loose, strict = (
        rounds_until_detected(tokens, [0.5, 0.5], level=level, at=at) for level in (1e-3, 1e-12)
    )

    assert loose < strict
