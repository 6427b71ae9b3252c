"""A widget looks up its own key in the session, and not a dictionary of all keys made for that.

Radio buttons, choices and text fields with a key ask `filtered_state`, which puts together every
value of the session, to see whether their own is None: the more a page holds, the dearer each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from streamlit.runtime.state.common import is_element_id
from streamlit.runtime.state.session_state import SessionState, _is_internal_key

whole = SessionState.filtered_state


class LookedUp(Mapping[str, Any]):
    """The dictionary that Streamlit makes, its values looked up when they are asked for."""

    def __init__(self, state: SessionState) -> None:
        self._state = state

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401
        if is_element_id(key) or _is_internal_key(key):
            raise KeyError(key)
        return self._state[key]

    def __iter__(self) -> Iterator[str]:
        return iter(whole.fget(self._state))  # type: ignore[attr-defined]

    def __len__(self) -> int:
        return len(whole.fget(self._state))  # type: ignore[attr-defined]


def install() -> None:
    """Have Streamlit use it."""
    SessionState.filtered_state = property(LookedUp)  # type: ignore[assignment, method-assign]
