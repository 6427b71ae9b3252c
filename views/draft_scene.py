"""The walkthrough of step 1: which rounds a seed brings about, and what a round has cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import numpy as np

from lessons import Continuation, Node
from specdec import Round, acceptance_rate, generate, leftover, overlap, overshoot
from views.bars import Areas

MAX_TOKENS = 32  # the longest path of a lesson's word graph is shorter; the loader checks paths end


@dataclass(frozen=True)
class Ledger:
    """What the rounds so far have cost, in passes."""

    tokens: int
    target_passes: int
    draft_passes: int

    def time(self, cost: float) -> float:
        """Return the time taken, in target passes, where a draft pass takes `cost` of one."""
        return self.target_passes + cost * self.draft_passes


@dataclass(frozen=True)
class Scene:
    """One round on the stage, and those before it."""

    continuation: Continuation
    rounds: tuple[Round, ...]
    finished: bool  # the sentence ends with this round

    @property
    def now(self) -> Round:
        """The round on the stage."""
        return self.rounds[-1]

    @property
    def before(self) -> tuple[int, ...]:
        """Tokens written before this round."""
        return tuple(token for past in self.rounds[:-1] for token in past.tokens)

    @property
    def after(self) -> tuple[int, ...]:
        """Tokens written once this round is over."""
        return self.before + self.now.tokens

    def word(self, token: int) -> str:
        """Return a token as it is written."""
        return self.continuation.words[token]

    def node(self, position: int) -> Node:
        """Return the context in which a drafted position is filled."""
        return self.continuation.node_after([*self.before, *self.now.drafted[:position]])

    def label(self, position: int) -> str:
        """Return the last words before a drafted position: "…your file ___"."""
        return self.continuation.label([*self.before, *self.now.drafted[:position]])

    def areas(self, position: int) -> Areas:
        """Return the bars at a drafted position, over the words that can stand there."""
        places = list(self.node(position).words)
        p_target = self.now.p_dists[position][places]
        q_draft = self.now.q_dists[position][places]
        words = [self.word(token) for token in places]
        shares = (
            overlap(p_target, q_draft),
            overshoot(p_target, q_draft),
            leftover(p_target, q_draft),
        )
        return Areas(words, p_target, q_draft, *shares)

    def alpha(self, position: int) -> float:
        """Return the acceptance rate at a drafted position."""
        return acceptance_rate(self.now.p_dists[position], self.now.q_dists[position])

    def ledger(self, rounds: int | None = None) -> Ledger:
        """Return the cost of the first `rounds` rounds, all by default."""
        counted = self.rounds[:rounds]
        return Ledger(
            tokens=sum(len(one.tokens) for one in counted),
            target_passes=len(counted),
            draft_passes=sum(len(one.drafted) for one in counted),
        )


def play(continuation: Continuation, seed: int, gamma: int, number: int) -> Scene:
    """Play the rounds of a seed up to round `number`, or to the last if there are fewer.

    The same seed gives the same rounds, so that a round needs no memory of those before it.
    """
    rounds = generate(
        continuation.target,
        continuation.draft,
        [],
        gamma=gamma,
        max_tokens=MAX_TOKENS,
        temperature=1.0,
        rng=np.random.default_rng(seed),
        end_token=continuation.end_token,
    )
    shown = tuple(islice(rounds, number))
    return Scene(continuation, shown, finished=continuation.end_token in shown[-1].tokens)


@lru_cache(maxsize=64)
def play_all(continuation: Continuation, seed: int, gamma: int) -> tuple[Scene, ...]:
    """Play a seed to the full stop: one scene for each of its rounds."""
    rounds = play(continuation, seed, gamma, MAX_TOKENS).rounds
    last = len(rounds)
    return tuple(
        Scene(continuation, rounds[:number], finished=number == last)
        for number in range(1, last + 1)
    )
