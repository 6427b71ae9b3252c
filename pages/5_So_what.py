"""Step 5: the Nimbus thread, what speed costs, so what, the quiz, and what to take along."""

from __future__ import annotations

import streamlit as st

from views import quiz, so_what, speed_curve, speed_measured, state, takeaway_summary
from views.frame import close_page, heading, open_page
from views.questions import ask
from views.race import race
from views.sections import show
from views.speed import Speed, calculator, logged

lesson = open_page("nimbus")
st.html(f"<style>{so_what.style()}</style>")
numbers = Speed.of(state.learner())


def thread() -> None:
    """Show the Nimbus thread, and what exactness promises."""
    so_what.thread(lesson)
    if ask(lesson, "nimbus-bit-identical"):
        so_what.promised(lesson)


def speed() -> None:
    """Show what alpha, gamma and cost come to."""
    calculator(lesson, numbers)
    speed_curve.curve(lesson, numbers)


def logs() -> None:
    """Show what servers log, which is not alpha."""
    if ask(lesson, "nimbus-logged-rate"):
        logged(lesson, numbers)


def measured() -> None:
    """Show what was measured, and where it stops paying."""
    if ask(lesson, "nimbus-best-draft"):
        speed_measured.measured(lesson)
    if ask(lesson, "nimbus-always-faster"):
        speed_measured.stops(lesson, numbers)


def so() -> None:
    """Show what to remember."""
    if ask(lesson, "nimbus-price"):
        so_what.so_what(lesson, numbers)


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
        "quiz": lambda: quiz.quiz(lesson),
        "take": lambda: takeaway_summary.take_along(lesson),
    },
)
close_page(lesson, "nimbus")
