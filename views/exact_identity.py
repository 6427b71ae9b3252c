"""Page 3, part 1: kept and corrected mass add up to p_target, word by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
from numpy.typing import NDArray

from lessons import Lesson
from specdec import acceptance_rate, leftover, output_law, overlap, overshoot
from views import html_parts, state
from views.exact_component import linked
from views.exact_numbers import digits_for
from views.fields import Learner, Weights, Words
from views.fragments import only
from views.html_parts import decimal
from views.remembered import remembered
from views.words import say

ROOM = 1.06  # of the highest word: its line must not touch the picture's edge
KEY = "identity"
TINY = 1e-9  # of a mass: rounding


@dataclass(frozen=True)
class Parts:
    """The masses of each word, with the decimals that show them exactly.

    `kept`, `over`, `left` and `final` are rows of V probabilities; `z` is what is corrected.
    """

    words: Sequence[str]
    p: Sequence[float]
    q: Sequence[float]
    kept: NDArray[Any]
    over: NDArray[Any]
    left: NDArray[Any]
    final: NDArray[Any]
    alpha: float
    digits: int

    def say(self, value: float) -> str:
        """Spell one of the masses; nothing is 0 and not .00."""
        if value < TINY:
            return "0"
        return decimal(float(value), self.digits)

    def case(self, word: int) -> str:
        """Return whether the draft says a word too seldom (under), too often (over) or equally."""
        if self.left[word] > TINY:
            return "under"
        return "over" if self.over[word] > TINY else "equal"

    def values(self, word: int) -> dict[str, str]:
        """Return what texts may say about one word."""
        return {
            "word": self.words[word],
            "p": self.say(self.p[word]),
            "q": self.say(self.q[word]),
            "kept": self.say(self.kept[word]),
            "over": self.say(self.over[word]),
            "left": self.say(self.left[word]),
            "sum": self.say(self.final[word]),
            "z": self.say(1 - self.alpha),
        }


def parts(learner: Learner) -> Parts:
    """Return the masses of the learner's own words."""
    return _parts(learner.words, learner.p, learner.q)


@remembered(256)
def _parts(words: Words, p: Weights, q: Weights) -> Parts:
    return Parts(
        words=words,
        p=p,
        q=q,
        kept=overlap(p, q),
        over=overshoot(p, q),
        left=leftover(p, q),
        final=output_law(p, q),
        alpha=acceptance_rate(p, q),
        digits=digits_for((*p, *q)),
    )


def chosen_word(learner: Learner) -> int:
    """Return the index of the word that is looked at; one that isn't there gives the first."""
    return learner.word - 1 if learner.word <= len(learner.words) else 0


def identity(lesson: Lesson) -> None:
    """Show the sum of every word, and the formula with the numbers of the chosen one."""
    learner = state.learner()
    masses = parts(learner)
    st.header(lesson.text("exact.identity.title"), anchor=False)
    st.latex(lesson.text("exact.identity.formula"))
    st.write(lesson.text("exact.identity.how"))
    data = {
        **_data(lesson, learner.words, learner.p, learner.q),
        "word": chosen_word(learner),
        "seen": _sent().get("stamp"),
    }
    linked("identity")(key=KEY, data=data, on_word_change=_picked)
    with st.expander(lesson.text("exact.identity.table")):
        st.html(_table(lesson, masses))


def _picked() -> None:
    """Keep the word that was clicked; a message that names none is left out."""
    word = _sent().get("word")
    if isinstance(word, int) and 0 <= word < len(state.learner().words):
        state.put(word=word + 1)
    only("coupling")  # this picture has lit the word already


def _sent() -> Mapping[str, Any]:
    """Return the last message of the browser: a word, and the number it knows the message by."""
    word = (st.session_state.get(KEY) or {}).get("word")
    return word if isinstance(word, Mapping) else {}


@remembered(64)
def _data(lesson: Lesson, words: Words, p: Weights, q: Weights) -> dict[str, Any]:
    """Return what the picture shows, whichever word is picked."""
    masses = _parts(words, p, q)
    every = range(len(words))
    names = ("kept", "fix", "target", "draft")
    kinds = {"target": "line-target", "draft": "line-draft"}
    return {
        "words": list(masses.words),
        "p": list(masses.p),
        "q": list(masses.q),
        "kept": masses.kept.tolist(),
        "corrected": masses.left.tolist(),
        "top": ROOM * max(*masses.p, *masses.q),
        "sums": [[masses.values(i)[name] for name in ("kept", "left", "sum")] for i in every],
        "formulas": [_formula(lesson, masses, i) for i in every],
        "text": {
            "group": lesson.text("exact.identity.group"),
            "rows": [_fill(lesson, "exact.identity.row", masses, i) for i in every],
            "key": [[kinds.get(n, n), lesson.text(f"exact.identity.key.{n}")] for n in names],
        },
    }


def _formula(lesson: Lesson, masses: Parts, word: int) -> dict[str, Any]:
    """Return the title, the lines (name, class, formula) and the sentence about one word."""
    nothing = masses.alpha >= 1 or not masses.left.any()
    corrected = "corrected_none" if nothing else "corrected_line"
    lines = (
        ("kept", "is-kept", "kept_line"),
        ("corrected", "is-fix", corrected),
        ("together", "is-target", "together_line"),
    )
    return {
        "title": _fill(lesson, "exact.identity.panel", masses, word),
        "lines": [
            [
                lesson.text(f"exact.identity.{name}"),
                kind,
                _fill(lesson, f"exact.identity.{line}", masses, word),
            ]
            for name, kind, line in lines
        ],
        "says": _fill(lesson, f"exact.identity.says.{masses.case(word)}", masses, word),
    }


def _fill(lesson: Lesson, key: str, masses: Parts, word: int) -> str:
    return say(lesson, key, masses.values(word))


def _table(lesson: Lesson, masses: Parts) -> str:
    heads = ("word", "kept", "corrected", "sum")
    head = [lesson.text(f"exact.identity.head_{name}") for name in heads]
    head += [lesson.text("frame.name.p_target"), lesson.text("frame.name.q_draft")]
    rows = [
        [masses.values(i)[name] for name in ("word", "kept", "left", "sum", "p", "q")]
        for i in range(len(masses.words))
    ]
    return html_parts.table(lesson.text("exact.identity.title"), head, rows)
