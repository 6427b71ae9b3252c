"""Page 3: runs that the learner keeps, compared in a table and taken along as CSV."""

from __future__ import annotations

import csv
import io

import streamlit as st

from lessons import Lesson
from specdec import FAULTS, chi_squared_test
from views import html_parts, state
from views.exact_numbers import count, p_value, small
from views.exact_runs import laws, run
from views.fields import MOST_KEPT, KeptRun, Learner
from views.fragments import then_only

HEADS = ("number", "pair", "gamma", "fault", "rounds", "seed", "distance", "first", "both")


def offer(lesson: Lesson, learner: Learner, rounds: int, fault: str = "") -> None:
    """Offer to keep the run that is shown."""
    shown = KeptRun(learner.p, learner.q, learner.gamma, fault, rounds, learner.seed)
    if shown in learner.kept:
        st.caption(lesson.text("exact.kept.kept"))
    elif len(learner.kept) >= MOST_KEPT:
        st.caption(lesson.text("exact.kept.full"))
    else:
        st.button(
            lesson.text("exact.kept.keep"),
            key=f"keep-{fault}",
            on_click=then_only(state.act(kept=(*learner.kept, shown)), "run", "break"),
        )


def kept(lesson: Lesson, learner: Learner) -> None:
    """Show the kept runs side by side, if there are any."""
    if not learner.kept:
        return
    st.header(lesson.text("exact.kept.title"), anchor=False)
    rows = [_row(lesson, number, one) for number, one in enumerate(learner.kept, 1)]
    head = [lesson.text(f"exact.kept.head.{name}") for name in HEADS]
    st.html(html_parts.table(lesson.text("exact.kept.caption"), head, rows))
    with st.container(horizontal=True):
        st.download_button(
            lesson.text("exact.kept.csv"),
            as_csv(head, rows),
            file_name=lesson.text("exact.kept.file"),
            mime="text/csv",
            on_click="ignore",
        )
        st.button(
            lesson.text("exact.kept.clear"),
            key="clear-kept",
            type="tertiary",
            on_click=state.act(kept=()),
        )


def as_csv(head: list[str], rows: list[list[str]]) -> str:
    """Return the table as a file: comma, quotes where needed, UTF-8 with the mark Excel wants."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows(rows)
    return "\ufeff" + text.getvalue()


def _row(lesson: Lesson, number: int, one: KeptRun) -> list[str]:
    fault = one.fault if one.fault in FAULTS else ""
    texts = run(one.p, one.q, one.gamma, one.seed, one.rounds, fault)
    exact = laws(one.p, one.q, one.gamma, fault)
    name = lesson.faults[fault].name if fault else lesson.text("exact.kept.none")
    settings = [str(number), _pair(lesson, one), str(one.gamma), name]
    settings += [count(one.rounds), str(one.seed)]
    if not len(texts.at):  # the mistake broke every text off
        return settings + [lesson.text("exact.kept.broke_off")] * 3
    first = chi_squared_test(texts.counts[0][-1], exact.wanted).p_value
    both = chi_squared_test(texts.pairs.ravel(), exact.wanted_pairs.ravel()).p_value
    return [*settings, small(texts.distance[0][-1]), p_value(first), p_value(both)]


def _pair(lesson: Lesson, one: KeptRun) -> str:
    for preset in lesson.presets:
        if (tuple(preset.p_target), tuple(preset.q_draft)) == (one.p, one.q):
            return preset.name
    return lesson.text("exact.kept.own")
