"""Step 2 below the editor: the rule, the correction, and single rolls, in the learner's numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from lessons import Lesson
from specdec import (
    Roll,
    acceptance_probabilities,
    acceptance_rate,
    leftover,
    overlap,
    residual,
    roll,
)
from views import formulas, html_parts, state
from views.fields import MOST_ROLLS, Learner, Weights, Words
from views.fragments import only, part
from views.html_parts import decimal, told_apart
from views.markdown import literal
from views.remembered import remembered
from views.words import say

# Parts that show what follows from p and q, and those of them that follow one word through.
OF_THE_PAIR = ("acceptance", "correction", "table", "rolled")
OF_THE_WORD = ("acceptance", "correction", "table")
SHOWN = 8  # of the rolls, the last ones
MANY = 25


@dataclass(frozen=True)
class Pair:
    """The learner's pair and all that follows from it; arrays are (V,)."""

    words: tuple[str, ...]
    p_target: NDArray[np.float64]
    q_draft: NDArray[np.float64]
    ratio: NDArray[np.float64]
    kept: NDArray[np.float64]
    left: NDArray[np.float64]
    law: NDArray[np.float64]
    alpha: float
    z: float


def pair(learner: Learner) -> Pair:
    """Return what follows from the learner's p_target and q_draft."""
    return _pair(learner.words, learner.p, learner.q)


@remembered(256)
def _pair(words: Words, p_target: Weights, q_draft: Weights) -> Pair:
    p, q = np.array(p_target), np.array(q_draft)
    left = leftover(p, q)
    return Pair(
        words,
        p,
        q,
        acceptance_probabilities(p, q),
        overlap(p, q),
        left,
        residual(p, q),
        acceptance_rate(p, q),
        float(left.sum()),
    )


def chosen(words: tuple[str, ...]) -> int:
    """Return the index of the word that is followed."""
    return min(state.learner().word, len(words)) - 1


def choose_word(lesson: Lesson) -> None:
    """Let a word be chosen for the formulas."""
    words = state.learner().words
    state.bound(
        st.pills,
        lesson.text("math.word"),
        field="word",
        options=list(range(1, len(words) + 1)),
        format_func=lambda number: literal(words[number - 1]),
        value_name="default",
        read=lambda number: min(number, len(words)),
        then=partial(only, *OF_THE_WORD),
    )


@part("acceptance")
def acceptance(lesson: Lesson) -> None:
    """Show the rule in the learner's numbers, for one word and for all."""
    of = pair(state.learner())
    word = chosen(of.words)
    p, q = of.p_target[word], of.q_draft[word]
    st.latex(formulas.acceptance(of.words[word], p, q, of.ratio[word]))
    case = "never" if q == 0 else "under" if p >= q else "zero" if p == 0 else "over"
    values = {"word": literal(of.words[word]), "ratio": decimal(of.ratio[word])}
    key = f"math.accept.{case}"
    st.write(say(lesson, key, values))
    st.latex(formulas.sums_to(r"\alpha", r"\sum_x \min(p, q)", list(of.kept), of.alpha))


@part("correction")
def correction(lesson: Lesson) -> None:
    """Show what a rejected guess is replaced from, in the learner's numbers."""
    of = pair(state.learner())
    word = chosen(of.words)
    if round(of.z, 9) == 0:
        st.write(lesson.text("math.correct.nothing"))
        return
    st.latex(formulas.sums_to("Z", r"\sum_x \max(0,\, p - q)", list(of.left), of.z))
    p, q = of.p_target[word], of.q_draft[word]
    st.latex(formulas.correction(of.words[word], p, q, of.z, of.law[word]))
    key = "some" if of.law[word] > 0 else "none"
    st.write(lesson.text(f"math.correct.{key}", word=literal(of.words[word])))


def all_numbers(lesson: Lesson, of: Pair, word: int) -> None:
    """Show every number of the page in one table."""
    rows = [
        (name, *(decimal(float(column[i])) for column in _columns(of)))
        for i, name in enumerate(of.words)
    ]
    rows.append((lesson.text("math.table.sum"), *_sums(of)))
    names = ("word", "p", "q", "ratio", "kept", "left", "law")
    head = [lesson.text(f"math.table.{name}") for name in names]
    st.html(html_parts.table(lesson.text("math.table.caption"), head, rows, mark=word))


def roll_controls(lesson: Lesson) -> None:
    """Let single tokens be rolled."""
    learner = state.learner()
    full = learner.rolls >= MOST_ROLLS
    with st.container(horizontal=True, key="roll-controls"):
        st.button(
            lesson.text("math.roll.one"),
            key="roll-one",
            type="primary",
            shortcut="Alt+Right",
            disabled=full,
            on_click=state.act(rolls=min(learner.rolls + 1, MOST_ROLLS)),
        )
        st.button(
            lesson.text("math.roll.many", count=MANY),
            key="roll-many",
            disabled=full,
            on_click=state.act(rolls=min(learner.rolls + MANY, MOST_ROLLS)),
        )
        st.button(
            lesson.text("math.roll.clear"),
            key="roll-clear",
            type="tertiary",
            disabled=learner.rolls == 0,
            on_click=state.act(rolls=0),
        )


@part("rolled")
def rolled(lesson: Lesson) -> None:
    """Show the last roll as a line of the formula, and what came of all."""
    learner = state.learner()
    of = pair(learner)
    if learner.rolls == 0:
        st.html(f'<p class="sub">{html_parts.escape(lesson.text("math.roll.none"))}</p>')
        return
    done = roll_many(of, learner)
    _last(lesson, of, done[-1], len(done))
    _tally(lesson, of, done)
    _earlier(lesson, of, done)


def roll_many(of: Pair, learner: Learner) -> list[Roll]:
    """Return the rolls of this seed; the same seed rolls the same."""
    rng = np.random.default_rng(learner.seed)
    return [roll(of.p_target, of.q_draft, rng) for _ in range(learner.rolls)]


def sentence(lesson: Lesson, of: Pair, one: Roll) -> str:
    """Return one roll in words, with its numbers."""
    u, ratio = told_apart(one.u, one.ratio)
    values = {
        "word": of.words[one.token],
        "final": of.words[one.final],
        "p": decimal(one.p),
        "q": decimal(one.q),
        "ratio": ratio,
        "u": u,
    }
    return say(lesson, f"math.roll.{'kept' if one.accepted else 'corrected'}", values)


def quoted(lines: tuple[str, ...]) -> None:
    """Show lines of the module's own text: the rule in the formula's type, the rest below it."""
    rule, *notes = (html_parts.escape(line) for line in lines)
    said = "".join(f"<br>{note}" for note in notes)
    st.html(f'<p class="eq" style="margin:0">{rule}</p><p class="sub">{said[4:]}</p>')


def _last(lesson: Lesson, of: Pair, one: Roll, number: int) -> None:
    u, ratio = told_apart(one.u, one.ratio)
    picture = html_parts.ruler(
        one.ratio,
        one.u,
        keep=lesson.text("math.roll.keep"),
        reject=lesson.text("math.roll.reject"),
        limit=f"min(1, p/q) = {ratio}",
        coin=f"u = {u}",
    )
    title = html_parts.escape(lesson.text("math.roll.number", number=str(number)))
    said = html_parts.escape(sentence(lesson, of, one))
    st.html(f'<h3 class="said-word">{title}</h3>{picture}<p class="eq" role="status">{said}</p>')


def _tally(lesson: Lesson, of: Pair, done: list[Roll]) -> None:
    kept = sum(one.accepted for one in done)
    st.html(
        html_parts.numbers(
            [
                (f"{kept} / {len(done)}", lesson.text("math.roll.share", alpha=decimal(of.alpha))),
                (str(len(done) - kept), lesson.text("math.roll.corrections")),
            ]
        )
    )


def _earlier(lesson: Lesson, of: Pair, done: list[Roll]) -> None:
    """Show the last rolls as lines, and what came out of all of them beside p_target."""
    with st.expander(lesson.text("math.roll.list")):
        first = max(len(done) - SHOWN, 0)
        lines = [
            f"{number}. {sentence(lesson, of, one)}"
            for number, one in enumerate(done[first:], first + 1)
        ]
        items = "".join(
            f'<li class="eq">{html_parts.escape(line)}</li>' for line in reversed(lines)
        )
        st.html(f'<ul style="list-style:none;padding:0;margin:0">{items}</ul>')
        counts = [sum(one.final == i for one in done) for i in range(len(of.words))]
        rows = [
            (word, str(count), decimal(count / len(done)), decimal(float(p)))
            for word, count, p in zip(of.words, counts, of.p_target, strict=True)
        ]
        names = ("word", "count", "share", "p")
        head = [lesson.text(f"math.roll.column.{name}") for name in names]
        st.html(html_parts.table(lesson.text("math.roll.caption"), head, rows))


def _columns(of: Pair) -> tuple[NDArray[np.float64], ...]:
    return (of.p_target, of.q_draft, of.ratio, of.kept, of.left, of.law)


def _sums(of: Pair) -> tuple[str, ...]:
    sums = [decimal(float(column.sum())) for column in _columns(of)]
    sums[2] = "–"  # min(1, p/q) are chances of different events: their sum says nothing
    return tuple(sums)
