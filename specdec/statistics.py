"""Telling a right law from a wrong one by counting.

Purpose
    A Monte Carlo check is only worth something beside the noise it must show: how far counts are
    expected to be from the truth after n tokens, and when a distance can't be chance any more.

Source
    Mean and covariance of absolute normal deviations: Leone, Nelson and Nottingham, "The Folded
    Normal Distribution", Technometrics 3 (1961), and Nabeya (1951) for pairs. Chi-squared test:
    Pearson (1900), bins of expectation under 5 merged (Cochran 1954).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specdec.checks import ArgumentError, Row, check_distribution, check_integer, check_pair
from specdec.special import chi_mean_share, chi_quantile, chi_squared_tail

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

MINIMUM_EXPECTATION = 5.0
"""Bins of a chi-squared test that expect fewer are merged."""


def log_spaced_counts(n: int, frames: int) -> Counts:
    """Return counts from 1 to n, each about the same factor above the one before.

    Parameters
    ----------
    n : int
        At least 1.
    frames : int
        At least 1. At most so many counts are returned: small ones that coincide are given once.

    Returns
    -------
    (at most frames,) int64
        Strictly increasing; the last is n.

    Raises
    ------
    ArgumentError
        If n or frames is no integer of at least 1.
    """
    last = check_integer(n, name="n", low=1)
    count = check_integer(frames, name="frames", low=1)
    if count == 1:
        return np.array([last])
    spaced = np.rint(np.geomspace(1, last, count)).astype(np.int64)  # ends in n exactly
    return np.unique(spaced)


def running_counts(tokens: ArrayLike, at: Sequence[int] | Counts, vocabulary_size: int) -> Counts:
    """Count each token among the first ``at[i]``, for every i.

    Parameters
    ----------
    tokens : array_like of int, (n,)
        In 0 .. V-1; padding must be taken out first.
    at : sequence of int
        Increasing, from 0 up to n.
    vocabulary_size : int
        V.

    Returns
    -------
    (len(at), V) int64
        Row i adds to ``at[i]``.

    Raises
    ------
    ArgumentError
        If a token is outside the vocabulary or `at` is not increasing within 0 .. n.
    """
    size = check_integer(vocabulary_size, name="vocabulary_size", low=1)
    drawn = np.asarray(tokens)
    steps = np.asarray(at, dtype=np.int64)
    edges = np.concatenate([[0], steps])
    if np.any(np.diff(edges) < 0) or edges[-1] > drawn.size:
        raise ArgumentError("at", f"must increase within 0 .. {drawn.size}", steps.tolist())
    if drawn.size and not (drawn.min() >= 0 and drawn.max() < size):
        wrong = int(drawn.min()) if drawn.min() < 0 else int(drawn.max())
        raise ArgumentError("tokens", f"must be in 0 .. {size - 1}", wrong)
    added = [np.bincount(drawn[low:high], minlength=size) for low, high in pairwise(edges)]
    return np.cumsum(np.reshape(added, (steps.size, size)), axis=0, dtype=np.int64)


def total_variation(a: ArrayLike, b: ArrayLike) -> float:
    """Return the total variation distance of two distributions: half of sum |a - b|, in [0, 1].

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    """
    p, q = check_pair(a, b)
    return cast(float, abs(p - q).sum() / 2)


def expected_distance(p: ArrayLike, n: int) -> float:
    """Return about how far the shares of n draws from p are from p, in total variation.

    (1/2) sum_x sqrt(2 p(x) (1 - p(x)) / (pi n)): each share is nearly normal, and a normal
    deviation of standard deviation s is s sqrt(2 / pi) large on average.

    Raises
    ------
    DistributionError, ArgumentError
        If p is no distribution; if n is no integer of at least 1.
    """
    return float(_deviations(p, n).sum() * math.sqrt(2 / math.pi) / 2)


def distance_band(p: ArrayLike, n: int) -> tuple[float, float]:
    """Return an approximate central 95 % band of the distance `expected_distance` is the mean of.

    Parameters
    ----------
    p : array_like, (V,)
        Takes a (V, V) matrix of memory: for small vocabularies.
    n : int
        Draws, at least 1.

    Returns
    -------
    low, high : float
        2.5 % of correct simulations are below low, 2.5 % above high, at each n taken alone.

    Raises
    ------
    DistributionError, ArgumentError
        If p is no distribution; if n is no integer of at least 1.

    Notes
    -----
    Shares are taken as normal with the multinomial's covariance, which gives the distance's mean
    and variance in closed form: for correlation r, Cov(|X|, |Y|) = s_x s_y (2 / pi)
    (sqrt(1 - r^2) + r asin r - 1). A scaled chi distribution with this mean and variance is then
    used. With two tokens it is exact for normal shares (the distance is one absolute deviation);
    with many it tends to the normal, as the distance does. Below about 5 expected draws of a
    token the shares are too coarse for it.
    """
    s = _deviations(p, n)  # (V,)
    mean = s.sum() * math.sqrt(2 / math.pi) / 2
    if mean == 0:
        return 0.0, 0.0
    variance = _absolute_covariance(np.asarray(p, dtype=np.float64), s).sum() / 4
    degrees = _matching_degrees(mean**2 / (mean**2 + variance))
    scale = math.sqrt((mean**2 + variance) / degrees)
    low, high = (scale * chi_quantile(degrees, level) for level in (0.025, 0.975))
    return min(low, 1.0), min(high, 1.0)


@dataclass(frozen=True)
class ChiSquared:
    """Result of `chi_squared_test`.

    Attributes
    ----------
    statistic : float
        Sum of (observed - expected)^2 / expected over the merged bins.
    degrees : int
        Merged bins minus 1.
    p_value : float
        How likely so large a statistic is if the law is right.
    """

    statistic: float
    degrees: int
    p_value: float


def chi_squared_test(counts: ArrayLike, law: ArrayLike) -> ChiSquared:
    """Test whether counts can come from a law.

    Parameters
    ----------
    counts : array_like, (V,)
        How often each token was seen.
    law : array_like, (V,)

    Returns
    -------
    ChiSquared
        Tokens that expect fewer than 5 are one bin together (with the rarest other token, if
        that still expects fewer than 5). With a single bin nothing can be told: p_value 1. A
        token seen that can't occur: statistic inf, p_value 0.

    Raises
    ------
    DistributionError, ArgumentError
        If law is no distribution; if counts are negative or not as many.
    """
    p = check_distribution(law, name="law").astype(np.float64)
    seen = np.asarray(counts, dtype=np.float64)
    if seen.shape != p.shape or not np.all(seen >= 0):
        rule = f"must be {p.size} numbers of at least 0"
        raise ArgumentError("counts", rule, repr(counts)[:60])
    observed, expected = _merged(seen, seen.sum() * p / p.sum())
    degrees = expected.size - 1
    if np.any(seen[p == 0] > 0):
        return ChiSquared(math.inf, degrees, 0.0)
    if degrees == 0:
        return ChiSquared(0.0, 0, 1.0)
    statistic = float(np.sum((observed - expected) ** 2 / expected))
    return ChiSquared(statistic, degrees, chi_squared_tail(statistic, degrees))


def rounds_until_detected(
    tokens: ArrayLike, law: ArrayLike, *, level: float = 1e-6, at: Sequence[int] | Counts
) -> int | None:
    """Return the first count at which tokens can't be taken for draws from a law any more.

    Parameters
    ----------
    tokens : array_like of int, (n,)
        In the order they were drawn.
    law : array_like, (V,)
    level : float
        The p-value below which `chi_squared_test` rejects. Over all of `at` a right law is
        rejected with a probability of at most about ``level * len(at)``.
    at : sequence of int
        The counts to look at, increasing.

    Returns
    -------
    int or None
        None if no count rejects.

    Raises
    ------
    DistributionError, ArgumentError
        As `running_counts` and `chi_squared_test`.
    """
    p = check_distribution(law, name="law")
    looked = np.asarray(at, dtype=np.int64)
    counts = running_counts(tokens, looked, p.size)
    for i in np.flatnonzero(_may_reject(counts, p, level)):
        if chi_squared_test(counts[i], p).p_value < level:
            return int(looked[i])
    return None


def _may_reject(counts: Counts, p: Row, level: float) -> NDArray[np.bool_]:
    """Tell which rows `chi_squared_test` can reject at all, (n,); it is asked about those alone.

    Merging bins only lowers the statistic, and more degrees only raise the p-value. So where the
    statistic of all bins is too small for one degree, whose p-value is an erfc, no test rejects.
    """
    seen = counts.astype(np.float64)
    law = p.astype(np.float64) / p.sum()
    expected = seen.sum(axis=1, keepdims=True) * law
    apart = np.divide((seen - expected) ** 2, expected, out=np.zeros_like(seen), where=expected > 0)
    least = np.array([math.erfc(math.sqrt(x / 2)) for x in apart.sum(axis=1)])
    roomy = level * (1 + 1e-6)  # rounding must not leave one out
    impossible = np.any(seen[:, law == 0] > 0, axis=1)
    return cast(NDArray[np.bool_], (least < roomy) | impossible)


def _deviations(p: ArrayLike, n: int) -> Floats:
    """Return the standard deviation of each token's share among n draws, (V,)."""
    probabilities = check_distribution(p, name="p").astype(np.float64)
    draws = check_integer(n, name="n", low=1)
    spread = np.maximum(probabilities * (1 - probabilities), 0)  # below 0 by rounding only
    return cast(Floats, np.sqrt(spread / draws))


def _absolute_covariance(p: Floats, s: Floats) -> Floats:
    """Covariances of the absolute deviations of all shares, (V, V)."""
    odds = np.sqrt(p / np.where(p < 1, 1 - p, 1))
    r = -np.minimum(np.outer(odds, odds), 1)  # correlations of a multinomial
    np.fill_diagonal(r, 1)
    bend = np.sqrt(1 - r**2) + r * np.arcsin(r) - 1
    return cast(Floats, np.outer(s, s) * bend * (2 / math.pi))


def _matching_degrees(share: float) -> float:
    """Degrees of the chi distribution with this mean^2 / (mean^2 + variance), by bisection."""
    low, high = 1e-3, 1e6
    while high / low > 1 + 1e-9:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if chi_mean_share(middle) < share else (low, middle)
    return math.sqrt(low * high)


def _merged(seen: Floats, expected: Floats) -> tuple[Floats, Floats]:
    """Return observed and expected numbers with the small bins made one."""
    order = np.argsort(expected, kind="stable")
    reached = np.cumsum(expected[order])
    small = int(np.count_nonzero(expected < MINIMUM_EXPECTATION))
    if small and reached[small - 1] < MINIMUM_EXPECTATION:
        small = min(small + 1, expected.size)
    groups = np.maximum(np.arange(expected.size) - max(small - 1, 0), 0)
    merged = (np.bincount(groups, numbers[order]) for numbers in (seen, expected))
    return cast(tuple[Floats, Floats], tuple(merged))
