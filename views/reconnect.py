"""One run after a lost connection, so that the learner's next change is not the first.

Streamlit's browser keeps the page and reconnects by itself, but a new process hears of the page
only when something changes. It would not know that change's callback, and the change would be lost:
the slider at its new place, the numbers at the old one. tests/browser/test_reconnect.py holds it.
"""

from __future__ import annotations

from views.component import component


def watch() -> None:
    """Ask for a run whenever this page is connected again."""
    component("reconnect", css=())(key="reconnect", on_again_change=lambda: None)


def style() -> str:
    """Return what keeps the watcher from taking room."""
    return ".st-key-reconnect { display: none; }"
