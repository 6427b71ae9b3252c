"""Who may run now, over all sessions of the process, and who comes next.

A race measures time, and two at once would measure each other. So few run at once, the others
wait in order and are told their place. A place whose holder has gone (a closed tab, a dropped
connection) is given back by the run's own `finally`; one that hasn't moved for a while is taken
back, in case that never came.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType

from nimbus.errors import NimbusError

STALE = 30.0  # seconds without a sign of life


class FullError(NimbusError):
    """So many wait already that nobody more is let in."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        super().__init__(f"queue: must have at most {waiting} waiting, is full")


class Gate:
    """Lets `at_once` in, and lets `waiting` more wait.

    Parameters
    ----------
    at_once, waiting : int
    clock : callable
        Seconds; for tests.
    """

    def __init__(
        self, at_once: int = 1, waiting: int = 30, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.at_once = at_once
        self.waiting = waiting
        self._clock = clock
        self._changed = threading.Condition()
        self._line: list[Place] = []  # the first `at_once` run

    def enter(self) -> Place:
        """Take a place at the end of the line.

        Raises
        ------
        FullError
            If too many wait.
        """
        with self._changed:
            self._drop_stale()
            if len(self._line) >= self.at_once + self.waiting:
                raise FullError(self.waiting)
            place = Place(self)
            self._line.append(place)
            return place

    @property
    def length(self) -> int:
        """How many run or wait."""
        with self._changed:
            return len(self._line)

    def _ahead(self, place: Place) -> int | None:
        """Return how many must leave before this one runs; None if it has lost its place."""
        self._drop_stale()
        if place not in self._line:
            return None
        return max(0, self._line.index(place) + 1 - self.at_once)

    def _drop_stale(self) -> None:
        now = self._clock()
        alive = [place for place in self._line if now - place.seen < STALE]
        if len(alive) < len(self._line):
            self._line = alive
            self._changed.notify_all()


class Place:
    """A place in the line. Use it with `with`: leaving frees it."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self.seen = gate._clock()

    def wait(self, seconds: float) -> int:
        """Wait for one's turn, `seconds` at most; return how many are still ahead, 0 to run.

        Raises
        ------
        LostPlaceError
            If no sign of life came for so long that the place was given to others.
        """
        gate = self._gate
        with gate._changed:
            gate._changed.wait_for(lambda: gate._ahead(self) in (0, None), timeout=seconds)
            return self._still_ahead()

    def alive(self) -> None:
        """Give a sign of life.

        Raises
        ------
        LostPlaceError
            As `wait`.
        """
        with self._gate._changed:
            self._still_ahead()

    def leave(self) -> None:
        """Give the place back; again does no harm."""
        with self._gate._changed:
            if self in self._gate._line:
                self._gate._line.remove(self)
                self._gate._changed.notify_all()

    def __enter__(self) -> Place:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()

    def _still_ahead(self) -> int:
        ahead = self._gate._ahead(self)
        if ahead is None:
            raise LostPlaceError
        self.seen = self._gate._clock()
        return ahead


class LostPlaceError(NimbusError):
    """The place was given to others, since its holder seemed to have gone."""

    def __init__(self) -> None:
        super().__init__(f"queue: a sign of life must come every {STALE:g} seconds")
