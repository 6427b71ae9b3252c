"""A widget's callback is asked before a run begins, and not in a run that it then cuts off.

Callbacks here name the parts of the page that show a change (`views.fragments.only`). Streamlit
begins a run, calls the callback in it, cuts it off when it hears what is wanted, tells the browser
of both, and begins another. Here the callback is called with the run's context set up as Streamlit
does it, and the first run is the one that was asked for. A callback that asks for nothing, or that
fails, has the run that Streamlit would have begun, which then finds its callbacks called.

Nothing cuts a callback off. Streamlit drops a change whose run is called off before it begins,
because something else on the page was changed meanwhile or a link was followed; and where runs wait
in line (`views.lighter.in_turn`), that is most presses on a button in a busy class. Here the change
is made, and then the run is called off.

And a part of a page that has been left isn't drawn: a press in the very moment of a click on a link
comes after the link, and its part would be put into the page that the browser shows by then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException, StopException
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state.safe_session_state import SafeSessionState

in_a_run = ScriptRunner._run_script
called = SafeSessionState.on_script_will_rerun


class _Thread(threading.local):
    """Of a script's thread: what came of the callbacks of the run that begins now."""

    outcome: Callable[[], None] | None = None


_here = _Thread()


def asked_first(self: ScriptRunner, rerun_data: RerunData) -> None:
    """Do what `in_a_run` does, beginning with what the callbacks ask for."""
    if _of_a_page_left(self, rerun_data):
        return
    while _reports_a_change(self, rerun_data):
        wanted = _ask(self, rerun_data)
        if wanted is None:
            break
        rerun_data = wanted
    try:
        in_a_run(self, rerun_data)
    finally:
        _here.outcome = None


def called_already(self: SafeSessionState, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
    """Do what `called` does, unless it was done for this run: then what came of it comes here."""
    outcome, _here.outcome = _here.outcome, None
    if outcome is None:
        called(self, *args, **kwargs)
    else:
        outcome()


def _of_a_page_left(runner: ScriptRunner, data: RerunData) -> bool:
    """Whether parts are to be drawn of another page than the one that the session shows."""
    shown = runner._get_script_run_ctx().page_script_hash
    there = data.page_script_hash
    return bool(data.fragment_id_queue and there and shown) and there != shown


def _reports_a_change(runner: ScriptRunner, data: RerunData) -> bool:
    """Whether a run would call callbacks on the page that the session shows already."""
    return (
        data.widget_states is not None
        and not data.is_history_navigation
        and bool(data.page_script_hash)
        and data.page_script_hash == runner._get_script_run_ctx().page_script_hash
    )


def _ask(runner: ScriptRunner, data: RerunData) -> RerunData | None:
    """Call the callbacks; return the run they ask for. None: the one that was to be."""
    runner._install_event_loop()
    queue = data.fragment_id_queue
    runner._get_script_run_ctx().reset(
        query_string=data.query_string,
        page_script_hash=data.page_script_hash,
        fragment_ids_this_run=runner._fragment_storage.order_fragment_ids(queue) if queue else None,
        cached_message_hashes=data.cached_message_hashes,
        context_info=data.context_info,
        is_history_navigation=data.is_history_navigation,
        yield_check=runner._maybe_handle_execution_control_request,
    )
    session = runner._session_state
    try:
        session.on_script_will_rerun(
            data.widget_states,
            replay_trigger_states=data.replay_trigger_states,
            replay_trigger_values=data.replay_trigger_values,
            is_history_navigation=data.is_history_navigation,
        )
        with runner._set_execing_flag():  # from here on the run may be called off
            runner._maybe_handle_execution_control_request()
    except RerunException as asked:
        session.on_script_finished(frozenset(), remove_stale_widgets=False)
        return _with_the_others(asked.rerun_data, queue)
    except (Exception, StopException) as error:  # raised again, in the run that shows it
        _here.outcome = _raising(error)
        return None
    _here.outcome = _nothing
    return None


def _with_the_others(wanted: RerunData, changed: list[str]) -> RerunData:
    """Add the parts where something was changed, if changes in several parts came as one.

    A callback that names parts speaks for its own change; of the others' parts Streamlit would
    draw none.
    """
    if len(changed) < 2 or not wanted.fragment_id_queue:
        return wanted
    return replace(
        wanted, fragment_id_queue=list(dict.fromkeys([*wanted.fragment_id_queue, *changed]))
    )


def _nothing() -> None:
    pass


def _raising(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


def install() -> None:
    """Have Streamlit use it, from the next run on."""
    ScriptRunner._run_script = asked_first  # type: ignore[method-assign]
    SafeSessionState.on_script_will_rerun = called_already  # type: ignore[method-assign]
