"""The tracer: the round's source with a real run of it, played line by line in the browser."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import streamlit as st

from lessons import Lesson
from views import state
from views.code_controls import start_over_if_new
from views.code_run import Run, numbers_of, traced_run
from views.code_scenes import Scenes
from views.code_source import source_lines
from views.component import component
from views.fields import FieldError, Learner
from views.fragments import only

_KEY = "tracer"
_LABELS = (
    "back", "step", "decide", "end", "reset", "scrub", "controls", "code", "variables", "changed",
    "called",
    "fold",
)  # fmt: skip


def tracer(lesson: Lesson, learner: Learner) -> None:
    """Show the learner's run; the step that is looked at is the state's field `line`."""
    data = {**tracer_data(lesson, learner), "seen": _sent().get("stamp")}
    _mount()(key=_KEY, data=data, on_line_change=_keep_line)


def tracer_data(lesson: Lesson, learner: Learner) -> dict[str, Any]:
    """Return all that the browser needs to play a run.

    Returns
    -------
    ``key`` names the run; ``at`` is the step to show, 0 being the call itself; ``lines`` is the
    source; ``fold`` the lines of the docstring; ``steps``, ``pictures``, ``names`` as `Scenes`
    gives them; ``label`` the words of the controls.
    """
    data = _played(lesson, numbers_of(learner))
    return {**data, "at": min(learner.line, len(data["steps"]) - 1)}


@lru_cache(maxsize=64)
def _played(lesson: Lesson, numbers: Learner) -> dict[str, Any]:
    """Return what does not depend on the step that is looked at; a step forward costs nothing."""
    run = traced_run(numbers)
    scenes = Scenes(lesson, numbers, run)
    first, last = docstring_lines(run)
    label = {name: lesson.text(f"code.tracer.{name}") for name in _LABELS}
    label["unfold"] = lesson.text("code.tracer.unfold", first=first, last=last)
    label["place"] = lesson.text("code.tracer.place", step="%1", steps="%2")
    return {
        "key": hashlib.sha256(repr(numbers).encode()).hexdigest()[:16],
        "lines": [
            {"number": line.number, "indent": line.indent, "html": line.html}
            for line in source_lines(run.trace.source)
        ],
        "fold": {"from": first, "to": last},
        "steps": scenes.steps(),
        "pictures": scenes.pictures,
        "names": scenes.names(),
        "label": label,
    }


def docstring_lines(run: Run) -> tuple[int, int]:
    """Return the first and the last line of the docstring, counted as the trace counts."""
    quotes = [number for number, row in enumerate(run.trace.source.splitlines(), 1) if '"""' in row]
    return quotes[0], run.trace.body_line - 1


def _keep_line() -> None:
    """Keep the step; what a browser sends is not trusted."""
    with suppress(FieldError, KeyError, TypeError, ValueError):
        state.put(line=int(_sent()["place"]))
    start_over_if_new()
    only()  # the browser shows the step already


def _sent() -> Mapping[str, Any]:
    """Return the last message of the browser: a place, and the number it knows the message by."""
    line = (st.session_state.get(_KEY) or {}).get("line")
    return line if isinstance(line, Mapping) else {}


def _mount() -> Any:  # noqa: ANN401 - Streamlit's renderer type is private
    # Chips, ruler and bars wear the styles of the page.
    return component("tracer", html='<div class="tracer"></div>', isolate_styles=False)
