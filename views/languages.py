"""Which language the lesson speaks: the choice in the frame, and what the browser is told of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from lessons import Lesson
from views import sections, state
from views.component import FILES


def choice(lesson: Lesson) -> None:
    """Offer the lesson's other languages, each by its own name; nothing where there is none."""
    if sections.presenting() or not sections.shown("language"):
        return
    for code, name in lesson.languages.items():
        if code != lesson.language:
            st.button(name, key=f"lang-{code}", type="tertiary", on_click=state.act(lang=code))


def declare(lesson: Lesson) -> None:
    """Tell browser and screen reader the page's language: Streamlit's page always says English."""
    _component()(key="language", data={"lang": lesson.language})


def style() -> str:
    """Return what keeps the declaration from taking room."""
    return ".st-key-language { display: none; }"


@cache
def _component() -> Any:  # noqa: ANN401 - Streamlit's renderer type is private
    code = (FILES / "language.js").read_text("utf-8")
    return st.components.v2.component("language", html="<div></div>", js=code)
