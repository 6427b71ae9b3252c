"""The colours of assets/css/tokens.css for pictures that can't read CSS (plotly)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import streamlit as st

_TOKENS = Path(__file__).resolve().parent.parent / "assets" / "css" / "tokens.css"


@cache
def palette(theme: str) -> dict[str, str]:
    """Return token name to colour for theme "light" or "dark".

    The style sheet is the only place that holds a colour: it is read here.
    """
    found = re.findall(
        r"--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", _TOKENS.read_text("utf-8")
    )
    return {name: dark if theme == "dark" else light for name, light, dark in found}


def colours() -> dict[str, str]:
    """Return the colours of the theme that this learner sees."""
    return palette("dark" if st.context.theme.type == "dark" else "light")
