"""The walkthrough of step 1: which rounds a seed brings about, and what a round has cost.

The rounds are those of the lesson's own sentence, or of the real pair on the learner's prompt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Protocol

import numpy as np

from lessons import Continuation
from lessons.continuation import glued
from specdec import Round, generate, leftover, overlap, overshoot
from views.bars import Areas
from views.pair_text import Bars, PairText, Played

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


class Place(Protocol):
    """What can stand at a position."""

    @property
    def words(self) -> tuple[int, ...]:
        """The tokens."""

    @property
    def alpha(self) -> float:
        """The acceptance rate there."""


@dataclass(frozen=True)
class Scene:
    """One round on the stage, and those before it."""

    continuation: Continuation | PairText
    rounds: tuple[Round, ...]
    finished: bool  # the sentence ends with this round
    cut: bool = False  # it would go on, and is not shown further
    draft: str = "mini"  # who guesses

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

    @property
    def real(self) -> bool:
        """Whether the real pair writes."""
        return isinstance(self.continuation, PairText)

    def added(self, token: int) -> tuple[str, bool]:
        """Return what a token adds to the sentence, and whether no space stands before it."""
        if isinstance(self.continuation, PairText):
            piece = self.continuation.pieces[token]
            word = self.continuation.sentence([token]) or self.word(token)
            return word, not piece.startswith((" ", "\n")) and bool(piece)
        return self.word(token), glued(self.word(token))

    def bars(self, position: int) -> Bars | None:
        """Return what one bar stands for at a position of the real pair."""
        place = self.node(position)
        return place if isinstance(place, Bars) else None

    def node(self, position: int) -> Place:
        """Return the context in which a drafted position is filled."""
        return self.continuation.node_after([*self.before, *self.now.drafted[:position]])

    def label(self, position: int) -> str:
        """Return the last words before a drafted position: "…your file ___"."""
        return self.continuation.label([*self.before, *self.now.drafted[:position]])

    def context(self, position: int) -> str:
        """Return all that stands before a drafted position."""
        written = [*self.before, *self.now.drafted[:position]]
        return self.continuation.sentence(written, prompt=True)

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
        return self.node(position).alpha

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


def play_pair(played: Played, draft: str) -> tuple[Scene, ...]:
    """Return one scene for each round of the real pair."""
    last = len(played.rounds)
    return tuple(
        Scene(
            played.text,
            played.rounds[:number],
            finished=number == last,
            cut=played.cut and number == last,
            draft=draft,
        )
        for number in range(1, last + 1)
    )
