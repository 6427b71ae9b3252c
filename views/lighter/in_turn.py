"""Runs of many learners take turns, one at a time, first come, first served.

Each run has a thread, and Python lets all threads that can run take small turns: when a class
changes something in the same second, every answer is begun and none is ready until nearly all are,
and the event loop, which is one thread among them, gets to receive and send once in a while. In
line, the first is served as if it were alone. Of a hundred learners' answers the slowest twentieth
comes after a quarter of the time.

A run that takes long, such as a race of the two models, loses its place after a moment: it goes on,
and doesn't hold up the others.
"""

from __future__ import annotations

import threading
import time
from collections import deque

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from views.lighter import asked_first

AT_ONCE = 1  # a second one takes the interpreter from the first more often than it uses the time
LONGEST = 0.25
"""Seconds after which a run doesn't count any more."""

at_will = asked_first.asked_first


class Line:
    """Who runs, and who is waiting, in the order they came."""

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST) -> None:
        self._at_once, self._longest = at_once, longest
        self._lock = threading.Lock()
        self._running: dict[threading.Event, float] = {}  # since when
        self._waiting: deque[threading.Event] = deque()

    def begin(self) -> threading.Event:
        """Wait for a turn; return what `end` is to be given."""
        turn = threading.Event()
        with self._lock:
            self._waiting.append(turn)
            self._call()
        while not turn.wait(self._longest):
            with self._lock:
                self._call()
        return turn

    def end(self, turn: threading.Event) -> None:
        """Give a turn back, whether it still counts or not."""
        with self._lock:
            self._running.pop(turn, None)
            self._call()

    def _call(self) -> None:
        """Let in who has waited longest, as far as there is room."""
        now = time.monotonic()
        if len(self._running) >= self._at_once:
            late = [turn for turn, since in self._running.items() if now - since > self._longest]
            for turn in late:
                del self._running[turn]
        while self._waiting and len(self._running) < self._at_once:
            turn = self._waiting.popleft()
            self._running[turn] = now
            turn.set()


_LINE = Line()


def in_turn(self: ScriptRunner, rerun_data: RerunData) -> None:
    """Do what `at_will` does, when it is this run's turn."""
    turn = _LINE.begin()
    try:
        at_will(self, rerun_data)
    finally:
        _LINE.end(turn)


def install() -> None:
    """Have Streamlit use it, from the next run on."""
    ScriptRunner._run_script = in_turn  # type: ignore[method-assign]
