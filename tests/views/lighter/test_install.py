"""Every page has what makes a run cheaper."""

from __future__ import annotations

from asyncio import base_events
from pkgutil import iter_modules

from streamlit.components.v2.bidi_component import main
from streamlit.cursor import Cursor, SparseList
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.widgets.button import ButtonMixin
from streamlit.navigation import page as navigation
from streamlit.runtime import app_session
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.state import SafeSessionState, query_params
from streamlit.runtime.state.session_state import SessionState
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

import views.frame  # noqa: F401 - every page has the frame, and its import is what is tested
from views import lighter
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


def test_the_frame_installs_all_of_it() -> None:
    """Each file of the package is in its place."""
    assert app_session._populate_theme_msg is settings_once.fill_theme
    assert app_session._populate_config_msg is settings_once.fill_config
    assert app_session.AppSession._on_scriptrunner_event is sent_together.together
    assert app_session.AppSession.flush_browser_queue is in_one_piece.joined
    assert Runtime._send_message is in_one_piece.send
    assert WebSocketsSansIOProtocol.connection_made is in_one_piece.gathered
    assert SparseList.__deepcopy__ is copied.copied  # type: ignore[attr-defined]
    assert Cursor.__deepcopy__ is copied.cursor  # type: ignore[attr-defined]
    assert DeltaGenerator.__deepcopy__ is copied.container
    assert ButtonMixin._page_link is links_once.once
    assert navigation._create_page is pages_once.once
    assert query_params._parse_query_string is queries_once.once
    assert SessionState.filtered_state.fget is looked_up.LookedUp  # type: ignore[attr-defined]
    assert base_events._set_nodelay is sent_at_once.everywhere  # type: ignore[attr-defined]
    assert SafeSessionState.on_script_will_rerun is asked_first.called_already
    assert main.make_bidi_component_presenter is by_key.as_it_is
    assert main.BidiComponentMixin._build_bidi_identity_kwargs is by_key.by_key
    assert ScriptRunner._run_script is in_turn.in_turn
    assert in_turn.at_will is asked_first.asked_first


def test_no_file_is_forgotten() -> None:
    """Every file is one of the ways."""
    files = {found.name for found in iter_modules(lighter.__path__)}

    assert {way.__name__.rsplit(".", 1)[1] for way in lighter.WAYS} == files
