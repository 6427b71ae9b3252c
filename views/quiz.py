"""The quiz at the end: one question after the other, answered with what the learner did."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson, Option, Question
from specdec import acceptance_rate
from views import embed, frame, state
from views.fields import Learner
from views.fragments import only
from views.html_parts import decimal, escape
from views.score import PREFIX, Score, answers_of, chosen_option, score_of

OF_AN_ANSWER = ("quiz", "take")  # parts of the page that tell what was predicted and answered


def quiz(lesson: Lesson) -> None:
    """Show the questions answered so far, the next one, and the score."""
    learner = state.learner()
    score = score_of(lesson, learner)
    with frame.card("quiz"):
        st.header(lesson.text("nimbus.quiz.title"), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("nimbus.quiz.lead", count=score.count))}</p>')
    given = answers_of(learner)
    for place, question in enumerate(lesson.quiz, 1):
        filled = with_numbers(question, learner)
        option = chosen_option(question, given)
        if option is None:
            _open_question(lesson, filled, place)
            break
        _answered(lesson, filled, option.key, place)
    _score(lesson, score)


def with_numbers(question: Question, learner: Learner) -> Question:
    """Fill a question's placeholders with the learner's own numbers."""
    if not question.values:
        return question
    alpha = acceptance_rate(learner.p, learner.q)
    known = {"alpha": decimal(alpha), "z": decimal(1 - alpha), "gamma": str(learner.gamma)}
    return question.filled(**{name: known[name] for name in question.values})


def _open_question(lesson: Lesson, question: Question, place: int) -> None:
    texts = {option.key: option.text for option in question.options}
    widget = f"{PREFIX}{question.id}"
    with frame.card(f"quiz-{question.id}"), st.form(f"quiz-form-{question.id}", border=False):
        st.html(_number(lesson, place))
        # In a form: with the arrow keys one looks at every answer before one is checked.
        st.radio(
            question.prompt, list(texts), index=None, format_func=texts.__getitem__, key=widget
        )
        pressed = st.form_submit_button(
            lesson.text("nimbus.quiz.check"),
            type="primary",
            on_click=_keep,
            args=(lesson, question.id, widget),
        )
        if pressed and st.session_state[widget] is None:
            st.html(f'<p role="status"><b>{escape(lesson.text("nimbus.quiz.choose"))}</b></p>')


def _keep(lesson: Lesson, question: str, widget: str) -> None:
    chosen = st.session_state[widget]
    if chosen is None:
        return
    state.answer(f"{PREFIX}{question}", chosen)
    if score_of(lesson, state.learner()).finished:
        state.mark_done("nimbus")
        st.rerun()  # the whole page: its head shows what is done
    _answers_changed()


def _answered(lesson: Lesson, question: Question, given: str, place: int) -> None:
    """Show an answered question: what was chosen, what is right, and why."""
    chosen = next(option for option in question.options if option.key == given)
    kind, mark = ("right", "✓") if chosen.right else ("wrong", "✗")
    verdict = "" if chosen.right else escape(lesson.text("frame.wrong"))
    items = "".join(_option(lesson, option, given) for option in question.options)
    with frame.card(f"quiz-{question.id}"):
        st.html(
            f'{_number(lesson, place)}<p class="prose"><b>{escape(question.prompt)}</b></p>'
            f'<ul class="choices">{items}</ul>'
            f'<div class="feedback {kind}" role="status">'
            f'<p><b><span aria-hidden="true">{mark}</span> {verdict}</b> '
            f"{escape(chosen.feedback)}</p><p>{escape(question.explanation)}</p></div>"
        )


def _option(lesson: Lesson, option: Option, given: str) -> str:
    chosen = option.key == given
    if option.right:
        kind, said = "right", "your_right" if chosen else "right"
    elif chosen:
        kind, said = "wrong", "your_wrong"
    else:
        return f"<li>{escape(option.text)}</li>"
    words = escape(lesson.text(f"nimbus.quiz.{said}"))
    return f'<li class="{kind}"><b>{escape(option.text)}</b> <small>{words}</small></li>'


def _number(lesson: Lesson, place: int) -> str:
    words = lesson.text("nimbus.quiz.number", number=place, count=len(lesson.quiz))
    return f'<p class="eyebrow">{escape(words)}</p>'


def _score(lesson: Lesson, score: Score) -> None:
    if not score.answered:
        return
    if not score.finished:
        so_far = lesson.text("nimbus.quiz.so_far", right=score.right, answered=score.answered)
        st.html(f'<p class="fine">{escape(so_far)}</p>')
        return
    with frame.card("score"):
        title = lesson.text("nimbus.quiz.score_title", right=score.right, count=score.count)
        st.header(title, anchor=False)
        share = (
            "all"
            if score.right == score.count
            else "most"
            if 2 * score.right > score.count
            else "some"
        )
        said = lesson.text(f"nimbus.quiz.score.{share}")
        said = f"{said} {_changed(lesson, score.changed)}"
        st.html(f'<p class="lead" role="status">{escape(said)}</p>')
        st.button(lesson.text("nimbus.quiz.again"), key="quiz-again", on_click=_again)


def _changed(lesson: Lesson, count: int) -> str:
    if count == 1:
        return lesson.text("nimbus.quiz.changed_one")
    return lesson.text("nimbus.quiz.changed", count=count) if count else ""


def _again() -> None:
    kept = (pair for pair in state.learner().answers if not pair[0].startswith(PREFIX))
    state.put(answers=tuple(kept))
    _answers_changed()


def _answers_changed() -> None:
    if embed.embedded():
        st.rerun()  # the whole page: its foot tells the course page
    only(*OF_AN_ANSWER)
