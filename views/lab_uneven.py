"""How far "alpha equal at every position" carries: rounds that are played beside the formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast, get_args

import numpy as np
import streamlit as st

from lessons import Lesson
from specdec import expected_tokens, expected_tokens_at, position_rates, simulate_uneven
from specdec.uneven import Kind
from views import frame, state
from views.fields import Learner
from views.html_parts import decimal, escape, table
from views.lab_parts import share_slider, signed
from views.remembered import remembered

ROUNDS = 100_000
KINDS = cast(tuple[Kind, ...], get_args(Kind))


@dataclass(frozen=True)
class Played:
    """One way for alpha to vary: the exact tokens a pass, and those of the rounds played."""

    kind: Kind
    exact: float
    mean: float
    error: float  # of the mean: two standard errors


def uneven(lesson: Lesson) -> None:
    """Show the four ways side by side."""
    learner = state.learner()
    formula = expected_tokens(learner.alpha, learner.gamma)
    with frame.card("uneven"):
        st.header(lesson.text("lab_speed.uneven.title"), anchor=False)
        lead = lesson.text(
            "lab_speed.uneven.lead",
            alpha=decimal(learner.alpha),
            gamma=learner.gamma,
            rounds=f"{ROUNDS:,}",
            formula=decimal(formula),
        )
        st.html(f'<p class="lead">{escape(lead)}</p>')
        _controls(lesson, learner)
        ways = [
            play(learner.alpha, learner.spread, learner.gamma, kind, learner.seed) for kind in KINDS
        ]
        st.html(pictures(lesson, ways, formula, learner.gamma))
        st.html(f'<div class="lab-table">{_table(lesson, ways, formula)}</div>')


@remembered(200)
def play(alpha: float, spread: float, gamma: int, kind: Kind, seed: int) -> Played:
    """Play the rounds of one way, seeded."""
    rng = np.random.default_rng([seed, KINDS.index(kind)])
    tokens = simulate_uneven(alpha, spread, gamma, kind, ROUNDS, rng)
    texts = position_rates(alpha, spread, gamma, kind)
    exact = sum(map(expected_tokens_at, texts)) / len(texts)
    return Played(kind, exact, float(tokens.mean()), float(2 * tokens.std() / ROUNDS**0.5))


def pictures(lesson: Lesson, ways: list[Played], formula: float, gamma: int) -> str:
    """Return a bar a way, with the formula's value marked on each."""
    items = "".join(_bar(lesson, way, formula, gamma) for way in ways)
    return f'<ul class="lab-ways">{items}</ul>'


def _bar(lesson: Lesson, way: Played, formula: float, gamma: int) -> str:
    name = lesson.text(f"lab_speed.uneven.{way.kind}")
    said = lesson.text(
        "lab_speed.uneven.bar",
        name=name,
        played=decimal(way.mean),
        exact=decimal(way.exact),
        formula=decimal(formula),
    )
    full = gamma + 1
    return (
        f"<li><p><b>{escape(name)}</b> <span>{decimal(way.mean)}</span></p>"
        f'<div class="lab-track" role="img" aria-label="{escape(said)}">'
        f'<i class="kept" style="width:{100 * way.mean / full:.2f}%"></i>'
        f'<b class="is-target" style="left:{100 * formula / full:.2f}%"></b></div>'
        f'<p class="fine">{escape(lesson.text(f"lab_speed.uneven.{way.kind}_text"))}</p></li>'
    )


def _controls(lesson: Lesson, learner: Learner) -> None:
    left, right = st.columns([2, 1], gap="medium", vertical_alignment="bottom")
    with left:
        share_slider(lesson.text("lab_speed.uneven.spread"), field="spread", low=0.0, high=0.5)
    with right:
        st.button(
            lesson.text("lab_speed.uneven.again"),
            key="play-again",
            on_click=state.act(seed=(learner.seed + 1) % 1_000_000),
        )
    width = min(learner.spread, learner.alpha, 1 - learner.alpha)
    if width < learner.spread - 1e-9:
        said = lesson.text("lab_speed.uneven.cut", width=decimal(width))
        st.html(f'<p class="fine">{escape(said)}</p>')


def _table(lesson: Lesson, ways: list[Played], formula: float) -> str:
    rows = [
        (
            lesson.text(f"lab_speed.uneven.{way.kind}"),
            decimal(formula, 3),
            decimal(way.exact, 3),
            lesson.text(
                "lab_speed.uneven.played",
                mean=decimal(way.mean, 3),
                error=decimal(way.error, 3),
            ),
            signed(formula - way.exact),
        )
        for way in ways
    ]
    columns = ("kind", "formula", "exact", "played", "gap")
    head = [lesson.text(f"lab_speed.uneven.column.{name}") for name in columns]
    return table(lesson.text("lab_speed.uneven.caption"), head, rows)
