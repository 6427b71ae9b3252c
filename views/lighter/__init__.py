"""The places where the lesson reaches into Streamlit, so that a class fits on one processor.

Each file changes how something is done and not what comes of it, and says what it costs otherwise.
For each a test compares it with Streamlit's own way, and fails when a new version of Streamlit does
that otherwise: then read the version's code, and mend the file or delete it. The lesson works
without any of them. docs/performance.md has the figures.
"""

from __future__ import annotations

from views.lighter import (
    asked_first,
    by_key,
    copied,
    in_one_piece,
    in_turn,
    links_once,
    looked_up,
    pages_once,
    queries_once,
    sent_at_once,
    sent_together,
    settings_once,
)

# In this order: `in_turn` takes the place of `asked_first` in Streamlit, and calls it.
WAYS = (
    asked_first,
    by_key,
    copied,
    in_one_piece,
    in_turn,
    links_once,
    looked_up,
    pages_once,
    queries_once,
    sent_at_once,
    sent_together,
    settings_once,
)


def install() -> None:
    """Have Streamlit use them, in every connection and run that begins from now on."""
    for way in WAYS:
        way.install()
