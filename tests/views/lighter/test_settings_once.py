"""Settings that are read once are the settings that Streamlit would read every time."""

from __future__ import annotations

import inspect

import pytest
from streamlit.proto.NewSession_pb2 import Config, CustomThemeConfig
from streamlit.runtime import app_session

from views.lighter import settings_once

MESSAGE = inspect.getsource(app_session.AppSession._create_new_session_message)


@pytest.mark.parametrize(
    "section", ["theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar"]
)
def test_a_section_of_the_theme_is_the_same_from_memory(section: str) -> None:
    """Twice, since the first one fills the memory."""
    wanted = CustomThemeConfig()
    settings_once.read_theme(wanted, section)
    for _ in range(2):
        given = CustomThemeConfig()
        settings_once.fill_theme(given, section)
        assert given == wanted


def test_the_other_settings_are_the_same_from_memory() -> None:
    """Twice, since the first one fills the memory; and something is in them."""
    wanted = Config()
    settings_once.read_config(wanted)
    assert wanted.ByteSize()
    for _ in range(2):
        given = Config()
        settings_once.fill_config(given)
        assert given == wanted


def test_streamlit_still_asks_in_this_way() -> None:
    """Both functions are called by their names with these arguments; else nothing is saved."""
    assert MESSAGE.count("_populate_theme_msg(") == 6
    assert MESSAGE.count("_populate_config_msg(msg.new_session.config)") == 1
    assert list(inspect.signature(settings_once.read_theme).parameters) == ["msg", "section"]
    assert list(inspect.signature(settings_once.read_config).parameters) == ["msg"]
    for read in (settings_once.read_theme, settings_once.read_config):
        assert read.__module__ == app_session.__name__


def test_settings_hold_nothing_of_a_session() -> None:
    """They are read from the configuration alone, so that one learner's can serve all."""
    for read in (settings_once.read_theme, settings_once.read_config):
        assert "self" not in inspect.signature(read).parameters
        assert "context" not in inspect.getsource(read)
