"""What a learner takes along: own numbers, own answers, the sentence that matters."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, urlparse

import pytest

from lessons import load_lesson
from views.fields import Learner, parse_address
from views.state import first_visit
from views.takeaway_summary import predictions, summary

LESSON = load_lesson()
FIRST = first_visit(LESSON)
PAGE = "http://localhost:8501/So_what"


@pytest.fixture
def text():
    """Return the summary of a learner who differs from a first visit in some fields."""

    def write(page: str = PAGE, **values: object) -> str:
        return summary(LESSON, replace(FIRST, **values), page)

    return write


def test_the_sentence_that_matters_is_there(text):
    """The module's last word stands at the top."""
    assert text().splitlines()[2] == f"> {LESSON.module.so_what}"


def test_it_holds_the_learners_own_distributions(text):
    """Words, p and q as set, with what is kept and left over; alpha and Z add to 1."""
    own = text(words=("red", "green"), p=(0.7, 0.3), q=(0.4, 0.6))

    assert "| red | .70 | .40 | .40 | .30 |" in own
    assert "| green | .30 | .60 | .30 | 0 |" in own
    assert ".70 + .30 = 1" in own


def test_it_holds_the_draws(text):
    """Seed, the sentence of step 1 with its passes, rolls and rounds."""
    own = text(seed=LESSON.seeds["all-accepted"].seed, rolls=12, rounds=5000)

    assert "Seed 2, γ = 4" in own
    assert "“Your export failed because your report exceeded our size limit”" in own
    assert "Words written: 5; passes of the large model: 1." in own
    assert "rolled in step 2: 12" in own
    assert "Rounds in step 3: 5,000" in own


def test_predictions_are_counted_and_the_wrong_ones_explained(text):
    """Right, wrong and skipped; the wrong ones come with what to read once more."""
    answers = (
        ("draft-what-decides", "b"),
        ("draft-sees-future", "a"),
        ("draft-one-pass", "skip"),
        ("no-such-question", "a"),
    )
    right, wrong, skipped = predictions(LESSON, replace(FIRST, answers=answers))
    own = text(answers=answers)

    assert ([q.id for q in right], [q.id for q in wrong], skipped) == (
        ["draft-what-decides"],
        ["draft-sees-future"],
        1,
    )
    assert "1 right, 1 not right, 1 skipped." in own
    assert LESSON.questions["draft-sees-future"].explanation in own


def test_the_quiz_stands_as_far_as_it_went(text):
    """Unfinished: how many were answered. Finished: how many were right."""
    right = {q.id: next(o.key for o in q.options if o.right) for q in LESSON.quiz}
    answers = tuple((f"quiz-{name}", key) for name, key in right.items())

    assert f"1 of {len(right)} answered so far, 1 of them right." in text(answers=answers[:1])
    assert f"{len(right)} of {len(right)} right." in text(answers=answers)


def test_a_fault_that_was_looked_at_is_named(text):
    """By its name in the lesson; a name that is none is left out."""
    assert LESSON.faults["no-coin"].name in text(fault="no-coin")
    assert "The fault I looked at" not in text(fault="no-such-fault")


def test_the_link_opens_the_same_state(text):
    """What the link's query says is what the learner had."""
    own = replace(FIRST, seed=7, alpha=0.6, words=("a b", "c&d"), p=(0.7, 0.3), q=(0.4, 0.6))
    link = summary(LESSON, own, PAGE).split()[-1]
    query = {key: values[0] for key, values in parse_qs(urlparse(link).query).items()}
    read, notices = parse_address(query, FIRST)

    assert notices == ()
    assert read == own


def test_without_an_address_there_is_no_link(text):
    """Streamlit may not know the address; then nothing is made up."""
    assert "http" not in text(page="")


def test_a_first_visit_is_said_to_be_one(text):
    """Nothing done is not called something."""
    assert LESSON.text("nimbus.summary.predictions_none") in text()
    assert isinstance(FIRST, Learner)
