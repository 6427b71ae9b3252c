"""What drafting gains and costs: three numbers to move, the answer as picture and formula."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from lessons import Lesson
from specdec import (
    acceptance_rate,
    accepted_share,
    best_gamma,
    expected_tokens,
    operations,
    speedup,
)
from views import frame, state
from views.fields import Learner
from views.html_parts import decimal, escape, lane
from views.speed_formulas import operations_formula, speed_formula, tokens_formula

MOST = 40  # guesses a round beyond which nobody looks for the best
WORDS = 12  # written in both time lanes
EVEN = 0.005  # closer to 1 than two decimals show


@dataclass(frozen=True)
class Speed:
    """What one choice of alpha, gamma and cost comes to; every number from specdec."""

    alpha: float
    gamma: int
    cost: float
    tokens: float
    speed: float
    operations: float
    share: float
    best: int  # 0: no gamma gains anything
    best_speed: float

    @classmethod
    def of(cls, learner: Learner) -> Speed:
        """Work out the numbers of a learner."""
        alpha, gamma, cost = learner.alpha, learner.gamma, learner.cost
        best = best_gamma(alpha, cost, MOST)
        return cls(
            alpha=alpha,
            gamma=gamma,
            cost=cost,
            tokens=expected_tokens(alpha, gamma),
            speed=speedup(alpha, gamma, cost),
            operations=operations(alpha, gamma, cost),
            share=accepted_share(alpha, gamma),
            best=best,
            best_speed=speedup(alpha, best, cost),
        )

    @property
    def verdict(self) -> str:
        """Whether drafting makes it "faster", "slower" or leaves it the "same"."""
        if abs(self.speed - 1) < EVEN:
            return "same"
        return "faster" if self.speed > 1 else "slower"


def calculator(lesson: Lesson, speed: Speed) -> None:
    """Show the three numbers and what they come to."""
    with frame.card("speed"):
        title = f"nimbus.speed.title.{speed.verdict}"
        values = {"speed": decimal(speed.speed)} if speed.verdict != "same" else {}
        st.header(lesson.text(title, **values), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("nimbus.speed.lead"))}</p>')
        _controls(lesson)
        _lanes(lesson, speed)
        _numbers(lesson, speed)


def logged(lesson: Lesson, speed: Speed) -> None:
    """Show the share of accepted guesses that servers log, which is not alpha."""
    share, alpha = decimal(speed.share), decimal(speed.alpha)
    same = share == alpha
    text = {"share": share} if same else {"share": share, "alpha": alpha}
    with frame.card("logged"):
        end = "_same" if same else ""
        st.header(lesson.text(f"nimbus.logged.title{end}", share=share), anchor=False)
        values = {} if same else text
        st.html(f'<p class="prose">{escape(lesson.text(f"nimbus.logged.text{end}", **values))}</p>')


def lane_passes(speed: Speed) -> tuple[list[tuple[str, float]], float]:
    """Return the passes in which `WORDS` words are drafted and checked, and how long they take.

    The last round is cut where, on average, the last word is there. The guesses of a round are
    one block: a pass of the draft alone would be too thin to see.
    """
    guesses = speed.gamma * speed.cost
    time = left = WORDS / speed.speed
    passes: list[tuple[str, float]] = []
    while left > 1e-9:
        for kind, length in (("guess", guesses), ("pass", 1.0)):
            if taken := min(length, left):
                passes.append((kind, taken))
            left -= taken
    return passes, time


def _controls(lesson: Lesson) -> None:
    learner = state.learner()
    alpha, gamma, cost = st.columns(3, gap="medium")
    with alpha:
        state.bound(
            st.slider,
            lesson.text("nimbus.speed.alpha"),
            field="alpha",
            min_value=0.0,
            max_value=1.0,
            step=0.01,
            format="%.2f",
        )
    with gamma:
        state.bound(
            st.slider, lesson.text("nimbus.speed.gamma"), field="gamma", min_value=1, max_value=8
        )
    with cost:
        state.bound(
            st.slider,
            lesson.text("nimbus.speed.cost"),
            field="cost",
            min_value=0.0,
            max_value=1.0,
            step=0.01,
            format="%.2f",
        )
    mine = acceptance_rate(learner.p, learner.q)
    label = lesson.text("nimbus.speed.mine", alpha=decimal(mine))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(label, key="mine", on_click=state.act(alpha=mine))
        st.button(
            lesson.text("nimbus.speed.reset"),
            key="reset-speed",
            type="tertiary",
            on_click=state.reset,
            args=("alpha", "gamma", "cost"),
        )


def _lanes(lesson: Lesson, speed: Speed) -> None:
    passes, time = lane_passes(speed)
    full = max(float(WORDS), time)
    text = lesson.text(
        "nimbus.speed.lane.ahead_text",
        rounds=decimal(WORDS / speed.tokens, 1),
        gamma=speed.gamma,
        time=decimal(time, 1),
    )
    plain_text = lesson.text("nimbus.speed.lane.plain_text")
    plain = [("pass", 1.0)] * WORDS
    st.html(
        f'<p class="fine">{escape(lesson.text("nimbus.speed.lane.lead"))}</p>'
        + lane(lesson.text("nimbus.speed.lane.plain"), plain, full=full, text=plain_text)
        + lane(lesson.text("nimbus.speed.lane.ahead"), passes, full=full, text=text)
    )


def _numbers(lesson: Lesson, speed: Speed) -> None:
    """Show each number with what it is and the line of the formula that it is."""
    shown = (
        ("tokens", decimal(speed.tokens), tokens_formula(speed.alpha, speed.gamma, speed.tokens)),
        (
            "speed",
            f"{decimal(speed.speed)}×",
            speed_formula(speed.gamma, speed.cost, speed.tokens, speed.speed),
        ),
        (
            "operations",
            f"{decimal(speed.operations)}×",
            operations_formula(speed.gamma, speed.cost, speed.tokens, speed.operations),
        ),
    )
    for column, (name, value, formula) in zip(st.columns(3, gap="medium"), shown, strict=True):
        words = escape(lesson.text(f"nimbus.speed.number.{name}"))
        text = escape(lesson.text(f"nimbus.speed.number.{name}_text"))
        with column, st.container(key=f"number-{name}"):
            st.html(
                f'<p class="figure-number">{value} <small>{words}</small></p>'
                f'<p class="figure-text">{text}</p>'
            )
            st.latex(formula)
    st.html(f'<p class="fine">{escape(lesson.text("nimbus.speed.number.independent"))}</p>')
