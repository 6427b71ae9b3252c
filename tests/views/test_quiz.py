"""The quiz: counted honestly, apart from the predictions that asked the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lessons import load_lesson
from views.fields import Learner
from views.quiz import with_numbers
from views.score import score_of, wrong_in_quiz

LESSON = load_lesson()
RIGHT = {q.id: next(o.key for o in q.options if o.right) for q in LESSON.quiz}
WRONG = {q.id: next(o.key for o in q.options if not o.right) for q in LESSON.quiz}
FIRST, SECOND, *_ = RIGHT


def learner(answers: dict[str, str]) -> Learner:
    preset = LESSON.presets[0]
    return replace(Learner(), p=preset.p_target, q=preset.q_draft, answers=tuple(answers.items()))


def test_all_right():
    """Every question answered rightly: finished, with full marks."""
    score = score_of(LESSON, learner({f"quiz-{name}": key for name, key in RIGHT.items()}))

    assert (score.right, score.answered, score.finished) == (len(RIGHT), len(RIGHT), True)


def test_predictions_are_not_counted():
    """A question that was predicted on its page is still open in the quiz."""
    score = score_of(LESSON, learner(RIGHT))

    assert (score.answered, score.right, score.finished) == (0, 0, False)


def test_a_wrong_answer_is_answered_and_not_right():
    """It counts as answered, and is named among those to look at again."""
    one = learner({f"quiz-{FIRST}": WRONG[FIRST], f"quiz-{SECOND}": RIGHT[SECOND]})
    score = score_of(LESSON, one)

    assert (score.answered, score.right) == (2, 1)
    assert [question.id for question in wrong_in_quiz(LESSON, one)] == [FIRST]


def test_what_was_learned_since_the_prediction_is_counted():
    """Predicted wrongly, answered rightly: one changed. Skipped or right before: none."""
    changed = learner({FIRST: WRONG[FIRST], f"quiz-{FIRST}": RIGHT[FIRST]})
    skipped = learner({FIRST: "skip", f"quiz-{FIRST}": RIGHT[FIRST]})
    known = learner({FIRST: RIGHT[FIRST], f"quiz-{FIRST}": RIGHT[FIRST]})

    assert score_of(LESSON, changed).changed == 1
    assert score_of(LESSON, skipped).changed == 0
    assert score_of(LESSON, known).changed == 0


@pytest.mark.parametrize("key", ["z", "skip", ""])
def test_an_answer_that_is_no_option_counts_as_none(key):
    """An address made by hand can't finish the quiz."""
    assert score_of(LESSON, learner({f"quiz-{FIRST}": key})).answered == 0


def test_placeholders_get_the_learners_numbers():
    """A question that declares values is asked with the learner's own."""
    filled = with_numbers(LESSON.questions["math-what-z"], learner({}))

    assert ".73" in filled.prompt
    assert ".27" in filled.prompt


def test_every_question_of_the_quiz_can_be_filled():
    """No quiz question declares a value that the quiz doesn't know."""
    for question in LESSON.quiz:
        assert with_numbers(question, learner({})).values == ()
