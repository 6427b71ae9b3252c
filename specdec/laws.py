"""The exact law of what a round emits, by enumeration of every path.

Purpose
    No sampling and no noise: each path of drafts, coins, correction and bonus is walked once and
    its probability added to the tokens it emits. With ``fractions.Fraction`` in, the law comes
    out as Fractions, and "the output has the target's distribution" can be tested with ``==``.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, appendix A.1, for one token; Chen et al.
    2023, arXiv 2302.01318, theorem 1.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from specdec.checks import Rows, check_each, check_integer
from specdec.errors import ArgumentError
from specdec.plans import Plan, Position, round_plan

Law: TypeAlias = dict[tuple[int, ...], Any]
"""Emitted tokens -> probability, above 0; float or Fraction as the distributions were."""


def round_law(q_dists: Rows, p_dists: Rows) -> Law:
    """Return the exact law of the tokens that one speculative round emits.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
        Drafted tokens are drawn from these; Fractions stay Fractions.
    p_dists : array_like, (gamma + 1, V)

    Returns
    -------
    dict
        From the emitted tuple, 1 to gamma + 1 tokens long, to its probability. There are up to
        V ** (gamma + 1) of them: this is for small vocabularies.

    Raises
    ------
    DistributionError
        If a row is no distribution or shapes don't fit.
    """
    return plan_law(round_plan(q_dists, p_dists))


def plan_law(plan: Plan) -> Law:
    """Return the exact law of the tokens emitted by a round that follows `plan`.

    A prefix that is still alive carries two numbers: how likely the draft is to propose it, and
    how likely the coins are to let it through. With a fresh coin each the second is a product;
    with one coin for all positions it is the smallest of the `keep` values.
    """
    law: Law = defaultdict(int)
    alive: dict[tuple[int, ...], tuple[Any, Any]] = {(): (1, 1)}
    for position in plan.positions:
        survivors = {}
        for prefix, (drafted, passed) in alive.items():
            for x, draft, keep in _choices(position):
                one_coin = plan.coin == "reseeded"
                kept = min(passed, keep) if one_coin else passed * keep
                survivors[(*prefix, x)] = drafted * draft, kept
                rejected = drafted * draft * (passed - kept)
                if position.correction is None:
                    law[prefix] += rejected
                    continue
                for y, share in _corrections(plan, position, keep):
                    law[(*prefix, y)] += rejected * share
        alive = survivors
    for prefix, (drafted, passed) in alive.items():
        for end, share in _endings(plan):
            law[prefix + end] += drafted * passed * share
    return {tokens: mass for tokens, mass in law.items() if mass > 0}


def first_tokens_law(law: Mapping[tuple[int, ...], Any], p_dists: Rows, k: int) -> Law:
    """Return the law of the first k tokens of a text that begins with such a round.

    Parameters
    ----------
    law : mapping
        Of a round, such as `round_law` gives.
    p_dists : array_like, (at least k, V)
        Where a round emitted fewer than k tokens the rest follows these, the target's own.
    k : int
        At least 1.

    Returns
    -------
    dict
        From tuples of exactly k tokens to their probability. Of a faultless round it is the
        product of the first k rows of p_dists.

    Raises
    ------
    ArgumentError, DistributionError
        If k is below 1 or above the number of rows; if a row is no distribution.
    """
    rows = [row.tolist() for row in check_each(p_dists, name="p_dists")]
    count = check_integer(k, name="k", low=1, high=len(rows))
    firsts: Law = defaultdict(int)
    for tokens, mass in law.items():
        firsts[tokens[:count]] += mass
    while short := [tokens for tokens in firsts if len(tokens) < count]:
        for tokens in short:
            mass = firsts.pop(tokens)
            for x, p in enumerate(rows[len(tokens)]):
                firsts[(*tokens, x)] += mass * p
    return {tokens: mass for tokens, mass in firsts.items() if mass > 0}


def position_law(
    law: Mapping[tuple[int, ...], Any], position: int, vocabulary_size: int
) -> list[Any]:
    """Return the law of the token at one position, (V,).

    Parameters
    ----------
    law : mapping
        Every tuple of it must reach `position`, as those of `first_tokens_law` do.
    position : int
        From 0.
    vocabulary_size : int

    Raises
    ------
    ArgumentError
        If some tuple is too short.
    """
    masses: list[Any] = [0] * vocabulary_size
    for tokens, mass in law.items():
        if len(tokens) <= position:
            raise ArgumentError("law", f"must hold tuples longer than {position}", tokens)
        masses[tokens[position]] += mass
    return masses


def _choices(position: Position) -> Iterator[tuple[int, Any, Any]]:
    """Yield each token that can be drafted, with its draft and its keep probability."""
    pairs = zip(position.draft.tolist(), position.keep.tolist(), strict=True)
    for x, (draft, keep) in enumerate(pairs):
        if draft > 0:
            yield x, draft, keep


def _corrections(plan: Plan, position: Position, keep: Any) -> Iterator[tuple[int, Any]]:  # noqa: ANN401
    """Yield each corrected token with its probability, given a rejection."""
    if position.correction is None or keep == 1:
        return
    if plan.coin != "reused":
        yield from enumerate(position.correction.tolist())
        return
    # The coin lies in [keep, 1), and picks y where it lies between two cumulated probabilities.
    edges = [0, *np.cumsum(position.correction).tolist()]
    for y, (low, high) in enumerate(pairwise(edges)):
        yield y, max(0, high - max(low, keep)) / (1 - keep)


def _endings(plan: Plan) -> list[tuple[tuple[int, ...], Any]]:
    """Return what may follow gamma kept tokens, with its probability."""
    if plan.bonus is None:
        return [((), 1)]
    return [((y,), p) for y, p in enumerate(plan.bonus.tolist()) if p > 0]
