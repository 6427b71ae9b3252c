"""Predict, then reveal: one short question, one click, an answer that meets the misconception."""

from __future__ import annotations

import html

import streamlit as st

from lessons import Lesson
from views import state

SKIPPED = "skip"


def ask(lesson: Lesson, name: str, **values: str) -> bool:
    """Show a question; say whether what it asks about may now be shown.

    Parameters
    ----------
    name
        The question's id in the lesson.
    values
        Numbers of the learner for the placeholders of the question.

    Returns
    -------
    True once the question is answered or skipped.
    """
    question = lesson.questions[name]
    given = dict(state.learner().answers).get(name)
    with st.container(border=True, key=f"card-ask-{name}"):
        _options(lesson, name, given, values)
        if given is None:
            st.button(
                lesson.text("frame.skip"), key=f"skip-{name}", type="tertiary",
                on_click=state.answer, args=(name, SKIPPED),
            )
        elif given != SKIPPED:
            option = next((one for one in question.options if one.key == given), None)
            if option is not None:
                _feedback(lesson, option.right, option.feedback, values)
    return given is not None


def _options(lesson: Lesson, name: str, given: str | None, values: dict[str, str]) -> None:
    question = lesson.questions[name]
    keys = [option.key for option in question.options]
    texts = {option.key: _filled(option.text, values) for option in question.options}
    widget = f"ask-{name}-{given}"

    def keep() -> None:
        state.answer(name, st.session_state[widget])

    st.radio(
        _filled(question.prompt, values),
        keys,
        index=keys.index(given) if given in keys else None,
        format_func=texts.__getitem__,
        key=widget,
        on_change=keep,
    )


def _feedback(lesson: Lesson, right: bool, text: str, values: dict[str, str]) -> None:
    verdict = lesson.text("frame.right" if right else "frame.wrong")
    kind = "right" if right else "wrong"
    st.html(
        f'<p class="feedback {kind}" role="status"><b>{html.escape(verdict)}</b> '
        f"{html.escape(_filled(text, values))}</p>"
    )


def _filled(text: str, values: dict[str, str]) -> str:
    return text.format(**values) if values else text
