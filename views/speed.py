"""What drafting gains and costs: three numbers to move, the answer as picture and formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from lessons import Lesson
from specdec import (
    accepted_share,
    best_gamma,
    expected_tokens,
    operations,
    speedup,
)
from views import frame, three_numbers
from views.fields import Learner
from views.html_parts import decimal, escape, lane
from views.remembered import remembered

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
        return _speed(learner.alpha, learner.gamma, learner.cost)

    @property
    def verdict(self) -> str:
        """Whether drafting makes it "faster", "slower" or leaves it the "same"."""
        if abs(self.speed - 1) < EVEN:
            return "same"
        return "faster" if self.speed > 1 else "slower"


@remembered(512)
def _speed(alpha: float, gamma: int, cost: float) -> Speed:
    best = best_gamma(alpha, cost, MOST)
    return Speed(
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


def calculator(lesson: Lesson, speed: Speed, parts: Sequence[str]) -> None:
    """Show the three numbers and what they come to; `parts` of the page show that too."""
    with frame.card("speed"):
        title = f"nimbus.speed.title.{speed.verdict}"
        values = {"speed": decimal(speed.speed)} if speed.verdict != "same" else {}
        st.header(lesson.text(title, **values), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("nimbus.speed.lead"))}</p>')
        three_numbers.controls(
            lambda name, **values: lesson.text(f"nimbus.speed.{name}", **values),
            reset="reset-speed",
            parts=parts,
        )
        _lanes(lesson, speed)
        three_numbers.numbers(lambda name: lesson.text(f"nimbus.speed.number.{name}"), speed)
        st.html(f'<p class="fine">{escape(lesson.text("nimbus.speed.number.independent"))}</p>')


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
