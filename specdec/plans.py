"""A round written down as tables: what the exact law and the fast simulation both read.

Purpose
    At each position three tables say all there is to say: what the token is drafted from, how
    likely each token is to be kept, and what replaces it if it isn't. `laws` adds their products
    up over every path, `simulation` draws from them a million times, and each fault in `faults`
    is the same round with one table, or one coin, gone wrong.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, algorithm 1.
"""

from dataclasses import dataclass
from typing import Literal

from specdec.checks import Row, Rows, check_rows
from specdec.verification import keep_ratio, missing_law


@dataclass(frozen=True, eq=False)
class Position:
    """One drafted position of a round.

    Attributes
    ----------
    draft : (V,) ndarray
        What the drafted token is drawn from.
    keep : (V,) ndarray
        The probability that each token is kept once it is drafted, in [0, 1].
    correction : (V,) ndarray or None
        What replaces a token that isn't kept. None: nothing does, the round ends there.
    """

    draft: Row
    keep: Row
    correction: Row | None


@dataclass(frozen=True, eq=False)
class Plan:
    """A whole round.

    Attributes
    ----------
    positions : tuple of Position, (gamma,)
    bonus : (V,) ndarray or None
        What the token after gamma kept ones is drawn from. None: there is none.
    coin : {"fresh", "reused", "reseeded"}
        Where the uniform numbers come from. "fresh", the only right way: every coin and every
        draw has its own. "reused": the coin that rejected a token also picks its correction.
        "reseeded": one coin is thrown for all positions of a round.
    """

    positions: tuple[Position, ...]
    bonus: Row | None
    coin: Literal["fresh", "reused", "reseeded"] = "fresh"


def round_plan(q_dists: Rows, p_dists: Rows) -> Plan:
    """Return the plan of the round as it should be.

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
    keep = keep_ratio(p_rows[:-1], q_rows)  # (gamma, V)
    corrections = missing_law(p_rows[:-1], q_rows)  # (gamma, V)
    return Plan(tuple(map(Position, q_rows, keep, corrections)), bonus=p_rows[-1])
