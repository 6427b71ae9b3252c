"""The lesson's own pair, counted: tokens a pass beside the formula at the alpha measured."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from lessons.published import Ours, load_published
from specdec import expected_tokens
from views import frame
from views.html_parts import decimal, escape, table
from views.lab_parts import signed


def pair(lesson: Lesson) -> None:
    """Show what was counted; nothing where no pair was run."""
    rows = load_published(lesson.name, language=lesson.language).ours
    if not rows:
        return
    with frame.card("pair"):
        worst = decimal(max(abs(gap(row)) for row in rows))
        st.header(lesson.text("lab_speed.pair.title", worst=worst), anchor=False)
        lead = lesson.text("lab_speed.pair.lead", gamma=rows[0].gamma)
        inside = lesson.text(
            "lab_speed.pair.inside", inside=sum(map(within, rows)), count=len(rows)
        )
        st.html(f'<p class="lead">{escape(lead)}</p>')
        st.html(
            f'<div class="lab-table">{counted(lesson, rows)}</div>'
            f'<p class="fine">{escape(inside)} {escape(lesson.text("lab_speed.pair.how"))}</p>'
        )


def gap(row: Ours) -> float:
    """Return the counted tokens less the formula's."""
    return row.tokens - expected_tokens(row.alpha, row.gamma)


def within(row: Ours) -> bool:
    """Return whether the formula lies within two standard errors of the count."""
    return abs(gap(row)) <= 2 * row.error


def counted(lesson: Lesson, rows: tuple[Ours, ...]) -> str:
    """Return the table."""
    cells = [
        (
            lesson.text(
                "lab_speed.pair.row",
                draft=lesson.text(f"lab_speed.pair.{row.draft}"),
                topic=lesson.text(f"lab_speed.pair.{row.topic}"),
                temperature=decimal(row.temperature, 1),
            ),
            str(row.rounds),
            decimal(row.alpha),
            decimal(expected_tokens(row.alpha, row.gamma)),
            lesson.text(
                "lab_speed.pair.counted", tokens=decimal(row.tokens), error=decimal(row.error)
            ),
            signed(gap(row)),
        )
        for row in rows
    ]
    columns = ("row", "rounds", "alpha", "formula", "counted", "gap")
    head = [lesson.text(f"lab_speed.pair.column.{name}") for name in columns]
    return table(lesson.text("lab_speed.pair.caption"), head, cells)
