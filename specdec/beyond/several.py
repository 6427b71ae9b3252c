"""Several drafts a position, tried one after the other: exact, and it keeps more.

Purpose
    k tokens are drawn from q. The first is accepted or rejected as always; a rejection leaves the
    residual still to be drawn from, so the second is tried against that residual, and so on; if
    none is kept, the last residual gives the token. Each try alone is the rule of the lesson, with
    a target of its own: the law is kept whatever k is. Positions together are a tree with k
    branches at each node, checked in one pass.

Papers
    Miao et al. 2023, arXiv 2305.09781 (SpecInfer: multi-step speculative sampling on a tree); Sun
    et al. 2023, arXiv 2310.15141 (SpecTr: the best that k drafts allow, which this doesn't reach).
"""

from typing import Any, SupportsIndex

from numpy.typing import ArrayLike

from specdec.beyond.levels import Level, levels_law
from specdec.checks import Rows, check_integer, check_pair, check_rows
from specdec.laws import Law
from specdec.verification import overlap, residual


def several_level(p_target: ArrayLike, q_draft: ArrayLike, tries: SupportsIndex) -> Level:
    """Return the masses at one position with `tries` drafts drawn independently from q.

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    ArgumentError
        If tries is no integer of at least 1.
    """
    p, q = check_pair(p_target, q_draft)
    count = check_integer(tries, name="tries", low=1)
    kept = overlap(p, q)
    rejected: Any = 1 - kept.sum()
    missing = residual(p, q)
    for _ in range(count - 1):
        again = overlap(missing, q)
        kept = kept + rejected * again
        rejected = rejected * (1 - again.sum())
        missing = residual(missing, q)
    return Level(kept, rejected * missing)


def several_law(q_dists: Rows, p_dists: Rows, tries: SupportsIndex) -> Law:
    """Return the exact law of a round over a tree with `tries` branches at every node.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
    p_dists : array_like, (gamma + 1, V)
    tries : int
        At least 1; with 1 it is `round_law`.

    Raises
    ------
    DistributionError, ArgumentError
        As `several_level`; if shapes don't fit.
    """
    q_rows, p_rows = check_rows(q_dists, p_dists)
    levels = [several_level(p, q, tries) for q, p in zip(q_rows, p_rows[:-1], strict=True)]
    return levels_law(levels, p_rows[-1])


def tree_tokens(tries: SupportsIndex, gamma: SupportsIndex) -> int:
    """Return how many drafted tokens the target scores in one pass: k + k^2 + ... + k^gamma.

    Raises
    ------
    ArgumentError
        If tries is below 1 or gamma below 0.
    """
    branches = check_integer(tries, name="tries", low=1)
    depth = check_integer(gamma, name="gamma", low=0)
    return sum(branches**level for level in range(1, depth + 1))
