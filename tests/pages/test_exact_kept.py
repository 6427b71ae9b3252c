"""Runs kept on page 3: compared, in the address, taken along as CSV."""

from __future__ import annotations

import csv
import io

import pytest

from lessons import load_lesson
from tests.pages.helpers import address, texts, visit
from views.exact_kept import as_csv
from views.fields import Learner, parse_address

PAGE = "3_Why_it_is_exact"
LESSON = load_lesson()
RUN = {"part": "2", "rounds": "1000", "answers": "exact-approximation:b"}


def test_a_run_is_kept_and_the_address_brings_it_back() -> None:
    """The table shows the run; a copied address shows the same table."""
    page = visit(PAGE, **RUN)
    page.button(key="keep-").click().run()
    link, shown = address(page), texts(page)
    again = visit(PAGE, **link)

    assert not page.exception
    assert link["kept"].endswith("/4//1000/552")
    assert LESSON.text("exact.kept.title") in shown
    assert LESSON.presets[0].name in shown
    assert texts(again) == texts(page.run())


def test_a_broken_run_stands_beside_a_right_one() -> None:
    """The mistake is named, and its p-value is far smaller."""
    own = ".1,.6,.3/.6,.3,.1/4"
    page = visit(PAGE, part="3", kept=f"{own}//10000/1|{own}/resample-target/10000/1")
    table = next(
        e.proto.body for e in page.get("html") if LESSON.text("exact.kept.caption") in e.proto.body
    )

    assert not page.exception
    assert LESSON.faults["resample-target"].name in table
    assert "Pair B" in table
    assert table.count("<tr") == 3


def test_all_kept_runs_can_be_removed() -> None:
    """And then the table is gone, from the page and from the address."""
    page = visit(PAGE, **RUN, kept=".5,.5/.5,.5/2//1000/3")
    page.button(key="clear-kept").click().run()

    assert "kept" not in address(page)
    assert LESSON.text("exact.kept.title") not in texts(page)


@pytest.mark.parametrize(
    "value",
    [
        "a",
        "1/2/3",
        ".5,.5/.5,.5/9//1000/1",
        ".5,.5/.3,.3,.4/1//1000/1",
        "|".join(f".5,.5/.5,.5/1//1000/{i}" for i in range(9)),
    ],
)
def test_nonsense_in_kept_is_said(value: str) -> None:
    """Wrong parts, gamma out of range, lengths that differ, too many: the rule is named."""
    _, notices = parse_address(
        {"kept": value}, Learner(words=("a", "b"), p=(0.5, 0.5), q=(0.5, 0.5))
    )

    assert [(notice.field, notice.broken.rule) for notice in notices] == [("kept", "kept")]


def test_the_csv_reads_back_as_the_table() -> None:
    """Commas and quotes inside cells survive."""
    head, rows = ["a", "b"], [['x, "y"', "1"], ["ü", ""]]
    read = list(csv.reader(io.StringIO(as_csv(head, rows).removeprefix("\ufeff"))))

    assert read == [head, *rows]
