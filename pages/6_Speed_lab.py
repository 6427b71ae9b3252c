"""Lab: the speed formula under the hand, the batch, the papers' tables, and uneven acceptance."""

from __future__ import annotations

import streamlit as st

from views import lab_batch, lab_pair, lab_papers, lab_parts, lab_speed, lab_uneven, state
from views.fragments import part
from views.frame import close_page, heading, open_page
from views.questions import ask
from views.sections import show
from views.speed import Speed

lesson = open_page("lab_speed")
st.html(lab_parts.style())


@part("gain")
def gain() -> None:
    """Show what alpha, gamma and c come to."""
    lab_speed.gain(lesson, Speed.of(state.learner()))


@part("map")
def region() -> None:
    """Show where some gamma gains."""
    lab_speed.region(lesson, Speed.of(state.learner()))


@part("batch")
def batch() -> None:
    """Show where the machine is full."""
    if ask(lesson, "lab-speed-batch"):
        lab_batch.batch(lesson)


@part("uneven")
def uneven() -> None:
    """Show what an alpha that varies changes."""
    lab_uneven.uneven(lesson)


heading(lesson.text("lab_speed.title"), lesson.text("lab_speed.lead"))
show(
    lesson,
    {
        "gain": gain,
        "map": region,
        "batch": batch,
        "papers": lambda: lab_papers.papers(lesson),
        "uneven": uneven,
        "pair": lambda: lab_pair.pair(lesson),
    },
)
close_page(lesson, "lab_speed")
