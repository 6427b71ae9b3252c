"""One real run of the round, recorded line by line on the learner's own numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from specdec import FAULTS, Round, Trace, sample, speculative_round, trace_lines
from views.fields import Learner

ROUND = speculative_round  # the function on show is the function that runs
Rows = list[NDArray[np.float64]]
Arguments = tuple[tuple[int, ...], Rows, Rows, np.random.Generator]
TRIES = 500  # draws looked through for one that does what was asked; under a second at worst


@dataclass(frozen=True, eq=False)
class Run:
    """What was drafted, what the round did, and every line it went through."""

    drafted: tuple[int, ...]
    result: Round
    trace: Trace


def traced_run(learner: Learner) -> Run:
    """Draft gamma tokens from q, then run the round under the recorder.

    p and q are the same at every position: the draws differ, the numbers stay in view.
    """
    return _traced(numbers_of(learner))


def numbers_of(learner: Learner) -> Learner:
    """Return what decides a run, without what is only looked at: the key for keeping it."""
    return Learner(
        words=learner.words, p=learner.p, q=learner.q, seed=learner.seed, gamma=learner.gamma
    )


@lru_cache(maxsize=64)
def _traced(numbers: Learner) -> Run:
    drafted, arguments = _drawn(numbers, numbers.seed)
    trace = trace_lines(ROUND, *arguments)
    return Run(drafted, trace.returned, trace)


def find_seed(learner: Learner, wanted: Callable[[Round], bool]) -> int | None:
    """Return the next seed after the learner's whose round is as wanted, None if none is found."""
    for ahead in range(1, TRIES + 1):
        seed = (learner.seed + ahead) % 1_000_000  # the address holds seeds up to 999,999
        _, arguments = _drawn(learner, seed)
        if wanted(ROUND(*arguments)):
            return seed
    return None


def all_kept(result: Round) -> bool:
    """Tell whether every guess was kept, so that a bonus follows."""
    return result.rejected_at is None


def first_rejected(result: Round) -> bool:
    """Tell whether the very first guess was rejected."""
    return result.rejected_at == 0


def tokens_without_bonus(alpha: float, gamma: int) -> float:
    """Return the mean tokens a round of the fault "no-bonus", from its exact law.

    A draft with one word, which the target says with probability alpha, is kept with probability
    alpha at each position: the smallest pair that has this acceptance rate.
    """
    q, p = np.array([1.0, 0.0]), np.array([alpha, 1 - alpha])
    law = FAULTS["no-bonus"].law([q] * gamma, [p] * (gamma + 1))
    return float(sum(len(tokens) * mass for tokens, mass in law.items()))


def _drawn(learner: Learner, seed: int) -> tuple[tuple[int, ...], Arguments]:
    """Return the drafted tokens and the arguments of the round; one generator serves both."""
    rng = np.random.default_rng(seed)
    q, p = np.array(learner.q), np.array(learner.p)
    drafted = tuple(sample(q, rng) for _ in range(learner.gamma))
    return drafted, (drafted, [q] * learner.gamma, [p] * (learner.gamma + 1), rng)
