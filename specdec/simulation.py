"""Many rounds at once: the same law as `speculative_round`, without a Python loop over rounds.

Purpose
    Convergence is only seen over hundreds of thousands of rounds. All rounds take each step
    together: draft position j and throw its coins, correct the rejected, go on. A drafted token
    and its coin are one draw, from 2 V cases: "x, kept" has the mass q(x) min(1, p(x)/q(x)), and
    "x, lost" the rest of q(x). `inversion` says how the draws are made cheap, and why that leaves
    their law alone.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, algorithm 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from specdec.checks import Rows, check_integer, check_rows
from specdec.distributions import Floats, sample
from specdec.inversion import Ints, Inverse, edges_of
from specdec.plans import Plan, round_plan
from specdec.verification import missing_law

CHUNK = 1 << 17
"""Rounds played together: enough for Python's share to vanish, and memory stays bounded."""

FEW = 2
"""Rounds that are played one by one: tables would cost more."""


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
    count = check_integer(n, name="n", low=0)
    if count <= FEW:
        return _one_by_one(q_dists, p_dists, count, rng)
    return play(round_plan(q_dists, p_dists), count, rng)


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
    text = np.full((length, count), -1, np.int32)  # a position's tokens lie side by side
    written = np.zeros(count, np.int32)  # (n,) tokens so far
    for start in range(length):
        due = np.flatnonzero(written == start)
        tokens = simulate(q_rows[start:], p_rows[start:], due.size, rng).tokens.T
        new = np.add.reduce(tokens >= 0, axis=0, dtype=np.int32)
        if due.size == count:  # the first round, and the dearest
            text[start:], written = tokens, written + new
            continue
        for row, drawn in zip(text[start:], tokens, strict=True):
            row[due] = drawn
        written[due] += new
    return text.T


def _one_by_one(q_dists: Rows, p_dists: Rows, n: int, rng: np.random.Generator) -> Rounds:
    """Play a round or two without tables."""
    q_rows, p_rows = check_rows(q_dists, p_dists, copy=False)
    gamma = len(q_rows)
    drafted, accepted = np.empty((n, gamma), np.int32), np.full(n, gamma, np.int32)
    tokens = np.full((n, gamma + 1), -1, np.int32)
    for i in range(n):
        drafted[i] = [sample(q, rng) for q in q_rows]
        for j, (x, q, p) in enumerate(zip(drafted[i], q_rows, p_rows, strict=False)):
            if rng.random() * q[x] >= p[x]:
                accepted[i] = j
                tokens[i, j] = sample(missing_law(p, q), rng)
                break
            tokens[i, j] = x
        else:  # no break: all were kept
            tokens[i, -1] = sample(p_rows[-1], rng)
    return Rounds(drafted, accepted, tokens)


def play(plan: Plan, n: int, rng: np.random.Generator) -> Rounds:
    """Play n independent rounds that follow `plan`; see `simulate_rounds`."""
    count = check_integer(n, name="n", low=0)
    gamma = len(plan.positions)
    drafted = np.empty((gamma, count), np.int32)  # a position's tokens lie side by side
    accepted = np.empty(count, np.int32)
    tokens = np.empty((gamma + 1, count), np.int32)
    tables = _tables(plan, count)
    bonus = None if plan.bonus is None else Inverse(edges_of(plan.bonus), count)
    for start in range(0, count, CHUNK):
        part = slice(start, start + CHUNK)
        chunk = Rounds(drafted[:, part], accepted[part], tokens[:, part])
        _play_chunk(tables, bonus, plan.coin, chunk, rng)
    return Rounds(drafted.T, accepted, tokens.T)


def _play_chunk(
    tables: "list[_Tables]",
    bonus: Inverse | None,
    coin: str,
    out: Rounds,
    rng: np.random.Generator,
) -> None:
    """Fill `out`, whose arrays have a row a position here.

    A round that has stopped goes on being drafted and drawn, since all it drafted is kept;
    `over` is 0 for those alive and -1 for the others, so that ``token | over`` is what is emitted.
    """
    size = out.accepted.size
    out.accepted[:] = len(tables)
    over = np.zeros(size, np.int32)
    coins = rng.random(size) if coin == "reseeded" else None
    for j, table in enumerate(tables):
        coins = rng.random(size) if coin == "reused" else coins
        cases = table.draw(size, coins, rng)
        drafted, tokens = out.drafted[j], out.tokens[j]
        np.right_shift(cases, 1, out=drafted)
        np.bitwise_or(drafted, over, out=tokens)
        cases &= 1
        before, over = over, over | -cases
        np.add(out.accepted, over, out=out.accepted)
        stopped = (over != before).nonzero()[0]
        if stopped.size:
            reused = coins.take(stopped) if coins is not None and coin == "reused" else None
            tokens[stopped] = table.correct(stopped.size, reused, rng)
    out.tokens[-1] = -1
    if bonus is not None:
        alive = (over == 0).nonzero()[0]
        out.tokens[-1][alive] = bonus.draw(alive.size, rng)


def _tables(plan: Plan, draws: int) -> "list[_Tables]":
    """Return a plan's positions, ready to be drawn from; what is alike is done for all at once."""
    positions = plan.positions
    if not positions:
        return []
    draft = np.array([position.draft for position in positions], np.float64)  # (gamma, V)
    keep = np.array([position.keep for position in positions], np.float64)
    cases = edges_of(_cases(draft, keep) if plan.coin == "fresh" else draft)
    lost = np.maximum(1 - np.einsum("jx,jx->j", draft, keep), 0) * draws
    corrections = [p.correction for p in positions if p.correction is not None]
    edges = iter(edges_of(np.array(corrections, np.float64)) if corrections else ())
    return [
        _Tables(
            keep[j],
            Inverse(cases[j], draws),
            None if position.correction is None else Inverse(next(edges), int(lost[j])),
        )
        for j, position in enumerate(positions)
    ]


class _Tables:
    """A position in floats, ready to be drawn from."""

    def __init__(self, keep: Floats, cases: Inverse, replacement: Inverse | None) -> None:
        self._keep = keep
        self._cases = cases
        self._replacement = replacement

    def draw(self, size: int, coins: NDArray[np.float64] | None, rng: np.random.Generator) -> Ints:
        """Draft so many tokens and throw their coins: 2 x for a kept x, 2 x + 1 for a lost one."""
        cases = self._cases.draw(size, rng)
        if coins is None:
            return cases
        return 2 * cases + (coins >= self._keep.take(cases))

    def correct(
        self, count: int, coins: NDArray[np.float64] | None, rng: np.random.Generator
    ) -> Ints | int:
        """Return what replaces lost tokens, -1 where nothing does."""
        if self._replacement is None:
            return -1
        return self._replacement.draw(count, rng) if coins is None else self._replacement.at(coins)


def _cases(draft: Floats, keep: Floats) -> Floats:
    """Return the masses of "x, kept" and "x, lost", token by token, (gamma, 2 V)."""
    masses = np.empty((*draft.shape, 2))
    np.multiply(draft, keep, out=masses[..., 0])
    np.multiply(draft, 1 - keep, out=masses[..., 1])
    return masses.reshape(len(draft), -1)
