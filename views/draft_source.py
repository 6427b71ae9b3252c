"""Step 1: what is written, the lesson's sentence or the real pair's text on the learner's prompt.

The pair is read when it is chosen, never before.
"""

from __future__ import annotations

import hashlib
from typing import cast

import streamlit as st

from lessons import Lesson
from nimbus import DraftName
from views import pair_fields, pair_take, state
from views.draft_scene import Scene, play_pair
from views.fields import Learner, Taken
from views.html_parts import escape
from views.links import go
from views.markdown import literal
from views.pair_text import Bars, Played, played

REAL = "pair"
_LAST = "_draft_source"  # what was asked of the pair in the last run of this page, and where


def choice(lesson: Lesson) -> None:
    """Let the learner choose, and ask what the pair needs."""
    names = {"": lesson.text("draft.pair.lesson"), REAL: lesson.text("draft.pair.real")}
    with st.container(key="source"):
        state.bound(
            st.segmented_control,
            lesson.text("draft.pair.choice"),
            field="source",
            value_name="default",
            options=[*names],
            format_func=names.__getitem__,
            label_visibility="collapsed",
        )
    if state.learner().source == REAL:
        st.html(f'<p class="sub">{escape(lesson.text("draft.pair.lead"))}</p>')
        pair_fields.fields(lesson)


def start_over_if_new() -> None:
    """Begin at the first round when something else is written than in the last run.

    An address that brings its own place along keeps it.
    """
    learner = state.learner()
    asked: tuple[object, ...] = (learner.source,)
    if learner.source == REAL:
        asked += (learner.race_prompt, learner.temperature, learner.race_draft)
    place = (learner.round, learner.step)
    last = st.session_state.get(_LAST)
    if last and last[0] != asked and last[1] == place != (1, 1):
        state.put(round=1, step=1)
    st.session_state[_LAST] = (asked, place)


def play(lesson: Lesson) -> tuple[Scene, ...]:
    """Return the pair's rounds on the learner's prompt.

    Raises
    ------
    TooLongError, ModelFileError
        See `views.pair_fields.refusal`.
    """
    learner = state.learner()
    with st.spinner(lesson.text("draft.pair.working")):
        return play_pair(text(lesson, learner), learner.race_draft)


def text(lesson: Lesson, learner: Learner) -> Played:
    """Return what the pair writes on a learner's prompt."""
    return played(
        learner.race_prompt,
        learner.seed,
        learner.gamma,
        learner.temperature,
        cast(DraftName, learner.race_draft),
        lesson.text("draft.pair.others"),
    )


def name() -> str:
    """Return what tells one text from another; a prompt stands in it only as a checksum."""
    learner = state.learner()
    draw = f"{learner.seed}/{learner.gamma}"
    if learner.source != REAL:
        return draw
    prompt = learner.race_prompt.encode("utf-8", "surrogatepass")
    return f"{draw}/{learner.temperature}/{learner.race_draft}/{hashlib.sha256(prompt).hexdigest()}"


def take_along(lesson: Lesson, shown: Scene) -> None:
    """Offer p and q of the round's deciding place to step 2: where it was rejected, or its end."""
    place = min(shown.now.accepted, len(shown.now.p_dists) - 1)
    if shown.now.final is None:
        place = len(shown.now.drafted) - 1
    bars = shown.bars(place)
    if bars is None:
        return
    label = lesson.text("draft.pair.take", context=literal(shown.label(place)))
    if st.button(label, key="pair-take"):
        _take(lesson, shown, place, bars)
        go("math")


def _take(lesson: Lesson, shown: Scene, place: int, bars: Bars) -> None:
    learner = state.learner()
    areas = shown.areas(place)
    origin = Taken(
        learner.race_draft, learner.temperature, bars.alpha, bars.others, "", shown.context(place)
    )
    p, q = (tuple(map(float, law)) for law in (areas.p_target, areas.q_draft))
    pair_take.take(tuple(areas.words), p, q, origin)
