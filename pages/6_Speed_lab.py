"""Lab: the speed formula under the hand, the batch, the papers' tables, and uneven acceptance."""

from __future__ import annotations

import streamlit as st

from views import lab_batch, lab_pair, lab_papers, lab_parts, lab_speed, lab_uneven, state
from views.frame import close_page, heading, open_page
from views.questions import ask
from views.sections import show
from views.speed import Speed

lesson = open_page("lab_speed")
st.html(lab_parts.style())
numbers = Speed.of(state.learner())


def batch() -> None:
    """Show where the machine is full."""
    if ask(lesson, "lab-speed-batch"):
        lab_batch.batch(lesson)


heading(lesson.text("lab_speed.title"), lesson.text("lab_speed.lead"))
show(
    lesson,
    {
        "gain": lambda: lab_speed.gain(lesson, numbers),
        "map": lambda: lab_speed.region(lesson, numbers),
        "batch": batch,
        "papers": lambda: lab_papers.papers(lesson),
        "uneven": lambda: lab_uneven.uneven(lesson),
        "pair": lambda: lab_pair.pair(lesson),
    },
)
close_page(lesson, "lab_speed")
