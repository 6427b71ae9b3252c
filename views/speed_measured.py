"""What papers measured, beside what the formula gives; and where drafting stops paying."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from lessons import Lesson
from specdec import speedup
from views import frame
from views.html_parts import decimal, escape
from views.speed import Speed


def measured(lesson: Lesson) -> None:
    """Show the published measurements, each table with its source."""
    with frame.card("measured"):
        st.header(lesson.text("nimbus.measured.title"), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("nimbus.measured.lead"))}</p>')
        st.html(_t5(lesson) + _note(lesson, "t5", "leviathan"))
        st.html(_chinchilla(lesson) + _note(lesson, "chinchilla", "chen"))


def stops(lesson: Lesson, speed: Speed) -> None:
    """Show three ways in which drafting stops paying, with the learner's own numbers."""
    half = speed.alpha / 2
    alpha, cost = decimal(speed.alpha), decimal(speed.cost)
    floor = decimal(speedup(speed.alpha, 1, speed.cost))
    above = {"alpha": alpha, "cost": cost, "floor": floor}
    price = ("above", above) if speed.best else ("below", {"alpha": alpha, "cost": cost})
    batch = {"operations": decimal(speed.operations), "worst": decimal(1 / speed.operations)}
    topic = {
        "half": decimal(half),
        "speed": decimal(speedup(half, speed.gamma, speed.cost)),
    }
    with frame.card("stops"):
        st.header(lesson.text("nimbus.stops.title"), anchor=False)
        parts = (
            _stop(lesson, "price", *price),
            _stop(lesson, "batch", "yours", batch),
            _stop(lesson, "topic", "yours", topic),
        )
        st.html(f'<div class="columns">{"".join(parts)}</div>')


def formula_value(lesson: Lesson, row: str) -> float:
    """Return what the formula gives for the numbers of a published row."""
    alpha, gamma, cost = (lesson.text(f"{row}.{name}") for name in ("alpha", "gamma", "cost"))
    return speedup(float(alpha), int(gamma), float(cost))


def rows_of(lesson: Lesson, name: str) -> tuple[str, ...]:
    """Return the keys of a table's rows, in the order of the file."""
    start = f"nimbus.measured.{name}.row."
    keys = [key for key in lesson.keys() if key.startswith(start)]  # noqa: SIM118 - not a mapping
    found = (key.removeprefix(start).split(".")[0] for key in keys)
    return tuple(start + row for row in dict.fromkeys(found))


def _t5(lesson: Lesson) -> str:
    rows = []
    for row in rows_of(lesson, "t5"):
        numbers = ", ".join(lesson.text(f"{row}.{name}") for name in ("gamma", "alpha", "cost"))
        formula = f"{decimal(formula_value(lesson, row), 1)}×"
        first = (lesson.text(f"{row}.draft"), lesson.text(f"{row}.task"))
        rows.append((first, numbers, formula, lesson.text(f"{row}.measured")))
    return _table(lesson, "t5", ("draft", "numbers", "formula", "measured"), rows)


def _chinchilla(lesson: Lesson) -> str:
    rows = [
        (
            (lesson.text(f"{row}.task"), ""),
            lesson.text(f"{row}.measured"),
            lesson.text(f"{row}.score"),
        )
        for row in rows_of(lesson, "chinchilla")
    ]
    return _table(lesson, "chinchilla", ("task", "measured", "score"), rows)


def _table(
    lesson: Lesson,
    name: str,
    columns: Sequence[str],
    rows: Sequence[tuple[tuple[str, str], *tuple[str, ...]]],
) -> str:
    """Return a table whose first column has a name and, small, what it is about."""
    head = "".join(
        f'<th scope="col">{escape(lesson.text(f"nimbus.measured.{name}.column.{column}"))}</th>'
        for column in columns
    )
    body = []
    for (first, about), *rest in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        body.append(
            f'<tr><th scope="row">{escape(first)} <small>{escape(about)}</small></th>{cells}</tr>'
        )
    caption = escape(lesson.text(f"nimbus.measured.{name}.caption"))
    return (
        f'<table class="plain wrap"><caption>{caption}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _note(lesson: Lesson, name: str, source: str) -> str:
    note = lesson.text(f"nimbus.measured.note.{name}", source=lesson.sources[source])
    return f'<p class="fine">{escape(note)}</p>'


def _stop(lesson: Lesson, name: str, yours: str, values: dict[str, str]) -> str:
    key = f"nimbus.stops.{name}"
    return (
        f"<div><h3>{escape(lesson.text(f'{key}.title'))}</h3>"
        f"<p>{escape(lesson.text(f'{key}.text'))}</p>"
        f'<p class="yours">{escape(lesson.text(f"{key}.{yours}", **values))}</p></div>'
    )
