"""Page 3, part 2: many texts, and how far their shares are from p_target."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from lessons import Lesson
from specdec import ChiSquared, chi_squared_test
from views import html_parts, state
from views.exact_kept import offer
from views.exact_numbers import count, p_value, small
from views.exact_playback import Scene, playback
from views.exact_runs import Noise, Run, laws, noise, run
from views.fields import Learner
from views.fragments import part
from views.html_parts import decimal

CHOICES = (*(n * 10**power for power in (3, 4, 5) for n in (1, 2, 5)), 1_000_000)
SLOW = 200_000  # texts that take long enough to be told that one waits
LAST_SEED = 999_999
TEST_LEVEL = 0.01  # a right program's p-value falls below it in one run of a hundred


def rounds_of(learner: Learner) -> int:
    """Return how many texts to write: the choice next to what the address holds."""
    return min(CHOICES, key=lambda choice: abs(math.log(choice / learner.rounds)))


def position_of(learner: Learner) -> int:
    """Return the position that is looked at, from 0: a shorter text gives its last."""
    return min(learner.position, learner.gamma + 1) - 1


def run_of(lesson: Lesson, learner: Learner, fault: str = "") -> Run:
    """Write the learner's texts, or take them from memory; say so where it takes a while."""
    rounds = rounds_of(learner)
    settings = (learner.p, learner.q, learner.gamma, learner.seed, rounds, fault)
    if rounds < SLOW:
        return run(*settings)
    with st.spinner(lesson.text("exact.converge.waiting", rounds=count(rounds))):
        return run(*settings)


def convergence(lesson: Lesson) -> None:
    """Show the run, played in the browser, and the test of its last count."""
    learner = state.learner()
    rounds = count(rounds_of(learner))
    st.header(lesson.text("exact.converge.title", rounds=rounds), anchor=False)
    st.write(lesson.text("exact.converge.how", rounds=rounds))
    _controls(lesson, learner)
    _looked_at(lesson)


@part("position")
def _looked_at(lesson: Lesson) -> None:
    """Show the run at one position of its texts; choosing another draws only this again."""
    learner = state.learner()
    place = position_of(learner)
    _choose_position(lesson, learner)
    texts = run_of(lesson, learner)
    wanted = laws(learner.p, learner.q, learner.gamma).wanted
    band = noise(tuple(wanted.tolist()), tuple(texts.at.tolist()))
    playback(lesson, Scene(learner.words, texts, band, place, wanted), key="playback")
    if place == learner.gamma:
        st.caption(lesson.text("exact.converge.bonus_position", number=place + 1))
    _test(lesson, chi_squared_test(texts.counts[place][-1], wanted))
    offer(lesson, learner, rounds_of(learner))
    with st.expander(lesson.text("exact.converge.table")):
        st.html(_shares(lesson, learner, texts, place))
        st.html(_curve(lesson, texts, band, place))


def _controls(lesson: Lesson, learner: Learner) -> None:
    left, middle, right = st.columns([1.3, 1, 1.1], gap="medium", vertical_alignment="bottom")
    with left:
        state.bound(
            st.select_slider,
            lesson.text("exact.converge.rounds"),
            field="rounds",
            options=CHOICES,
            format_func=count,
            read=lambda _: rounds_of(learner),
        )
    with middle:
        state.bound(
            st.slider, lesson.text("exact.converge.gamma"), field="gamma", min_value=1, max_value=8
        )
    with right:
        st.button(
            lesson.text("exact.converge.seed"),
            key="new-seed",
            help=lesson.text("exact.converge.seed_is", seed=learner.seed),
            on_click=state.act(seed=(learner.seed + 1) % (LAST_SEED + 1)),
        )


def _choose_position(lesson: Lesson, learner: Learner) -> None:
    state.bound(
        st.segmented_control,
        lesson.text("exact.converge.position"),
        field="position",
        value_name="default",
        options=[*range(1, learner.gamma + 2)],
        format_func=lambda number: lesson.text("exact.converge.position_of", number=number),
        read=lambda _: position_of(learner) + 1,
    )


def _test(lesson: Lesson, test: ChiSquared) -> None:
    st.markdown(f"**{lesson.text('exact.converge.test')}**")
    if test.degrees == 0:
        st.write(lesson.text("exact.converge.verdict.single"))
        return
    statistic = lesson.text("exact.converge.statistic_is", degrees=test.degrees)
    named = [
        (decimal(test.statistic), statistic),
        (p_value(test.p_value), lesson.text("exact.converge.p_value_is")),
    ]
    st.html(html_parts.numbers(named))
    if test.p_value < TEST_LEVEL:
        st.write(lesson.text("exact.converge.verdict.low"))
    else:
        percent = f"{100 * test.p_value:.0f} %"
        st.write(lesson.text("exact.converge.verdict.fine", percent=percent))


def _shares(lesson: Lesson, learner: Learner, texts: Run, place: int) -> str:
    seen, n = texts.counts[place][-1], texts.at[-1]
    caption = lesson.text("exact.converge.table_caption", position=place + 1, rounds=count(n))
    heads = ("word", "seen", "share", "difference")
    head = [lesson.text(f"exact.converge.head_{name}") for name in heads]
    head.insert(3, lesson.text("frame.name.p_target"))
    rows = [
        [word, count(times), decimal(times / n, 4), decimal(p, 4), f"{times / n - p:+.4f}"]
        for word, times, p in zip(learner.words, seen, learner.p, strict=True)
    ]
    return html_parts.table(caption, head, rows)


def _curve(lesson: Lesson, texts: Run, band: Noise, place: int) -> str:
    heads = ("rounds", "distance", "expected", "band")
    head = [lesson.text(f"exact.converge.head_{name}") for name in heads]
    # About one row a power of ten tells the story; the picture has them all.
    picked = np.unique(np.searchsorted(texts.at, 10.0 ** np.arange(7)).clip(0, len(texts.at) - 1))
    rows = [
        [
            count(texts.at[i]),
            small(texts.distance[place][i]),
            small(band.expected[i]),
            f"{small(band.low[i])} – {small(band.high[i])}",
        ]
        for i in picked
    ]
    return html_parts.table(lesson.text("exact.converge.curve_table"), head, rows)
