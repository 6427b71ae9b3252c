"""The published numbers: read, checked, and reproduced by the core."""

from __future__ import annotations

import shutil
from dataclasses import fields
from pathlib import Path

import pytest

from lessons import LESSONS, LessonError
from lessons.published import FILE, load_published
from specdec import expected_tokens, operations, speedup

PUBLISHED = load_published("8.3")


def test_all_rows_of_the_papers_are_there() -> None:
    """Table 1: six; tables 2 and 4: twelve; table 1 of Chen et al.: three; three machines; ours."""
    counts = [len(getattr(PUBLISHED, field.name)) for field in fields(PUBLISHED)]

    assert counts == [6, 12, 3, 3, 8]


@pytest.mark.parametrize("row", PUBLISHED.theory, ids=lambda row: f"{row.alpha} {row.gamma}")
def test_computed_tables_reproduce_to_the_last_digit(row) -> None:
    """Table 1 of Leviathan et al.: both columns, rounded as printed."""
    assert row.speed == round(speedup(row.alpha, row.gamma, 0), 2)
    assert row.operations == round(operations(row.alpha, row.gamma, 0), 2)


@pytest.mark.parametrize("row", PUBLISHED.measured, ids=lambda row: f"{row.task} {row.draft}")
def test_expected_speeds_lie_where_rounding_lets_them(row) -> None:
    """Within .1; and some alpha and c that print as these do give the printed value exactly."""
    low = speedup(row.alpha - 0.005, row.gamma, row.cost + 0.005)
    high = speedup(row.alpha + 0.005, row.gamma, row.cost - 0.005)

    assert abs(row.expected - speedup(row.alpha, row.gamma, row.cost)) <= 0.1
    assert low - 0.05 <= row.expected <= high + 0.05


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("alpha = 0.6", "alpha = 1.6", "theory[0].alpha must be from 0 to 1"),
        ("gamma = 2\n", "gamma = 2.5\n", "theory[0].gamma must be a whole number"),
        ("speed = 1.96", "spead = 1.96", "theory[0].spead is not a known key; did you mean"),
        ("plain = 14.1", 'plain = "14.1"', "timed[0].plain must be a number"),
        ("tera = 65.0", "tera = -65.0", "machine[0].tera must be a number from 0"),
    ],
)
def test_a_wrong_number_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    """File, line, key, rule and value, as for the other files."""
    shutil.copytree(LESSONS / "8.3", tmp_path / "8.3")
    file = tmp_path / "8.3" / FILE
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")

    with pytest.raises(LessonError) as caught:
        load_published("8.3", tmp_path)

    assert message in str(caught.value)
    assert "8.3/published.toml, line " in str(caught.value)


@pytest.mark.parametrize("row", PUBLISHED.ours, ids=lambda row: f"{row.draft} {row.topic}")
def test_our_own_counts_are_possible(row) -> None:
    """Between one token a pass and gamma + 1, and within four errors of the formula."""
    assert 1 <= row.tokens <= row.gamma + 1
    assert abs(row.tokens - expected_tokens(row.alpha, row.gamma)) <= 4 * row.error
