"""Step 2: p_target and q_draft under the hand, and the two rules in the learner's own numbers."""

import streamlit as st

from views import math_sections as sections
from views import state
from views.fragments import part
from views.frame import card, close_page, heading, open_page
from views.html_parts import decimal, escape
from views.math_editor import editor, presets, typed
from views.questions import ask
from views.sections import show, shown

lesson = open_page("math")


@part("bars")
def bars() -> None:
    """Show p and q as bars, what they start from, and a way to type them."""
    with card("editor"):
        if shown("presets"):
            presets(lesson)
        editor(lesson)
        if shown("typed"):
            typed(lesson)


@part("rules")
def rules() -> None:
    """Show the two rules, each behind its question."""
    chosen = st.container()  # above the formulas, once there is one to follow a word through
    left, right = st.columns(2, gap="medium")
    with left:
        accepts = ask(lesson, "math-always-rejected")
        if accepts:
            with card("accept"):
                st.header(lesson.module.acceptance_heading, anchor=False)
                sections.quoted(lesson.module.acceptance)
                sections.acceptance(lesson)
    with right:
        corrects = ask(lesson, "math-where-corrected")
        if corrects:
            with card("correct"):
                st.header(lesson.module.correction_heading, anchor=False)
                sections.quoted(lesson.module.correction)
                sections.correction(lesson)
    if accepts or corrects:
        with chosen:
            sections.choose_word(lesson)


@part("table")
def table() -> None:
    """Show every number of the page."""
    of = sections.pair(state.learner())
    if ask(lesson, "math-what-z", alpha=decimal(of.alpha), z=decimal(of.z)):
        with card("numbers"):
            st.header(lesson.text("math.table.title"), anchor=False)
            sections.all_numbers(lesson, of, sections.chosen(of.words))


@part("rolls")
def rolls() -> None:
    """Roll single words."""
    with card("rolls"):
        st.header(lesson.text("math.roll.title"), anchor=False)
        st.html(f'<p class="sub">{escape(lesson.text("math.roll.lead"))}</p>')
        sections.roll_controls(lesson)
        sections.rolled(lesson)


def temperature() -> None:
    """Ask about temperature, which bends p and q."""
    left, right = st.columns(2, gap="medium")
    with left:
        ask(lesson, "math-temperature-zero")
    with right:
        ask(lesson, "math-draft-temperature")


heading(lesson.module.math_title, lesson.text("math.lead"))
show(
    lesson,
    {"bars": bars, "rules": rules, "table": table, "rolls": rolls, "temperature": temperature},
)
close_page(lesson, "math")
