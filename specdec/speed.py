"""What speculation gains and costs, if every drafted token is accepted with probability alpha.

Purpose
    The calculator's formulas. They take acceptance as independent and equal at every position,
    and count no overhead; measured speed differs (tables 1-4 of the paper show by how much).

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192: eq. 1, theorems 3.8 and 3.11.

Letters
    alpha   probability that a drafted token is accepted, in [0, 1]
    gamma   drafted tokens a round, at least 0; at 0 every formula gives plain decoding
    cost    of one draft pass over one target pass: c in seconds, or c_hat in operations
"""

from typing import SupportsIndex

from specdec.checks import check_integer, check_real


def expected_tokens(alpha: float, gamma: SupportsIndex) -> float:
    """Return the tokens a target pass yields: the accepted ones and the corrected or bonus one.

    (1 - alpha^(gamma+1)) / (1 - alpha), eq. 1; as the sum it abbreviates, which also holds, and
    doesn't cancel, at and near alpha = 1 (where it is gamma + 1).

    Raises
    ------
    ArgumentError
        If alpha is outside [0, 1] or gamma is no integer of at least 0.
    """
    rate = check_real(alpha, name="alpha", low=0, high=1)
    drafts = check_integer(gamma, name="gamma", low=0)
    return sum(rate**i for i in range(drafts + 1))


def speedup(alpha: float, gamma: SupportsIndex, cost: float) -> float:
    """Return the improvement in wall time over plain decoding, theorem 3.8.

    expected_tokens / (gamma c + 1), with `cost` c: seconds of a draft pass over seconds of a
    target pass.

    Raises
    ------
    ArgumentError
        As `expected_tokens`; if cost is negative or not finite.
    """
    c = check_real(cost, name="cost", low=0)
    return expected_tokens(alpha, gamma) / (_drafts(gamma) * c + 1)


def operations(alpha: float, gamma: SupportsIndex, cost: float) -> float:
    """Return the factor by which arithmetic operations grow, theorem 3.11.

    (gamma c_hat + gamma + 1) / expected_tokens, with `cost` c_hat: operations of a draft pass
    over operations of a target pass, a token. At least 1: speed is bought, not found.

    Raises
    ------
    ArgumentError
        As `speedup`.
    """
    c_hat = check_real(cost, name="cost", low=0)
    drafts = _drafts(gamma)
    return (drafts * c_hat + drafts + 1) / expected_tokens(alpha, drafts)


def best_gamma(alpha: float, cost: float, max_gamma: SupportsIndex) -> int:
    """Return the gamma in 0 .. max_gamma with the largest `speedup`; the smallest among equals.

    0 says that drafting doesn't pay, which is so if alpha <= c (corollary 3.9). Near its maximum
    the curve is flat: a neighbour is often as good within measurement.

    Raises
    ------
    ArgumentError
        As `speedup`; if max_gamma is no integer of at least 0.
    """
    most = check_integer(max_gamma, name="max_gamma", low=0)
    return max(range(most + 1), key=lambda gamma: speedup(alpha, gamma, cost))


def accepted_share(alpha: float, gamma: SupportsIndex) -> float:
    """Return the share of drafted tokens that are accepted: (expected_tokens - 1) / gamma.

    What servers log as "draft acceptance rate". It is below alpha, since one rejection throws
    away all that was drafted after it: (alpha - alpha^(gamma+1)) / (gamma (1 - alpha)).

    Raises
    ------
    ArgumentError
        If alpha is outside [0, 1] or gamma is no integer of at least 1.
    """
    drafts = check_integer(gamma, name="gamma", low=1)
    return (expected_tokens(alpha, drafts) - 1) / drafts


def alpha_for(speed: float, gamma: SupportsIndex, cost: float) -> float | None:
    """Return the alpha at which `speedup` is `speed`, None if no alpha in [0, 1] gives it.

    Turns a measured speed into the acceptance that would explain it. Found by halving, to 1e-12:
    speed rises with alpha wherever gamma is at least 1.

    Raises
    ------
    ArgumentError
        As `speedup`; if speed is negative or not finite, or gamma below 1.
    """
    wanted = check_real(speed, name="speed", low=0)
    drafts = check_integer(gamma, name="gamma", low=1)
    if not speedup(0, drafts, cost) <= wanted <= speedup(1, drafts, cost):
        return None
    low, high = 0.0, 1.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if speedup(middle, drafts, cost) < wanted else (low, middle)
    return (low + high) / 2


def _drafts(gamma: SupportsIndex) -> int:
    return check_integer(gamma, name="gamma", low=0)
