"""Keep the drafted token iff the target's own draw agrees: exact, and it keeps less.

Purpose
    The target draws y from p at every position. The draft's x saved a pass iff x = y; either way y
    is emitted, so nothing but y's law can come out: p. It agrees with probability
    sum_x p(x) q(x), which is at most sum_x min(p(x), q(x)): independent draws meet less often
    than the maximal coupling lets them. With one-hot p and q (temperature 0) both are the same
    rule.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, sec. 2.3, is the coupling that does
    better; matching draws is what servers do that sample target and draft with their own seeds.
"""

from numpy.typing import ArrayLike

from specdec.beyond.levels import Level, levels_law
from specdec.checks import Rows, check_pair, check_rows
from specdec.laws import Law


def exact_match_level(p_target: ArrayLike, q_draft: ArrayLike) -> Level:
    """Return the masses at one position: p q is kept, p (1 - q) is corrected.

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    """
    p, q = check_pair(p_target, q_draft)
    return Level(p * q, p * (1 - q))


def exact_match_law(q_dists: Rows, p_dists: Rows) -> Law:
    """Return the exact law of a round that keeps what the target would have drawn itself.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
    p_dists : array_like, (gamma + 1, V)

    Raises
    ------
    DistributionError
        If a row is no distribution or shapes don't fit.
    """
    q_rows, p_rows = check_rows(q_dists, p_dists)
    levels = [exact_match_level(p, q) for q, p in zip(q_rows, p_rows[:-1], strict=True)]
    return levels_law(levels, p_rows[-1])
