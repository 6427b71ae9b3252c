"""Mounts what runs in the browser: each component is one JavaScript text made of real files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

FILES = Path(__file__).resolve().parent.parent / "assets" / "components"
ROOT = '<div class="root"></div>'


@cache
def component(
    name: str,
    *,
    js: tuple[str, ...] | None = None,
    css: tuple[str, ...] | None = None,
    html: str = ROOT,
    isolate_styles: bool = True,
) -> Any:  # noqa: ANN401 - Streamlit's renderer type is private
    """Return a component, registered once a process.

    Parameters
    ----------
    name
        Its name; where `js` or `css` is left out, also that of its file.
    js, css
        The files under assets/components/ that it is made of, in order: Streamlit takes one text.
        What keeps one picture a mount (mounting.js) stands before them.
    html
        What its script finds in place.
    isolate_styles
        False lets it wear the styles of the page; its own selectors then need a prefix.
    """
    mount = st.components.v2.component(
        name,
        html=html,
        css=_joined((f"{name}.css",) if css is None else css),
        js=_joined(("mounting.js", *((f"{name}.js",) if js is None else js))),
        isolate_styles=isolate_styles,
    )

    def mounted(*, key: str, **given: Any) -> Any:  # noqa: ANN401 - lighter/by_key.py counts on the key
        if "data" in given:
            given["data"] = _plain(given["data"])
        return mount(key=key, **given)

    return mounted


def _plain(data: object) -> object:
    """Return what is the same as JSON, with tuples in place of a dictionary's lists.

    Of a list Streamlit finds out, at some cost, whether it could be a table; of a tuple it doesn't.
    """
    if not isinstance(data, dict):
        return data
    return {name: tuple(part) if isinstance(part, list) else part for name, part in data.items()}


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((FILES / name).read_text("utf-8") for name in names)
