"""Step 5: the Nimbus thread, what speed costs, so what, the quiz, and what to take along."""

from __future__ import annotations

import streamlit as st

from views import quiz, so_what, speed_curve, speed_measured, state, takeaway_summary
from views.fragments import part
from views.frame import close_page, heading, open_page
from views.questions import ask
from views.race import race
from views.sections import show
from views.speed import Speed, calculator, logged

# What follows from alpha, gamma and c. "take" says all that the learner did, the address included.
OF_THE_NUMBERS = ("speed", "logs", "stops", "so-what", "take")

lesson = open_page("nimbus")
st.html(f"<style>{so_what.style()}</style>")


def thread() -> None:
    """Show the Nimbus thread, and what exactness promises."""
    so_what.thread(lesson)
    if ask(lesson, "nimbus-bit-identical"):
        so_what.promised(lesson)


@part("speed")
def speed() -> None:
    """Show what alpha, gamma and cost come to."""
    numbers = Speed.of(state.learner())
    calculator(lesson, numbers, OF_THE_NUMBERS)
    speed_curve.curve(lesson, numbers)


def logs() -> None:
    """Show what servers log, which is not alpha."""
    if ask(lesson, "nimbus-logged-rate"):
        share()


@part("logs")
def share() -> None:
    """Show the share that servers log."""
    logged(lesson, Speed.of(state.learner()))


def measured() -> None:
    """Show what was measured, and where it stops paying."""
    if ask(lesson, "nimbus-best-draft"):
        speed_measured.measured(lesson)
    if ask(lesson, "nimbus-always-faster"):
        stops()


@part("stops")
def stops() -> None:
    """Show where drafting stops paying."""
    speed_measured.stops(lesson, Speed.of(state.learner()))


def so() -> None:
    """Show what to remember."""
    if ask(lesson, "nimbus-price"):
        remember()


@part("so-what")
def remember() -> None:
    """Show what to remember, in the learner's numbers."""
    so_what.so_what(lesson, Speed.of(state.learner()))


@part("quiz")
def questions() -> None:
    """Ask the questions of the quiz."""
    quiz.quiz(lesson)


@part("take")
def take() -> None:
    """Offer what was done, to take along."""
    takeaway_summary.take_along(lesson)


heading(lesson.text("nimbus.title"), lesson.text("nimbus.lead"))
show(
    lesson,
    {
        "thread": thread,
        "race": lambda: race(lesson),
        "speed": speed,
        "logs": logs,
        "measured": measured,
        "so-what": so,
        "quiz": questions,
        "take": take,
    },
)
close_page(lesson, "nimbus")
