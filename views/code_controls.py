"""What this run does, in a sentence, and the controls that bring about another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import groupby

import streamlit as st

from lessons import Lesson
from specdec import Round
from views import preset_choice, state
from views.code_run import TRIES, Run, all_kept, find_seed, first_rejected
from views.fields import Learner
from views.fragments import only
from views.html_parts import escape
from views.words import say

_LAST_RUN = "_code_last_run"  # the numbers and the step of the last run of this page
_NOT_FOUND = "_code_not_found"
_OF_THE_RUN = ("trace", "bonus", "cache", "files")  # parts of the page that another run changes


def start_over_if_new() -> None:
    """Begin at the call again when p, q, gamma or the seed have changed since the last run.

    An address that brings its own step along keeps it.
    """
    learner = state.learner()
    numbers = (learner.words, learner.p, learner.q, learner.gamma, learner.seed)
    last = st.session_state.get(_LAST_RUN)
    if last and last[0] != numbers and last[1] == learner.line != 0:
        state.put(line=0)
    st.session_state[_LAST_RUN] = (numbers, state.learner().line)


def section(title: str, lead: str) -> None:
    """Begin a part of the page: what it found, and one sentence."""
    st.header(title, anchor=False)
    st.html(f'<p class="lead">{escape(lead)}</p>')


def run_controls(lesson: Lesson, learner: Learner, run: Run) -> None:
    """Show what the run does, and what picks its numbers."""
    st.header(verdict(lesson, run.result), anchor=False)
    st.html(f'<p class="lead run-says">{escape(summary(lesson, learner, run.result))}</p>')
    numbers, guesses, draws = st.columns(
        [1.2, 0.8, 1.75], gap="medium", vertical_alignment="bottom"
    )
    then = partial(only, *_OF_THE_RUN, "edges")  # other numbers
    with numbers:
        label, own = lesson.text("code.run.preset"), lesson.text("code.run.own")
        preset_choice.choose(lesson, label, own, then)
    with guesses:
        state.bound(
            st.slider,
            lesson.text("code.run.gamma"),
            field="gamma",
            then=partial(only, *_OF_THE_RUN),
            min_value=1,
            max_value=8,
        )
    with draws:
        _draws(lesson, learner)
    preset_choice.about(lesson, then)
    _say_if_missed(lesson, learner)


def verdict(lesson: Lesson, result: Round) -> str:
    """Return the run as its decisions: "This run: accept, accept, reject and correct"."""
    words = []
    for accepted, checks in groupby(result.checks, key=lambda check: check.accepted):
        count = len(list(checks))
        if not accepted:
            words.append(lesson.text("code.run.reject"))
        elif count <= 3:
            words += [lesson.text("code.run.accept")] * count
        else:
            words.append(lesson.text("code.run.many_kept", count=count))
    said = ", ".join(words)
    if result.rejected_at is None:
        bonus = lesson.text("code.run.bonus")
        said = lesson.text("code.run.and", before=said, last=bonus)
    return lesson.text("code.run.heading", verdicts=said)


def summary(lesson: Lesson, learner: Learner, result: Round) -> str:
    """Return what the round makes of its guesses, in a sentence."""
    written = " ".join(learner.words[token] for token in result.tokens)
    words = lesson.text("draft.quoted", word=written)
    if len(result.tokens) == 1:
        tokens = lesson.text("code.run.one_token", words=words)
    else:
        tokens = lesson.text("code.run.tokens", count=len(result.tokens), words=words)
    key = "one_guess" if learner.gamma == 1 else "sentence"
    return say(lesson, f"code.run.{key}", {"gamma": str(learner.gamma), "tokens": tokens})


def _draws(lesson: Lesson, learner: Learner) -> None:
    wanted: dict[str, Callable[[Round], bool]] = {
        "another": lambda _: True,
        "all_kept": all_kept,
        "first_rejected": first_rejected,
    }
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for name, test in wanted.items():
            label = lesson.text(f"code.run.{name}")
            st.button(label, key=f"code-{name}", on_click=_draw, args=(learner, name, test))
        st.html(
            f'<span class="keys">{escape(lesson.text("code.run.seed", seed=learner.seed))}</span>'
        )


def _say_if_missed(lesson: Lesson, learner: Learner) -> None:
    missed = st.session_state.pop(_NOT_FOUND, None)
    if missed:
        values = {"tries": str(TRIES), "gamma": str(learner.gamma)}
        text = escape(say(lesson, f"code.run.not_found_{missed}", values))
        st.html(f'<p class="notice" role="status">{text}</p>')


def _draw(learner: Learner, name: str, wanted: Callable[[Round], bool]) -> None:
    seed = find_seed(learner, wanted)
    if seed is None:
        st.session_state[_NOT_FOUND] = name
    else:
        state.put(seed=seed, line=0)
    only(*_OF_THE_RUN)
