"""Page 3, part 1 continued: the joint law of the guessed and the final word, as a table."""

from __future__ import annotations

from typing import Any

import streamlit as st

from lessons import Lesson
from specdec import coupling as coupling_of
from specdec import first_tokens_law
from views import html_parts, state
from views.exact_component import linked
from views.exact_identity import TINY, Parts, chosen_word, parts
from views.exact_numbers import digits_for
from views.html_parts import decimal, escape
from views.words import say


def coupling(lesson: Lesson) -> None:
    """Show the table whose rows add to q_draft and whose columns add to p_target."""
    learner = state.learner()
    masses = parts(learner)
    word = chosen_word(learner)
    st.header(lesson.text("exact.coupling.title"), anchor=False)
    st.write(lesson.text("exact.coupling.how"))
    linked("coupling")(key="coupling", data=_data(lesson, masses, word))
    about = say(lesson, f"exact.coupling.word.{masses.case(word)}", masses.values(word))
    st.html(f'<p role="status">{escape(about)}</p>')


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


def _data(lesson: Lesson, masses: Parts, word: int) -> dict[str, Any]:
    table = coupling_of(masses.p, masses.q)
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
