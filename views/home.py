"""The landing page: the promise, where to start or resume, the five steps, the seeds to call up."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson, Step
from views import frame, links, state
from views.fragments import part
from views.home_promise import GAMMA, phases, promise
from views.html_parts import escape, table
from views.site import INSTRUCTORS
from views.styles import sheet

_MEANS = "frame.means."
_PLAYS = "_promise_plays"  # how often "Play again" was pressed; nothing a copied address needs


@part("promise")
def opening(lesson: Lesson) -> None:
    """Show the promise and the one primary button."""
    st.html(f"<style>{sheet('home')}</style>")
    plays = st.session_state.setdefault(_PLAYS, 0)
    with frame.card("promise"):
        st.html(promise(lesson, plays))
        with st.container(horizontal=True, vertical_alignment="center"):
            _start(lesson)
            st.button(lesson.text("home.again"), key="again", type="tertiary", on_click=_play_again)
        st.html(phases(lesson, plays))


def steps(lesson: Lesson) -> None:
    """Show the five steps: what one does there, how long it takes, what is done."""
    done = state.learner().done
    with frame.card("steps"):
        minutes = sum(step.minutes for step in lesson.steps)
        st.header(lesson.text("home.steps.title", minutes=minutes), anchor=False)
        with st.container(gap=None):
            for step in lesson.steps:
                _row(lesson, step, step.slug in done)
        if done:
            st.button(lesson.text("home.over"), type="tertiary", on_click=_start_over)


def words(lesson: Lesson) -> None:
    """Show the words of the lesson, each with its one meaning."""
    with st.expander(lesson.text("home.words.title")):
        names = [key.removeprefix("frame.means.") for key in lesson.keys() if _MEANS in key]  # noqa: SIM118
        rows = [(lesson.text(f"frame.name.{n}"), lesson.text(f"frame.means.{n}")) for n in names]
        head = [lesson.text(f"home.words.{column}") for column in ("word", "means")]
        st.html(f'<div class="glossary">{table(lesson.text("home.words.lead"), head, rows)}</div>')


def instructors(lesson: Lesson) -> None:
    """Show the seeds whose draw is known, each as a way into step 1."""
    st.html(f'<p class="lead">{escape(lesson.text("home.instructors"))}</p>')
    with st.container(horizontal=True):
        for seed in lesson.seeds.values():
            start = state.act(seed=seed.seed, gamma=GAMMA, round=1, step=1)
            if st.button(seed.label, key=f"seed-{seed.name}", help=seed.shows, on_click=start):
                links.go("draft")
    course = lesson.text("home.course")
    st.page_link(INSTRUCTORS, label=course, query_params=state.address())


def next_step(lesson: Lesson, done: tuple[str, ...]) -> Step | None:
    """Return the first step that is not done, None when all are."""
    return next((step for step in lesson.steps if step.slug not in done), None)


def _start(lesson: Lesson) -> None:
    done = state.learner().done
    step = next_step(lesson, done)
    if step is None:
        label = lesson.text("home.finished")
    elif done:
        label = lesson.text("home.resume", number=step.number, title=step.title)
    else:
        label = lesson.text("home.start")
    if st.button(label, type="primary", key="start"):
        links.go(step.slug if step else lesson.steps[-1].slug)


def _row(lesson: Lesson, step: Step, done: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"step-{step.slug}"):
        links.link(step.slug, f"**{step.number}** {step.title}")
        length = escape(lesson.text("home.minutes", minutes=step.minutes))
        tick = f'<span class="done">✓ {escape(lesson.text("home.done"))}</span>' if done else ""
        st.html(
            f'<div class="step-row"><p>{escape(step.does)}</p>{tick}<span>{length}</span></div>'
        )


def _play_again() -> None:
    st.session_state[_PLAYS] += 1


def _start_over() -> None:
    state.reset(*(name for name in state.RULE_NAMES if name != "lang"))
