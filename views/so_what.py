"""The module's thread and its last word: Nimbus-mini drafts, Nimbus-large verifies; so what."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from specdec import acceptance_rate
from views import frame, state
from views.html_parts import decimal, escape
from views.speed import Speed
from views.styles import sheet


def style() -> str:
    """Return what page 5 needs on top of the style sheet."""
    return sheet("nimbus", "charts")


def thread(lesson: Lesson) -> None:
    """Show the Nimbus thread in the module's own words."""
    with frame.card("thread"):
        st.html(
            f'<p class="eyebrow">{escape(lesson.module.nimbus_heading)}</p>'
            f"<h2>{escape(lesson.module.nimbus_title)}</h2>"
            f'<p class="prose">{escape(lesson.module.nimbus)}</p>'
        )


def promised(lesson: Lesson) -> None:
    """Show what exactness promises and what it does not."""
    with frame.card("promised"):
        st.header(lesson.text("nimbus.promised.title"), anchor=False)
        words = lesson.questions["nimbus-bit-identical"].explanation
        st.html(f'<p class="prose">{escape(words)}</p>')


def so_what(lesson: Lesson, speed: Speed) -> None:
    """Show what to remember, in one screen, with the learner's own numbers."""
    learner = state.learner()
    alpha = acceptance_rate(learner.p, learner.q)
    tokens = decimal(speed.tokens)
    with frame.card("so-what"):
        st.header(lesson.module.so_what_heading, anchor=False)
        parts = (
            _part(lesson, "speed", f"{decimal(speed.speed)}×", tokens=tokens),
            _part(lesson, "operations", f"{decimal(speed.operations)}×"),
            _part(lesson, "same", f"{decimal(alpha)} + {decimal(1 - alpha)} = 1"),
        )
        st.html(
            f'<p class="hero">{escape(lesson.module.so_what)}</p>'
            f'<div class="columns">{"".join(parts)}</div>'
        )


def _part(lesson: Lesson, name: str, value: str, **values: str) -> str:
    words = escape(lesson.text(f"nimbus.so_what.{name}"))
    text = escape(lesson.text(f"nimbus.so_what.{name}_text", **values))
    return (
        f'<div><p class="figure-number">{value} <small>{words}</small></p>'
        f'<p class="figure-text">{text}</p></div>'
    )
