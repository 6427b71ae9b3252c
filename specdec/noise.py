"""How far a right simulation is from its law, by chance alone.

Purpose
    A Monte Carlo check is only worth something beside the noise it must show: how far counts are
    expected to be from the truth after n tokens.

Source
    Mean and covariance of absolute normal deviations: Leone, Nelson and Nottingham, "The Folded
    Normal Distribution", Technometrics 3 (1961), and Nabeya (1951) for pairs.
"""

import math
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from specdec.checks import check_distribution, check_integer
from specdec.distributions import Floats
from specdec.special import chi_mean_share, chi_quantile


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
