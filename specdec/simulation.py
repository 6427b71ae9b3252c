"""Many rounds at once: the same law as `speculative_round`, without a Python loop over rounds.

Purpose
    Convergence is only seen over hundreds of thousands of rounds. All rounds take each step
    together: draft position j, throw its coins, correct the rejected, go on with those still
    alive. Tokens are drawn by inverting the cumulated distribution, which a guide table makes as
    cheap as reading an array (Chen and Asau 1974, AIIE Transactions 6, "On generating random
    variates from an empirical distribution").

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, algorithm 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from specdec.checks import Row, Rows, check_integer, check_rows
from specdec.plans import Plan, Position, round_plan

Ints: TypeAlias = NDArray[np.int32]

CHUNK = 1 << 17
"""Rounds played together: enough for Python's share to vanish, and memory stays bounded."""

_STEPS = 4
"""Edges that a look-up passes one by one before it searches: enough for nearly all."""


@dataclass(frozen=True, eq=False)
class Rounds:
    """What n rounds did.

    Attributes
    ----------
    drafted : (n, gamma) int32
        All drafted tokens, also those never looked at.
    accepted : (n,) int32
        How many were kept: those before the first rejection.
    tokens : (n, gamma + 1) int32
        What each round emits, padded with -1.
    """

    drafted: Ints
    accepted: Ints
    tokens: Ints


Simulate: TypeAlias = Callable[[Rows, Rows, int, np.random.Generator], Rounds]
"""The signature of `simulate_rounds`, and of a fault's own simulation."""


def simulate_rounds(q_dists: Rows, p_dists: Rows, n: int, rng: np.random.Generator) -> Rounds:
    """Play n independent rounds, drafts included.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
        Drafted tokens are drawn from these.
    p_dists : array_like, (gamma + 1, V)
    n : int
        At least 0.
    rng : numpy.random.Generator

    Returns
    -------
    Rounds

    Raises
    ------
    DistributionError
        If a row is no distribution or shapes don't fit.
    ArgumentError
        If n is no integer of at least 0.
    """
    return play(round_plan(q_dists, p_dists), n, rng)


def simulate_text(
    q_dists: Rows,
    p_dists: Rows,
    n: int,
    rng: np.random.Generator,
    *,
    simulate: Simulate = simulate_rounds,
) -> Ints:
    """Return the first gamma + 1 tokens of n texts.

    A round that stopped early is followed by another, over the positions that remain.

    Parameters
    ----------
    q_dists : array_like, (gamma, V)
    p_dists : array_like, (gamma + 1, V)
    n : int
    rng : numpy.random.Generator
    simulate : callable
        What plays the rounds; a fault's simulation shows the text this fault writes.

    Returns
    -------
    (n, gamma + 1) int32
        No padding, unless a faulty round emits nothing: that text stops there, with -1.

    Raises
    ------
    DistributionError, ArgumentError
        As `simulate_rounds`.
    """
    q_rows, p_rows = check_rows(q_dists, p_dists)
    length = len(p_rows)
    count = check_integer(n, name="n", low=0)
    text = np.full((length, count), -1, np.int32).T  # (n, gamma + 1)
    written = np.zeros(count, np.int64)  # (n,) tokens so far
    for start in range(length):
        due = np.flatnonzero(written == start)
        tokens = simulate(q_rows[start:], p_rows[start:], due.size, rng).tokens
        text[due, start:] = tokens
        written[due] += np.count_nonzero(tokens >= 0, axis=1)
    return text


def play(plan: Plan, n: int, rng: np.random.Generator) -> Rounds:
    """Play n independent rounds that follow `plan`; see `simulate_rounds`."""
    count = check_integer(n, name="n", low=0)
    gamma = len(plan.positions)
    drafted = np.empty((gamma, count), np.int32)  # a position's tokens lie side by side
    accepted = np.full(count, gamma, np.int32)
    tokens = np.full((gamma + 1, count), -1, np.int32)
    tables = [_Tables(position, count) for position in plan.positions]
    bonus = None if plan.bonus is None else _Inverse(plan.bonus, count)
    for start in range(0, count, CHUNK):
        part = slice(start, start + CHUNK)
        chunk = Rounds(drafted[:, part], accepted[part], tokens[:, part])
        _play_chunk(tables, bonus, plan.coin, chunk, rng)
    return Rounds(drafted.T, accepted, tokens.T)


def _play_chunk(
    tables: "list[_Tables]",
    bonus: "_Inverse | None",
    coin: str,
    out: Rounds,
    rng: np.random.Generator,
) -> None:
    """Fill `out`, whose arrays have a row a position here."""
    size = out.accepted.size
    alive = np.arange(size)  # rounds whose drafted tokens were all kept so far
    one_coin = rng.random(size) if coin == "reseeded" else None
    for j, table in enumerate(tables):
        drafted, tokens = out.drafted[j], out.tokens[j]
        drafted[:] = table.draft(rng.random(size))
        x = drafted if j == 0 else drafted.take(alive)
        u = rng.random(alive.size) if one_coin is None else one_coin[alive]
        kept = u < table.keep.take(x)
        tokens[... if j == 0 else alive] = x
        lost = np.flatnonzero(~kept)
        stopped = alive.take(lost)
        if not stopped.size:
            continue
        out.accepted[stopped] = j
        if table.correction is None:
            tokens[stopped] = -1
        else:
            v = u[lost] if coin == "reused" else rng.random(stopped.size)
            tokens[stopped] = table.correction(v)
        alive = alive.take(np.flatnonzero(kept))
    if bonus is not None:
        out.tokens[-1][alive] = bonus(rng.random(alive.size))


class _Inverse:
    """A law as the inverse of its cumulated sum: uniforms in, tokens out.

    A guide table cuts [0, 1) into equal buckets. Where no edge of the cumulated sum lies in a
    bucket it holds the token; elsewhere the bucket's first token, marked by its complement
    (~x < 0), from which edges are passed one by one. The tokens are those of a binary search.
    """

    def __init__(self, law: Row, draws: int) -> None:
        cumulated = np.cumsum(law, dtype=np.float64)
        # Scaled, so that it is 1 from the last possible token on: no uniform reaches that.
        self._edges = cumulated / cumulated[-1]  # (V,)
        self._guide = self._make_guide() if 2 * draws > len(law) else None

    def _make_guide(self) -> Ints:
        """Return the table; for few draws from many tokens, making it would cost more."""
        # A power of two, so that u * buckets is exact: two an edge or more, at least 4,096.
        self._buckets = 1 << max(12, (2 * self._edges.size - 1).bit_length())
        # Bucket i begins with the token behind all edges that are at most i / buckets.
        above = np.ceil(self._edges * self._buckets).astype(np.intp)
        first = np.cumsum(np.bincount(above, minlength=self._buckets + 1), dtype=np.int32)
        return np.where(first[1:] == first[:-1], first[:-1], ~first[:-1])  # (buckets,)

    def __call__(self, u: NDArray[np.float64]) -> Ints:
        if self._guide is None:
            return np.searchsorted(self._edges, u, side="right").astype(np.int32)
        tokens: Ints = self._guide.take((u * self._buckets).astype(np.int32))
        unsure = np.flatnonzero(tokens < 0)
        x, v = ~tokens.take(unsure), u.take(unsure)
        for _ in range(_STEPS):
            past = self._edges.take(x) <= v
            x += past
            tokens[unsure] = x
            left = np.flatnonzero(past)
            if not left.size:
                return tokens
            unsure, x, v = unsure.take(left), x.take(left), v.take(left)
        tokens[unsure] = np.searchsorted(self._edges, v, side="right")
        return tokens


class _Tables:
    """A position in floats, ready to be drawn from."""

    def __init__(self, position: Position, draws: int) -> None:
        self.draft = _Inverse(position.draft, draws)
        self.keep = position.keep.astype(np.float64, copy=False)  # (V,)
        self._correction = position.correction
        self._draws = draws

    @cached_property
    def correction(self) -> _Inverse | None:
        """What replaces a rejected token; made when the first is rejected."""
        return None if self._correction is None else _Inverse(self._correction, self._draws)
