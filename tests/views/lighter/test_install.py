"""Every page has what makes a run cheaper."""

from __future__ import annotations

from asyncio import base_events

from streamlit.cursor import SparseList
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.state.session_state import SessionState


def test_the_frame_installs_all_of_it() -> None:
    """The frame is what every page has; each file of the package is among what it installs."""
    import views.frame  # noqa: F401 - what is tested is the import
    from views.lighter import copied, in_turn, looked_up, sent_at_once, sent_together, settings_once

    assert app_session._populate_theme_msg is settings_once.fill_theme
    assert app_session._populate_config_msg is settings_once.fill_config
    assert app_session.AppSession._on_scriptrunner_event is sent_together.together
    assert SparseList.__deepcopy__ is copied.copied  # type: ignore[attr-defined]
    assert SessionState.filtered_state.fget is looked_up.LookedUp  # type: ignore[attr-defined]
    assert base_events._set_nodelay is sent_at_once.everywhere  # type: ignore[attr-defined]
    assert ScriptRunner._run_script is in_turn.in_turn
