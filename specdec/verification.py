"""Accept or correct: the mathematics of checking one drafted token.

Purpose
    A token x is drawn from q_draft. It is kept with probability min(1, p(x)/q(x)); otherwise a
    token is drawn from what is missing, max(0, p - q) normalised. What comes out is distributed
    as p_target, exactly:

        P(final = x) = min(p(x), q(x)) + Z * max(0, p(x) - q(x)) / Z = p(x),
        Z = sum_x max(0, p(x) - q(x)) = 1 - sum_x min(p(x), q(x)) = P(rejected).

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, sec. 2.3 and appendix A.1; found
    independently by Chen et al. 2023, arXiv 2302.01318 (there with p and q exchanged).

Every function takes (V,) distributions that sum to 1, raises `DistributionError` where one is
none, and keeps the numbers' type: Fractions in, Fractions out.
"""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specdec.checks import Row, check_pair
from specdec.distributions import sample


def overlap(p_target: ArrayLike, q_draft: ArrayLike) -> Row:
    """Return min(p, q), (V,): the mass of each token that is drafted and kept."""
    p, q = check_pair(p_target, q_draft)
    return np.minimum(p, q)


def overshoot(p_target: ArrayLike, q_draft: ArrayLike) -> Row:
    """Return max(0, q - p), (V,): the mass of each token that is drafted and rejected."""
    p, q = check_pair(p_target, q_draft)
    return cast(Row, np.maximum(0, q - p))


def leftover(p_target: ArrayLike, q_draft: ArrayLike) -> Row:
    """Return max(0, p - q), (V,): what each token still lacks. Its sum is Z."""
    p, q = check_pair(p_target, q_draft)
    return cast(Row, np.maximum(0, p - q))


def acceptance_rate(p_target: ArrayLike, q_draft: ArrayLike) -> float:
    """Return the probability that a drafted token is kept: sum min(p, q) = 1 - TV(p, q).

    Called beta in Leviathan et al., sec. 3; alpha is its mean over positions. A Fraction where
    Fractions came in.
    """
    return cast(float, overlap(p_target, q_draft).sum())


def acceptance_probabilities(p_target: ArrayLike, q_draft: ArrayLike) -> Row:
    """Return the probability of keeping each token, once it is drafted: min(1, p/q), (V,).

    Where q = 0 the token is never drafted; by convention 1 if p > 0, else 0 (the limit of
    min(1, p/q) as q goes to 0).
    """
    p, q = check_pair(p_target, q_draft)
    return keep_ratio(p, q)


def keep_ratio(p: Row, q: Row) -> Row:
    """Return min(1, p/q) as min(p, q) / q, which can't overflow; see `acceptance_probabilities`."""
    ratio = np.sign(p)
    np.divide(np.minimum(p, q), q, out=ratio, where=q > 0)
    return ratio


def residual(p_target: ArrayLike, q_draft: ArrayLike) -> Row:
    """Return the law a rejected token is replaced from: max(0, p - q) / Z, (V,).

    Where nothing is left over (p = q) no token is ever rejected, except by rounding; the law is
    then p itself, never a division by zero.
    """
    p, q = check_pair(p_target, q_draft)
    return missing_law(p, q)


def missing_law(p: Row, q: Row) -> Row:
    """Return max(0, p - q) / Z of rows that were checked before; see `residual`.

    One row, (V,), or the rows of several positions at once, (gamma, V).
    """
    missing = np.maximum(0, p - q)
    z = missing.sum(axis=-1, keepdims=True)
    if (z > 0).all():
        return cast(Row, missing / z)
    nothing = z == 0
    return cast(Row, np.where(nothing, p / p.sum(axis=-1, keepdims=True), missing / (z + nothing)))


def coupling(p_target: ArrayLike, q_draft: ArrayLike) -> NDArray[Any]:
    """Return the joint law of the drafted and the final token.

    Returns
    -------
    (V, V) ndarray
        Entry [x, y] is P(drafted x, final y): min(p, q) on the diagonal, and overshoot of x
        times residual of y. Rows add to q_draft, columns to p_target. It is a maximal coupling:
        no joint law with these margins has more mass on its diagonal.
    """
    moved = np.outer(overshoot(p_target, q_draft), residual(p_target, q_draft))  # (V, V)
    return cast(NDArray[Any], np.diag(overlap(p_target, q_draft)) + moved)


def output_law(p_target: ArrayLike, q_draft: ArrayLike) -> Row:
    """Return the law of the final token, computed from the parts, (V,). It equals p_target.

    Kept mass q * min(1, p/q), plus the probability of a rejection times the residual: nothing
    here cancels by hand, so the equality can be looked at.
    """
    _, q = check_pair(p_target, q_draft)
    kept = q * acceptance_probabilities(p_target, q_draft)
    return cast(Row, kept + (1 - kept.sum()) * residual(p_target, q_draft))


@dataclass(frozen=True)
class Roll:
    """One drafted token, and what became of it.

    Attributes
    ----------
    token : int
        Drafted from q_draft.
    p, q : float
        Its probability under p_target and q_draft.
    ratio : float
        min(1, p/q), the probability of keeping it.
    u : float
        The coin, uniform in [0, 1).
    accepted : bool
        Whether u * q < p.
    final : int
        `token` if accepted, else the corrected token.
    """

    token: int
    p: float
    q: float
    ratio: float
    u: float
    accepted: bool
    final: int


def roll(p_target: ArrayLike, q_draft: ArrayLike, rng: np.random.Generator) -> Roll:
    """Draft one token, then accept or correct it.

    Parameters
    ----------
    p_target, q_draft : array_like, (V,)
    rng : numpy.random.Generator
        Gives one uniform for the draft, one for the coin, and one for the correction if needed.

    Returns
    -------
    Roll
        Whose `final` is distributed as p_target.
    """
    p_row, q_row = check_pair(p_target, q_draft)
    token = sample(q_row, rng)
    p = float(p_row[token])
    q = float(q_row[token])
    u = rng.random()
    accepted = u * q < p
    final = token if accepted else sample(residual(p_row, q_row), rng)
    return Roll(token, p, q, min(1.0, p / q), u, accepted, final)
