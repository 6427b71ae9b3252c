"""Source as coloured lines, and the two listings beside each other."""

from __future__ import annotations

import html
import inspect
import re

import pytest

from lessons import load_lesson
from specdec import speculative_round
from views.code_compare import cut, parts, without_docstring
from views.code_source import code_block, source_lines

LESSON = load_lesson()
SOURCE = inspect.getsource(speculative_round)


def plain(markup: str) -> str:
    return html.unescape(re.sub("<[^>]+>", "", markup))


@pytest.mark.parametrize("source", [SOURCE, LESSON.module.listing], ids=["ours", "module"])
def test_colouring_changes_no_character(source: str) -> None:
    """Without its marks each coloured line is the line, indentation aside."""
    lines = source_lines(source)

    assert [row.lstrip() for row in source.splitlines()] == [plain(line.html) for line in lines]
    assert [len(row) - len(row.lstrip()) for row in source.splitlines()] == [
        line.indent for line in lines
    ]


def test_quantities_wear_their_colour() -> None:
    """p_target and q_draft are marked as such, keywords as keywords; markup is escaped."""
    line = source_lines('if p_target < q_draft:\n    x = "<b>"\n')

    assert '<span class="tok-k">if</span>' in line[0].html
    assert (
        '<span class="tok-t">p_target</span> &lt; <span class="tok-q">q_draft</span>'
        in line[0].html
    )
    assert "&lt;b&gt;" in line[1].html


def test_the_modules_listing_is_there_verbatim() -> None:
    """The left column, joined, is the module's listing: no line left out, none changed."""
    shown = [line for part in parts(LESSON, SOURCE) for line in part.theirs]

    assert LESSON.module.listing.rstrip("\n").splitlines() == [
        " " * line.indent + line.text for line in shown
    ]


def test_our_column_is_the_function_that_runs() -> None:
    """The right column, joined, is the round's source without its docstring."""
    shown = [line for part in parts(LESSON, SOURCE) for line in part.ours]

    assert without_docstring(source_lines(SOURCE)) == shown


def test_only_the_end_and_the_bonus_have_no_counterpart() -> None:
    """What the listing leaves out is what has an empty left side: the end token and the bonus."""
    alone = [part for part in parts(LESSON, SOURCE) if not part.theirs]

    assert [part.key for part in alone] == ["i", "j"]
    assert any(line.text.startswith("bonus =") for line in alone[1].ours)


def test_a_missing_line_is_named() -> None:
    """A text that speaks of a line the code hasn't got is found, not shown wrongly."""
    with pytest.raises(ValueError, match="starts with 'c'"):
        cut(source_lines("a = 1\nb = 2\n"), ["a", "c"])


def test_lines_are_numbered_as_in_the_source() -> None:
    """The first line is 1."""
    assert '<span class="code-no">1</span>' in code_block(source_lines("a = 1\n"))
