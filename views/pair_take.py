"""Steps 1 to 4: p_target and q_draft of the real pair, taken over as the learner's own numbers.

Where they come from is kept in the address beside them, with a stamp of them: once a bar is moved
they are the learner's own, and nothing more is said. What the learner had is kept as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from zlib import crc32

import streamlit as st

from lessons import Lesson
from nimbus import DraftName, Settings, glance, load_pair
from specdec import acceptance_rate
from views import frame, pair_fields, state
from views.fields import Learner, Mine, Taken, Weights, Words, rounded
from views.html_parts import decimal, escape
from views.pair_pieces import named, tail

TOP = 7  # pieces with a bar of their own


def taken(learner: Learner) -> Taken | None:
    """Return where p and q come from, if they are still the pair's."""
    stamp = _stamp(learner.words, learner.p, learner.q)
    return learner.taken if learner.taken and learner.taken.stamp == stamp else None


def source_name(lesson: Lesson, learner: Learner) -> str | None:
    """Return what numbers of the pair are called in a list of presets."""
    origin = taken(learner)
    return lesson.text("math.pair.name", after=origin.after) if origin else None


def take(words: Words, p: Weights, q: Weights, origin: Taken) -> None:
    """Make words, p and q the learner's, and keep what the learner had."""
    learner = state.learner()
    mine = learner.mine
    if not (taken(learner) and mine):
        mine = Mine(learner.words, learner.p, learner.q)
    p, q = rounded(p), rounded(q)
    origin = origin._replace(stamp=_stamp(words, p, q), after=tail(origin.after))
    state.put(words=words, p=p, q=q, word=1, taken=origin, mine=mine)


def ask(lesson: Lesson) -> bool:
    """Ask for a prompt and take over what both models say behind it; True once it is done."""
    st.html(f'<p class="sub">{escape(lesson.text("math.pair.lead"))}</p>')
    pair_fields.fields(lesson)
    if not st.button(lesson.text("math.pair.take"), key="pair-take", type="primary"):
        return False
    try:
        with st.spinner(lesson.text("draft.pair.working")):
            _take_prompt(lesson)
    except pair_fields.Unplayable as error:
        frame.notice(pair_fields.refusal(lesson, error))
        return False
    return True


def origin(lesson: Lesson, then: Callable[[], None] | None = None) -> None:
    """Say that p and q are the pair's, what their last bar hides, and offer the way back.

    `then` ends the callback of the way back (`views.fragments.only`): in a part of the page, more
    than that part shows other numbers.
    """
    learner = state.learner()
    found = taken(learner)
    if found is None:
        return
    words = lesson.text(
        "math.pair.origin",
        draft=lesson.text(f"race.field.draft_{found.draft}"),
        after=found.after,
        temperature=decimal(found.temperature, 1),
        others=f"{found.others:,}",
        lumped=decimal(acceptance_rate(learner.p, learner.q)),
        alpha=decimal(found.alpha),
    )
    st.html(f'<p class="sub">{escape(words)}</p>')
    if learner.mine:
        restore = state.act(**learner.mine._asdict(), word=1, taken=None, mine=None)

        def back() -> None:
            restore()
            if then is not None:
                then()

        st.button(lesson.text("math.pair.back"), key="pair-back", on_click=back)


def _take_prompt(lesson: Lesson) -> None:
    learner = state.learner()
    shown = glance(
        load_pair(),
        learner.race_prompt,
        top=TOP,
        settings=Settings(learner.temperature),
        draft=cast(DraftName, learner.race_draft),
    )
    take(
        named(shown.pieces, lesson.text("draft.pair.others")),
        tuple(shown.p.tolist()),
        tuple(shown.q.tolist()),
        Taken(
            learner.race_draft,
            learner.temperature,
            shown.alpha,
            shown.others,
            "",
            learner.race_prompt,
        ),
    )


def _stamp(words: Words, p: Weights, q: Weights) -> str:
    return f"{crc32(repr((words, p, q)).encode()):08x}"
