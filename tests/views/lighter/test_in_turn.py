"""Runs take turns: in order, so many at once, and none is held up by one that takes long."""

from __future__ import annotations

import inspect
import threading
import time

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from views.lighter import in_turn
from views.lighter.in_turn import Line

PATIENCE = 10  # seconds; none of these takes one


def started(work) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def waiting(line: Line, count: int) -> None:
    """Return once so many stand in line."""
    end = time.monotonic() + PATIENCE
    while len(line._waiting) < count:
        assert time.monotonic() < end
        time.sleep(0.001)


def test_never_more_than_so_many_run() -> None:
    """However many come; and all get their turn."""
    line, lock = Line(2, longest=PATIENCE), threading.Lock()
    inside, most, done = 0, 0, 0

    def run() -> None:
        nonlocal inside, most, done
        turn = line.begin()
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.002)
        with lock:
            inside -= 1
            done += 1
        line.end(turn)

    threads = [started(run) for _ in range(30)]
    for thread in threads:
        thread.join(PATIENCE)

    assert (most, done) == (2, 30)
    assert not line._running


def test_first_come_first_served() -> None:
    """In the order in which they came."""
    line, order = Line(1, longest=PATIENCE), []
    first = line.begin()

    def run(name: int) -> None:
        turn = line.begin()
        order.append(name)
        line.end(turn)

    threads = []
    for name in range(5):
        threads.append(started(lambda name=name: run(name)))
        waiting(line, name + 1)
    line.end(first)
    for thread in threads:
        thread.join(PATIENCE)

    assert order == [0, 1, 2, 3, 4]


def test_a_long_run_holds_nobody_up() -> None:
    """After a moment it doesn't count; when it ends, nothing is out of order."""
    line = Line(1, longest=0.02)
    long = line.begin()

    began = time.monotonic()
    next_one = line.begin()  # would wait for ever if the long run went on counting
    waited = time.monotonic() - began
    line.end(long)
    assert list(line._running) == [next_one]
    line.end(next_one)

    assert waited >= 0.01
    assert not line._running


def test_a_run_that_fails_gives_its_turn_back(monkeypatch) -> None:
    """Else two failures would slow everyone for good."""

    def fails(self, rerun_data) -> None:
        raise ValueError(rerun_data)

    monkeypatch.setattr(in_turn, "at_will", fails)
    monkeypatch.setattr(in_turn, "_LINE", Line(1, longest=PATIENCE))
    for _ in range(3):
        with pytest.raises(ValueError, match="what"):
            in_turn.in_turn(None, "what")  # type: ignore[arg-type]

    assert not in_turn._LINE._running


def test_streamlit_still_runs_in_this_way() -> None:
    """One method runs a script to its end, in the run's own thread."""
    assert list(inspect.signature(in_turn.at_will).parameters) == ["self", "rerun_data"]
    assert "self._run_script(" in inspect.getsource(ScriptRunner._run_script_thread)
