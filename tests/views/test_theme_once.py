"""The theme that is read once is the theme that Streamlit would read every time."""

from __future__ import annotations

import inspect

import pytest
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from views import theme_once


@pytest.mark.parametrize(
    "section", ["theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar"]
)
def test_a_section_is_the_same_from_memory(section: str) -> None:
    """Twice, since the first one fills the memory."""
    wanted = CustomThemeConfig()
    theme_once.read(wanted, section)
    for _ in range(2):
        given = CustomThemeConfig()
        theme_once.fill(given, section)
        assert given == wanted


def test_streamlit_still_asks_in_this_way() -> None:
    """The function is called by its name, with a message and a section; else nothing is saved."""
    source = inspect.getsource(app_session.AppSession._create_new_session_message)

    assert source.count("_populate_theme_msg(") == 6
    assert list(inspect.signature(theme_once.read).parameters) == ["msg", "section"]
    assert theme_once.read.__module__ == app_session.__name__


def test_pages_install_it() -> None:
    """With the frame that every page has."""
    import views.frame  # noqa: F401 - what is tested is the import

    assert app_session._populate_theme_msg is theme_once.fill
