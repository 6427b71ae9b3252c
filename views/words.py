"""Asking a lesson for its words where several texts share one set of values."""

from __future__ import annotations

from collections.abc import Mapping

from lessons import Lesson


def say(lesson: Lesson, key: str, values: Mapping[str, str]) -> str:
    """Return a text filled with those of `values` that it has a place for.

    `lesson.text` refuses a value without a place, which finds slips; where one of several texts
    is chosen by what happened, each takes what it needs.
    """
    needed = lesson.placeholders(key)
    return lesson.text(key, **{name: text for name, text in values.items() if name in needed})
