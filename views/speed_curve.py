"""Speed-up against gamma: the best gamma, the learner's own, and where nothing is gained."""

from __future__ import annotations

from typing import Any

import streamlit as st

from lessons import Lesson
from specdec import accepted_share, expected_tokens, operations, speedup
from views import charts, frame
from views.html_parts import decimal, escape, table
from views.speed import MOST, Speed
from views.tokens import colours

_HEIGHT = 380
_LEAST = 12  # the axis shows at least so many guesses
_ENDLESS = 20
_ROOM = 5  # the axis ends below it: the region under 1 is tall enough for two lines
_GAMMAS_IN_TABLE = 8  # as far as the slider goes; the best is added


def curve(lesson: Lesson, speed: Speed) -> None:
    """Show the curve with its heading, its sentence and its table."""
    with frame.card("curve"):
        title, lead = _words(lesson, speed)
        st.header(title, anchor=False)
        st.html(f'<p class="lead">{escape(lead)}</p>')
        charts.show(figure(lesson, speed), "speed-curve", _alt(lesson, speed))
        with st.expander(lesson.text("nimbus.curve.table")):
            st.html(_table(lesson, speed))


def figure(lesson: Lesson, speed: Speed) -> charts.Spec:
    """Return the curve as a plotly dict."""
    colour = colours()
    gammas = _gammas(speed)
    speeds = [speedup(speed.alpha, gamma, speed.cost) for gamma in gammas]
    top = max(1.4, 1.22 * max(speeds))
    hover = [
        lesson.text("nimbus.curve.hover", gamma=gamma, speed=decimal(one))
        for gamma, one in zip(gammas, speeds, strict=True)
    ]
    line = {
        "x": gammas,
        "y": speeds,
        "mode": "lines+markers",
        "type": "scatter",
        "text": hover,
        "hoverinfo": "text",
        "line": {"color": colour["ink"], "width": 2},
        "marker": {"size": 7, "color": colour["ink"]},
    }
    layout = charts.layout(
        height=_HEIGHT,
        x=charts.axis(
            lesson.text("nimbus.curve.x"),
            range=[-0.4, gammas[-1] + 0.4],
            dtick=_tick(gammas[-1]),
            showgrid=False,
        ),
        y=charts.axis(lesson.text("nimbus.curve.y"), range=[0, top], ticksuffix="×"),
        shapes=_shapes(gammas[-1]),
        annotations=[*_level(lesson, gammas[-1], top), *_labels(lesson, speed, gammas[-1])],
    )
    return {"data": [line, *_marks(speed)], "layout": layout}


def _gammas(speed: Speed) -> list[int]:
    """Return the gammas on the axis: from plain decoding to somewhat beyond the best."""
    if speed.best == MOST:  # as good as no limit: more is better, and looks it
        return list(range(_ENDLESS + 1))
    last = max(_LEAST, min(speed.best + 3, MOST))
    return list(range(last + 1))


def _tick(last: int) -> int:
    return 1 if last <= 16 else 5


def _shapes(last: int) -> list[dict[str, Any]]:
    """Return the region in which drafting is slower, and the line at 1."""
    colour = colours()
    whole = {"xref": "x", "yref": "y", "x0": -0.4, "x1": last + 0.4, "layer": "below"}
    slower = {
        **whole,
        "type": "rect",
        "y0": 0,
        "y1": 1,
        "fillcolor": colour["draft"],
        "opacity": 0.1,
        "line": {"width": 0},
    }
    even = {
        **whole,
        "type": "line",
        "y0": 1,
        "y1": 1,
        "line": {"color": colour["soft"], "width": 2, "dash": "dash"},
    }
    return [slower, even]


def _level(lesson: Lesson, last: int, top: float) -> list[dict[str, Any]]:
    """Return the words at the line and in the region below it, where there is room for them."""
    right = {
        "x": last + 0.3,
        "xanchor": "right",
        "showarrow": False,
        "font": {"color": colours()["soft"], "size": charts.SIZE},
    }
    room = top < _ROOM
    even = {**right, "y": 1, "yanchor": "top" if room else "bottom"}
    labels = [{**even, "text": escape(lesson.text("nimbus.curve.even"))}]
    if room:
        below = escape(lesson.text("nimbus.curve.below"))
        labels.append({**right, "y": 0, "yanchor": "bottom", "text": below})
    return labels


def _marks(speed: Speed) -> list[dict[str, Any]]:
    """Return the star on the best gamma and the diamond on the learner's."""
    colour = colours()
    points = [("diamond-open", speed.gamma, speed.speed, 17)]
    if 0 < speed.best < MOST:
        points.append(("star", speed.best, speed.best_speed, 17))
    return [
        {
            "x": [gamma],
            "y": [one],
            "type": "scatter",
            "mode": "markers",
            "hoverinfo": "skip",
            "marker": {
                "symbol": symbol,
                "size": size,
                "color": colour["ink"],
                "line": {"width": 2.5, "color": colour["ink"]},
            },
        }
        for symbol, gamma, one, size in points
    ]


def _labels(lesson: Lesson, speed: Speed, last: int) -> list[dict[str, Any]]:
    """Return the words at the two marks: the best above the curve, the learner's below it."""
    if speed.best == speed.gamma:
        places = [("both", speed.gamma, speed.speed, -34)]
    else:
        places = [("yours", speed.gamma, speed.speed, 40 if speed.best else -34)]
        if 0 < speed.best < MOST:
            places.append(("best", speed.best, speed.best_speed, -34))
    return [
        _label(lesson.text(f"nimbus.curve.{name}", gamma=gamma, speed=decimal(one)), gamma, one)
        | {"ay": offset, "xanchor": _inwards(gamma / last)}
        for name, gamma, one, offset in places
    ]


def _label(words: str, gamma: int, speed: float) -> dict[str, Any]:
    return {
        "text": f"<b>{escape(words)}</b>",
        "x": gamma,
        "y": speed,
        "ax": 0,
        "arrowhead": 0,
        "arrowwidth": 1,
        "arrowcolor": colours()["soft"],
        "standoff": 10,
        "bgcolor": colours()["card"],
        "borderpad": 2,
    }


def _inwards(place: float) -> str:
    """Return to which side words grow so that they don't leave the picture."""
    if place < 0.3:
        return "left"
    return "right" if place > 0.7 else "center"


def _words(lesson: Lesson, speed: Speed) -> tuple[str, str]:
    flat = lesson.text("nimbus.curve.lead.flat")
    if not speed.best:
        title = lesson.text(
            "nimbus.curve.title.none", alpha=decimal(speed.alpha), cost=decimal(speed.cost)
        )
        return title, lesson.text("nimbus.curve.lead.none")
    if speed.best == MOST:
        return lesson.text("nimbus.curve.title.more"), lesson.text("nimbus.curve.lead.more")
    if speed.best == speed.gamma:
        return lesson.text(
            "nimbus.curve.title.yours", gamma=speed.gamma, speed=decimal(speed.speed)
        ), flat
    best = lesson.text(
        "nimbus.curve.title.best", best=speed.best, best_speed=decimal(speed.best_speed)
    )
    return best, flat


def _alt(lesson: Lesson, speed: Speed) -> str:
    return lesson.text(
        "nimbus.curve.alt",
        alpha=decimal(speed.alpha),
        cost=decimal(speed.cost),
        gamma=speed.gamma,
        speed=decimal(speed.speed),
        best=speed.best,
        best_speed=decimal(speed.best_speed),
    )


def _table(lesson: Lesson, speed: Speed) -> str:
    gammas = sorted({*range(1, _GAMMAS_IN_TABLE + 1), *([speed.best] if speed.best else [])})
    rows = [
        (
            str(gamma),
            decimal(expected_tokens(speed.alpha, gamma)),
            f"{decimal(speedup(speed.alpha, gamma, speed.cost))}×",
            f"{decimal(operations(speed.alpha, gamma, speed.cost))}×",
            decimal(accepted_share(speed.alpha, gamma)),
        )
        for gamma in gammas
    ]
    names = ("gamma", "tokens", "speed", "operations", "share")
    head = [lesson.text(f"nimbus.curve.column.{name}") for name in names]
    caption = lesson.text(
        "nimbus.curve.caption", alpha=decimal(speed.alpha), cost=decimal(speed.cost)
    )
    return table(caption, head, rows, mark=gammas.index(speed.gamma))
