"""Streamlit reads the theme from its settings once, and not in every run of every learner.

Each run begins with a message that holds the theme, put together from some 300 settings: 12 % of
what an answered change costs here. The settings don't change while a server runs, so each section
of them is read once and copied. Whoever changes the theme starts the server again.

It is one of the places where the lesson reaches into Streamlit. tests/views/test_theme_once.py holds
that the messages are the same, and tells when a new version makes them otherwise.
"""

from __future__ import annotations

from functools import cache

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

read = app_session._populate_theme_msg


@cache
def _section(name: str) -> CustomThemeConfig:
    theme = CustomThemeConfig()
    read(theme, name)
    return theme


def fill(msg: CustomThemeConfig, section: str = "theme") -> None:
    """Do what `read` does, from memory."""
    theme = _section(section)
    if theme.ByteSize():  # an empty section leaves no trace, as with `read`
        msg.MergeFrom(theme)


def install() -> None:
    """Have Streamlit use it, from the next run on."""
    app_session._populate_theme_msg = fill
