"""The app's pages are looked up once, and not each time that one of them is drawn.

Streamlit makes the list of all pages anew for each run of a whole page, and for each page on it
follows its path through the file system: a twentieth of what opening a page cost. Here a run gets
copies of those that Streamlit made first.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from pathlib import Path

from streamlit.navigation import page as navigation
from streamlit.navigation.page import Page
from streamlit.runtime.scriptrunner import get_script_run_ctx

each_time = navigation._create_page


@lru_cache(maxsize=256)
def _looked_up(_app: str, page: str | Path, default: bool) -> Page:
    return each_time(page, default=default)


def once(page: str | Path, *, default: bool = False) -> Page:
    """Do what `each_time` does, from memory; the page is the caller's own."""
    run = get_script_run_ctx()
    if run is None:
        return each_time(page, default=default)
    return copy(_looked_up(run.main_script_path, page, default))


def install() -> None:
    """Have Streamlit use it."""
    navigation._create_page = once
