"""Both drafts on the same prompt, one race after the other, and what the numbers say of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from lessons import Lesson
from nimbus import DraftName
from nimbus.race import Result
from views.html_parts import decimal, escape, table
from views.race_result import EVEN

_ALIKE = 0.02  # shares of kept guesses so near to each other can't be told apart

Both = Mapping[DraftName, Result]


def compared(lesson: Lesson, found: Both) -> None:
    """Show both results side by side, and in a sentence."""
    st.html(f'<p class="prose" role="status">{escape(verdict(lesson, found))}</p>')
    rows = [
        (lesson.text(f"race.result.{name}"), *(value(one) for one in found.values()))
        for name, value in _VALUES.items()
    ]
    head = [lesson.text("race.two.what"), *(_name(lesson, draft) for draft in found)]
    st.html(table(lesson.text("race.two.caption"), head, rows))
    if any(one.speedup > one.prediction.flat for one in found.values()):
        st.html(f'<p class="notice">{escape(lesson.text("race.result.noisy"))}</p>')


def verdict(lesson: Lesson, found: Both) -> str:
    """Say whether the draft with more kept guesses was the faster one; the numbers decide."""
    more, less = sorted(found, key=lambda draft: found[draft].alpha, reverse=True)
    first, second = found[more], found[less]
    values = {"alpha": decimal(first.alpha), "less": decimal(second.alpha)}
    if first.alpha - second.alpha < _ALIKE:
        return lesson.text("race.two.verdict.alike", **values)
    gain = first.speedup / second.speedup
    case = "same" if abs(gain - 1) <= EVEN else "faster" if gain > 1 else "slower"
    said = lesson.text(
        f"race.two.verdict.{case}",
        draft=_name(lesson, more),
        speed=decimal(first.speedup),
        other=decimal(second.speedup),
        **values,
    )
    said = said[:1].upper() + said[1:]
    costs = {"cost": decimal(first.costs.ratio), "other": decimal(second.costs.ratio)}
    return f"{said} {lesson.text('race.two.costs', **costs)}"


def _name(lesson: Lesson, draft: DraftName) -> str:
    return lesson.text(f"race.field.draft_{draft}")


_VALUES: Mapping[str, Callable[[Result], str]] = {
    "alpha": lambda one: decimal(one.alpha),
    "cost": lambda one: decimal(one.costs.ratio),
    "tokens": lambda one: decimal(one.tokens_a_pass),
    "speed": lambda one: f"{decimal(one.speedup)}×",
    "formula": lambda one: f"{decimal(one.prediction.speedup)}×",
}
