"""What a widget looks up is what Streamlit's dictionary of the session would have held."""

from __future__ import annotations

import inspect

import pytest
from streamlit.elements.widgets import radio, selectbox, text_widgets
from streamlit.runtime.state.session_state import SessionState
from streamlit.testing.v1 import AppTest

from views.lighter import looked_up

looked_up.install()


def page() -> None:
    """A page with values of its own, widgets with keys and without, and a callback's doings."""
    import streamlit as st

    st.session_state.setdefault("own", [1, 2])
    st.radio("one", ["a", "b"], key="radio")
    st.text_input("two", key="text")
    st.selectbox("three", ["x", "y"])
    st.button("four", key="button", on_click=lambda: st.session_state.update(pressed=True))


@pytest.fixture
def state() -> SessionState:
    """The session after a few changes."""
    at = AppTest.from_function(page).run()
    at.radio(key="radio").set_value("b")
    at.text_input(key="text").set_value("words")
    at.button(key="button").click()
    at.run()
    inner: SessionState = at.session_state._state._state
    return inner


def test_every_key_has_its_value(state: SessionState) -> None:
    """The same keys with the same values as in the dictionary."""
    wanted = looked_up.whole.fget(state)  # type: ignore[attr-defined]

    assert {"own", "radio", "text", "button", "pressed"} <= set(wanted)
    assert dict(state.filtered_state) == wanted
    assert len(state.filtered_state) == len(wanted)


def test_what_isnt_there_isnt_found(state: SessionState) -> None:
    """Neither unknown keys nor names that Streamlit has for itself."""
    hidden = [key for key in state._keys() if key not in state.filtered_state]

    assert "unknown" not in state.filtered_state
    assert any(key.startswith("$$") for key in hidden)
    with pytest.raises(KeyError):
        state.filtered_state["unknown"]


def test_streamlit_still_asks_in_this_way() -> None:
    """Widgets ask for their own key, and the dictionary has the parts that are looked up here."""
    for widget in (radio, selectbox, text_widgets):
        source = inspect.getsource(widget)
        asked = source.count("key in session_state and session_state[key] is None")
        assert asked == source.count("get_session_state().filtered_state") > 0
    source = inspect.getsource(looked_up.whole.fget)  # type: ignore[attr-defined]
    assert "if not is_element_id(k) and not _is_internal_key(k)" in source
    assert "elif is_keyed_element_id(k) and not _is_internal_key(k)" in source
