"""Lenience: compare p with l q instead of q. Keeps more, and the law is no longer the target's.

Purpose
    With a lenience l below 1 a drafted token is kept with probability min(1, p/(l q)), and a
    rejected one replaced from max(0, p - l q) normalised. More is kept, and what comes out leans
    to q; but no token is emitted with more than p(x)/l. At l = 1 it is the rule of the lesson.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, appendix on lenience, which gives the
    comparison and the bound p(x)/l. The replacement above is the one that keeps this bound.
"""

import numpy as np
from numpy.typing import ArrayLike

from specdec.beyond.levels import Level, levels_law
from specdec.checks import Rows, check_pair, check_real, check_rows
from specdec.errors import ArgumentError
from specdec.laws import Law


def lenient_level(p_target: ArrayLike, q_draft: ArrayLike, lenience: float) -> Level:
    """Return the masses at one position: min(q, p/l) is kept.

    Parameters
    ----------
    p_target, q_draft : array_like, (V,)
    lenience : float or Fraction
        l, in (0, 1].

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    ArgumentError
        If lenience is outside (0, 1].
    """
    p, q = check_pair(p_target, q_draft)
    if check_real(lenience, name="lenience", low=0, high=1) == 0:
        raise ArgumentError("lenience", "must be above 0", lenience)
    kept = np.minimum(q, p / lenience)
    missing = np.maximum(0, p - lenience * q)
    # l = 1 and p = q: nothing is missing and nothing is rejected. Rounding leaves no NaN either.
    law = missing / missing.sum() if missing.sum() > 0 else p
    return Level(kept, max(0, 1 - kept.sum()) * law)


def lenient_law(q_dists: Rows, p_dists: Rows, lenience: float) -> Law:
    """Return the exact law of a lenient round.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
    p_dists : array_like, (gamma + 1, V)
    lenience : float or Fraction
        In (0, 1]; at 1 it is `round_law`.

    Raises
    ------
    DistributionError, ArgumentError
        As `lenient_level`; if shapes don't fit.
    """
    q_rows, p_rows = check_rows(q_dists, p_dists)
    levels = [lenient_level(p, q, lenience) for q, p in zip(q_rows, p_rows[:-1], strict=True)]
    return levels_law(levels, p_rows[-1])
