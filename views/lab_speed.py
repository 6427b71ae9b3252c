"""The speed lab's calculator: alpha, gamma and c under the hand, and the map of where it pays."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from lessons import Lesson
from specdec import best_gamma, speedup
from views import charts, frame, links, race, three_numbers
from views.html_parts import decimal, escape, table
from views.race import Shown
from views.speed import MOST, Speed
from views.tokens import colours

_STEPS = 25  # of the map, each way
_DEEPEST = 30  # gammas that the map looks at
_TOP = 4.0  # highest line of the map: above it they crowd
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
        three_numbers.controls(_say(lesson), reset="reset-gain")
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
        best = decimal(speed.best_speed)
        mine = race.last()
        said = raced(lesson, mine)
        alt = lesson.text("lab_speed.map.alt", speed=best, **place)
        charts.show(figure(lesson, speed, mine), "map", f"{alt} {said}" if mine else alt)
        st.html(f'<p class="prose">{escape(said)}</p>')
        links.link("nimbus", lesson.text("lab_speed.map.race"))
        with st.expander(lesson.text("lab_speed.map.table")):
            st.html(best_table(lesson))


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


def figure(lesson: Lesson, speed: Speed, mine: Shown | None = None) -> charts.Spec:
    """Return the map as a plotly dict: lines of equal speed, the part without gain, the learner.

    And the learner's own race, where there was one: at the alpha and c that it measured.
    """
    colour = colours()
    costs, alphas, speeds, gammas = grid()
    hover = [
        [
            lesson.text(
                "lab_speed.map.hover",
                cost=decimal(c),
                alpha=decimal(a),
                speed=decimal(one),
                gamma=gamma,
            )
            for c, one, gamma in zip(costs, row, row_gammas, strict=True)
        ]
        for a, row, row_gammas in zip(alphas, speeds, gammas, strict=True)
    ]
    lines = {
        "type": "contour",
        "x": costs,
        "y": alphas,
        "z": speeds,
        "text": hover,
        "hoverinfo": "text",
        "showscale": False,
        "contours": {
            "coloring": "none",
            "showlabels": True,
            "start": 1.5,
            "end": _TOP,
            "size": 0.5,
            "labelfont": {"size": 14, "color": colour["ink"]},
        },
        "line": {"color": colour["target"], "width": 2, "smoothing": 0.6},
    }
    none = {
        "type": "scatter",
        "x": [0, 1, 1],
        "y": [0, 0, 1],
        "mode": "lines",
        "fill": "toself",
        "fillcolor": "rgba(0,0,0,0)",
        "fillpattern": {"shape": "/", "fgcolor": colour["draft"], "size": 12, "solidity": 0.15},
        "line": {"color": colour["draft"], "width": 2, "dash": "dash"},
        "hoverinfo": "skip",
    }
    layout = charts.layout(
        height=400,
        x=charts.axis(lesson.text("lab_speed.map.x"), range=[0, 1], showgrid=False),
        y=charts.axis(lesson.text("lab_speed.map.y"), range=[0, 1], showgrid=False),
        annotations=_labels(lesson, speed) + (_raced_label(lesson, mine) if mine else []),
    )
    points = [_point(speed.cost, speed.alpha, "diamond")]
    if mine:
        points.append(_point(mine.result.costs.ratio, mine.result.alpha, "star"))
    return {"data": [none, lines, *points], "layout": layout}


@cache
def grid() -> tuple[list[float], list[float], list[list[float]], list[list[int]]]:
    """Return costs, alphas, and for each alpha the best speed and gamma at each cost."""
    steps = [i / _STEPS for i in range(_STEPS + 1)]
    gammas = [[best_gamma(a, c, _DEEPEST) for c in steps] for a in steps]
    speeds = [
        [speedup(a, gamma, c) for c, gamma in zip(steps, row, strict=True)]
        for a, row in zip(steps, gammas, strict=True)
    ]
    return steps, steps, speeds, gammas


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


def _point(cost: float, alpha: float, symbol: str) -> dict[str, Any]:
    colour = colours()
    return {
        "type": "scatter",
        "x": [min(cost, 1)],
        "y": [alpha],
        "mode": "markers",
        "hoverinfo": "skip",
        "marker": {
            "symbol": symbol,
            "size": 15,
            "color": colour["ink"],
            "line": {"width": 2, "color": colour["card"]},
        },
    }


def _labels(lesson: Lesson, speed: Speed) -> list[dict[str, Any]]:
    colour = colours()
    none = {
        "text": escape(lesson.text("lab_speed.map.none")),
        "x": 0.98,
        "y": 0.06,
        "xanchor": "right",
        "showarrow": False,
        "bgcolor": colour["card"],
        "borderpad": 3,
        "font": {"color": colour["ink"], "size": charts.SIZE},
    }
    best = lesson.text("lab_speed.map.you", speed=decimal(speed.best_speed))
    return [none, _label(best, speed.cost, speed.alpha, below=speed.alpha > 0.15)]


def _raced_label(lesson: Lesson, mine: Shown) -> list[dict[str, Any]]:
    found = mine.result
    words = lesson.text("lab_speed.map.raced_label", speed=decimal(found.speedup))
    return [_label(words, found.costs.ratio, found.alpha, below=found.alpha > 0.85)]


def _label(words: str, cost: float, alpha: float, *, below: bool) -> dict[str, Any]:
    colour, right = colours(), cost > 0.6
    return {
        "text": f"<b>{escape(words)}</b>",
        "x": min(cost, 1),
        "y": alpha,
        "ax": -14 if right else 14,
        "ay": 26 if below else -26,
        "xanchor": "right" if right else "left",
        "arrowhead": 0,
        "arrowwidth": 1,
        "arrowcolor": colour["soft"],
        "standoff": 9,
        "bgcolor": colour["card"],
        "borderpad": 3,
    }
