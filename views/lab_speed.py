"""The speed lab's calculator: alpha, gamma and c under the hand, and the map of where it pays."""

from __future__ import annotations

from functools import cache

import streamlit as st

from lessons import Lesson
from specdec import alpha_for, best_gamma, expected_tokens
from views import charts, frame, links, race, three_numbers
from views.chart_labels import Label, Spot, around
from views.chart_parts import Axis, Chart, Line, Mark, Region, round_ticks
from views.html_parts import decimal, escape, table
from views.race import Shown
from views.remembered import remembered
from views.speed import MOST, Speed

LEVELS = (1.5, 2, 2.5, 3, 3.5, 4)  # times as fast: above the last, lines crowd
_OF_THE_NUMBERS = ("gain", "map", "batch", "uneven")  # parts of the page that show them
_TICKS = round_ticks(0, 1)
_STEPS = 40  # of a line of the map
_DEEPEST = 30  # gammas that the map looks at
_LOW = 0.15  # below this alpha words stand above their mark
_ALPHAS = (0.5, 0.6, 0.7, 0.8, 0.9)
_COSTS = (0.01, 0.05, 0.1)


def gain(lesson: Lesson, speed: Speed) -> None:
    """Show the three numbers and what they come to."""
    with frame.card("gain"):
        values = {"tokens": decimal(speed.tokens)}
        if speed.verdict != "same":
            values["speed"] = decimal(speed.speed)
        title = lesson.text(f"lab_speed.gain.title.{speed.verdict}", **values)
        st.header(title, anchor=False)
        three_numbers.controls(_say(lesson), reset="reset-gain", parts=_OF_THE_NUMBERS)
        three_numbers.numbers(_say(lesson), speed)
        share = lesson.text("lab_speed.gain.share", share=decimal(speed.share))
        st.html(
            f'<p class="prose"><b>{escape(_best(lesson, speed))}</b></p>'
            f'<p class="fine">{escape(share)}</p>'
        )


def region(lesson: Lesson, speed: Speed) -> None:
    """Show where some gamma gains, and the table of the best gamma."""
    place = {"alpha": decimal(speed.alpha), "cost": decimal(speed.cost)}
    with frame.card("map"):
        title = "gain" if speed.best else "none"
        st.header(lesson.text(f"lab_speed.map.title.{title}", **place), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("lab_speed.map.lead"))}</p>')
        mine = race.last()
        st.html(_drawn(lesson, speed, mine))
        st.html(f'<p class="prose">{escape(raced(lesson, mine))}</p>')
        links.link("nimbus", lesson.text("lab_speed.map.race"))
        with st.expander(lesson.text("lab_speed.map.table")):
            st.html(best_table(lesson))


@remembered(256)
def _drawn(lesson: Lesson, speed: Speed, mine: Shown | None) -> str:
    alt = lesson.text(
        "lab_speed.map.alt",
        speed=decimal(speed.best_speed),
        alpha=decimal(speed.alpha),
        cost=decimal(speed.cost),
    )
    said = f"{alt} {raced(lesson, mine)}" if mine else alt
    return charts.drawn(figure(lesson, speed, mine), said)


def raced(lesson: Lesson, mine: Shown | None) -> str:
    """Return what the learner's own race measured, beside the formula; or that there was none."""
    if mine is None:
        return lesson.text("lab_speed.map.none_raced")
    found = mine.result
    return lesson.text(
        "lab_speed.map.raced",
        gamma=mine.entry.gamma,
        alpha=decimal(found.alpha),
        cost=decimal(found.costs.ratio),
        speed=decimal(found.speedup),
        flat=decimal(found.prediction.flat),
        formula=decimal(found.prediction.speedup),
    )


def figure(lesson: Lesson, speed: Speed, mine: Shown | None = None) -> Chart:
    """Return the map: lines of equal speed, the part without gain, the learner.

    And the learner's own race, where there was one: at the alpha and c that it measured.
    """
    lines = [contour(level) for level in LEVELS]
    here = (min(speed.cost, 1), speed.alpha)
    marks = [Mark("diamond", *here)]
    you = lesson.text("lab_speed.map.you", speed=decimal(speed.best_speed))
    labels = [_label(you, here)]
    if mine:
        there = (min(mine.result.costs.ratio, 1), mine.result.alpha)
        marks.append(Mark("star", *there))
        raced = lesson.text("lab_speed.map.raced_label", speed=decimal(mine.result.speedup))
        labels.append(_label(raced, there))
    nothing = [Spot(0.97, y, "end", 0.1) for y in (0.03, 0.2, 0.35, 0.55)]
    labels.append(Label(lesson.text("lab_speed.map.none"), nothing, strong=True))
    return Chart(
        x=Axis(lesson.text("lab_speed.map.x"), 0, 1, _TICKS),
        y=Axis(lesson.text("lab_speed.map.y"), 0, 1, _TICKS),
        regions=[Region([(0, 0), (1, 1), (1, 0)], "hatch")],
        lines=[
            Line([(0, 0), (1, 1)], colour="draft", dash="7 5"),
            *(Line(points, colour="target") for points in lines),
        ],
        marks=marks,
        labels=labels,
        # Each line is named where it ends: there lines are furthest from the learner and from
        # each other. On a phone the halves are left to the eye.
        top=[
            (points[-1][0], f"{level:g}×", level % 1 > 0 and level > 2)
            for level, points in zip(LEVELS, lines, strict=True)
        ],
    )


@cache
def contour(level: float) -> tuple[tuple[float, float], ...]:
    """Return the (c, alpha) at which the best gamma is so many times as fast, up to alpha = 1.

    Theorem 3.8 solved for c: the dearest guess with which some gamma is still so fast.
    """
    least = alpha_for(level, _DEEPEST, 0) or 0.0
    alphas = [least + (1 - least) * i / _STEPS for i in range(_STEPS + 1)]
    gammas = range(1, _DEEPEST + 1)
    return tuple(
        (max(0.0, max((expected_tokens(a, g) / level - 1) / g for g in gammas)), a) for a in alphas
    )


def best_table(lesson: Lesson) -> str:
    """Return the best gamma for the papers' range of alpha and c."""
    head = [lesson.text("lab_speed.map.corner")]
    head += [lesson.text("lab_speed.map.alpha", alpha=decimal(alpha)) for alpha in _ALPHAS]
    rows = [[decimal(c), *(str(best_gamma(alpha, c, MOST)) for alpha in _ALPHAS)] for c in _COSTS]
    return table(lesson.text("lab_speed.map.caption"), head, rows)


def _say(lesson: Lesson) -> three_numbers.Say:
    return lambda name, **values: lesson.text(f"lab_speed.gain.{name}", **values)


def _best(lesson: Lesson, speed: Speed) -> str:
    if not speed.best:
        return lesson.text(
            "lab_speed.gain.best.none", alpha=decimal(speed.alpha), cost=decimal(speed.cost)
        )
    if speed.best == MOST:
        return lesson.text("lab_speed.gain.best.more", most=MOST)
    if speed.best == speed.gamma:
        return lesson.text("lab_speed.gain.best.yours", best=speed.best)
    return lesson.text(
        "lab_speed.gain.best.other", best=speed.best, best_speed=decimal(speed.best_speed)
    )


def _label(words: str, at: tuple[float, float]) -> Label:
    cost, alpha = at
    return Label(words, around(*at, above=alpha < _LOW, place=cost), strong=True, led=True)
