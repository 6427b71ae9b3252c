"""The speed lab's batch: where the machine has nothing left over to check guesses with."""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st

from lessons import Lesson
from lessons.published import Machine, load_published
from specdec import batch_speedup, largest_gaining_batch, operations, pass_time
from views import charts, frame, state
from views.chart_labels import Label, Spot, around
from views.chart_parts import Axis, Chart, Line, Mark, round_ticks, under
from views.fields import Learner
from views.html_parts import decimal, escape, table
from views.lab_parts import verdict
from views.remembered import remembered

_BATCHES = tuple(2**i for i in range(11))  # 1 to 1,024
_POINTS = 81  # of the curve
_LAST = _BATCHES[-1]
_FEW = 3  # a border so far to the left has no room for words before it
_LEFT, _RIGHT = 0.89, 1150.0  # the axis reaches a little beyond its first and last batch


def batch(lesson: Lesson) -> None:
    """Show the batch's speed: controls, curve, table, and what the model takes for granted."""
    learner = state.learner()
    speed = speed_at(learner, learner.batch)
    kind = verdict(speed)
    values = {"batch": f"{learner.batch:,}"} | ({} if kind == "same" else {"speed": decimal(speed)})
    with frame.card("batch"):
        st.header(lesson.text(f"lab_speed.batch.title.{kind}", **values), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("lab_speed.batch.lead"))}</p>')
        _controls(lesson, learner)
        st.html(f'<p class="prose"><b>{escape(until(lesson, learner))}</b></p>')
        numbers = (learner.alpha, learner.gamma, learner.cost, learner.batch, learner.ridge)
        st.html(_drawn(lesson, numbers, learner))
        cost = operations(learner.alpha, learner.gamma, learner.cost)
        said = lesson.text(
            "lab_speed.batch.operations", operations=decimal(cost), floor=decimal(1 / cost)
        )
        st.html(f'<p class="prose">{escape(said)}</p>')
        with st.expander(lesson.text("lab_speed.batch.table")):
            st.html(_table(lesson, learner))
        with st.expander(lesson.text("lab_speed.batch.assume.title")):
            st.html(assumptions(lesson))


@remembered(256)
def _drawn(lesson: Lesson, numbers: tuple[float, ...], _learner: Learner) -> str:
    alt = _alt(lesson, _learner, speed_at(_learner, _learner.batch))
    return charts.drawn(figure(lesson, _learner), alt)


def speed_at(learner: Learner, texts: int) -> float:
    """Return the speed-up with so many texts at once."""
    return batch_speedup(learner.alpha, learner.gamma, learner.cost, texts, learner.ridge)


def ridge_of(machine: Machine) -> int:
    """Return from how many positions on a machine computes longer than it reads, at 2 bytes."""
    return round(machine.tera / machine.bytes)


def until(lesson: Lesson, learner: Learner) -> str:
    """Return up to which batch drafting gains, in a sentence."""
    border = largest_gaining_batch(learner.alpha, learner.gamma, learner.cost, learner.ridge)
    if border == math.inf:
        return lesson.text("lab_speed.batch.always")
    if border < 1:
        return lesson.text("lab_speed.batch.never")
    return lesson.text("lab_speed.batch.until", border=f"{math.floor(border):,}")


def figure(lesson: Lesson, learner: Learner) -> Chart:
    """Return speed-up against the batch, on a logarithmic axis."""
    texts = sorted({round(_LAST ** (i / (_POINTS - 1))) for i in range(_POINTS)} | {learner.batch})
    points = [(float(one), speed_at(learner, one)) for one in texts]
    top = max(1.4, 1.4 * max(speed for _, speed in points))
    ticks = [(float(one), f"{one:,}") for one in _BATCHES[::2]]
    mine = (learner.batch, speed_at(learner, learner.batch))
    asked = [(one, speed_at(learner, one)) for one in _BATCHES]
    slower, even = under(1, _LEFT, _RIGHT)
    return Chart(
        x=Axis(lesson.text("lab_speed.batch.x"), _LEFT, _RIGHT, ticks, log=True),
        y=Axis(
            lesson.text("lab_speed.batch.y"),
            0,
            top,
            round_ticks(0, top, unit="×"),
            grid=True,
        ),
        regions=[slower],
        lines=[
            even,
            *(Line([(x, 0), (x, top)], colour="target", dash="2 4") for x in _borders(learner)),
            Line(points, width=3),
        ],
        marks=[Mark("diamond", *mine)],
        labels=_labels(lesson, learner, mine, top),
        said=[(one, speed, _said(lesson, one, speed)) for one, speed in asked],
    )


def assumptions(lesson: Lesson) -> str:
    """Return what the model takes for granted, with the machines' numbers and sources."""
    machines = "; ".join(
        lesson.text(
            "lab_speed.batch.assume.machine",
            name=one.name,
            tera=f"{one.tera:g}",
            bytes=f"{one.bytes:g}",
            ridge=ridge_of(one),
        )
        for one in load_published(lesson.name, language=lesson.language).machines
    )
    items = [
        lesson.text("lab_speed.batch.assume.one"),
        lesson.text("lab_speed.batch.assume.two"),
        lesson.text("lab_speed.batch.assume.three"),
        lesson.text("lab_speed.batch.assume.four", machines=machines),
    ]
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"


def _controls(lesson: Lesson, learner: Learner) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        state.bound(
            st.select_slider,
            lesson.text("lab_speed.batch.batch"),
            field="batch",
            options=sorted({*_BATCHES, learner.batch}),
            format_func=lambda one: f"{one:,}",
        )
    with right:
        label = lesson.text("lab_speed.batch.ridge")
        state.bound(st.slider, label, field="ridge", min_value=10, max_value=600)
    with st.container(horizontal=True):
        for place, one in enumerate(load_published(lesson.name, language=lesson.language).machines):
            name = lesson.text("lab_speed.batch.machine", name=one.name, ridge=ridge_of(one))
            st.button(name, key=f"machine-{place}", on_click=state.act(ridge=ridge_of(one)))


def _borders(learner: Learner) -> list[float]:
    """Return up to which batch checks are free, and from which on one text fills the machine."""
    borders = (learner.ridge / (learner.gamma + 1), learner.ridge)
    return [x for x in borders if _LEFT < x < _RIGHT]


def _labels(lesson: Lesson, learner: Learner, mine: tuple[float, float], top: float) -> list[Label]:
    border = learner.ridge / (learner.gamma + 1)
    free = [
        Spot(border, y, "end", rise)
        for y, rises in ((top, (-0.1, -1.5, -2.9, -4.3)), (0, (0.2, 1.6)))
        for rise in rises
    ]
    even = [
        Spot(x, 1, side, rise)
        for x, side in ((_LEFT, "start"), (_RIGHT, "end"))
        for rise in (-0.2, 0.2, 2.2, 3.6, -2.2)
    ]
    place = math.log(mine[0]) / math.log(_LAST)
    return [
        Label(_you(lesson, learner, mine[1]), around(*mine, place=place), strong=True, led=True),
        *([Label(lesson.text("lab_speed.batch.free"), free, most=12)] if border > _FEW else []),
        Label(lesson.text("lab_speed.batch.even"), even),
    ]


def _said(lesson: Lesson, batch: int, speed: float) -> str:
    return lesson.text("lab_speed.batch.hover", batch=f"{batch:,}", speed=decimal(speed))


def _you(lesson: Lesson, learner: Learner, speed: float) -> str:
    return lesson.text("lab_speed.batch.you", batch=f"{learner.batch:,}", speed=decimal(speed))


def _alt(lesson: Lesson, learner: Learner, speed: float) -> str:
    return lesson.text(
        "lab_speed.batch.alt",
        free=f"{max(1, learner.ridge // (learner.gamma + 1)):,}",
        top=decimal(speed_at(learner, 1)),
        ridge=f"{learner.ridge:,}",
        floor=decimal(speed_at(learner, 1024)),
        batch=f"{learner.batch:,}",
        speed=decimal(speed),
    )


def _table(lesson: Lesson, learner: Learner) -> str:
    batches: Sequence[int] = sorted({*_BATCHES, learner.batch})
    rows = [
        (
            f"{one:,}",
            f"{one * (learner.gamma + 1):,}",
            f"{decimal(pass_time(one * (learner.gamma + 1), learner.ridge))}",
            f"{decimal(speed_at(learner, one))}×",
        )
        for one in batches
    ]
    columns = ("batch", "positions", "pass", "speed")
    head = [lesson.text(f"lab_speed.batch.column.{name}") for name in columns]
    caption = lesson.text(
        "lab_speed.batch.caption",
        alpha=decimal(learner.alpha),
        gamma=learner.gamma,
        cost=decimal(learner.cost),
        ridge=learner.ridge,
    )
    return table(caption, head, rows, mark=batches.index(learner.batch))
