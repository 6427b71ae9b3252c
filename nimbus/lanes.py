"""The two lanes of a race: the same models, the same prompt; one guesses ahead, one doesn't.

Each lane has a clock of its own that runs only while its models do. The prompt is read before
the clocks start, in both.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np

from nimbus.pair import DraftName, Pair
from nimbus.sampling import Settings, sampled
from specdec import LanguageModel, generate, generate_plain

LaneName = Literal["plain", "speculative"]
Kind = Literal["plain", "kept", "corrected", "bonus"]
_T = TypeVar("_T")
LANES: tuple[LaneName, LaneName] = ("plain", "speculative")


@dataclass(frozen=True)
class Entry:
    """What is raced. `nimbus.race.checked` holds its bounds."""

    prompt: str
    gamma: int = 7
    seed: int = 1
    max_tokens: int = 80
    settings: Settings = field(default_factory=Settings)
    draft: DraftName = "mini"


@dataclass(frozen=True)
class Piece:
    """A token of the text: what it adds, and how it came to be."""

    text: str
    kind: Kind


@dataclass(frozen=True)
class Step:
    """What one target pass brought.

    Attributes
    ----------
    lane : {"plain", "speculative"}
    pieces : tuple of Piece
        What the text grew by; the end token has none.
    rejected : str
        The drafted piece that was corrected, if one was.
    discarded : tuple of str
        What was drafted behind it and never looked at.
    accepted, checked : int
        Drafted tokens kept, and looked at.
    tokens : int
        All emitted by this pass, the end token included.
    elapsed : float
        The lane's clock, in seconds.
    passes : int
        The lane's target passes so far.
    """

    lane: LaneName
    pieces: tuple[Piece, ...]
    rejected: str
    discarded: tuple[str, ...]
    accepted: int
    checked: int
    tokens: int
    elapsed: float
    passes: int


def plain_lane(pair: Pair, entry: Entry, seed: int) -> Iterator[Step]:
    """Decode with Nimbus-large alone: a pass a token."""
    prompt = pair.encode(entry.prompt, entry.max_tokens)
    target, heat = _warm(pair.large.reader(), prompt, entry.settings)
    show, end = pair.tokenizer.stream(), pair.tokenizer.end
    tokens = generate_plain(
        target,
        prompt,
        max_tokens=entry.max_tokens,
        temperature=heat,
        rng=np.random.default_rng((seed, 0)),
        end_token=end,
    )
    for passes, (token, elapsed) in enumerate(_timed(tokens), 1):
        pieces = () if token == end else (Piece(show(token), "plain"),)
        yield Step("plain", pieces, "", (), 0, 0, 1, elapsed, passes)


def speculative_lane(pair: Pair, entry: Entry, seed: int) -> Iterator[Step]:
    """Decode with both: the draft guesses gamma tokens, one pass of Nimbus-large checks them."""
    prompt = pair.encode(entry.prompt, entry.max_tokens)
    target, heat = _warm(pair.large.reader(), prompt, entry.settings)
    draft, _ = _warm(pair.draft(entry.draft).reader(), prompt, entry.settings)
    show, end = pair.tokenizer.stream(), pair.tokenizer.end
    rounds = generate(
        target,
        draft,
        prompt,
        gamma=entry.gamma,
        max_tokens=entry.max_tokens,
        temperature=heat,
        rng=np.random.default_rng((seed, 1)),
        end_token=end,
    )
    for passes, (one, elapsed) in enumerate(_timed(rounds), 1):
        kinds: list[Kind] = ["kept"] * one.accepted
        kinds += [] if one.final is None else [one.final.kind]
        pieces = tuple(
            Piece(show(token), kind)
            for token, kind in zip(one.tokens, kinds, strict=True)
            if token != end
        )
        at = one.rejected_at
        rejected = "" if at is None else _shown(pair, one.drafted[at])
        discarded = tuple(_shown(pair, token) for token in one.discarded)
        counts = (one.accepted, len(one.checks), len(one.tokens))
        yield Step("speculative", pieces, rejected, discarded, *counts, elapsed, passes)


def lane(name: LaneName, pair: Pair, entry: Entry, seed: int) -> Iterator[Step]:
    """Return the lane of that name."""
    return (plain_lane if name == "plain" else speculative_lane)(pair, entry, seed)


def _warm(
    model: LanguageModel, prompt: list[int], settings: Settings
) -> tuple[LanguageModel, float]:
    """Let a model read the prompt, so that the clocks start even; return it as it is sampled."""
    if prompt:
        model.log_probs(prompt[:-1], 1)  # the last token is read by the first timed pass
    return sampled(model, settings)


def _timed(steps: Iterator[_T]) -> Iterator[tuple[_T, float]]:
    """Pass on what comes, each with the time that making it has taken so far."""
    spent = 0.0
    while True:
        begun = time.perf_counter()
        try:
            step = next(steps)
        except StopIteration:
            return
        spent += time.perf_counter() - begun
        yield step, spent


def _shown(pair: Pair, token: int) -> str:
    return "" if token == pair.tokenizer.end else pair.tokenizer.decode([token])
