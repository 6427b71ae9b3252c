"""Messages that travel in bundles are the same messages, in the same order, and none is lost."""

from __future__ import annotations

import asyncio
import inspect
import threading

import pytest
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner.script_runner import ScriptRunnerEvent as Event

from tests.helpers import awaited
from views.lighter import sent_together


class Session:
    """What a bag needs of a session: its loop, and the place where messages are handled."""

    def __init__(self) -> None:
        self._event_loop = asyncio.get_running_loop()
        self.heard: list[object] = []
        self.calls = self.woken = 0
        self._message_enqueued_callback = self.wake

    def wake(self) -> None:
        self.woken += 1

    def _call_soon_on_event_loop(self, callback) -> None:
        self.calls += 1
        self._event_loop.call_soon_threadsafe(callback)

    def _handle_scriptrunner_event_on_event_loop(self, sender, event, **told) -> None:
        if told.get("forward_msg") == "wrong":
            raise ValueError("one message that can't be handled")
        self.heard.append((sender, event, told))
        if self._message_enqueued_callback:  # as AppSession._enqueue_forward_msg does
            self._message_enqueued_callback()


def told_by_a_thread(session, events) -> None:
    """Tell events as a script's thread does, and wait for it."""

    def tell() -> None:
        for number, event in enumerate(events):
            sent_together.together(session, "runner", event, forward_msg=number)

    thread = threading.Thread(target=tell)
    thread.start()
    thread.join()


def numbers(session) -> list[object]:
    return [told["forward_msg"] for _, _, told in session.heard]


def test_the_end_of_a_run_brings_all_of_it() -> None:
    """With two calls of the loop for 50 elements, not 52, and in order."""

    async def run() -> Session:
        session = Session()
        events = [Event.SCRIPT_STARTED, *[Event.ENQUEUE_FORWARD_MSG] * 50]
        told_by_a_thread(session, [*events, Event.SCRIPT_STOPPED_WITH_SUCCESS])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return session

    session = awaited(run())

    assert numbers(session) == list(range(52))
    assert session.calls == 2
    assert session.woken == 1  # who sends them, when all are there
    assert session._message_enqueued_callback == session.wake


def test_a_long_run_is_not_held_back() -> None:
    """What was told comes a moment later though the run goes on, and so does what follows."""

    async def run() -> tuple[list[object], list[object]]:
        session = Session()
        told_by_a_thread(session, [Event.SCRIPT_STARTED, Event.ENQUEUE_FORWARD_MSG])
        await asyncio.sleep(5 * sent_together.WAIT)
        first = numbers(session)
        told_by_a_thread(session, [Event.ENQUEUE_FORWARD_MSG])
        await asyncio.sleep(5 * sent_together.WAIT)
        return first, numbers(session)

    assert awaited(run()) == ([0, 1], [0, 1, 0])


def test_many_threads_lose_nothing() -> None:
    """Each thread's messages all come, in the thread's order."""

    async def run() -> list[object]:
        session = Session()

        def tell(name: int) -> None:
            for number in range(200):
                sent_together.together(session, name, Event.ENQUEUE_FORWARD_MSG, forward_msg=number)

        threads = [threading.Thread(target=tell, args=(name,)) for name in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            await asyncio.sleep(0.001)
        await asyncio.sleep(5 * sent_together.WAIT)
        return session.heard

    heard = awaited(run())

    for name in range(4):
        of_one = [told["forward_msg"] for sender, _, told in heard if sender == name]
        assert of_one == list(range(200))


def test_a_message_that_fails_holds_none_back() -> None:
    """The loop logs the failure, as it does without bundles; the others arrive."""

    async def run() -> tuple[list[object], int]:
        session, failures = Session(), []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: failures.append(what))
        for message in ("first", "wrong", "last"):
            sent_together.together(session, "r", Event.ENQUEUE_FORWARD_MSG, forward_msg=message)
        await asyncio.sleep(5 * sent_together.WAIT)
        return numbers(session), len(failures)

    assert awaited(run()) == (["first", "last"], 1)


@pytest.mark.parametrize("event", list(Event))
def test_every_way_to_end_is_told_at_once(event: Event) -> None:
    """The names Streamlit gives to ends of runs are those that don't wait.

    A run that is cut off is followed by another, whose end brings both.
    """
    ends = "STOPPED" in event.name and event is not Event.SCRIPT_STOPPED_FOR_RERUN

    assert (event in sent_together.AT_ONCE) == (ends or event is Event.SHUTDOWN)


def test_streamlit_still_tells_in_this_way() -> None:
    """Runs tell through one method, which only hands on; else bundles change more than that."""
    source = inspect.getsource(sent_together.one_by_one)
    told = list(inspect.signature(sent_together.one_by_one).parameters)
    handled = inspect.signature(app_session.AppSession._handle_scriptrunner_event_on_event_loop)

    assert source.count("self.") == 2  # the loop is called, and the event handled there
    assert "self._call_soon_on_event_loop(" in source
    assert "lambda: self._handle_scriptrunner_event_on_event_loop(" in source
    assert told == list(handled.parameters)
    for waking in ("_enqueue_forward_msg", "_settle_once_delivered"):
        source = inspect.getsource(getattr(app_session.AppSession, waking))
        assert "if self._message_enqueued_callback:" in source
    scheduled = inspect.getsource(app_session.AppSession._call_soon_on_event_loop)
    assert "self._event_loop.call_soon_threadsafe(callback)" in scheduled


def test_a_bag_belongs_to_one_session() -> None:
    """Two learners never share one."""

    async def run() -> bool:
        one, other = Session(), Session()
        for session in (one, other):
            sent_together.together(session, "r", Event.ENQUEUE_FORWARD_MSG, forward_msg=id(session))
        await asyncio.sleep(5 * sent_together.WAIT)
        return (numbers(one), numbers(other)) == ([id(one)], [id(other)])

    assert awaited(run())


def test_a_runner_is_heard_out_before_the_next(monkeypatch) -> None:
    """A session ignores what an earlier runner tells, and so hears it before it has another."""

    async def run() -> Session:
        session = Session()
        begun = lambda session, data: session.heard.append((None, data, {"forward_msg": "next"}))  # noqa: E731
        monkeypatch.setattr(sent_together, "anew", begun)
        sent_together.heard_out(session, "the first has none before it")
        told_by_a_thread(session, [Event.SCRIPT_STARTED, Event.SCRIPT_STOPPED_WITH_SUCCESS])
        sent_together.heard_out(session, "a change")  # before the loop has had a turn
        await asyncio.sleep(5 * sent_together.WAIT)
        return session

    assert numbers(awaited(run())) == ["next", 0, 1, "next"]


def test_a_message_that_fails_does_not_keep_the_next_runner_away(monkeypatch) -> None:
    """The change that asks for it would be lost."""

    async def run() -> list[object]:
        session, begun = Session(), []
        monkeypatch.setattr(sent_together, "anew", lambda _, data: begun.append(data))
        sent_together.together(session, "r", Event.ENQUEUE_FORWARD_MSG, forward_msg="wrong")
        with pytest.raises(ValueError, match="can't be handled"):
            sent_together.heard_out(session, "a change")
        return begun

    assert awaited(run()) == ["a change"]


def test_streamlit_still_listens_to_the_latest_runner_alone() -> None:
    """And has one place where it makes them."""
    handled = app_session.AppSession._handle_scriptrunner_event_on_event_loop

    assert "if sender is not self._scriptrunner:" in inspect.getsource(handled)
    assert inspect.getsource(sent_together.anew).count("ScriptRunner(") == 1
    assert inspect.getsource(app_session).count(" ScriptRunner(") == 1
