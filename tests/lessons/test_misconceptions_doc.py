"""docs/misconceptions.md says where each misconception is met; it must stay true."""

from __future__ import annotations

import re
from pathlib import Path

from lessons import load_lesson

DOC = Path(__file__).resolve().parents[2] / "docs" / "misconceptions.md"


def test_the_table_names_each_question_on_its_page() -> None:
    """One row for each question that meets one: number, page, id, whether the quiz asks."""
    lesson = load_lesson()
    pages = {step.slug: f"{step.number} {step.title}" for step in lesson.steps}
    pages |= {lab: lesson.text(f"{lab}.title") for lab in ("lab_speed", "lab_beyond")}
    expected = {
        (str(question.misconception), pages[question.page], question.id, question.quiz)
        for question in lesson.questions.values()
        if question.misconception
    }
    rows = re.findall(
        r"^\| (\d+) \| .+ \| ([^|]+) \| `([a-z-]+)`( and the quiz)? \|$",
        DOC.read_text("utf-8"),
        re.M,
    )
    actual = {(number, page, name, bool(quiz)) for number, page, name, quiz in rows}

    assert actual == expected


def test_all_sixteen_are_met() -> None:
    """None is left out."""
    met = {question.misconception for question in load_lesson().questions.values()}

    assert met >= set(range(1, 17))
