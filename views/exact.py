"""Page 3 in its order: the sum and the coupling, the run, the mistakes."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from lessons import Lesson
from views import pair_take, preset_choice, sections, state
from views.exact_component import linked
from views.exact_convergence import convergence
from views.exact_coupling import coupling, nothing_keeps_more
from views.exact_faults import break_it
from views.exact_identity import identity
from views.exact_kept import kept
from views.exact_pairs import pairs, same_seed
from views.fragments import part
from views.frame import card
from views.html_parts import escape
from views.questions import ask
from views.sections import shown
from views.styles import sheet


def claim(lesson: Lesson) -> None:
    """Show what the module claims, in its own words."""
    st.html(f"<style>{sheet('exact')}</style>")
    first, *rest = lesson.module.exact
    notes = "".join(f"<li>{escape(line)}</li>" for line in rest)
    st.html(f'<div class="claim"><p>{escape(first)}</p><ul>{notes}</ul></div>')
    _numbers(lesson)


def _numbers(lesson: Lesson) -> None:
    """Offer what p and q start from. An audience sees where they come from, and no list."""
    if sections.presenting() or not shown("presets"):
        pair_take.origin(lesson)
        return
    preset_choice.choose(lesson, lesson.text("math.preset"), lesson.text("math.own"))
    preset_choice.about(lesson)


def parts(lesson: Lesson) -> None:
    """Show one of the three parts, and the way to the next."""
    at = state.learner().part
    with st.container(gap=None, key="parts"):
        _choose_part(lesson)
        # The button at the end of a part leaves a learner at the foot of the next one.
        linked("to_top")(key="to-top", data=at)
    PARTS[at](lesson)
    if at < len(PARTS):
        title = lesson.text(f"exact.part.{at + 1}")
        st.button(
            lesson.text("exact.part.next", title=title),
            key="next-part",
            type="primary",
            on_click=state.act(part=at + 1),
        )


def _choose_part(lesson: Lesson) -> None:
    state.bound(
        st.segmented_control,
        lesson.text("exact.part.label"),
        field="part",
        value_name="default",
        options=[*PARTS],
        format_func=lambda number: lesson.text(
            "exact.part.of", number=number, title=lesson.text(f"exact.part.{number}")
        ),
        label_visibility="collapsed",
    )


@part("sum")
def sums(lesson: Lesson) -> None:
    """Show the sum of each word and where each guess goes."""
    _card("identity", identity, lesson)
    _card("coupling", coupling, lesson)
    if shown("fresh") and ask(lesson, "exact-fresh-draw"):
        _card("fresh", nothing_keeps_more, lesson)


@part("run")
def runs(lesson: Lesson) -> None:
    """Show the run and its tests, each behind its question."""
    st.header(lesson.text("exact.converge.before"), anchor=False)
    if not ask(lesson, "exact-approximation"):
        return
    _card("converge", convergence, lesson)
    _card("pairs", pairs, lesson)
    if shown("seed") and ask(lesson, "exact-same-seed"):
        _card("seed", same_seed, lesson)
    _kept(lesson)


@part("break")
def mistakes(lesson: Lesson) -> None:
    """Show the ways to break it; end with the sentence that the page has earned."""
    _card("break", break_it, lesson)
    _kept(lesson)
    st.html(f'<p class="key-sentence">{escape(lesson.module.key_sentence)}</p>')


def _kept(lesson: Lesson) -> None:
    if state.learner().kept:
        _card("kept", lambda lesson: kept(lesson, state.learner()), lesson)


def _card(name: str, draw: Callable[[Lesson], None], lesson: Lesson) -> None:
    """Show a card, unless the address hides it."""
    if shown(name):
        with card(name):
            draw(lesson)


PARTS = {1: sums, 2: runs, 3: mistakes}
