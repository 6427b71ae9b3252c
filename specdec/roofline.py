"""Where a large batch ends the gain: a pass that computes all the time can check nothing for free.

Purpose
    A pass of a model reads its weights once and computes once for each position it is given. With
    few positions reading takes longer, and more positions cost no time; beyond a number of
    positions R (the ridge) computing takes longer, and time grows with them:

        time of a pass = max(1, positions / R)          in passes that only read

    R = peak operations a second / bytes read a second * bytes a weight / 2, since every weight is
    used in one multiplication and one addition a position. At 2 bytes a weight R is the machine's
    operations a byte.

    Assumed: weights alone are read (long texts add a cache that grows with the batch and moves R
    up), both limits are reached in full, draft and target share the machine, acceptance is alpha
    everywhere, nothing else takes time.

Papers
    Williams, Waterman and Patterson 2009, "Roofline", Communications of the ACM 52(4);
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, sec. 3.4, for operations; Chen et al.
    2024, arXiv 2408.11049 (MagicDec), for what long texts change.
"""

from typing import SupportsIndex

from specdec.checks import check_integer, check_real
from specdec.speed import expected_tokens


def pass_time(positions: float, ridge: float) -> float:
    """Return how long a pass over `positions` takes, over the time of one that only reads.

    Raises
    ------
    ArgumentError
        If positions is negative, or ridge below 1, or one is not finite.
    """
    work = check_real(positions, name="positions", low=0)
    limit = check_real(ridge, name="ridge", low=1)
    return max(1.0, work / limit)


def batch_speedup(
    alpha: float, gamma: SupportsIndex, cost: float, batch: SupportsIndex, ridge: float
) -> float:
    """Return the improvement in wall time over plain decoding of `batch` texts at once.

    For small batches it is `speedup`; where plain decoding computes all the time itself
    (batch >= ridge) it is 1 / `operations`, so at most 1.

    Parameters
    ----------
    alpha : float
    gamma : int
    cost : float
        c: a draft pass over a target pass, in time and in operations.
    batch : int
        Texts written together, at least 1.
    ridge : float
        Positions from which on a pass computes longer than it reads; see the module.

    Raises
    ------
    ArgumentError
        As `speedup`; if batch or ridge is below 1.
    """
    c = check_real(cost, name="cost", low=0)
    drafts = check_integer(gamma, name="gamma", low=0)
    texts = check_integer(batch, name="batch", low=1)
    plain = pass_time(texts, ridge)
    checked = pass_time(texts * (drafts + 1), ridge)
    return expected_tokens(alpha, drafts) * plain / (drafts * c * plain + checked)


def largest_gaining_batch(alpha: float, gamma: SupportsIndex, cost: float, ridge: float) -> float:
    """Return the batch up to which drafting gains; 0 where it gains at none.

    ridge * (expected_tokens - gamma c) / (gamma + 1), where speed-up meets 1 between the two
    regimes. Infinite where every guess is kept and costs nothing: then it never loses.

    Raises
    ------
    ArgumentError
        As `batch_speedup`.
    """
    c = check_real(cost, name="cost", low=0)
    drafts = check_integer(gamma, name="gamma", low=0)
    limit = check_real(ridge, name="ridge", low=1)
    gain = expected_tokens(alpha, drafts) - drafts * c
    if gain <= 1:
        return 0.0
    return float("inf") if gain >= drafts + 1 else limit * gain / (drafts + 1)
