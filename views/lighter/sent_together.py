"""What a run tells the server's event loop reaches it in bundles, and not message by message.

Each element of a page is a message, and Streamlit wakes the event loop's thread for every one: the
loop and the script then take the interpreter's lock from each other dozens of times a run, and the
loop sends what it has just got on its own. Here messages are put into a bag. The loop empties it
when the run ends, or a moment after the first message of a run that takes longer. Nothing is lost,
and the order stays.

A session listens to its latest runner alone. So before it gets another the bag is emptied: a change
that comes between a run's end and that of its thread has a new runner, and Streamlit then drops
what the one before had told last.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner, ScriptRunnerEvent
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

WAIT = 0.02
"""Seconds that a message may lie in the bag. Most runs are over by then."""

AT_ONCE = {
    ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS,
    ScriptRunnerEvent.SCRIPT_STOPPED_WITH_COMPILE_ERROR,
    ScriptRunnerEvent.FRAGMENT_STOPPED_WITH_SUCCESS,
    ScriptRunnerEvent.SHUTDOWN,
}
"""What ends a run: the learner waits for it, and Streamlit forgets a runner soon after."""

_BAG = "_lesson_bag"
one_by_one = AppSession._on_scriptrunner_event
anew = AppSession._create_scriptrunner


class Bag:
    """What the runs of one session have told and its event loop hasn't heard yet."""

    def __init__(self, session: AppSession) -> None:
        self._session = session
        self._told: deque[tuple[ScriptRunner | None, ScriptRunnerEvent, dict[str, Any]]] = deque()
        self._awaited = False

    def put(
        self, sender: ScriptRunner | None, event: ScriptRunnerEvent, told: dict[str, Any]
    ) -> None:
        """Take a message, from any thread."""
        self._told.append((sender, event, told))
        if event in AT_ONCE:
            self._session._call_soon_on_event_loop(self.empty)
        elif not self._awaited:
            self._awaited = True
            self._session._call_soon_on_event_loop(self._empty_soon)

    def empty(self) -> None:
        """Hand over all messages in their order; on the event loop's thread."""
        self._awaited = False  # before the last look: who comes after it calls again
        session = self._session
        wake, session._message_enqueued_callback = session._message_enqueued_callback, None
        try:
            while self._told:
                sender, event, told = self._told.popleft()
                session._handle_scriptrunner_event_on_event_loop(sender, event, **told)
        finally:
            session._message_enqueued_callback = wake
            if wake:  # who sends what is in the queue: once, and not for each message
                wake()
            if self._told:  # one went wrong, as the loop's log says: the others are not held back
                self._session._call_soon_on_event_loop(self.empty)

    def _empty_soon(self) -> None:
        self._session._event_loop.call_later(WAIT, self.empty)


def together(
    self: AppSession,
    sender: ScriptRunner | None,
    event: ScriptRunnerEvent,
    **told: Any,  # noqa: ANN401 - what Streamlit tells, handed on as it is
) -> None:
    """Do what `one_by_one` does, in bundles."""
    bag = self.__dict__.get(_BAG)
    if bag is None:
        bag = self.__dict__.setdefault(_BAG, Bag(self))
    bag.put(sender, event, told)


def heard_out(self: AppSession, initial_rerun_data: RerunData) -> None:
    """Do what `anew` does, once all is heard that the runner before has told."""
    try:
        if bag := self.__dict__.get(_BAG):
            bag.empty()
    finally:
        anew(self, initial_rerun_data)


def install() -> None:
    """Have Streamlit use it, from the next run on."""
    AppSession._create_scriptrunner = heard_out  # type: ignore[method-assign]
    AppSession._on_scriptrunner_event = together  # type: ignore[assignment, method-assign]
