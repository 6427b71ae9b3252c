"""Making next-token distributions, reshaping them, and drawing from them.

Purpose
    Temperature, top-k and top-p change which distribution is *wanted*. Speculative decoding then
    keeps exactly that one, whatever it is: the same change must be made to p_target before it is
    used as p, and q must be what the draft really drew from (Leviathan et al. 2022,
    arXiv 2211.17192, sec. 2.2: all sampling methods are standard sampling from an adjusted
    distribution).
"""

from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specdec.checks import Row, as_numbers, check_distribution, check_integer, check_real, to_array
from specdec.errors import ArgumentError, DistributionError

Floats = NDArray[np.float64]


def as_distribution(weights: ArrayLike, *, name: str) -> Floats:
    """Normalise weights to a distribution.

    Parameters
    ----------
    weights : array_like, (V,)
        Non-negative, on any scale; at least one above 0.
    name : str
        What the error calls them.

    Returns
    -------
    (V,) float64
        Sums to 1.

    Raises
    ------
    DistributionError
        If they are not one-dimensional, are empty, or hold NaN, an infinity, a negative number or
        nothing but zeros.
    """
    numbers = as_numbers(weights, name=name)
    scaled = (numbers / numbers.max()).astype(np.float64)  # first, or a sum of 1e308s overflows
    return cast(Floats, scaled / scaled.sum())


def softmax(log_weights: ArrayLike, *, name: str, temperature: float = 1.0) -> Floats:
    """Turn log-probabilities, or any logits, into a distribution.

    Parameters
    ----------
    log_weights : array_like, (V,)
        -inf stands for probability 0.
    name : str
        What the error calls them.
    temperature : float
        At least 0. At 0 all mass goes to the largest; among equals, to the lowest index.

    Returns
    -------
    (V,) float64
        Proportional to exp(log_weights / temperature).

    Raises
    ------
    DistributionError
        If a weight is NaN or +inf, or all are -inf.
    ArgumentError
        If the temperature is negative or not finite.
    """
    t = check_real(temperature, name="temperature", low=0)
    logs = to_array(log_weights, name=name).astype(np.float64)
    if logs.ndim != 1 or logs.size == 0:
        rule = "must be one-dimensional and not empty"
        raise DistributionError(name, rule, f"shape {logs.shape}")
    if not np.isfinite(logs.max()):
        rule = "must hold no NaN, no +inf and some number above -inf"
        raise DistributionError(name, rule, f"a maximum of {logs.max()}")
    if t == 0:
        return _one_hot(int(np.argmax(logs)), logs.size)
    with np.errstate(over="ignore"):
        weights = np.exp((logs - logs.max()) / t)
    return cast(Floats, weights / weights.sum())


def with_temperature(p: ArrayLike, t: float) -> Floats:
    """Sharpen (t < 1) or flatten (t > 1) a distribution.

    Parameters
    ----------
    p : array_like, (V,)
        Distribution at temperature 1.
    t : float
        At least 0. At 0 the result is one-hot at the most probable token; among equals, at the
        one with the lowest index.

    Returns
    -------
    (V,) float64
        Proportional to p ** (1 / t). A token of probability 0 keeps it.

    Raises
    ------
    DistributionError, ArgumentError
        If p is no distribution; if t is negative or not finite.
    """
    numbers = check_distribution(p, name="p").astype(np.float64)
    with np.errstate(divide="ignore"):
        return softmax(np.log(numbers), name="p", temperature=t)


def top_k(p: ArrayLike, k: int) -> Row:
    """Keep the k most probable tokens, renormalised.

    Parameters
    ----------
    p : array_like, (V,)
    k : int
        At least 1; from V on, nothing is cut. Among equals the lower index is kept.

    Returns
    -------
    (V,) ndarray
        float64, or Fraction if p is.

    Raises
    ------
    DistributionError, ArgumentError
        If p is no distribution; if k is no integer of at least 1.
    """
    numbers = check_distribution(p, name="p")
    count = check_integer(k, name="k", low=1)
    return _keep(numbers, _by_probability(numbers)[:count])


def top_p(p: ArrayLike, mass: float) -> Row:
    """Keep the fewest most probable tokens that hold `mass` together, renormalised.

    Parameters
    ----------
    p : array_like, (V,)
    mass : float
        In (0, 1]. A sum within a relative 1e-12 of it counts as reaching it, so that
        .7 + .1 reaches .8 in spite of rounding. Among equals the lower index is kept.

    Returns
    -------
    (V,) ndarray
        float64, or Fraction if p is.

    Raises
    ------
    DistributionError, ArgumentError
        If p is no distribution; if mass is outside (0, 1].
    """
    numbers = check_distribution(p, name="p")
    limit = check_real(mass, name="mass", low=0, high=1)
    if limit == 0:
        raise ArgumentError("mass", "must be above 0", mass)
    if limit == 1:
        return _keep(numbers, np.arange(numbers.size))
    order = _by_probability(numbers)
    reached = np.cumsum(numbers[order])
    needed = 1 + int(np.count_nonzero(reached < limit * (1 - 1e-12)))
    return _keep(numbers, order[:needed])


def sample(law: ArrayLike, rng: np.random.Generator) -> int:
    """Draw one token: the first whose cumulated probability exceeds a uniform number.

    Parameters
    ----------
    law : array_like, (V,)
        Non-negative. Its sum may be off 1 by rounding: the uniform is scaled to it, where
        ``Generator.choice`` would refuse a sum off by 2e-8.
    rng : numpy.random.Generator
        Gives one uniform.

    Returns
    -------
    int
        Never a token of probability 0: the cumulated sum doesn't rise there.
    """
    cumulated = np.cumsum(law, dtype=np.float64)  # (V,)
    return int(np.searchsorted(cumulated, rng.random() * cumulated[-1], side="right"))


def _one_hot(index: int, size: int) -> Floats:
    row = np.zeros(size)
    row[index] = 1.0
    return row


def _by_probability(numbers: Row) -> NDArray[np.intp]:
    """Token ids from the most to the least probable; a stable sort puts lower ids first."""
    return np.argsort(-numbers, kind="stable")


def _keep(numbers: Row, tokens: NDArray[np.intp]) -> Row:
    """Zero everything but `tokens` and normalise."""
    kept = np.zeros_like(numbers)
    kept[tokens] = numbers[tokens]
    return cast(Row, kept / kept.sum())
