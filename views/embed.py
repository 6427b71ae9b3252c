"""The lesson inside a course page: a compact frame, and what the course page is told.

With `?embed=true` a component posts to the page around the iframe how high the content is, where
the learner is and what the quiz came to. docs/embedding.md is the contract for those messages;
whoever changes one raises VERSION.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from lessons import Lesson
from scorm.contract import SOURCE, VERSION
from views import state
from views.component import component
from views.score import score_of
from views.styles import sheet

_LINK = '<a class="own" target="_blank" rel="noopener"></a>'


def embedded() -> bool:
    """Return whether this runs in a frame that asked for the compact view."""
    return bool(st.context.is_embedded)


def style() -> str:
    """Return what the compact frame changes, nothing outside of one."""
    return sheet("embed") if embedded() else ""


def short_names(current: int) -> str:
    """Return the rule that leaves a narrow frame's steps their numbers, and one its name.

    Parameters
    ----------
    current
        The place of the page at hand in the navigation, counted from 1.
    """
    if not embedded():
        return ""
    others = f".st-key-nav > :not(:nth-child({current})) a p"
    # Type of no size is not seen, and still read out; app.css makes it important first.
    return f"@media (max-width: 640px) {{{others} {{font-size: 0 !important}}}}"


def progress(lesson: Lesson, slug: str) -> dict[str, Any]:
    """Return what a course page is told about the learner; it holds no answer and no name."""
    learner = state.learner()
    score = score_of(lesson, learner)
    steps = [step.slug for step in lesson.steps]
    return {
        "page": slug,
        "steps": steps,
        "done": [step for step in steps if step in learner.done],
        "quiz": {"count": score.count, "answered": score.answered, "right": score.right},
    }


def report(lesson: Lesson, slug: str) -> None:
    """Tell the page around the iframe, and offer a way out of it; nothing where there is none."""
    if not embedded():
        return
    component("embed", html=_LINK)(
        key="embed",
        data={
            "source": SOURCE,
            "version": VERSION,
            "label": lesson.text("frame.own_window"),
            "progress": progress(lesson, slug),
        },
    )
