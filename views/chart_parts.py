"""What a chart is made of, in the numbers that it shows: axes, lines, bars, regions, marks, labels.

A page's picture builds a `Chart` of these; `views/charts.py` draws it. So a test asks what is shown
and needn't read HTML.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from views.chart_labels import Label, Point
from views.html_parts import decimal


@dataclass(frozen=True)
class Axis:
    """An axis: what it says, its two ends, and its ticks as (value, text)."""

    title: str
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    log: bool = False
    grid: bool = False

    def place(self, value: float) -> float:
        """Return where a value lies between the ends, 0 to 1; one beyond an end lies on it."""
        low, high, here = self.low, self.high, value
        if self.log:
            low, high, here = math.log(low), math.log(high), math.log(value)
        return min(max((here - low) / (high - low), 0.0), 1.0)


@dataclass(frozen=True)
class Line:
    """A line through points; `dash` as SVG's stroke-dasharray, `dots` marks every point."""

    points: Sequence[Point]
    colour: str = "ink"
    width: float = 2
    dash: str = ""
    dots: bool = False


@dataclass(frozen=True)
class Region:
    """A filled polygon: "tint" is a shade, "hatch" a pattern."""

    corners: Sequence[Point]
    fill: str


@dataclass(frozen=True)
class Bars:
    """Bars from 0 up; the one at `marked` is the learner's."""

    points: Sequence[Point]
    width: float
    marked: float


@dataclass(frozen=True)
class Mark:
    """One point that stands out: "star", "diamond" or "ring"."""

    shape: str
    x: float
    y: float


@dataclass(frozen=True)
class Chart:
    """A chart, from the back to the front. `height` is the plot's, in em of its type (15 px)."""

    x: Axis
    y: Axis
    height: float = 20
    regions: Sequence[Region] = ()
    lines: Sequence[Line] = ()
    bars: Bars | None = None
    marks: Sequence[Mark] = ()
    labels: Sequence[Label] = ()
    said: Sequence[tuple[float, float, str]] = ()  # what is read at a point under the pointer
    top: Sequence[tuple[float, str, bool]] = ()  # words along the top edge; True: only where wide

    def at(self, x: float, y: float) -> Point:
        """Return where a point lies, in per cent from the lower left of the plot."""
        return 100 * self.x.place(x), 100 * self.y.place(y)


def round_ticks(
    low: float, high: float, *, unit: str = "", most: int = 8
) -> tuple[tuple[float, str], ...]:
    """Return at most so many ticks from `low` to `high`, 1, 2 or 5 of a power of ten apart."""
    rough = (high - low) / (most - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(nice for nice in (1, 2, 5, 10) if nice * power >= rough * (1 - 1e-9))
    digits = max(0, -math.floor(math.log10(step)))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    values = (round(step * i, digits) for i in range(first, last + 1))
    return tuple((value, _spelled(value, digits) + unit) for value in values)


def whole_ticks(first: int, last: int, step: int = 1) -> tuple[tuple[float, str], ...]:
    """Return the whole numbers from `first` to `last` as ticks."""
    return tuple((float(i), str(i)) for i in range(first, last + 1, step))


def under(level: float, left: float, right: float) -> tuple[Region, Line]:
    """Return the shade below a level, and the dashed line at it."""
    shade = Region([(left, 0), (left, level), (right, level), (right, 0)], "tint")
    return shade, Line([(left, level), (right, level)], colour="soft", dash="7 5")


def _spelled(value: float, digits: int) -> str:
    """Spell a tick as the lesson spells numbers: .5, and 1 for 1.0 beside 1.5."""
    return decimal(value, digits) if value % 1 else f"{value:,.0f}"
