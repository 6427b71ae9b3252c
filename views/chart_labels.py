"""Where the words of a chart go: inside it, off each other, off marks and lines where they can.

The learner moves what is labelled, and a chart is as narrow as 250 px on a phone: no fixed place is
free for every number. So each label names spots in the order in which it would like them, and
the first that covers nothing wins. Lengths are in em of the chart's type; a letter's width is a
guess on the wide side, since Python can't measure type.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

LETTER = {True: 0.53, False: 0.5}  # Source Sans: strong, and plain
LINE = 1.3
PAD = 0.2  # of the label's own ground, on each side
MARK = 0.65  # half a mark
BESIDE = 0.95  # from a mark to words beside it
# So far words reach back over their point, so that a leader meets their edge; without one, they
# keep off it.
_LAP, _GAP = 0.5, 0.2
_NEAR = 0.5  # between the points for which a line stands
# What it costs to cover a square em of the outside, of other words, of a mark; for a leader to
# cross an em of words or mark; to cover a point of a line. And not to be the first spot.
_OUTSIDE, _WORDS, _MARK, _LEADER, _LINE, _LATER = 400.0, 200.0, 50.0, 16.0, 0.4, 0.04

Point = tuple[float, float]
Points = NDArray[np.float64]  # (n, 2)


@dataclass(frozen=True)
class Spot:
    """A place for words: at a point of the data, to one side, above it or below.

    `side` says what of the words is at the point: their "start", "middle" or "end". A `rise` is
    from the point to the words' lower edge, in em; below the point it is negative, and to their
    upper edge. With no rise, a start or an end stands beside the point, at its height.
    """

    x: float
    y: float
    side: str
    rise: float = 0


@dataclass(frozen=True)
class Label:
    """Words in a chart, and where they could stand.

    `led` draws a line to their point; no line of theirs has more than `most` letters.
    """

    text: str
    spots: Sequence[Spot]
    strong: bool = False
    led: bool = False
    most: int = 60

    def shift(self, spot: Spot) -> float:
        """Return from the point to the words' near edge, in em; over the point it is negative."""
        if not spot.rise:
            return BESIDE
        return -_LAP if self.led else _GAP


@dataclass(frozen=True)
class Box:
    """A rectangle, in em from the lower left of the plot."""

    left: float
    bottom: float
    right: float
    top: float

    def shared(self, other: Box) -> float:
        """Return the area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(width, 0) * max(height, 0)

    def count(self, points: Points) -> int:
        """Return how many of these points lie in it."""
        x, y = points[:, 0], points[:, 1]
        held = (self.left < x) & (x < self.right) & (self.bottom < y) & (y < self.top)
        return int(np.count_nonzero(held))


@dataclass(frozen=True)
class Ground:
    """What labels stand on: its size, how data get there, and what is already there, in em."""

    width: float
    height: float
    at: Callable[[float, float], Point]
    marks: Sequence[Point] = ()
    lines: Points = field(default_factory=lambda: np.empty((0, 2)))  # `along` what to keep off


@dataclass(frozen=True)
class Placed:
    """A label with the spot it got."""

    label: Label
    spot: Spot
    lines: tuple[str, ...]
    box: Box
    leader: tuple[Point, Point] | None  # from the mark's edge to the words

    @property
    def width(self) -> float:
        """Return the width that its words were given."""
        return self.box.right - self.box.left


def around(x: float, y: float, *, above: bool = True, place: float = 0.5) -> tuple[Spot, ...]:
    """Return the spots around a mark, near ones first.

    Parameters
    ----------
    x, y
        The mark, in the data's numbers.
    above
        Which side of it is tried first.
    place
        Where in the width it lies, 0 to 1: words grow towards the middle.
    """
    inwards = ("start", "end") if place < 0.5 else ("end", "start")
    sides = ("middle", *inwards) if 0.3 <= place <= 0.7 else (*inwards, "middle")
    signs = (1, -1) if above else (-1, 1)
    near, *far = [
        [Spot(x, y, side, sign * rise) for sign in signs for side in sides]
        for rise in (1.3, 2.7, 4.1, 5.5)
    ]
    return (
        *near,
        *(Spot(x, y, side) for side in inwards),
        *(spot for some in far for spot in some),
    )


def along(points: Sequence[Point]) -> Points:
    """Return points along a line, so close that no words slip between two of them."""
    x, y = np.array(points, dtype=float).T
    far = np.concatenate(([0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
    at = np.arange(0, far[-1], _NEAR)
    return np.column_stack((np.interp(at, far, x), np.interp(at, far, y)))


def wrapped(text: str, most: int) -> tuple[str, ...]:
    """Return text in as few lines as fit, and these as equal as they can be.

    "γ = 6" is one word here: broken, it would read as two.
    """
    whole = text.replace(" = ", "\u00a0=\u00a0")
    few = _lines(whole, most)
    widths = range(math.ceil(len(whole) / len(few)), most)
    tries = (_lines(whole, width) for width in widths)
    return next((lines for lines in tries if len(lines) == len(few)), few)


def place(labels: Iterable[Label], ground: Ground, *, most: int) -> list[Placed]:
    """Return each label at its best spot, given those before it.

    Parameters
    ----------
    labels
        The most important first: the later ones make way.
    most
        Letters a line.
    """
    placed: list[Placed] = []
    for label in labels:
        lines = wrapped(label.text, min(most, label.most))
        best, least = None, math.inf
        for i, spot in enumerate(label.spots):
            if least <= _LATER * i:
                break  # no later spot costs less
            one = _tried(label, lines, spot, ground)
            cost = _LATER * i + _cost(one, ground, placed)
            if cost < least:
                best, least = one, cost
        if best is not None:
            placed.append(best)
    return placed


def _lines(text: str, width: int) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False))


def _tried(label: Label, lines: tuple[str, ...], spot: Spot, ground: Ground) -> Placed:
    x, y = ground.at(spot.x, spot.y)
    width = LETTER[label.strong] * max(map(len, lines)) + 2 * PAD
    height = LINE * len(lines)
    shift = label.shift(spot)
    lefts = {"start": x + shift, "middle": x - width / 2, "end": x - shift - width}
    left = max(0.0, min(lefts[spot.side], ground.width - width))
    bottom = y + spot.rise - (height if spot.rise < 0 else 0 if spot.rise else height / 2)
    leader = None
    if label.led and spot.rise:
        leader = (x, y + math.copysign(MARK, spot.rise)), (x, y + spot.rise)
    return Placed(label, spot, lines, Box(left, bottom, left + width, bottom + height), leader)


def _cost(one: Placed, ground: Ground, placed: Sequence[Placed]) -> float:
    box = one.box
    inside = Box(0, 0, ground.width, ground.height)
    area = (box.right - box.left) * (box.top - box.bottom)
    crossed = sum(_crossed(one, other.box) + _crossed(other, box) for other in placed)
    crossed += sum(_crossed(one, _around(mark)) for mark in ground.marks)
    return (
        _OUTSIDE * (area - box.shared(inside))
        + _WORDS * sum(box.shared(other.box) for other in placed)
        + _MARK * sum(box.shared(_around(mark)) for mark in ground.marks)
        + _LEADER * crossed
        + _LINE * box.count(ground.lines)
    )


def _crossed(one: Placed, box: Box) -> float:
    """Return how much of a label's leader, which is upright, lies in a box."""
    if one.leader is None or not box.left < one.leader[0][0] < box.right:
        return 0.0
    low, high = sorted(y for _, y in one.leader)
    return max(0.0, min(high, box.top) - max(low, box.bottom))


def _around(mark: Point) -> Box:
    x, y = mark
    return Box(x - MARK, y - MARK, x + MARK, y + MARK)
