"""Telling a right law from a wrong one by counting.

Purpose
    When a distance between counts and a law can't be chance any more. `noise` says how large the
    distance is expected to be while it is.

Source
    Chi-squared test: Pearson (1900), bins of expectation under 5 merged (Cochran 1954).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specdec.checks import Row, check_distribution, check_integer, check_pair
from specdec.distributions import Floats
from specdec.errors import ArgumentError
from specdec.special import chi_squared_tail

Counts = NDArray[np.int64]

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
    # Token x between two steps is counted in a place of its own: one pass over the tokens.
    places = np.repeat(np.arange(steps.size) * size, np.diff(edges))
    places += drawn[: places.size]
    added = np.bincount(places, minlength=steps.size * size).reshape(steps.size, size)
    return np.cumsum(added, axis=0, dtype=np.int64)


def total_variation(a: ArrayLike, b: ArrayLike) -> float:
    """Return the total variation distance of two distributions: half of sum |a - b|, in [0, 1].

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    """
    p, q = check_pair(a, b)
    return cast(float, abs(p - q).sum() / 2)


def running_distances(counts: ArrayLike, law: ArrayLike) -> Floats:
    """Return how far the shares of each row of counts are from a law.

    Parameters
    ----------
    counts : array_like, (n, V)
        As `running_counts` gives them; each row with a count above 0.
    law : array_like, (V,)

    Returns
    -------
    (n,) float64
        `total_variation` of each row's shares and the law.

    Raises
    ------
    DistributionError, ArgumentError
        If law is no distribution; if a row is negative, empty or not as long.
    """
    p = check_distribution(law, name="law").astype(np.float64)
    seen = np.asarray(counts, dtype=np.float64)
    totals = seen.sum(axis=-1, keepdims=True)
    if seen.ndim != 2 or seen.shape[1] != p.size or not (np.all(seen >= 0) and np.all(totals > 0)):
        rule = f"must be rows of {p.size} numbers of at least 0, one above 0"
        raise ArgumentError("counts", rule, repr(counts)[:60])
    return cast(Floats, abs(seen / totals - p).sum(axis=1) / 2)


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

    Merging bins only lowers the statistic and more degrees only raise the p-value, and each bin
    that expects enough stays one of its own. So where the statistic of all bins is too small for
    the degrees of those alone, no test rejects.
    """
    seen = counts.astype(np.float64)
    law = p.astype(np.float64) / p.sum()
    expected = seen.sum(axis=1, keepdims=True) * law
    apart = np.divide((seen - expected) ** 2, expected, out=np.zeros_like(seen), where=expected > 0)
    degrees = np.maximum(np.count_nonzero(expected >= MINIMUM_EXPECTATION, axis=1) - 1, 1)
    least = np.array([_least_statistic(int(d), level) for d in degrees])
    impossible = np.any(seen[:, law == 0] > 0, axis=1)
    return cast(NDArray[np.bool_], (apart.sum(axis=1) >= least) | impossible)


@lru_cache(maxsize=1024)
def _least_statistic(degrees: int, level: float) -> float:
    """Return a statistic that is just too small to be rejected at this level."""
    low, high = 0.0, 1.0
    while chi_squared_tail(high, degrees) > level:
        high *= 2
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if chi_squared_tail(middle, degrees) > level else (low, middle)
    return low * (1 - 1e-9)  # rounding must not leave one out


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
