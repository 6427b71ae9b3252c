"""What papers measured, beside the formula: the printed numbers, and what is made of them."""

from __future__ import annotations

import pytest

from lessons import load_lesson
from views.speed_measured import formula_value, rows_of

LESSON = load_lesson()
# Leviathan et al. 2022, tables 2 and 4, T = 0: gamma, alpha, c, printed by formula, measured.
PRINTED = {
    "small_translation": ("7", ".75", ".02", 3.2, "3.4×"),
    "base_translation": ("7", ".80", ".04", 3.3, "2.8×"),
    "large_translation": ("7", ".82", ".11", 2.5, "1.7×"),
    "small_summary": ("5", ".65", ".02", 2.4, "3.1×"),
    "base_summary": ("5", ".73", ".04", 2.6, "3.0×"),
    "large_summary": ("3", ".74", ".11", 2.0, "2.2×"),
}


@pytest.mark.parametrize("row", rows_of(LESSON, "t5"))
def test_rows_hold_what_the_paper_prints(row):
    """The numbers of the table are those of the paper; the formula's value is within .1 of its."""
    gamma, alpha, cost, by_formula, measured = PRINTED[row.rsplit(".", 1)[-1]]
    shown = tuple(LESSON.text(f"{row}.{name}") for name in ("gamma", "alpha", "cost", "measured"))

    # alpha and c are printed rounded, so the last digit of the formula's value can differ
    assert formula_value(LESSON, row) == pytest.approx(by_formula, abs=0.1)
    assert shown == (gamma, alpha, cost, measured)


def test_every_row_of_the_paper_is_there():
    """In the paper's order: the tasks one after the other, the drafts from small to large."""
    assert [row.rsplit(".", 1)[-1] for row in rows_of(LESSON, "t5")] == list(PRINTED)


def test_the_heading_is_true_of_both_tasks():
    """On each task the draft with the highest alpha was the slowest."""
    for task in ("translation", "summary"):
        rows = [row for row in PRINTED if row.endswith(task)]
        best_alpha = max(rows, key=lambda row: float(PRINTED[row][1]))
        slowest = min(rows, key=lambda row: float(PRINTED[row][4].rstrip("×")))

        assert best_alpha == slowest


def test_chinchilla_rows_are_those_of_the_paper():
    """Chen et al. 2023, table 1."""
    shown = [LESSON.text(f"{row}.measured") for row in rows_of(LESSON, "chinchilla")]

    assert shown == ["1.92×", "2.01×", "2.46×"]
