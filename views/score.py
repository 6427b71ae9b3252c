"""What the answers in the quiz come to: read by the quiz, by its summary and by course pages."""

from __future__ import annotations

from dataclasses import dataclass

from lessons import Lesson, Option, Question
from views.fields import Learner

# A question of the quiz was met before, as a prediction: its answer here has a name of its own.
PREFIX = "quiz-"


@dataclass(frozen=True)
class Score:
    """How far the quiz is: questions in all, answered, right, and set right since predicted."""

    count: int
    answered: int
    right: int
    changed: int

    @property
    def finished(self) -> bool:
        """Whether every question has an answer."""
        return self.answered == self.count


def score_of(lesson: Lesson, learner: Learner) -> Score:
    """Count the answers of a learner."""
    given, predicted = answers_of(learner), dict(learner.answers)
    chosen = {question.id: chosen_option(question, given) for question in lesson.quiz}
    right = {name for name, option in chosen.items() if option is not None and option.right}
    first = {question.id: chosen_option(question, predicted) for question in lesson.quiz}
    changed = {name for name in right if (was := first[name]) is not None and not was.right}
    answered = sum(option is not None for option in chosen.values())
    return Score(len(lesson.quiz), answered, len(right), len(changed))


def answers_of(learner: Learner) -> dict[str, str]:
    """Return the answers given in the quiz, by the question's id."""
    return {
        name.removeprefix(PREFIX): option
        for name, option in learner.answers
        if name.startswith(PREFIX)
    }


def wrong_in_quiz(lesson: Lesson, learner: Learner) -> tuple[Question, ...]:
    """Return the questions of the quiz that were answered, and not rightly."""
    given = answers_of(learner)
    chosen = ((question, chosen_option(question, given)) for question in lesson.quiz)
    return tuple(question for question, option in chosen if option and not option.right)


def chosen_option(question: Question, given: dict[str, str]) -> Option | None:
    """Return the option chosen; an answer that is none of them counts as none."""
    key = given.get(question.id)
    return next((option for option in question.options if option.key == key), None)
