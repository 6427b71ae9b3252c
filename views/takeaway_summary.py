"""What was done, as Markdown to take along: own numbers, and the sentence that matters."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from lessons import Lesson, Option, Question
from specdec import acceptance_rate, leftover, overlap
from views import frame, state
from views.copy_link import copy_link
from views.draft_scene import Scene, play
from views.fields import Learner, spell_address
from views.html_parts import decimal, escape
from views.questions import SKIPPED
from views.quiz import with_numbers
from views.remembered import remembered
from views.score import score_of, wrong_in_quiz
from views.speed import Speed


def take_along(lesson: Lesson) -> None:
    """Show the summary as text to copy and as a file to keep."""
    learner = state.learner()
    text = summary(lesson, learner, st.context.url or "")
    with frame.card("take"):
        st.header(lesson.text("nimbus.take.title"), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("nimbus.take.lead"))}</p>')
        st.download_button(
            lesson.text("nimbus.take.download"),
            data=text,
            file_name=lesson.text("nimbus.take.file"),
            mime="text/markdown",
            on_click="ignore",
        )
        copy_link(
            lesson.text("nimbus.take.copy"),
            lesson.text("nimbus.take.copied"),
            lesson.text("nimbus.take.by_hand"),
            text=text,
        )
        # Streamlit's own block of code would fetch 1.6 MB that colours programs.
        st.html(f'<pre class="taken">{escape(text)}</pre>')


def summary(lesson: Lesson, learner: Learner, page: str) -> str:
    """Return the whole summary.

    Parameters
    ----------
    page
        The address of the page without its query; "" leaves the link out.
    """
    title = lesson.text("nimbus.summary.title", number=lesson.number, title=lesson.title)
    parts = [
        f"# {title}",
        f"> {lesson.module.so_what}",
        *_distributions(lesson, learner),
        *_draws(lesson, learner),
        *_predictions(lesson, learner),
        *_quiz(lesson, learner),
        *_speed(lesson, learner),
    ]
    if page:
        query = urlencode(spell_address(learner, state.first_visit(lesson)))
        address = f"{page}?{query}" if query else page
        parts.append(lesson.text("nimbus.summary.link", address=address))
    return "\n\n".join(parts) + "\n"


def predictions(lesson: Lesson, learner: Learner) -> tuple[list[Question], list[Question], int]:
    """Return what was predicted rightly, what wrongly, and how many questions were skipped."""
    right: list[Question] = []
    wrong: list[Question] = []
    skipped = 0
    for name, given in learner.answers:
        question = lesson.questions.get(name)
        if question is None:
            continue  # the quiz's own, or an address made by hand
        option = _option(question, given)
        if option is not None:
            (right if option.right else wrong).append(question)
        skipped += given == SKIPPED
    return right, wrong, skipped


def _distributions(lesson: Lesson, learner: Learner) -> list[str]:
    rows = zip(
        learner.words,
        learner.p,
        learner.q,
        overlap(learner.p, learner.q),
        leftover(learner.p, learner.q),
        strict=True,
    )
    table = [lesson.text("nimbus.summary.bars_head"), "|---|---|---|---|---|"]
    table += [
        f"| {word} | {' | '.join(decimal(value) for value in rest)} |" for word, *rest in rows
    ]
    alpha = acceptance_rate(learner.p, learner.q)
    said = lesson.text("nimbus.summary.alpha", alpha=decimal(alpha), z=decimal(1 - alpha))
    return [_heading(lesson, "bars"), "\n".join(table), said]


def _draws(lesson: Lesson, learner: Learner) -> list[str]:
    scene = _scene(lesson, learner.seed, learner.gamma, learner.round)
    ledger = scene.ledger()
    said = lesson.text(
        "nimbus.summary.draws_text",
        seed=learner.seed,
        gamma=learner.gamma,
        sentence=f"{lesson.prompt} {lesson.continuation.sentence(scene.after)}",
        tokens=ledger.tokens,
        passes=ledger.target_passes,
        rolls=learner.rolls,
        rounds=f"{learner.rounds:,}",
    )
    fault = lesson.faults.get(learner.fault)
    looked_at = [lesson.text("nimbus.summary.fault", name=fault.name)] if fault else []
    return [_heading(lesson, "draws"), " ".join([said, *looked_at])]


@remembered(256)
def _scene(lesson: Lesson, seed: int, gamma: int, number: int) -> Scene:
    return play(lesson.continuation, seed, gamma, number)


def _predictions(lesson: Lesson, learner: Learner) -> list[str]:
    right, wrong, skipped = predictions(lesson, learner)
    if not (right or wrong or skipped):
        return [_heading(lesson, "predictions"), lesson.text("nimbus.summary.predictions_none")]
    said = lesson.text(
        "nimbus.summary.predictions_text", right=len(right), wrong=len(wrong), skipped=skipped
    )
    return [_heading(lesson, "predictions"), said, *_again(lesson, learner, wrong)]


def _quiz(lesson: Lesson, learner: Learner) -> list[str]:
    score = score_of(lesson, learner)
    values = {"right": score.right, "count": score.count}
    if score.finished:
        said = lesson.text("nimbus.summary.quiz_text", **values)
    else:
        said = lesson.text("nimbus.summary.quiz_open", answered=score.answered, **values)
    return [
        _heading(lesson, "quiz"),
        said,
        *_again(lesson, learner, wrong_in_quiz(lesson, learner)),
    ]


def _again(
    lesson: Lesson, learner: Learner, questions: list[Question] | tuple[Question, ...]
) -> list[str]:
    """Return what was answered wrongly, each with the reason: what to read once more."""
    if not questions:
        return []
    filled = (with_numbers(question, learner) for question in questions)
    items = "\n".join(f"- **{one.prompt}** {one.explanation}" for one in filled)
    return [f"{lesson.text('nimbus.summary.again')}:", items]


def _speed(lesson: Lesson, learner: Learner) -> list[str]:
    speed = Speed.of(learner)
    said = lesson.text(
        "nimbus.summary.speed_text",
        alpha=decimal(speed.alpha),
        gamma=speed.gamma,
        cost=decimal(speed.cost),
        tokens=decimal(speed.tokens),
        speed=decimal(speed.speed),
        operations=decimal(speed.operations),
    )
    return [_heading(lesson, "speed"), said]


def _heading(lesson: Lesson, name: str) -> str:
    return f"## {lesson.text(f'nimbus.summary.{name}')}"


def _option(question: Question, key: str) -> Option | None:
    return next((option for option in question.options if option.key == key), None)
