"""Page 3, part 1 continued: where each guess goes, as mass that moves and as a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from lessons import Lesson
from specdec import coupling as coupling_of
from specdec import first_tokens_law
from views import html_parts, state
from views.exact_component import linked
from views.exact_identity import TINY, Parts, chosen_word, parts
from views.exact_numbers import digits_for
from views.fragments import part
from views.html_parts import decimal, escape
from views.words import say

FLOW_KINDS = ("kept", "over", "fix")


@part("coupling")
def coupling(lesson: Lesson) -> None:
    """Show mass moving between words, and the table whose margins are q_draft and p_target."""
    learner = state.learner()
    masses = parts(learner)
    word = chosen_word(learner)
    st.header(lesson.text("exact.coupling.title"), anchor=False)
    st.write(lesson.text("exact.coupling.how"))
    table = coupling_of(masses.p, masses.q)
    linked("flow")(key="flow", data=_flow(lesson, masses, table, word))
    about = say(lesson, f"exact.coupling.word.{masses.case(word)}", masses.values(word))
    st.html(f'<p role="status">{escape(about)}</p>')
    linked("coupling")(key="coupling", data=_cells(lesson, masses, table, word))


def nothing_keeps_more(lesson: Lesson) -> None:
    """Compare with the rule that keeps a guess where an independent draw agrees with it."""
    learner = state.learner()
    masses = parts(learner)
    independent = first_tokens_law({(): 1.0}, [learner.q, learner.p], 2)
    match = decimal(sum(mass for (x, y), mass in independent.items() if x == y))
    alpha = decimal(masses.alpha)
    st.header(lesson.text("exact.fresh.title"), anchor=False)
    st.write(lesson.text("exact.fresh.says", match=match, alpha=alpha))
    st.html(
        html_parts.numbers(
            [
                (alpha, lesson.text("exact.fresh.alpha_is")),
                (match, lesson.text("exact.fresh.match_is")),
            ]
        )
    )


def _flow(lesson: Lesson, masses: Parts, table: NDArray[np.float64], word: int) -> dict[str, Any]:
    """Return the moves (from, to, mass), kept ones first, and the words around them."""
    moves = sorted(
        ((int(i), int(j), float(table[i, j])) for i, j in np.argwhere(table >= TINY)),
        key=lambda move: (move[0] != move[1], move),
    )
    alpha, z = decimal(masses.alpha), decimal(1 - masses.alpha)
    names = ("drafted", "final", "play")
    return {
        "words": list(masses.words),
        "word": word,
        "p": [masses.say(value) for value in masses.p],
        "q": [masses.say(value) for value in masses.q],
        "moves": moves,
        "text": {
            **{name: lesson.text(f"exact.flow.{name}") for name in names},
            "caption": lesson.text("exact.flow.caption", alpha=alpha, z=z),
            "key": [[kind, lesson.text(f"exact.flow.key.{kind}")] for kind in FLOW_KINDS],
        },
    }


def _cells(lesson: Lesson, masses: Parts, table: NDArray[np.float64], word: int) -> dict[str, Any]:
    every = range(len(masses.words))
    # What is moved is a product: if it is no round number, it gets a decimal more.
    digits = masses.digits if digits_for(table.flat) <= masses.digits else max(3, masses.digits)
    names = ("caption", "drafted", "final", "row_sum", "column_sum")
    alpha, z = decimal(masses.alpha), decimal(1 - masses.alpha)
    return {
        "words": list(masses.words),
        "word": word,
        "cells": [[_cell(table[i, j], i == j, digits) for j in every] for i in every],
        "rows": [masses.say(value) for value in table.sum(axis=1)],
        "columns": [masses.say(value) for value in table.sum(axis=0)],
        "all": decimal(table.sum()),
        "text": {
            **{name: lesson.text(f"exact.coupling.{name}") for name in names},
            "key": [
                ["kept", lesson.text("exact.coupling.key_kept", alpha=alpha)],
                ["fix", lesson.text("exact.coupling.key_fix", z=z)],
            ],
        },
    }


def _cell(mass: float, diagonal: bool, digits: int) -> tuple[str, str]:
    """Return the number and the fill of a cell; where nothing goes there is a dot and no fill."""
    if mass < TINY:
        return "·", ""
    return decimal(mass, digits), "kept" if diagonal else "fix"
