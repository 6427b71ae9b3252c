"""Step 2: p_target and q_draft under the hand, and the two rules in the learner's own numbers."""

import streamlit as st

from views import math_sections as sections
from views import state
from views.frame import card, close_page, heading, open_page
from views.html_parts import decimal
from views.math_editor import editor, presets, typed
from views.questions import ask

lesson = open_page("math")
learner = state.learner()
of = sections.pair(learner)

heading(lesson.module.math_title, lesson.text("math.lead"))

with card("editor"):
    presets(lesson)
    editor(lesson)
    typed(lesson)

word = sections.choose_word(lesson, of.words)
left, right = st.columns(2, gap="medium")
with left:
    asked = ask(lesson, "math-always-rejected")
    if asked:
        with card("accept"):
            st.subheader(lesson.module.acceptance_heading, anchor=False)
            sections.acceptance_rule(lesson, of, word)
with right:
    asked = ask(lesson, "math-where-corrected")
    if asked:
        with card("correct"):
            st.subheader(lesson.module.correction_heading, anchor=False)
            sections.correction_rule(lesson, of, word)

ask(lesson, "math-what-z", alpha=decimal(of.alpha), z=decimal(of.z))
with card("numbers"):
    st.subheader(lesson.text("math.table.title"), anchor=False)
    sections.all_numbers(lesson, of, word)

with card("rolls"):
    st.subheader(lesson.text("math.roll.title"), anchor=False)
    st.html(f'<p class="sub">{lesson.text("math.roll.lead")}</p>')
    sections.rolls(lesson, of, learner)

left, right = st.columns(2, gap="medium")
with left:
    ask(lesson, "math-temperature-zero")
with right:
    ask(lesson, "math-draft-temperature")

close_page(lesson, "math")
