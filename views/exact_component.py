"""Mounts the components of page 3: each is one JavaScript text made of the parts it shares."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

FILES = Path(__file__).resolve().parent.parent / "assets" / "components"


@cache
def component(name: str) -> Any:  # noqa: ANN401 - Streamlit's renderer type is private
    """Return the component whose parts are assets/components/<name>.js and .css."""
    return st.components.v2.component(
        name,
        html='<div class="root"></div>',
        css=_joined("fills.css", f"{name}.css"),
        js=_joined("word_light.js", f"{name}.js"),
    )


def _joined(*names: str) -> str:
    return "\n".join((FILES / name).read_text("utf-8") for name in names)
