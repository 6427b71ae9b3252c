"""A page from memory is the page that Streamlit makes."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from streamlit.errors import StreamlitAPIException
from streamlit.navigation import page as navigation
from streamlit.runtime.scriptrunner import script_runner
from streamlit.testing.v1 import AppTest

from views.lighter import pages_once

LISTED = """
from pathlib import Path

import streamlit as st
from streamlit.navigation import page as navigation

here = Path(__file__).resolve().parent
made = [navigation._create_page(here / "app.py", default=True)]
made += [navigation._create_page(path) for path in sorted((here / "pages").glob("*.py"))]
st.session_state.told = [(vars(page), page._script_hash, page.url_path) for page in made]
made[1]._can_be_called = True  # as the navigation does with the one it runs
"""


def told(way, folder: Path, monkeypatch) -> list[object]:
    """Return all that the pages of an app are."""
    monkeypatch.setattr(navigation, "_create_page", way)
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    for name in ("1_First_page", "2_🎓_Second"):
        (folder / "pages" / f"{name}.py").write_text("")
    (folder / "app.py").write_text(LISTED)
    test = AppTest.from_file(str(folder / "app.py")).run()
    assert not test.exception
    return test.session_state.told


def test_pages_are_the_same_each_time(monkeypatch, tmp_path) -> None:
    """Every attribute; and what one run does to a page the next one doesn't see."""
    wanted = told(pages_once.each_time, tmp_path, monkeypatch)

    assert told(pages_once.once, tmp_path, monkeypatch) == wanted
    assert told(pages_once.once, tmp_path, monkeypatch) == wanted


def test_another_app_has_pages_of_its_own(monkeypatch, tmp_path) -> None:
    """Though they are called the same."""
    here = told(pages_once.once, tmp_path / "here", monkeypatch)
    there = told(pages_once.once, tmp_path / "there", monkeypatch)

    assert here != there
    assert there == told(pages_once.each_time, tmp_path / "there", monkeypatch)


def test_a_page_that_is_missing_is_not_remembered(monkeypatch, tmp_path) -> None:
    """It may come."""
    run = type("Run", (), {"main_script_path": str(tmp_path / "app.py")})
    monkeypatch.setattr(pages_once, "get_script_run_ctx", lambda: run)

    def make(page: Path, *, default: bool = False):
        if not page.is_file():
            raise StreamlitAPIException(page.name)
        return object.__new__(navigation.Page)

    monkeypatch.setattr(pages_once, "each_time", make)
    late = tmp_path / "late.py"
    with pytest.raises(StreamlitAPIException):
        pages_once.once(late)
    late.write_text("")

    assert isinstance(pages_once.once(late), navigation.Page)
    pages_once._looked_up.cache_clear()


def test_streamlit_still_lists_pages_in_this_way() -> None:
    """Each run asks for the function by its name, and for every page anew."""
    source = inspect.getsource(script_runner._mpa_v1)

    assert "from streamlit.navigation.page import _create_page" in source
    assert source.count("_create_page(") == 2
    assert list(inspect.signature(pages_once.each_time).parameters) == ["page", "default"]
