"""Block verification: all drafted tokens are judged together. Exact, and never keeps fewer.

Purpose
    Token by token, an early token that p likes much better than q earns nothing for a later one
    that q overrates. Judged together it does:

        w_0 = 1,  w_i = min(w_{i-1} p(x_i)/q(x_i), 1)
        S_i = sum_x max(0, w_i p(x) - q(x))            with p, q at position i + 1
        h_i = S_i / (S_i + 1 - w_i) for i < gamma,     h_gamma = w_gamma

    A coin falls below h_i or not for every i; the largest i where it does is kept. The next token
    comes from max(0, w_i p - q) normalised, or from p at i = gamma.

Paper
    Sun et al. 2024, arXiv 2403.10444.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

import numpy as np

from specdec.checks import Rows, check_draft, check_rows
from specdec.distributions import sample
from specdec.laws import Law


def block_law(q_dists: Rows, p_dists: Rows) -> Law:
    """Return the exact law of what a round with block verification emits.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
    p_dists : array_like, (gamma + 1, V)

    Returns
    -------
    dict
        From the emitted tuple, 1 to gamma + 1 tokens long, to its probability.

    Raises
    ------
    DistributionError
        If a row is no distribution or shapes don't fit.
    """
    q_rows, p_rows = (rows.tolist() for rows in check_rows(q_dists, p_dists))
    law: Law = defaultdict(int)

    def walk(prefix: tuple[int, ...], drafted: Any, weight: Any) -> Any:  # noqa: ANN401
        """Add what ends behind `prefix`; return P(neither it nor more is kept | it is drafted)."""
        i = len(prefix)
        later: Any = 1  # P(nothing longer is kept)
        if i < len(q_rows):
            later = sum(
                q * walk((*prefix, x), drafted * q, _weight(weight, p_rows[i][x], q))
                for x, q in enumerate(q_rows[i])
                if q > 0
            )
        keep, ending = _stop(weight, p_rows[i], q_rows[i] if i < len(q_rows) else None)
        for y, share in enumerate(ending):
            law[(*prefix, y)] += drafted * later * keep * share
        return later * (1 - keep)

    walk((), 1, 1)
    return {tokens: mass for tokens, mass in law.items() if mass > 0}


def block_round(
    draft_tokens: Iterable[SupportsIndex], q_dists: Rows, p_dists: Rows, rng: np.random.Generator
) -> tuple[int, ...]:
    """Return what a round with block verification emits.

    Parameters
    ----------
    draft_tokens : iterable of int, (gamma,)
        Token j must have been drawn from ``q_dists[j]``.
    q_dists : array_like, (gamma, V)
    p_dists : array_like, (gamma + 1, V)
    rng : numpy.random.Generator
        Gives one uniform a drafted token, and one for the token that follows the kept ones.

    Raises
    ------
    DistributionError, ArgumentError
        As `speculative_round`.
    """
    q_rows, p_rows = check_rows(q_dists, p_dists)
    drafted = check_draft(draft_tokens, q_rows)
    weight: Any = 1
    _, ending = _stop(weight, p_rows[0], q_rows[0] if drafted else None)
    kept = 0
    for i, x in enumerate(drafted, start=1):
        weight = _weight(weight, p_rows[i - 1][x], q_rows[i - 1][x])
        keep, then = _stop(weight, p_rows[i], q_rows[i] if i < len(q_rows) else None)
        if rng.random() < keep:  # no break: the largest i counts, not the first that fails
            kept, ending = i, then
    return (*drafted[:kept], sample(ending, rng))


def _weight(before: Any, p: Any, q: Any) -> Any:  # noqa: ANN401
    """Return w_i = min(w_{i-1} p/q, 1)."""
    return min(before * p / q, 1)


def _stop(
    weight: Any,  # noqa: ANN401
    p_next: Sequence[Any],
    q_next: Sequence[Any] | None,
) -> tuple[Any, Sequence[Any]]:
    """Return h_i, and the law of the token behind i kept ones."""
    if q_next is None:  # all gamma are kept: the bonus
        return weight, p_next
    missing = [max(0, weight * p - q) for p, q in zip(p_next, q_next, strict=True)]
    total = sum(missing)
    if total == 0:
        # Nothing is missing. With w = 1 the next position is kept for certain (p = q there), so
        # any value will do; with w < 1 there is nothing to stop with.
        return int(weight == 1), p_next
    return total / (total + 1 - weight), [mass / total for mass in missing]
