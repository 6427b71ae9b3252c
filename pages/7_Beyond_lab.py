"""Lab: other rules of acceptance, each with its exact law on the learner's own p and q."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from views import lab_beyond, lab_parts, state
from views.frame import close_page, heading, open_page
from views.lab_rules import ALWAYS_EXACT, RULES, outcomes
from views.questions import ask, revealed
from views.sections import show

QUESTION = "lab-beyond-plausible"

lesson = open_page("lab_beyond")
st.html(lab_parts.style())
of = outcomes(state.learner())


def pair() -> None:
    """Show the learner's pair, and the key to the pictures below."""
    lab_beyond.pair(lesson, of.gamma)
    st.html(lab_beyond.key(lesson))


heading(lesson.text("lab_beyond.title"), lesson.text("lab_beyond.lead"))
cards = {name: partial(lab_beyond.rule_card, lesson, of, name) for name in RULES}
sections: dict[str, Callable[[], None]] = {"pair": pair}
sections |= {name: cards[name] for name in ALWAYS_EXACT}
sections["predict"] = partial(ask, lesson, QUESTION)
if revealed(QUESTION):  # what follows says which rules lose the law
    sections |= {name: card for name, card in cards.items() if name not in ALWAYS_EXACT}
    sections["all"] = partial(lab_beyond.overview, lesson, of)
show(lesson, sections)
close_page(lesson, "lab_beyond")
