"""Asking callbacks first changes how often a page is run, and nothing that comes of it."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime import Runtime
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner, ScriptRunnerEvent
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from views.lighter import asked_first, in_turn

PAGE = """
import streamlit as st

told = st.session_state.setdefault("told", [])


def note(name, *parts):
    told.append(name)
    if parts:
        st.rerun(list(parts))


def fail():
    raise ValueError("what a callback did wrong")


def whole():
    told.append("whole")
    st.rerun()


st.button("named", key="named", on_click=note, args=("named", "left"))
st.button("both", key="both", on_click=note, args=("both", "right", "left"))
st.button("unnamed", key="unnamed", on_click=note, args=("unnamed",))
st.button("whole", key="whole", on_click=whole)
st.button("failing", key="failing", on_click=fail)
st.slider("moved", key="moved", on_change=note, args=("moved", "right"))


@st.fragment(key="left")
def left():
    st.text(f"left {st.session_state.get('named')} {told}")
    st.button("within", key="within", on_click=note, args=("within",))
    st.button("across", key="across", on_click=note, args=("across", "right"))


@st.fragment(key="right")
def right():
    st.text(f"right {st.session_state.moved} {told}")
    st.button("away", key="away", on_click=note, args=("away", "right"))


left()
right()
st.text(f"page {told}")
"""
BUTTONS = ("named", "both", "unnamed", "whole", "failing", "within", "across", "away")


class Learner:
    """A session with one page, run as the server runs it: a runner for each change."""

    def __init__(self, script: str) -> None:
        self.script, self.state = script, SessionState()
        self.pages, self.fragments = PagesManager(script), MemoryFragmentStorage()
        self.ids: dict[str, str] = {}
        self.inside: dict[str, str] = {}
        self.drawn: dict[tuple[int, ...], str] = {}
        self.change()

    def change(self, state: WidgetState | None = None, fragment: str | None = None) -> list[str]:
        """Run the page after a change of a widget; return what the browser is told happened."""
        return self._run([state] if state else [], [fragment] if fragment else [])

    def press(self, *names: str) -> list[str]:
        """Press buttons, so fast that their changes come as one."""
        pressed = [WidgetState(id=self.ids[name], trigger_value=True) for name in names]
        inside = dict.fromkeys(self.inside[name] for name in names)
        return self._run(pressed, list(inside) if all(inside) else [])

    def _run(self, states: list[WidgetState], fragments: list[str]) -> list[str]:
        runner = LocalScriptRunner(
            self.script,
            SafeSessionState(self.state, lambda: None),
            self.pages,
            fragment_storage=self.fragments,
        )
        data = RerunData(
            widget_states=WidgetStates(widgets=states),
            fragment_id_queue=fragments,
            page_script_hash=self.pages.main_script_hash if self.ids else "",
        )
        runner._requests.on_scriptrunner_ready()  # the run of a whole page that it begins with
        runner.request_rerun(data)
        runner.start()
        runner.join()
        for told in runner.event_data:
            if "forward_msg" in told:
                self._take(told["forward_msg"])
        kept = (ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, ScriptRunnerEvent.SHUTDOWN)
        return [event.name for event in runner.events if event not in kept]

    def _take(self, message) -> None:
        if message.WhichOneof("type") != "delta":
            return
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        place = tuple(message.metadata.delta_path)
        if kind == "text":
            self.drawn[place] = element.text.body
        elif kind == "exception":
            self.drawn[place] = f"error {element.exception.message}"  # settings may hide more
        elif kind:
            widget = getattr(element, kind)
            name = widget.id.split("-", 2)[-1]
            self.ids[name], self.inside[name] = widget.id, message.delta.fragment_id


@pytest.fixture
def learner(monkeypatch, tmp_path):
    """Return a function that makes a learner, with or without what is tested."""
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
    Runtime._instance.media_file_mgr = MagicMock()
    Runtime._instance.dataframe_source_mgr = MagicMock()
    script = tmp_path / "page.py"
    script.write_text(PAGE)

    def made(*, first: bool) -> Learner:
        run = asked_first.asked_first if first else asked_first.in_a_run
        asks = asked_first.called_already if first else asked_first.called
        monkeypatch.setattr(ScriptRunner, "_run_script", run)
        monkeypatch.setattr(SafeSessionState, "on_script_will_rerun", asks)
        return Learner(str(script))

    return made


@pytest.mark.parametrize("first", BUTTONS)
@pytest.mark.parametrize("then", BUTTONS)
def test_the_page_shows_the_same(learner, first: str, then: str) -> None:
    """After one button and another: each element, each callback's call, each error."""
    shown = []
    for asking in (True, False):
        one = learner(first=asking)
        one.press(first)
        one.press(then)
        shown.append((one.drawn, one.state["told"], [one.state[name] for name in BUTTONS]))

    assert shown[0] == shown[1]
    assert shown[0][1] == [name for name in (first, then) if name != "failing"]


def test_a_moved_slider_shows_the_same(learner) -> None:
    """A value stays, where a press passes."""
    shown = []
    for asking in (True, False):
        one = learner(first=asking)
        moved = WidgetState(id=one.ids["moved"])
        moved.double_array_value.data.append(7)
        one.change(moved)
        one.press("named")  # sends no value of the slider, as if it had gone
        shown.append((one.drawn, one.state["told"]))

    assert shown[0] == shown[1]
    assert "right 7 ['moved']" in shown[0][0].values()


@pytest.mark.parametrize("name", ["named", "both", "across"])
def test_only_the_run_that_was_asked_for_begins(learner, name: str) -> None:
    """Streamlit begins two, which is what this saves; when it no longer does, this file can go."""
    ends = "FRAGMENT_STOPPED_WITH_SUCCESS"

    assert learner(first=True).press(name) == ["SCRIPT_STARTED", ends]
    assert learner(first=False).press(name) == [
        "SCRIPT_STARTED",
        "SCRIPT_STOPPED_FOR_RERUN",
        "SCRIPT_STARTED",
        ends,
    ]


@pytest.mark.parametrize("name", ["unnamed", "failing", "within"])
def test_a_callback_that_asks_for_nothing_has_its_run(learner, name: str) -> None:
    """The one that Streamlit begins, told in the same way; an error is shown in it."""
    one = learner(first=True)

    assert one.press(name) == learner(first=False).press(name)
    assert any(text.startswith("error") for text in one.drawn.values()) == (name == "failing")


def test_a_callback_is_called_once(learner) -> None:
    """And the next run of the same thread calls its own."""
    one = learner(first=True)
    for name in ("unnamed", "failing", "unnamed", "named"):
        one.press(name)

    assert one.state["told"] == ["unnamed", "unnamed", "named"]
    assert asked_first._here.outcome is None


@pytest.mark.parametrize("name", BUTTONS)
def test_a_change_outlives_its_run(learner, monkeypatch, name: str) -> None:
    """A run that is called off before it begins: Streamlit drops the press; the next run has it."""
    told = []
    for asking in (True, False):
        one = learner(first=asking)
        run = ScriptRunner._run_script

        def called_off(runner, data, run=run) -> None:
            runner.request_stop()
            run(runner, data)

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(ScriptRunner, "_run_script", called_off)
            one.press(name)
        one.change()
        told.append(one.state["told"])
        assert f"page {told[-1]}" in one.drawn.values()

    assert told == [[] if name == "failing" else [name], []]


def test_changes_that_come_as_one_are_all_shown(learner) -> None:
    """One names the part it is shown in; Streamlit then doesn't draw where the other is shown."""
    shown = []
    for asking in (True, False):
        one = learner(first=asking)
        one.press("within", "away")
        assert one.state["told"] == ["within", "away"]
        shown.append([text.split(" ", 1)[0] for text in one.drawn.values() if "'within'" in text])

    assert [sorted(texts) for texts in shown] == [["left", "right"], ["right"]]


@pytest.mark.parametrize(
    ("data", "asks"),
    [
        (RerunData(widget_states=WidgetStates(), page_script_hash="here"), True),
        (RerunData(page_script_hash="here"), False),  # a run that a run asks for
        (RerunData(widget_states=WidgetStates(), page_script_hash="there"), False),
        (RerunData(widget_states=WidgetStates()), False),  # a session that begins
        (
            RerunData(
                widget_states=WidgetStates(), page_script_hash="here", is_history_navigation=True
            ),
            False,
        ),
    ],
)
def test_pages_that_change_are_left_to_streamlit(data: RerunData, asks: bool) -> None:
    """It clears what the old page held before it calls anything."""
    runner = MagicMock()
    runner._get_script_run_ctx.return_value = SimpleNamespace(page_script_hash="here")

    assert asked_first._reports_a_change(runner, data) is asks


@pytest.mark.parametrize(
    ("queue", "page", "shown", "left"),
    [
        (["part"], "math", "draft", True),
        (["part"], "math", "math", False),
        (["part"], "math", "", False),  # a session that begins: nothing is shown yet
        (["part"], "", "draft", False),
        ([], "math", "draft", False),  # a link is followed
    ],
)
def test_no_part_is_drawn_of_a_page_that_has_been_left(
    monkeypatch, queue: list[str], page: str, shown: str, left: bool
) -> None:
    """The browser would put it into the page that it shows by then."""
    ran: list[RerunData] = []
    monkeypatch.setattr(asked_first, "in_a_run", lambda _, data: ran.append(data))
    runner = MagicMock()
    runner._get_script_run_ctx.return_value = SimpleNamespace(page_script_hash=shown)
    data = RerunData(page_script_hash=page, fragment_id_queue=queue)
    asked_first.asked_first(runner, data)

    assert ran == ([] if left else [data])


def test_streamlit_still_prepares_callbacks_in_this_way() -> None:
    """What a context is set up with before callbacks, and what is called around them."""
    source = inspect.getsource(asked_first.in_a_run)
    before, after = source.split("ctx.on_script_start()")
    handed = before.split("ctx.reset(")[1].split(")\n")[0]
    given = {line.split("=")[0].strip() for line in handed.splitlines() if "=" in line}

    assert given == {
        "query_string",
        "page_script_hash",
        "fragment_ids_this_run",
        "cached_message_hashes",
        "context_info",
        "is_history_navigation",
        "yield_check",
    }
    assert "self._session_state.on_script_will_rerun(" in before
    assert before.rindex("self._maybe_handle_execution_control_request()") > before.index(
        "on_script_will_rerun("
    )
    assert "on_script_will_rerun(" not in after
    assert list(inspect.signature(in_turn.at_will).parameters) == ["self", "rerun_data"]
