"""Predict, then reveal: one short question, one click, an answer that meets the misconception."""

from __future__ import annotations

import html
from collections.abc import Callable

import streamlit as st

from lessons import Lesson, Option, Question
from views import sections, state

SKIPPED = "skip"


def revealed(name: str) -> bool:
    """Return whether a question is answered or skipped, or not asked at all."""
    return not sections.shown("questions") or name in dict(state.learner().answers)


def ask(
    lesson: Lesson, name: str, *, then: Callable[[], None] | None = None, **values: str
) -> bool:
    """Show a question; say whether what it asks about may now be shown.

    Parameters
    ----------
    name
        The question's id in the lesson.
    then
        Called when it is answered: what is to be drawn again (`views.fragments.only`) where that is
        more than the part of the page that the question stands in.
    values
        Numbers of the learner for the placeholders of the question.

    Returns
    -------
    True once the question is answered or skipped.
    """
    if not sections.shown("questions"):
        return True  # an exercise without them: nothing waits for an answer
    question = lesson.questions[name].filled(**values)
    given = dict(state.learner().answers).get(name)
    with st.container(border=True, key=f"card-ask-{name}"):
        _options(question, given, then)
        if given is None:
            st.button(
                lesson.text("frame.skip"),
                key=f"skip-{name}",
                type="tertiary",
                on_click=_keep,
                args=(name, SKIPPED, then),
            )
        for option in question.options:
            if option.key == given:
                _feedback(lesson, option)
    return given is not None


def _keep(name: str, option: str, then: Callable[[], None] | None) -> None:
    state.answer(name, option)
    if then is not None:
        then()


def _options(question: Question, given: str | None, then: Callable[[], None] | None) -> None:
    keys = [option.key for option in question.options]
    texts = {option.key: option.text for option in question.options}
    widget = f"ask-{question.id}-{given}"

    def keep() -> None:
        _keep(question.id, st.session_state[widget], then)

    st.radio(
        question.prompt,
        keys,
        index=keys.index(given) if given in keys else None,
        format_func=texts.__getitem__,
        key=widget,
        on_change=keep,
    )


def _feedback(lesson: Lesson, option: Option) -> None:
    kind, mark = ("right", "✓") if option.right else ("wrong", "✗")
    verdict = "" if option.right else html.escape(lesson.text("frame.wrong"))
    st.html(
        f'<p class="feedback {kind}" role="status"><b><span aria-hidden="true">{mark}</span> '
        f"{verdict}</b> {html.escape(option.feedback)}</p>"
    )
