"""Lab: other rules of acceptance, each with its exact law on the learner's own p and q."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from views import lab_beyond, lab_parts, state
from views.frame import close_page, heading, open_page
from views.lab_rules import RULES, outcomes
from views.questions import ask, revealed
from views.sections import show

QUESTION = "lab-beyond-plausible"

lesson = open_page("lab_beyond")
st.html(lab_parts.style())
of = outcomes(state.learner())


def overview() -> None:
    """Show all rules, and the key to the pictures below."""
    if ask(lesson, QUESTION):
        lab_beyond.overview(lesson, of)
        st.html(lab_beyond.key(lesson))


heading(lesson.text("lab_beyond.title"), lesson.text("lab_beyond.lead"))
sections: dict[str, Callable[[], None]] = {"all": overview}
if revealed(QUESTION):  # each rule's card says whether it keeps the law
    sections |= {name: partial(lab_beyond.rule_card, lesson, of, name) for name in RULES}
show(lesson, sections)
close_page(lesson, "lab_beyond")
