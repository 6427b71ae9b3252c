"""Words of the learner inside Streamlit's Markdown: shown as they are, never obeyed."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"([!-/:-@\[-`{-~])")  # what CommonMark lets be escaped


def literal(text: str) -> str:
    """Return Markdown that shows this very text.

    Words come with the address, which anyone can write: an image in one would have the learner's
    browser ask another host.
    """
    return _SIGNS.sub(r"\\\1", text)
