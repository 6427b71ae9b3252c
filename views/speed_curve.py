"""Speed-up against gamma: the best gamma, the learner's own, and where nothing is gained."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from specdec import accepted_share, expected_tokens, operations, speedup
from views import charts, frame
from views.chart_labels import Label, Spot, around
from views.chart_parts import Axis, Chart, Line, Mark, round_ticks, under, whole_ticks
from views.html_parts import decimal, escape, table
from views.remembered import remembered
from views.speed import MOST, Speed

_LEAST = 12  # the axis shows at least so many guesses
_ENDLESS = 20
_EVERY = 16  # up to so many, each guess has its tick
_ROOM = 5  # the axis ends below it: the region under 1 is tall enough for two lines
_GAMMAS_IN_TABLE = 8  # as far as the slider goes; the best is added


def curve(lesson: Lesson, speed: Speed) -> None:
    """Show the curve with its heading, its sentence and its table."""
    with frame.card("curve"):
        title, lead = _words(lesson, speed)
        st.header(title, anchor=False)
        st.html(f'<p class="lead">{escape(lead)}</p>')
        st.html(_drawn(lesson, speed))
        with st.expander(lesson.text("nimbus.curve.table")):
            st.html(_table(lesson, speed))


@remembered(512)
def _drawn(lesson: Lesson, speed: Speed) -> str:
    return charts.drawn(figure(lesson, speed), _alt(lesson, speed))


def figure(lesson: Lesson, speed: Speed) -> Chart:
    """Return the curve with its marks, and the region in which drafting is slower."""
    gammas = _gammas(speed)
    points = [(float(gamma), speedup(speed.alpha, gamma, speed.cost)) for gamma in gammas]
    top = max(1.4, 1.3 * max(one for _, one in points))
    left, right = -0.4, gammas[-1] + 0.4
    slower, even = under(1, left, right)
    return Chart(
        x=Axis(
            lesson.text("nimbus.curve.x"),
            left,
            right,
            whole_ticks(0, gammas[-1], 1 if gammas[-1] <= _EVERY else 5),
        ),
        y=Axis(lesson.text("nimbus.curve.y"), 0, top, round_ticks(0, top, unit="×"), grid=True),
        regions=[slower],
        lines=[even, Line(points, dots=True)],
        marks=_marks(speed),
        labels=[*_labels(lesson, speed, right), *_level(lesson, left, right, top)],
        said=[
            (gamma, one, lesson.text("nimbus.curve.hover", gamma=int(gamma), speed=decimal(one)))
            for gamma, one in points
        ],
    )


def _gammas(speed: Speed) -> list[int]:
    """Return the gammas on the axis: from plain decoding to somewhat beyond the best."""
    if speed.best == MOST:  # as good as no limit: more is better, and looks it
        return list(range(_ENDLESS + 1))
    last = max(_LEAST, min(speed.best + 3, MOST))
    return list(range(last + 1))


def _level(lesson: Lesson, left: float, right: float, top: float) -> list[Label]:
    """Return the words at the line and in the region below it, where there is room for them."""
    room = top < _ROOM
    rises = (*((-0.2, 0.2) if room else (0.2, -0.2)), 2.2, 3.6)
    places = ((right, "end"), (left, "start"), ((left + right) / 2, "middle"))
    even = [Spot(x, 1, side, rise) for rise in rises for x, side in places]
    labels = [Label(lesson.text("nimbus.curve.even"), even)]
    if room:
        below = [Spot(right, 0, "end", 0.1), Spot(left, 0, "start", 0.1)]
        labels.append(Label(lesson.text("nimbus.curve.below"), below))
    return labels


def _marks(speed: Speed) -> list[Mark]:
    """Return the ring on the learner's gamma and the star on the best."""
    marks = [Mark("ring", speed.gamma, speed.speed)]
    if 0 < speed.best < MOST:
        marks.append(Mark("star", speed.best, speed.best_speed))
    return marks


def _labels(lesson: Lesson, speed: Speed, right: float) -> list[Label]:
    """Return the words at the two marks: the best above the curve, the learner's below it."""
    if speed.best == speed.gamma:
        named = [("both", speed.gamma, speed.speed, True)]
    else:
        named = [("yours", speed.gamma, speed.speed, not speed.best)]
        if 0 < speed.best < MOST:
            named.insert(0, ("best", speed.best, speed.best_speed, True))
    return [
        Label(
            lesson.text(f"nimbus.curve.{name}", gamma=gamma, speed=decimal(one)),
            around(gamma, one, above=above, place=gamma / right),
            strong=True,
            led=True,
        )
        for name, gamma, one, above in named
    ]


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
