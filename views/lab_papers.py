"""The papers' tables beside the same numbers from the core: cell by cell, with the difference."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from lessons.published import Measured, Published, load_published
from specdec import alpha_for, operations, speedup
from views import frame
from views.html_parts import decimal, escape, table
from views.lab_parts import signed

_HALF = 0.005  # alpha and c are printed with two decimals
_TENTH = 0.05  # expected speeds with one


def papers(lesson: Lesson) -> None:
    """Show the three published tables."""
    data = load_published(lesson.name, language=lesson.language)
    with frame.card("papers"):
        same, count = agreeing(data)
        st.header(lesson.text("lab_speed.papers.title", same=same, count=count), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("lab_speed.papers.lead"))}</p>')
        st.html(theory(lesson, data))
        st.html(measured(lesson, data))
        st.html(timed(lesson, data))


def agreeing(data: Published) -> tuple[int, int]:
    """Return how many computed cells are the printed ones, rounded alike, and of how many."""
    cells = [(row.speed, speedup(row.alpha, row.gamma, 0)) for row in data.theory] + [
        (row.operations, operations(row.alpha, row.gamma, 0)) for row in data.theory
    ]
    return sum(round(ours, 2) == printed for printed, ours in cells), len(cells)


def span(row: Measured) -> tuple[float, float]:
    """Return the least and the most the formula gives for what prints as this row's alpha and c."""
    return (
        speedup(row.alpha - _HALF, row.gamma, row.cost + _HALF),
        speedup(row.alpha + _HALF, row.gamma, row.cost - _HALF),
    )


def inside(row: Measured) -> bool:
    """Return whether rounding explains the printed value."""
    low, high = span(row)
    return low - _TENTH <= row.expected <= high + _TENTH


def theory(lesson: Lesson, data: Published) -> str:
    """Return table 1 of Leviathan et al."""
    rows = []
    for row in data.theory:
        ours = speedup(row.alpha, row.gamma, 0), operations(row.alpha, row.gamma, 0)
        cells = [f"{decimal(row.alpha)}, {row.gamma}"]
        for one, printed in zip(ours, (row.speed, row.operations), strict=True):
            gap = signed(round(one, 2) - printed)
            cells += [f"{decimal(one)}×", f"{decimal(printed)}×", gap]
        rows.append(cells)
    columns = (
        "row",
        "speed",
        "speed_paper",
        "speed_gap",
        "operations",
        "operations_paper",
        "operations_gap",
    )
    head = [lesson.text(f"lab_speed.papers.theory.column.{name}") for name in columns]
    why = lesson.text("lab_speed.papers.theory.why", source=lesson.sources["leviathan"])
    return _table(lesson.text("lab_speed.papers.theory.caption"), head, rows, why)


def measured(lesson: Lesson, data: Published) -> str:
    """Return tables 2 and 4 of Leviathan et al."""
    rows = []
    for row in data.measured:
        ours = speedup(row.alpha, row.gamma, row.cost)
        low, high = span(row)
        rows.append(
            (
                f"{row.task}: {row.draft}",
                f"{row.gamma}, {decimal(row.alpha)}, {decimal(row.cost)}",
                f"{decimal(ours)}×",
                f"{decimal(low)} – {decimal(high)}",
                f"{decimal(row.expected, 1)}×",
                signed(ours - row.expected),
                f"{decimal(row.measured, 1)}×",
                signed(row.measured - ours, 1),
            )
        )
    columns = ("row", "numbers", "formula", "range", "paper", "gap", "measured", "gap_measured")
    head = [lesson.text(f"lab_speed.papers.measured.column.{name}") for name in columns]
    gaps = [row.measured - speedup(row.alpha, row.gamma, row.cost) for row in data.measured]
    why = lesson.text(
        "lab_speed.papers.measured.why",
        inside=sum(map(inside, data.measured)),
        count=len(data.measured),
        above=sum(gap > _TENTH for gap in gaps),
        below=sum(gap < -_TENTH for gap in gaps),
        source=lesson.sources["leviathan"],
    )
    return _table(lesson.text("lab_speed.papers.measured.caption"), head, rows, why)


def timed(lesson: Lesson, data: Published) -> str:
    """Return table 1 of Chen et al., with the alpha that would explain each ratio."""
    first = data.timed[0]
    cost = first.draft / first.plain
    rows = []
    for row in data.timed:
        ratio = row.plain / row.ahead
        alpha = alpha_for(ratio, row.gamma, cost)
        rows.append(
            (
                row.task,
                f"{row.ahead:.2f}",
                f"{decimal(ratio, 3)}×",
                f"{decimal(row.printed)}×",
                signed(ratio - row.printed),
                "" if alpha is None else decimal(alpha),
            )
        )
    columns = ("row", "ahead", "ratio", "paper", "gap", "alpha")
    plain = f"{first.plain:g}"
    head = [
        lesson.text(f"lab_speed.papers.timed.column.{name}", **_only(name, plain))
        for name in columns
    ]
    why = lesson.text(
        "lab_speed.papers.timed.why",
        baseline=f"{first.printed * first.ahead:.1f}",
        cost=decimal(cost),
        source=lesson.sources["chen"],
    )
    caption = lesson.text("lab_speed.papers.timed.caption", plain=plain, draft=f"{first.draft:g}")
    return _table(caption, head, rows, why)


def _only(name: str, plain: str) -> dict[str, str]:
    """Return the value that one head of the last table names."""
    return {"plain": plain} if name == "ratio" else {}


def _table(caption: str, head: list[str], rows: object, why: str) -> str:
    return (
        f'<div class="lab-table">{table(caption, head, rows)}</div>'  # type: ignore[arg-type]
        f'<p class="fine">{escape(why)}</p>'
    )
