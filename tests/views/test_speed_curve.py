"""Speed-up against gamma: what is drawn is what specdec says, and it is said in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lessons import load_lesson
from specdec import speedup
from views.chart_parts import Chart
from views.fields import Learner
from views.speed import Speed
from views.speed_curve import figure

LESSON = load_lesson()


@pytest.fixture
def drawn():
    """Draw the curve for an alpha, a gamma and a cost."""

    def draw(alpha: float, gamma: int, cost: float) -> Chart:
        return figure(LESSON, Speed.of(replace(Learner(), alpha=alpha, gamma=gamma, cost=cost)))

    return draw


def marks(figure: Chart) -> dict[str, tuple[float, float]]:
    """Return the marked points by their shape."""
    return {mark.shape: (mark.x, mark.y) for mark in figure.marks}


def curve(figure: Chart) -> list[tuple[float, float]]:
    return next(list(line.points) for line in figure.lines if line.dots)


def said(figure: Chart) -> list[str]:
    return [label.text for label in figure.labels]


def test_every_point_is_the_speedup_at_its_gamma(drawn):
    """The line starts at 1 without a draft and follows the formula."""
    one = drawn(0.8, 4, 0.1)

    assert curve(one)[0] == (0, 1)
    assert curve(one) == [(gamma, speedup(0.8, gamma, 0.1)) for gamma in range(13)]
    assert one.said[4] == (4, speedup(0.8, 4, 0.1), "γ = 4: 2.40×")


def test_the_region_in_which_drafting_is_slower_ends_at_1(drawn):
    """Shaded from 0 to 1 over the whole width, with a line along its edge."""
    one = drawn(0.8, 4, 0.1)
    edge = one.lines[0].points

    assert [y for _, y in one.regions[0].corners] == [0, 1, 1, 0]
    assert [(one.x.place(x), y) for x, y in edge] == [(0, 1), (1, 1)]


def test_best_and_own_are_marked_by_shape_and_word(drawn):
    """A star on the best gamma, a diamond on the learner's, each with its words."""
    one = drawn(0.8, 4, 0.1)

    assert marks(one) == {
        "star": (6, speedup(0.8, 6, 0.1)),
        "ring": (4, speedup(0.8, 4, 0.1)),
    }
    assert "best: γ = 6, 2.47×" in said(one)
    assert "yours: γ = 4, 2.40×" in said(one)


def test_one_label_where_the_own_gamma_is_the_best(drawn):
    """Two labels on one point would cover each other."""
    one = drawn(0.8, 6, 0.1)

    assert "yours is best: γ = 6, 2.47×" in said(one)
    assert " ".join(said(one)).count("γ = 6") == 1


def test_nothing_is_called_best_where_nothing_gains(drawn):
    """alpha <= c: no star, and the whole curve lies in the region called slower."""
    one = drawn(0.3, 3, 0.4)

    assert list(marks(one)) == ["ring"]
    assert max(speed for _, speed in curve(one)[1:]) < 1
    assert "slower" in said(one)


def test_nothing_is_called_best_where_more_is_always_better(drawn):
    """A free draft: the curve has no top, and none is marked."""
    assert list(marks(drawn(0.9, 4, 0.0))) == ["ring"]


@pytest.mark.parametrize(
    ("alpha", "gamma", "cost"), [(0.9, 8, 0.01), (0.0, 1, 1.0), (1.0, 8, 0.0), (0.8, 1, 0.0)]
)
def test_every_mark_lies_inside_the_axes(drawn, alpha, gamma, cost):
    """Also for a best gamma of 24 and for a gain of 9 times."""
    one = drawn(alpha, gamma, cost)

    for x, y in marks(one).values():
        assert one.x.low < x < one.x.high
        assert one.y.low < y < one.y.high
