"""The speed lab's batch: where the machine has nothing left over to check guesses with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from lessons import Lesson
from lessons.published import Machine, load_published
from specdec import batch_speedup, largest_gaining_batch, operations, pass_time
from views import charts, frame, state
from views.fields import Learner
from views.html_parts import decimal, escape, table
from views.lab_parts import verdict
from views.tokens import colours

_BATCHES = tuple(2**i for i in range(11))  # 1 to 1,024
_POINTS = 81  # of the curve
_HEIGHT = 380


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
        charts.show(figure(lesson, learner), "batch", _alt(lesson, learner, speed))
        cost = operations(learner.alpha, learner.gamma, learner.cost)
        said = lesson.text(
            "lab_speed.batch.operations", operations=decimal(cost), floor=decimal(1 / cost)
        )
        st.html(f'<p class="prose">{escape(said)}</p>')
        with st.expander(lesson.text("lab_speed.batch.table")):
            st.html(_table(lesson, learner))
        with st.expander(lesson.text("lab_speed.batch.assume.title")):
            st.html(assumptions(lesson))


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


def figure(lesson: Lesson, learner: Learner) -> charts.Spec:
    """Return speed-up against the batch, on a logarithmic axis."""
    colour = colours()
    texts = sorted({round(1024 ** (i / (_POINTS - 1))) for i in range(_POINTS)} | {learner.batch})
    speeds = [speed_at(learner, one) for one in texts]
    top = max(1.4, 1.25 * max(speeds))
    line = {
        "type": "scatter",
        "mode": "lines",
        "x": texts,
        "y": speeds,
        "text": [
            lesson.text("lab_speed.batch.hover", batch=f"{one:,}", speed=decimal(speed))
            for one, speed in zip(texts, speeds, strict=True)
        ],
        "hoverinfo": "text",
        "line": {"color": colour["ink"], "width": 3},
    }
    you = {
        "type": "scatter",
        "mode": "markers",
        "x": [learner.batch],
        "y": [speed_at(learner, learner.batch)],
        "hoverinfo": "skip",
        "marker": {
            "symbol": "diamond",
            "size": 15,
            "color": colour["ink"],
            "line": {"width": 2, "color": colour["card"]},
        },
    }
    layout = charts.layout(
        height=_HEIGHT,
        x=charts.axis(
            lesson.text("lab_speed.batch.x"),
            type="log",
            range=[-0.05, math.log10(1024) + 0.05],
            tickvals=list(_BATCHES[::2]),
            ticktext=[f"{one:,}" for one in _BATCHES[::2]],
            showgrid=False,
        ),
        y=charts.axis(lesson.text("lab_speed.batch.y"), range=[0, top], ticksuffix="×"),
        shapes=_shapes(learner),
        annotations=_labels(lesson, learner, top),
    )
    return {"data": [line, you], "layout": layout}


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


def _shapes(learner: Learner) -> list[dict[str, Any]]:
    colour = colours()
    whole = {"xref": "paper", "x0": 0, "x1": 1, "yref": "y", "layer": "below"}
    slower = {
        **whole,
        "type": "rect",
        "y0": 0,
        "y1": 1,
        "fillcolor": colour["draft"],
        "opacity": 0.1,
        "line": {"width": 0},
    }
    even_line = {"color": colour["soft"], "width": 2, "dash": "dash"}
    even = {**whole, "type": "line", "y0": 1, "y1": 1, "line": even_line}
    borders = [
        {
            "type": "line",
            "xref": "x",
            "x0": x,
            "x1": x,
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "layer": "below",
            "line": {"color": colour["target"], "width": 2, "dash": "dot"},
        }
        for x in (learner.ridge / (learner.gamma + 1), learner.ridge)
    ]
    return [slower, even, *borders]


def _labels(lesson: Lesson, learner: Learner, top: float) -> list[dict[str, Any]]:
    colour = colours()
    plain = {"showarrow": False, "font": {"color": colour["soft"], "size": charts.SIZE}}
    free = math.log10(learner.ridge / (learner.gamma + 1))
    speed = speed_at(learner, learner.batch)
    right = learner.batch > 30
    return [
        plain
        | {
            "text": escape(lesson.text("lab_speed.batch.even")),
            "x": 0,
            "y": 1,
            "xanchor": "left",
            "yanchor": "top",
        },
        plain
        | {
            "text": escape(lesson.text("lab_speed.batch.free")),
            "x": free,
            "y": top,
            "xanchor": "right",
            "yanchor": "top",
            "xshift": -6,
        },
        {
            "text": f"<b>{escape(_you(lesson, learner, speed))}</b>",
            "x": math.log10(learner.batch),
            "y": speed,
            "ax": 10 if right else 0,
            "ay": -30,
            "xanchor": "left" if 30 < learner.batch < 300 else "right" if right else "left",
            "arrowhead": 0,
            "arrowwidth": 1,
            "arrowcolor": colour["soft"],
            "standoff": 9,
            "bgcolor": colour["card"],
            "borderpad": 2,
        },
    ]


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
