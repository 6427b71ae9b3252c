"""Charts as HTML and CSS: axes, lines, bars, regions, marks and words, as wide as their place.

What the browser gets is text and boxes at per cent of the plot, so that type keeps its size at any
width and the colours of tokens.css follow the theme by themselves. Only a line needs more:
`st.html` drops SVG elements, so it is a box in the line's colour behind an SVG that is its mask.
Words come from the lesson and numbers from specdec, as everywhere in views/.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import numpy as np
import streamlit as st

from views import chart_labels
from views.chart_labels import Ground, Placed, Point, along
from views.chart_parts import Chart, Line, Mark, Region
from views.html_parts import escape

# The plot's width in em for which words are placed, and letters a line there. Between the two the
# narrow one serves: what doesn't collide on a phone doesn't on anything wider.
_WIDTHS = {"narrow": (16.5, 22), "wide": (36.0, 60)}
_MANY = 8  # with more ticks than this, a phone shows every second
_MARKS = {"star", "diamond", "ring"}  # as in charts.css; a ring is an open diamond


def show(chart: Chart, alt: str) -> None:
    """Draw a chart.

    Parameters
    ----------
    alt
        The chart in a sentence, for who can't see it: what it shows, not what it is. The page
        gives a table of its numbers too.
    """
    st.html(drawn(chart, alt))


def drawn(chart: Chart, alt: str) -> str:
    """Return a chart as HTML."""
    room = max(len(text) for _, text in chart.y.ticks)
    style = f"--chart-height:{chart.height:g}em;--chart-left:{0.55 * room + 0.5:.2f}em"
    above = "chart-has-top" if chart.top else ""
    return (
        f'<div class="chart" style="{style}"><div class="{above}" role="img" '
        f'aria-label="{escape(alt)}"><p class="chart-y-title">{escape(chart.y.title)}</p>'
        f'<div class="chart-plot">{"".join(_parts(chart))}</div>'
        f'<p class="chart-x-title">{escape(chart.x.title)}</p></div></div>'
    )


def _parts(chart: Chart) -> Iterator[str]:
    """Yield what stands in the plot and at its edges, from the back to the front."""
    yield from (_region(chart, region) for region in chart.regions)
    yield from _ticks(chart)
    yield from _bars(chart)
    yield from (_line(chart, line) for line in chart.lines)
    for line in chart.lines:
        yield from (_dot(*chart.at(*point)) for point in line.points if line.dots)
    yield from _hovers(chart)
    yield from (_mark(chart, mark) for mark in chart.marks)
    for name, (width, most) in _WIDTHS.items():
        yield f'<div class="chart-{name}">{"".join(_labels(chart, width, most))}</div>'


def _ticks(chart: Chart) -> Iterator[str]:
    for value, text in chart.y.ticks:
        up = f"bottom:{100 * chart.y.place(value):.2f}%"
        if chart.y.grid:
            yield f'<i class="chart-grid" style="{up}"></i>'
        yield f'<span class="chart-y-tick" style="{up}">{escape(text)}</span>'
    for i, (value, text) in enumerate(chart.x.ticks):
        second = " chart-second" if i % 2 and len(chart.x.ticks) > _MANY else ""
        across = f"left:{100 * chart.x.place(value):.2f}%"
        yield f'<span class="chart-x-tick{second}" style="{across}">{escape(text)}</span>'
    for value, text, wide in chart.top:
        second = " chart-second" if wide else ""
        across = f"left:{100 * chart.x.place(value):.2f}%"
        yield f'<span class="chart-top-tick{second}" style="{across}">{escape(text)}</span>'


def _region(chart: Chart, region: Region) -> str:
    at = [chart.at(*corner) for corner in region.corners]
    corners = ",".join(f"{x:.2f}% {100 - y:.2f}%" for x, y in at)
    return f'<i class="chart-{region.fill}" style="clip-path:polygon({corners})"></i>'


def _bars(chart: Chart) -> Iterator[str]:
    if chart.bars is None:
        return
    for x, y in chart.bars.points:
        left, height = chart.at(x - chart.bars.width / 2, y)
        right, _ = chart.at(x + chart.bars.width / 2, y)
        mine = " chart-bar-mine" if x == chart.bars.marked else ""
        yield (
            f'<i class="chart-bar{mine}" style="left:{left:.2f}%;width:{right - left:.2f}%;'
            f'height:{height:.2f}%"></i>'
        )


def _line(chart: Chart, line: Line) -> str:
    """Return a line: its width in px stays, whatever the picture's width makes of the rest."""
    at = [chart.at(*point) for point in line.points]
    points = " ".join(f"{x:.2f},{100 - y:.2f}" for x, y in at)
    dash = f' stroke-dasharray="{line.dash}"' if line.dash else ""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none">'
        f'<polyline points="{points}" fill="none" stroke="black" stroke-width="{line.width:g}"'
        f'{dash} stroke-linejoin="round" vector-effect="non-scaling-stroke"/></svg>'
    )
    mask = f"url('data:image/svg+xml,{quote(svg, safe=' ,.:/=-')}') 0 0/100% 100% no-repeat"
    return (
        f'<i class="chart-line" style="background:var(--{line.colour});'
        f'-webkit-mask:{mask};mask:{mask}"></i>'
    )


def _dot(x: float, y: float) -> str:
    return f'<i class="chart-dot" style="left:{x:.2f}%;bottom:{y:.2f}%"></i>'


def _mark(chart: Chart, mark: Mark) -> str:
    if mark.shape not in _MARKS:
        raise ValueError(f"shape: must be one of {sorted(_MARKS)}; is {mark.shape!r}")
    x, y = chart.at(mark.x, mark.y)
    return f'<i class="chart-{mark.shape}" style="left:{x:.2f}%;bottom:{y:.2f}%"></i>'


def _hovers(chart: Chart) -> Iterator[str]:
    """Yield, for each point that says something, the strip that is nearest to it."""
    at = sorted((*chart.at(x, y), text) for x, y, text in chart.said)
    for i, (x, y, text) in enumerate(at):
        left = (at[i - 1][0] + x) / 2 if i else 0
        right = (x + at[i + 1][0]) / 2 if i + 1 < len(at) else 100
        side = "start" if x < 33 else "end" if x > 67 else "middle"
        dot = f"left:{100 * (x - left) / (right - left):.2f}%;bottom:{y:.2f}%"
        yield (
            f'<span class="chart-hover" style="left:{left:.2f}%;width:{right - left:.2f}%">'
            f'<i class="chart-dot" style="{dot}"></i>'
            f'<em class="chart-{side}" style="{dot}">{escape(text)}</em></span>'
        )


def placed(chart: Chart, width: float, most: int) -> list[Placed]:
    """Return the labels where they go in a plot so many em wide, `most` letters a line."""

    def at(x: float, y: float) -> Point:
        return chart.x.place(x) * width, chart.y.place(y) * chart.height

    drawn = [line.points for line in chart.lines]
    if chart.bars is not None:
        drawn += [[(x, 0), (x, y)] for x, y in chart.bars.points]
    lines = [along([at(*point) for point in points]) for points in drawn]
    ground = Ground(
        width=width,
        height=chart.height,
        at=at,
        marks=[at(mark.x, mark.y) for mark in chart.marks],
        lines=np.concatenate(lines) if lines else np.empty((0, 2)),
    )
    return chart_labels.place(chart.labels, ground, most=most)


def _labels(chart: Chart, width: float, most: int) -> Iterator[str]:
    for one in placed(chart, width, most):
        x, _ = chart.at(one.spot.x, one.spot.y)
        if one.leader:
            yield _leader(x, *sorted(y for _, y in one.leader))
        strong = " chart-strong" if one.label.strong else ""
        words = "<br>".join(escape(line) for line in one.lines)
        yield (
            f'<span class="chart-label chart-{one.spot.side}{strong}" '
            f'style="{_across(x, one)};bottom:{one.box.bottom:.2f}em">{words}</span>'
        )


def _across(x: float, one: Placed) -> str:
    """Return the CSS that keeps words at their point, and in the picture at any width."""
    most = f"calc(100% - {one.width:.2f}em)"
    shift = one.label.shift(one.spot)
    if one.spot.side == "start":
        return f"left:clamp(0em,calc({x:.2f}% + {shift:g}em),{most})"
    if one.spot.side == "end":
        return f"right:clamp(0em,calc({100 - x:.2f}% + {shift:g}em),{most})"
    half = f"calc({x:.2f}% - {one.width / 2:.2f}em)"
    return f"left:clamp(0em,{half},{most});width:{one.width:.2f}em"


def _leader(x: float, bottom: float, top: float) -> str:
    """Return the line between a mark and its words."""
    return (
        f'<i class="chart-leader" style="left:{x:.2f}%;bottom:{bottom:.2f}em;'
        f'height:{top - bottom:.2f}em"></i>'
    )
