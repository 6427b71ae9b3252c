"""Step 1 with the real pair: a text as it was played, ready for the scene of the lesson's own.

The rounds are those of `nimbus.glance_rounds`. Only what can be shown is kept of them: at each
position the leading pieces and one bar for all others. Tokens are numbered anew, by what is shown,
so that the scene handles them as it handles the words of the lesson.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from nimbus import DraftName, Glance, GlanceRound, Pair, Settings, glance_rounds, load_pair
from specdec import Round
from views.pair_pieces import END, distinct, lines, marked, tail
from views.remembered import remembered

MOST = 32  # pieces a text: to read it, and for the browser, which holds all of its rounds
TOP = 6
OTHERS = 0  # the number of the bar for all others

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bars:
    """What can stand at a position.

    Attributes
    ----------
    words : tuple of int
        The shown pieces, then `OTHERS`.
    alpha, hidden : float
        The pair's own acceptance rate here, and what of its disagreement the bars don't show.
    others : int
        How many pieces the last bar stands for.
    """

    words: tuple[int, ...]
    alpha: float
    hidden: float
    others: int


@dataclass(frozen=True)
class PairText:
    """A text of the pair, as `lessons.Continuation` is one of the lesson.

    Attributes
    ----------
    prompt : str
        As the learner wrote it.
    words, pieces : tuple of str
        Of each number: as it is shown, and what it adds to the text.
    end_token : int
    places : mapping
        Numbers written since the prompt, to what can follow.
    """

    prompt: str
    words: tuple[str, ...]
    pieces: tuple[str, ...]
    end_token: int
    places: Mapping[tuple[int, ...], Bars]

    def node_after(self, tokens: Sequence[int]) -> Bars:
        """Return what can follow."""
        return self.places[tuple(tokens)]

    def sentence(self, tokens: Sequence[int], *, prompt: bool = False) -> str:
        """Return the text of tokens on one line, behind the prompt if wanted."""
        text = "".join(self.pieces[token] for token in tokens)
        return lines(f"{self.prompt if prompt else ''}{text}").strip()

    def label(self, tokens: Sequence[int]) -> str:
        """Return the last words before a position: "…because your ___"."""
        written = self.sentence(tokens, prompt=True)
        return f"{tail(written)} ___".lstrip()


@dataclass(frozen=True)
class Played:
    """A text and the rounds that wrote it; `cut` where it goes on behind them."""

    text: PairText
    rounds: tuple[Round, ...]
    cut: bool


@remembered(64)
def played(
    prompt: str, seed: int, gamma: int, temperature: float, draft: DraftName, others: str
) -> Played:
    """Play a prompt of the learner's; the same arguments give the same text.

    Parameters
    ----------
    others
        What the bar for all others is called.

    Raises
    ------
    TooLongError, ModelFileError
        As `nimbus.glance_rounds` and `nimbus.load_pair`.
    """
    pair = load_pair()
    with _one_at_a_time:
        rounds = glance_rounds(
            pair,
            prompt,
            gamma=gamma,
            rng=np.random.default_rng(seed),
            most=MOST,
            top=TOP,
            settings=Settings(temperature),
            draft=draft,
        )
        # With room for one piece only, nothing is guessed: no round to look at.
        shown = tuple(takewhile(lambda one: one.drafted, rounds))
    return compact(pair, prompt, shown, others)


_one_at_a_time = threading.Lock()  # a text takes about a second of one core


def compact(pair: Pair, prompt: str, rounds: Sequence[GlanceRound], others: str) -> Played:
    """Keep of the rounds what can be shown."""
    end = pair.tokenizer.end
    tokens = dict.fromkeys(t for one in rounds for at in one.positions for t in at.tokens)
    tokens[end] = None
    numbers = {token: number for number, token in enumerate(tokens, 1)}
    bare = ["" if token == end else pair.tokenizer.decode([token]) for token in tokens]
    shown = tuple(_compact_round(one, numbers) for one in rounds)
    places: dict[tuple[int, ...], Bars] = {}
    written: tuple[int, ...] = ()
    for one, small in zip(rounds, shown, strict=True):
        for place, at in enumerate(one.positions):
            places[written + small.drafted[:place]] = _bars(at, numbers)
        written += small.tokens
    words = distinct((others, *(marked(piece) if piece else END for piece in bare)))
    text = PairText(prompt, words, ("", *bare), numbers[end], places)
    return Played(text, shown, cut=end not in rounds[-1].played.tokens)


def _bars(at: Glance, numbers: Mapping[int, int]) -> Bars:
    words = (*(numbers[token] for token in at.tokens), OTHERS)
    return Bars(words, at.alpha, at.hidden_disagreement, at.others)


def _compact_round(one: GlanceRound, numbers: Mapping[int, int]) -> Round:
    """Return a round of the pair over the numbers of what is shown."""
    was, size = one.played, len(numbers) + 1
    drafted = len(was.drafted)

    def row(at: Glance, values: Floats) -> Floats:
        law = np.zeros(size)
        law[[*(numbers[token] for token in at.tokens), OTHERS]] = values
        return law

    final = was.final
    if final is not None:
        at = one.positions[was.accepted]
        law = row(at, at.lumped(np.asarray(final.law, dtype=np.float64)))
        final = replace(final, token=numbers[final.token], law=law)
    return Round(
        drafted=tuple(numbers[token] for token in was.drafted),
        checks=tuple(replace(check, token=numbers[check.token]) for check in was.checks),
        final=final,
        q_dists=np.array([row(at, at.q) for at in one.positions[:drafted]]),
        p_dists=np.array([row(at, at.p) for at in one.positions]),
    )
