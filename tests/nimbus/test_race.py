"""What the race tells is what happened."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import islice

import pytest

from nimbus import race as race_module
from nimbus.errors import TooLongError
from nimbus.gate import Gate
from nimbus.lanes import Entry, Step, lane
from nimbus.race import Measuring, Result, Waiting, queued, race
from nimbus.sampling import Settings
from specdec import ArgumentError

ENTRY = Entry("Your export failed because your", gamma=3, seed=5, max_tokens=24)


@pytest.fixture(scope="module")
def events(tiny_pair):
    return list(race(tiny_pair, ENTRY, repeats=2))


def steps(events, name):
    return [event for event in events if isinstance(event, Step) and event.lane == name]


def test_steps_come_first_then_repeats_then_one_result(events):
    """In this order."""
    kinds = [type(event) for event in events]

    assert kinds == sorted(kinds, key=[Step, Measuring, Result].index)
    assert kinds.count(Result) == 1


def test_plain_lane_is_a_token_a_pass(events):
    """The passes are counted from 1."""
    plain = steps(events, "plain")

    assert [step.passes for step in plain] == list(range(1, len(plain) + 1))
    assert {step.tokens for step in plain} == {1}


def test_pieces_tell_how_each_token_came_to_be(events):
    """Kept ones first, then one that is corrected or a bonus."""
    for step in steps(events, "speculative"):
        kinds = [piece.kind for piece in step.pieces]
        kept = kinds[: step.accepted]

        assert set(kept) <= {"kept"}
        assert set(kinds[step.accepted :]) <= {"corrected", "bonus"}
        assert (step.rejected != "") <= (step.checked == step.accepted + 1)


@pytest.mark.parametrize("name", ["plain", "speculative"])
def test_a_lane_is_repeated_by_its_seed(tiny_pair, name):
    """Same seed, same text; another seed, another text."""

    def text(seed):
        return [step.pieces for step in lane(name, tiny_pair, ENTRY, seed)]

    assert text(5) == text(5)
    assert text(5) != text(6)


@pytest.mark.parametrize("name", ["plain", "speculative"])
def test_the_clock_of_a_lane_runs_forward(events, name):
    """It is the lane's own."""
    times = [step.elapsed for step in steps(events, name)]

    assert times == sorted(times)


def test_the_lane_that_is_behind_moves_next(events):
    """So each is shown at its own speed."""
    clock = {"plain": 0.0, "speculative": 0.0}
    left = {name: len(steps(events, name)) for name in clock}
    for step in (event for event in events if isinstance(event, Step)):
        other = "plain" if step.lane == "speculative" else "speculative"

        assert clock[step.lane] <= clock[other] or left[other] == 0
        clock[step.lane] = step.elapsed
        left[step.lane] -= 1


def test_result_adds_up(events):
    """Over all runs; alpha counts what was looked at."""
    result = events[-1]
    shown = steps(events, "speculative")

    assert result.checked >= sum(step.checked for step in shown)
    assert result.alpha == result.accepted / result.checked
    assert result.speculative.tokens == pytest.approx(
        result.tokens_a_pass * result.speculative.passes
    )
    assert result.speedup > 0
    assert [m for m, _ in result.costs.passes] == list(range(1, 17))


def test_never_more_than_wanted(tiny_pair):
    """The end of the text or `max_tokens`."""
    for name in ("plain", "speculative"):
        for wanted in (1, 2, 7):
            made = lane(name, tiny_pair, replace(ENTRY, max_tokens=wanted), 3)

            assert sum(step.tokens for step in made) <= wanted


def test_an_empty_prompt_is_a_prompt(tiny_pair):
    """The models begin a text of their own."""
    made = race(tiny_pair, replace(ENTRY, prompt="", max_tokens=4), repeats=1)

    assert isinstance(list(made)[-1], Result)


def test_time_is_bounded(tiny_pair, monkeypatch):
    """A lane whose clock is over the limit is cut, and the result says so."""
    monkeypatch.setattr(race_module, "MAX_SECONDS", 0.0)
    made = list(race(tiny_pair, ENTRY, repeats=2))

    assert made[-1].plain.cut
    assert len(steps(made, "plain")) == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"gamma": 0}, "gamma"),
        ({"gamma": 16}, "gamma"),
        ({"max_tokens": 121}, "max_tokens"),
        ({"prompt": "x" * 401}, "prompt"),
        ({"settings": Settings(2.5)}, "temperature"),
        ({"settings": Settings(1, -1)}, "top_k"),
        ({"settings": Settings(1, 0, 0.0)}, "top_p"),
    ],
)
def test_bounds_are_named(tiny_pair, change, field):
    """Field, rule and value."""
    with pytest.raises(ArgumentError, match=field):
        next(race(tiny_pair, replace(ENTRY, **change)))


def test_a_prompt_that_leaves_no_room_is_refused(tiny_pair):
    """Rather than cut silently."""
    with pytest.raises(TooLongError):
        next(race(tiny_pair, replace(ENTRY, prompt="€" * 60)))


def test_whoever_waits_is_told_the_place_and_then_runs(tiny_pair):
    """The line is over all sessions of the process."""
    gate = Gate()
    first = gate.enter()
    second = queued(tiny_pair, replace(ENTRY, max_tokens=2), gate=gate, repeats=1, poll=0.01)
    waiting = next(second)
    first.leave()
    rest = list(second)

    assert waiting == Waiting(1)
    assert isinstance(rest[-1], Result)
    assert gate.length == 0


@pytest.mark.parametrize("seen", [0, 1, 3])
def test_closing_the_events_frees_the_place_at_once(tiny_pair, seen):
    """A cancelled run, a closed tab."""
    gate = Gate()
    with closing(queued(tiny_pair, ENTRY, gate=gate)) as made:
        list(islice(made, seen))

    assert gate.length == 0
