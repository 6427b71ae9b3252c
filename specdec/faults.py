"""The ways to break it: thirteen faults that real code has shipped, each a variant of a round.

Purpose
    Every fault is the right round with one table of its plan, or one coin, gone wrong. Its exact
    law and its simulation come from that plan by the very code that serves the right one, so that
    nothing but the fault differs. Most leave the text looking fine; only its law is wrong.

Source
    Bug reports of speculative-decoding code. What is right: Leviathan, Kalman and Matias 2022,
    arXiv 2211.17192, algorithm 1.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from specdec.checks import Row, Rows, check_each, check_rows
from specdec.distributions import softmax, top_k, top_p
from specdec.laws import Law, plan_law
from specdec.plans import Plan, Position, round_plan
from specdec.simulation import Rounds, play
from specdec.verification import keep_ratio

TOP_K = 2
"""What "filtered-draft" cuts its draft to."""

TOP_P = 0.8
"""What "unnormalised-top-p" cuts the target to."""

Planner: TypeAlias = Callable[[Rows, Rows], Plan]
"""From q_dists and p_dists to the plan of a round."""

Change: TypeAlias = Callable[[Position, Row, Row], Position]
"""From a right position, its p_target and its q_draft to the broken position."""


@dataclass(frozen=True)
class Fault:
    """A way to break a round.

    Attributes
    ----------
    key : str
        Its name in an address.
    number : int
        Of 14 kinds of fault. Number 13 isn't here: it miscounts what was accepted, and leaves
        the text alone.
    summary : str
        What the code does wrong, in a line.
    changes : {"law", "length", "error"}
        What it spoils: the law of the text; only how many tokens a round emits; or the round
        breaks off.
    plan : callable
        From q_dists and p_dists to the broken round's plan.
    wanted : callable
        From a row of p_dists to the distribution that the text should have there.
    """

    key: str
    number: int
    summary: str
    changes: Literal["law", "length", "error"]
    plan: Planner
    wanted: Callable[[Row], Row] = lambda p: p

    def law(self, q_dists: Rows, p_dists: Rows) -> Law:
        """Return the exact law of the tokens a broken round emits; see `round_law`.

        Fractions stay Fractions, except where "softmax-residual" needs an exponential. Where a
        round emits nothing at all its mass is on the empty tuple.

        Raises
        ------
        DistributionError
            If a row is no distribution or shapes don't fit.
        """
        return plan_law(self.plan(q_dists, p_dists))

    def simulate(self, q_dists: Rows, p_dists: Rows, n: int, rng: np.random.Generator) -> Rounds:
        """Play n broken rounds; see `simulate_rounds`.

        Raises
        ------
        DistributionError, ArgumentError
            As `simulate_rounds`.
        """
        return play(self.plan(q_dists, p_dists), n, rng)

    def reference(self, p_dists: Rows) -> NDArray[Any]:
        """Return the distributions that the text should have, as many rows as p_dists.

        They are p_dists itself, except for "unnormalised-top-p": there it is p_dists cut down
        to top-p as it should be.

        Raises
        ------
        DistributionError
            If a row is no distribution.
        """
        return np.array([self.wanted(row) for row in check_each(p_dists, name="p_dists")])


def _everywhere(change: Change) -> Planner:
    """Return a planner that breaks each position of the right plan alike."""

    def plan(q_dists: Rows, p_dists: Rows) -> Plan:
        right = round_plan(q_dists, p_dists)
        q_rows, p_rows = check_rows(q_dists, p_dists)
        triples = zip(right.positions, p_rows, q_rows, strict=False)
        return replace(right, positions=tuple(change(*triple) for triple in triples))

    return plan


def _draft_argmax(right: Position, p: Row, q: Row) -> Position:
    return replace(right, draft=top_k(q, 1))  # one-hot, but kept with the ratio of the soft q


def _softmax_residual(right: Position, p: Row, q: Row) -> Position:
    missing = np.maximum(0, p - q).astype(np.float64)
    return replace(right, correction=softmax(missing, name="residual"))  # e^0 isn't 0


def _filtered_draft(right: Position, p: Row, q: Row) -> Position:
    return replace(right, draft=top_k(q, TOP_K))  # the ratio still divides by the raw q


def _resample_target(right: Position, p: Row, q: Row) -> Position:
    return replace(right, correction=p)  # min(p, q) was given out already


def _zero_residual(right: Position, p: Row, q: Row) -> Position:
    if np.any(p > q):
        return right
    return replace(right, keep=np.zeros_like(q), correction=None)  # 0/0, before any coin


def _always_accept(right: Position, p: Row, q: Row) -> Position:
    return replace(right, keep=np.ones_like(q))


def _no_coin(right: Position, p: Row, q: Row) -> Position:
    return replace(right, keep=np.where(p >= q, 1, 0))


def _accept_with_p(right: Position, p: Row, q: Row) -> Position:
    return replace(right, keep=p)


def _no_bonus(q_dists: Rows, p_dists: Rows) -> Plan:
    right = round_plan(q_dists, p_dists)
    return replace(right, bonus=None) if right.positions else right


def _first_unchecked(q_dists: Rows, p_dists: Rows) -> Plan:
    right = round_plan(q_dists, p_dists)
    first = tuple(replace(old, keep=np.ones_like(old.draft)) for old in right.positions[:1])
    return replace(right, positions=first + right.positions[1:])


def _shared_uniform(q_dists: Rows, p_dists: Rows) -> Plan:
    return replace(round_plan(q_dists, p_dists), coin="reused")


def _reseeded(q_dists: Rows, p_dists: Rows) -> Plan:
    return replace(round_plan(q_dists, p_dists), coin="reseeded")


def _unnormalised_top_p(q_dists: Rows, p_dists: Rows) -> Plan:
    right = _everywhere(_cut_position)(q_dists, p_dists)
    return replace(right, bonus=_wanted_top_p(cast(Row, right.bonus)))


def _cut_position(right: Position, p: Row, q: Row) -> Position:
    cut = np.where(_wanted_top_p(p) > 0, p, 0)  # sums to less than 1
    missing = np.maximum(0, cut - q)
    weights = missing if np.any(missing > 0) else cut
    return replace(right, keep=keep_ratio(cut, q), correction=weights / weights.sum())


def _wanted_top_p(p: Row) -> Row:
    return top_p(p, TOP_P)


_ALL = (
    Fault(
        "draft-argmax",
        1,
        "The draft always takes its likeliest token; the ratio divides by q as if it had drawn.",
        "law",
        _everywhere(_draft_argmax),
    ),
    Fault(
        "softmax-residual",
        2,
        "The leftover max(0, p - q) goes through a softmax instead of being divided by its sum.",
        "law",
        _everywhere(_softmax_residual),
    ),
    Fault(
        "filtered-draft",
        3,
        f"The draft draws from its top {TOP_K} tokens; the ratio divides by q before the cut.",
        "law",
        _everywhere(_filtered_draft),
    ),
    Fault(
        "resample-target",
        4,
        "After a rejection the token is drawn from p instead of what is left over.",
        "law",
        _everywhere(_resample_target),
    ),
    Fault(
        "zero-residual",
        5,
        "The leftover is divided by its sum before the coin: where p = q that is 0/0, "
        "and the round breaks off.",
        "error",
        _everywhere(_zero_residual),
    ),
    Fault(
        "shared-uniform",
        6,
        "The coin that rejected a token is used again to draw its correction.",
        "law",
        _shared_uniform,
    ),
    Fault(
        "always-accept",
        7,
        "The coin is stuck at 0, so every drafted token is kept.",
        "law",
        _everywhere(_always_accept),
    ),
    Fault(
        "no-bonus",
        8,
        "When every drafted token is kept, the round ends without the bonus token.",
        "length",
        _no_bonus,
    ),
    Fault(
        "reseeded",
        9,
        "The generator is seeded again at each position, so every coin of a round falls alike.",
        "law",
        _reseeded,
    ),
    Fault(
        "first-unchecked",
        10,
        "The first drafted token is kept without a check.",
        "law",
        _first_unchecked,
    ),
    Fault(
        "no-coin",
        11,
        "A token is kept if p >= q and rejected otherwise; no coin is thrown.",
        "law",
        _everywhere(_no_coin),
    ),
    Fault(
        "accept-with-p",
        12,
        "A token is kept with probability p instead of min(1, p/q).",
        "law",
        _everywhere(_accept_with_p),
    ),
    Fault(
        "unnormalised-top-p",
        14,
        f"The target is cut to top-p {TOP_P} and used as it is, summing to less than 1.",
        "law",
        _unnormalised_top_p,
        _wanted_top_p,
    ),
)

FAULTS: Mapping[str, Fault] = MappingProxyType({fault.key: fault for fault in _ALL})
"""Every fault by its key, in the order of their numbers."""
