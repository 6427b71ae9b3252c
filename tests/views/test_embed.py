"""What a course page is told, as the server works it out; and nothing of it outside a frame."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

import pytest

from lessons import load_lesson
from scorm.contract import SOURCE, VERSION
from tests.pages.helpers import ROOT
from views import embed, state
from views.fields import Learner, spell_address

LESSON = load_lesson()
QUIZ = LESSON.quiz


@pytest.fixture
def learner(monkeypatch):
    """Give a function that sets who is learning."""

    def become(**values) -> None:
        who = replace(Learner(), **values)
        monkeypatch.setattr(state, "learner", lambda: who)

    return become


def test_a_first_visit_has_done_nothing(learner):
    """All steps are named, none is done, no question is answered."""
    learner()

    assert embed.progress(LESSON, "draft") == {
        "page": "draft",
        "steps": [step.slug for step in LESSON.steps],
        "done": [],
        "quiz": {"count": len(QUIZ), "answered": 0, "right": 0},
    }


def test_done_holds_steps_in_their_order_and_nothing_else(learner):
    """An address by hand can't add a step that there isn't."""
    learner(done=("math", "nonsense", "draft"))

    assert embed.progress(LESSON, "home")["done"] == ["draft", "math"]


def test_predictions_do_not_count_and_answers_that_are_none_neither(learner):
    """Only the quiz is scored: what was predicted on a page is nobody's business."""
    right = next(option.key for option in QUIZ[0].options if option.right)
    wrong = next(option.key for option in QUIZ[1].options if not option.right)
    learner(
        answers=(
            (QUIZ[2].id, right),
            (f"quiz-{QUIZ[0].id}", right),
            (f"quiz-{QUIZ[1].id}", wrong),
            (f"quiz-{QUIZ[3].id}", "z"),
        )
    )

    assert embed.progress(LESSON, "nimbus")["quiz"] == {
        "count": len(QUIZ),
        "answered": 2,
        "right": 1,
    }


def test_outside_a_frame_nothing_changes(monkeypatch):
    """No style, no rule, no component."""
    monkeypatch.setattr(embed, "embedded", lambda: False)
    monkeypatch.setattr(embed, "component", lambda *_, **__: pytest.fail("nobody is to be told"))

    assert (embed.style(), embed.short_names(2)) == ("", "")
    embed.report(LESSON, "draft")


def test_in_a_frame_the_report_names_itself(monkeypatch, learner):
    """Every message carries the name and the version that the SCORM player looks for."""
    learner()
    told = []
    monkeypatch.setattr(embed, "embedded", lambda: True)
    monkeypatch.setattr(
        embed, "component", lambda *_, **__: lambda **given: told.append(given["data"])
    )
    embed.report(LESSON, "math")

    assert [(one["source"], one["version"]) for one in told] == [(SOURCE, VERSION)]
    assert told[0]["progress"]["page"] == "math"
    assert embed.style() != ""
    assert ":nth-child(3)" in embed.short_names(3)


def test_the_contract_is_written_down():
    """docs/embedding.md names the source, the version and every field of the messages."""
    text = (ROOT / "docs" / "embedding.md").read_text("utf-8")
    names = ("source", "version", "type", "page", "steps", "done", "quiz", "at", "height")

    assert f'"{SOURCE}"' in text
    assert f'"version": {VERSION}' in text
    assert all(f'"{name}"' in text for name in names)


def test_the_script_in_the_docs_is_the_one_on_the_page():
    """What is copied from either place is the same."""
    script = (ROOT / "assets" / "takeaway" / "follow_height.html.txt").read_text("utf-8")

    assert script in (ROOT / "docs" / "embedding.md").read_text("utf-8")


def test_a_whole_session_fits_into_a_scorm_place():
    """Every question answered, the quiz too, twelve words edited, a prompt: 4096 do."""
    who = replace(
        Learner(),
        words=tuple(f"replacement{i}" for i in range(12)),
        p=(0.0833,) * 11 + (0.0837,),
        q=(0.0833,) * 11 + (0.0837,),
        seed=999_999,
        gamma=8,
        done=tuple(step.slug for step in LESSON.steps),
        answers=tuple((name, "b") for name in [*LESSON.questions, *(f"quiz-{x.id}" for x in QUIZ)]),
        race_prompt="Your export failed because your account has been moved to another plan",
    )
    query = urlencode(spell_address(who, Learner()), safe=",:|")

    assert len(f"/Accept_or_correct?{query}") <= 4096
