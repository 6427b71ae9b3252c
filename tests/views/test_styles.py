"""A style sheet in one line has the rules of its file."""

from __future__ import annotations

import re

import pytest

from views.styles import SHEETS, sheet, squeezed

NAMES = sorted(path.stem for path in SHEETS.glob("*.css"))
STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_room_and_comments_is_gone(name: str) -> None:
    """Each rule, each string, in their order."""
    css = (SHEETS / f"{name}.css").read_text("utf-8")
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    one = sheet(name)

    assert re.sub(r"\s", "", one) == re.sub(r"\s", "", bare)
    assert "\n" not in one
    assert "/*" not in one
    assert (one.count("{"), one.count("}")) == (bare.count("{"), bare.count("}"))
    assert STRING.findall(one) == STRING.findall(bare)


@pytest.mark.parametrize("name", NAMES)
def test_no_string_looks_like_a_comment_or_has_two_blanks(name: str) -> None:
    """What is taken out is told from strings by this alone."""
    for string in STRING.findall((SHEETS / f"{name}.css").read_text("utf-8")):
        assert "/*" not in string
        assert "*/" not in string
        assert "  " not in string


def test_several_sheets_follow_each_other() -> None:
    """In the order in which they are named: later rules win."""
    assert sheet("tokens", "app") == f"{sheet('tokens')} {sheet('app')}"
    assert squeezed("a { color: red; }  /* why\n */\n b {}") == "a { color: red; } b {}"
