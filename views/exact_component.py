"""Mounts the components of page 3, which light the same word together."""

from __future__ import annotations

from typing import Any

from views.component import component


def linked(name: str) -> Any:  # noqa: ANN401 - Streamlit's renderer type is private
    """Return the component assets/components/<name>.js with the parts that it shares."""
    return component(name, js=("word_light.js", f"{name}.js"), css=("fills.css", f"{name}.css"))
