"""Typical acceptance: keep what the target finds plausible enough. No coin, and not the law.

Purpose
    A drafted token is kept iff p(x) > min(epsilon, delta exp(-H(p))): a threshold on the target
    alone, lower where the target itself is unsure (H is its entropy). q is not asked, so whatever
    q says too often among the plausible tokens is emitted too often. It is meant: the aim is
    plausible text, not the target's law.

Paper
    Cai et al. 2024, arXiv 2401.10774 (Medusa), on typical acceptance, with delta = sqrt(epsilon).
    There the heads propose a fixed set of candidates; here x is drawn from q, and a rejected one
    is replaced by the target's own draw.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from specdec.beyond.levels import Level, levels_law
from specdec.checks import Rows, check_distribution, check_pair, check_real, check_rows
from specdec.laws import Law


def typical_threshold(p_target: ArrayLike, epsilon: float) -> float:
    """Return min(epsilon, sqrt(epsilon) exp(-H(p))), which p(x) must exceed.

    Raises
    ------
    DistributionError, ArgumentError
        If p_target is no distribution; if epsilon is outside [0, 1].
    """
    p = check_distribution(p_target, name="p_target").astype(np.float64)
    limit = check_real(epsilon, name="epsilon", low=0, high=1)
    seen = p[p > 0]
    entropy = float(-(seen * np.log(seen)).sum())
    return min(limit, math.sqrt(limit) * math.exp(-entropy))


def typical_level(p_target: ArrayLike, q_draft: ArrayLike, epsilon: float) -> Level:
    """Return the masses at one position: q of the plausible tokens is kept, the rest is p's.

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    ArgumentError
        If epsilon is outside [0, 1].
    """
    p, q = check_pair(p_target, q_draft)
    kept = q * (p > typical_threshold(p, epsilon)).astype(int)
    return Level(kept, (1 - kept.sum()) * p)


def typical_law(q_dists: Rows, p_dists: Rows, epsilon: float) -> Law:
    """Return the exact law of a round with typical acceptance.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
    p_dists : array_like, (gamma + 1, V)
    epsilon : float
        In [0, 1]; .09 in the paper's code.

    Raises
    ------
    DistributionError, ArgumentError
        As `typical_level`; if shapes don't fit.
    """
    q_rows, p_rows = check_rows(q_dists, p_dists)
    levels = [typical_level(p, q, epsilon) for q, p in zip(q_rows, p_rows[:-1], strict=True)]
    return levels_law(levels, p_rows[-1])
