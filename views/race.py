"""The race of page 5: the learner's own prompt, both lanes streaming, then what was measured.

Nothing is loaded before the race is started. The run lives in this script's own iteration: when
the learner goes elsewhere or closes the tab, Streamlit stops the script at its next call; when the
learner cancels or changes something on this page, the iteration ends itself. Either way the
iterator is closed, and with it the run and its place in the queue.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lessons import Lesson
from nimbus import DRAFTS, DraftName, Settings, load_pair
from nimbus.gate import FullError, LostPlaceError
from nimbus.race import MAX_GAMMA, Entry, Measuring, Result, Step, Waiting, queued
from views import frame, meanwhile, pair_fields, race_drafts, race_result, state
from views.fragments import only, part, then_only
from views.html_parts import escape
from views.questions import ask
from views.race_lanes import Lanes, key
from views.styles import sheet

TOKENS = 80
FRAME = 0.08  # seconds between two pictures of the lanes
# What a preset sets; its name and its prompt are the lesson's.
PRESETS: dict[str, dict[str, Any]] = {
    "on_topic": {"temperature": 0.7, "race_gamma": 7, "race_draft": "mini"},
    "off_topic": {"temperature": 0.7, "race_gamma": 7, "race_draft": "mini"},
    "greedy": {"temperature": 0.0, "race_gamma": 7, "race_draft": "mini"},
    "too_many": {"temperature": 1.0, "race_gamma": 15, "race_draft": "mini"},
    "cheaper": {"temperature": 0.7, "race_gamma": 7, "race_draft": "trigram"},
}
SHOWN = "_race"  # the last race of this session
_BOTH = "_race_both"  # the last race of both drafts: its entry, a result for each
_CANCELLED = "_race_cancelled"  # which of the two was
_SETTINGS = ("race", "take")  # parts of the page that show what is raced: take holds the address


@dataclass(frozen=True)
class Shown:
    """A race that was run: what it was about, its lanes as they ended, what was measured."""

    entry: Entry
    lanes: str
    same_text: bool
    result: Result


def last() -> Shown | None:
    """Return the race that this session ran last, None where it ran none."""
    shown: Shown | None = st.session_state.get(SHOWN)
    return shown


class InterruptedRaceError(Exception):
    """The learner has asked for something else."""


@part("race", slow=True)
def race(lesson: Lesson) -> None:
    """Show the race: what is raced, the lanes, the result."""
    with frame.card("race"):
        st.html(f"<style>{sheet('race')}</style>")
        st.header(lesson.text("race.title"), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("race.lead"))}</p>')
        _presets(lesson)
        _fields(lesson)
        started = st.button(lesson.text("race.run.start"), key="race-start", type="primary")
        cancelled = st.session_state.pop(_CANCELLED, "")
        if started:
            _run(lesson, _entry())
        elif cancelled == "race":
            _say(st.empty(), lesson.text("race.run.cancelled"))
        elif shown := last():
            _finished(lesson, shown)
        _two_drafts(lesson, cancelled=cancelled == "two")


def _two_drafts(lesson: Lesson, *, cancelled: bool) -> None:
    """Let both drafts race on the same prompt, once the learner has said what to expect."""
    st.subheader(lesson.text("race.two.title"), anchor=False)
    then = partial(only, "race", "quiz", "take")
    if not ask(lesson, "nimbus-two-drafts", then=then):
        return
    st.html(f'<p class="prose">{escape(lesson.text("race.two.lead"))}</p>')
    if st.button(lesson.text("race.two.start"), key="race-two"):
        _run_both(lesson, _entry())
    elif cancelled:
        _say(st.empty(), lesson.text("race.run.cancelled"))
    if both := st.session_state.get(_BOTH):
        entry, found = both
        _say_if_old(lesson, entry, replace(_entry(), draft=entry.draft))
        race_drafts.compared(lesson, found)


def _run_both(lesson: Lesson, entry: Entry) -> None:
    st.session_state.pop(_BOTH, None)
    found: dict[DraftName, Result] = {}
    for draft in DRAFTS:
        shown = _attempt(lesson, replace(entry, draft=draft), name=f"two-{draft}")
        if shown is None:
            return
        found[draft] = shown.result
    st.session_state[_BOTH] = (entry, found)


def _presets(lesson: Lesson) -> None:
    with st.container(horizontal=True, key="race-presets", vertical_alignment="center"):
        st.html(f'<p class="sub">{escape(lesson.text("race.preset.lead"))}</p>', width="content")
        for name, values in PRESETS.items():
            st.button(
                lesson.text(f"race.preset.{name}"),
                key=f"race-preset-{name}",
                on_click=then_only(
                    state.act(race_prompt=lesson.text(f"race.prompt.{name}"), **values), *_SETTINGS
                ),
            )


def _fields(lesson: Lesson) -> None:
    def say(name: str) -> str:
        return lesson.text(f"race.field.{name}")

    then = partial(only, *_SETTINGS)
    pair_fields.prompt(lesson, then=then)
    heat, guesses, who = st.columns(3)
    with heat:
        pair_fields.temperature(lesson, then)
    with guesses:
        limits = {"min_value": 1, "max_value": MAX_GAMMA}
        state.bound(st.slider, say("gamma"), field="race_gamma", then=then, **limits)
    with who:
        pair_fields.draft(lesson, then)
    with st.expander(say("more")):
        _cuts(lesson)


def _cuts(lesson: Lesson) -> None:
    fields: tuple[tuple[str, dict[str, Any]], ...] = (
        ("top_k", {"min_value": 0, "max_value": 200, "step": 1}),
        ("top_p", {"min_value": 0.1, "max_value": 1.0, "step": 0.05}),
        ("seed", {"min_value": 0, "max_value": 999_999, "step": 1}),
    )
    for column, (name, limits) in zip(st.columns(3), fields, strict=True):
        with column:
            words = lesson.text(f"race.field.{name}")
            then = partial(only, *_SETTINGS)
            state.bound(st.number_input, words, field=name, then=then, **limits)


def _entry() -> Entry:
    learner = state.learner()
    return Entry(
        prompt=learner.race_prompt,
        gamma=learner.race_gamma,
        seed=learner.seed,
        max_tokens=TOKENS,
        settings=Settings(learner.temperature, learner.top_k, learner.top_p),
        draft=cast(DraftName, learner.race_draft),
    )


def _run(lesson: Lesson, entry: Entry) -> None:
    """Run a race and show it as it goes, then its result."""
    st.session_state.pop(SHOWN, None)
    if shown := _attempt(lesson, entry, name="race"):
        st.session_state[SHOWN] = shown
        _finished(lesson, shown)


def _attempt(lesson: Lesson, entry: Entry, *, name: str) -> Shown | None:
    """Run a race and show it as it goes; None if it can't be run, which is said."""
    status = st.empty()
    _say(status, lesson.text("race.run.loading"))
    stop = st.empty()
    stop.button(
        lesson.text("race.run.cancel"),
        key=f"{name}-cancel",
        on_click=_cancelled,
        args=(name.partition("-")[0],),
    )
    picture = st.empty()
    shown = None
    try:
        shown = _stream(lesson, entry, status, picture)
    except pair_fields.Unplayable as error:
        _say(status, pair_fields.refusal(lesson, error))
    except FullError:
        _say(status, lesson.text("race.run.full"))
    except LostPlaceError:
        _say(status, lesson.text("race.run.lost"))
    except InterruptedRaceError:
        picture.empty()
        _say(status, lesson.text("race.run.cancelled"))
    else:
        status.empty()
        picture.empty()
    stop.empty()
    return shown


def _stream(lesson: Lesson, entry: Entry, status: DeltaGenerator, picture: DeltaGenerator) -> Shown:
    """Draw what happens until the result is there.

    Raises
    ------
    InterruptedRaceError
        If the learner asks for something else.
    """
    lanes, drawn = Lanes(lesson, entry), 0.0
    with closing(queued(load_pair(), entry)) as events:
        for event in events:
            if meanwhile.asked():
                raise InterruptedRaceError
            match event:
                case Waiting():
                    _say(status, lesson.text("race.run.waiting", ahead=event.ahead))
                case Step():
                    if not lanes.begun:
                        _say(status, lesson.text("race.run.running"))
                    lanes.add(event)
                    if time.monotonic() - drawn > FRAME:
                        picture.html(lanes.html())
                        drawn = time.monotonic()
                case Measuring():
                    picture.html(lanes.html())
                    words = lesson.text("race.run.measuring", done=event.done, of=event.of)
                    _say(status, words)
                case Result():
                    return Shown(entry, lanes.html(event), lanes.same_text, event)
    raise RuntimeError("a race ends with its result")


def _finished(lesson: Lesson, shown: Shown) -> None:
    _say_if_old(lesson, shown.entry, _entry())
    st.html(shown.lanes + key(lesson))
    race_result.result(lesson, shown.entry, shown.result, same_text=shown.same_text)


def _say_if_old(lesson: Lesson, measured: Entry, asked: Entry) -> None:
    if measured != asked:
        st.html(f'<p class="notice">{escape(lesson.text("race.run.old"))}</p>')


def _cancelled(name: str) -> None:
    st.session_state[_CANCELLED] = name


def _say(place: DeltaGenerator, words: str) -> None:
    place.html(f'<p class="sub" role="status">{escape(words)}</p>')
