"""Streamlit's settings are read once, and not in every run of every learner.

Each run begins with a message that holds the theme and the other settings, put together from more
than 300 of them: 15 % of what an answered change costs here. They don't change while a server runs,
so each message is made once and copied. Whoever changes a setting starts the server again.
"""

from __future__ import annotations

from functools import cache

from streamlit.proto.NewSession_pb2 import Config, CustomThemeConfig
from streamlit.runtime import app_session

read_theme = app_session._populate_theme_msg
read_config = app_session._populate_config_msg


@cache
def _theme(section: str) -> CustomThemeConfig:
    theme = CustomThemeConfig()
    read_theme(theme, section)
    return theme


@cache
def _config() -> Config:
    config = Config()
    read_config(config)
    return config


def fill_theme(msg: CustomThemeConfig, section: str = "theme") -> None:
    """Do what `read_theme` does, from memory."""
    theme = _theme(section)
    if theme.ByteSize():  # an empty section leaves no trace, as with `read_theme`
        msg.MergeFrom(theme)


def fill_config(msg: Config) -> None:
    """Do what `read_config` does, from memory."""
    msg.MergeFrom(_config())


def install() -> None:
    """Have Streamlit use it, from the next run on."""
    app_session._populate_theme_msg = fill_theme
    app_session._populate_config_msg = fill_config
