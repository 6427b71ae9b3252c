"""Few run, the others wait in order, and whoever has gone holds nobody up."""

from __future__ import annotations

import threading

import pytest

from nimbus.gate import STALE, FullError, Gate, LostPlaceError


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_places_are_in_order_and_move_up():
    """One runs; the others know how many go first."""
    gate = Gate(at_once=1)
    places = [gate.enter() for _ in range(3)]
    before = [place.wait(0) for place in places]
    places[0].leave()

    assert (before, [place.wait(0) for place in places[1:]]) == ([0, 1, 2], [0, 1])


def test_several_can_run_at_once():
    """The number is the gate's."""
    gate = Gate(at_once=2)

    assert [gate.enter().wait(0) for _ in range(4)] == [0, 0, 1, 2]


def test_leaving_twice_frees_one_place():
    """The run's own end and its consumer's may both do it."""
    gate = Gate()
    first, second, third = (gate.enter() for _ in range(3))
    first.leave()
    first.leave()

    assert (second.wait(0), third.wait(0)) == (0, 1)


def test_a_full_line_lets_nobody_in():
    """With the number in the sentence."""
    gate = Gate(at_once=1, waiting=1)
    gate.enter()
    gate.enter()
    with pytest.raises(FullError, match="at most 1 waiting"):
        gate.enter()


def test_who_gives_no_sign_of_life_loses_the_place():
    """A tab that was closed while its run stood still."""
    clock = Clock()
    gate = Gate(clock=clock)
    gone, waiting = gate.enter(), gate.enter()
    clock.now = STALE - 1
    waiting.alive()
    clock.now = STALE + 1

    assert waiting.wait(0) == 0
    with pytest.raises(LostPlaceError):
        gone.alive()


def test_waiting_ends_when_the_place_is_free():
    """Without polling."""
    gate = Gate()
    first, second = gate.enter(), gate.enter()
    threading.Timer(0.05, first.leave).start()

    assert second.wait(10) == 0


def test_an_error_in_the_run_frees_the_place():
    """`with` does."""
    gate = Gate()
    with pytest.raises(ZeroDivisionError), gate.enter():
        raise ZeroDivisionError

    assert gate.length == 0
