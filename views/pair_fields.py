"""What the real pair is asked, wherever it is asked: prompt, temperature, who guesses."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from lessons import Lesson
from nimbus import DRAFTS, ModelFileError, TooLongError
from nimbus.race import MAX_PROMPT
from views import state

Unplayable = (TooLongError, ModelFileError)
Then = Callable[[], None] | None
"""What ends a callback, as in `views.state.bound`."""


def prompt(lesson: Lesson, height: int = 110, then: Then = None) -> None:
    """Ask for the text that the models go on from."""
    state.bound(
        st.text_area,
        lesson.text("race.field.prompt"),
        field="race_prompt",
        then=then,
        max_chars=MAX_PROMPT,
        height=height,
    )


def temperature(lesson: Lesson, then: Then = None) -> None:
    """Ask for the temperature of both models."""
    state.bound(
        st.slider,
        lesson.text("race.field.temperature"),
        field="temperature",
        then=then,
        min_value=0.0,
        max_value=1.5,
        step=0.1,
    )


def draft(lesson: Lesson, then: Then = None) -> None:
    """Ask who guesses."""
    names = {name: lesson.text(f"race.field.draft_{name}") for name in DRAFTS}
    state.bound(
        st.radio,
        lesson.text("race.field.draft"),
        field="race_draft",
        then=then,
        options=DRAFTS,
        format_func=names.__getitem__,
        value_name="index",
        read=DRAFTS.index,
    )


def fields(lesson: Lesson) -> None:
    """Ask all three, in a row."""
    words, heat, who = st.columns([2.2, 1.2, 1], gap="medium")
    with words:
        prompt(lesson, height=80)
    with heat:
        temperature(lesson)
    with who:
        draft(lesson)


def refusal(lesson: Lesson, error: TooLongError | ModelFileError) -> str:
    """Say why the pair can't be asked this."""
    if isinstance(error, TooLongError):
        return lesson.text("race.run.too_long", tokens=error.tokens, limit=error.limit)
    return lesson.text("race.run.broken", what=str(error))
