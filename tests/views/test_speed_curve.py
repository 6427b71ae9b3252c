"""Speed-up against gamma: what is drawn is what specdec says, and it is said in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lessons import load_lesson
from specdec import speedup
from views.fields import Learner
from views.speed import Speed
from views.speed_curve import figure

LESSON = load_lesson()


@pytest.fixture
def drawn():
    """Draw the curve for an alpha, a gamma and a cost."""

    def draw(alpha: float, gamma: int, cost: float) -> dict:
        return figure(LESSON, Speed.of(replace(Learner(), alpha=alpha, gamma=gamma, cost=cost)))

    return draw


def marks(figure: dict) -> dict[str, tuple[int, float]]:
    """Return the marked points by their shape."""
    return {
        trace["marker"]["symbol"]: (trace["x"][0], trace["y"][0])
        for trace in figure["data"]
        if trace["mode"] == "markers"
    }


def said(figure: dict) -> str:
    return " ".join(label["text"] for label in figure["layout"]["annotations"])


def test_every_point_is_the_speedup_at_its_gamma(drawn):
    """The line starts at 1 without a draft and follows the formula."""
    line = drawn(0.8, 4, 0.1)["data"][0]

    assert line["y"][0] == 1
    assert line["y"] == [speedup(0.8, gamma, 0.1) for gamma in line["x"]]


def test_best_and_own_are_marked_by_shape_and_word(drawn):
    """A star on the best gamma, a diamond on the learner's, each with its words."""
    one = drawn(0.8, 4, 0.1)

    assert marks(one) == {
        "star": (6, speedup(0.8, 6, 0.1)),
        "diamond-open": (4, speedup(0.8, 4, 0.1)),
    }
    assert "best: γ = 6, 2.47×" in said(one)
    assert "yours: γ = 4, 2.40×" in said(one)


def test_one_label_where_the_own_gamma_is_the_best(drawn):
    """Two labels on one point would cover each other."""
    one = drawn(0.8, 6, 0.1)

    assert "yours is best: γ = 6" in said(one)
    assert "best: γ = 6, 2.47× <" not in said(one)
    assert said(one).count("γ = 6") == 1


def test_nothing_is_called_best_where_nothing_gains(drawn):
    """alpha <= c: no star, and the whole curve lies in the region called slower."""
    one = drawn(0.3, 3, 0.4)

    assert list(marks(one)) == ["diamond-open"]
    assert max(one["data"][0]["y"][1:]) < 1
    assert "slower" in said(one)


def test_nothing_is_called_best_where_more_is_always_better(drawn):
    """A free draft: the curve has no top, and none is marked."""
    assert list(marks(drawn(0.9, 4, 0.0))) == ["diamond-open"]


@pytest.mark.parametrize(
    ("alpha", "gamma", "cost"), [(0.9, 8, 0.01), (0.0, 1, 1.0), (1.0, 8, 0.0), (0.8, 1, 0.0)]
)
def test_every_mark_lies_inside_the_axes(drawn, alpha, gamma, cost):
    """Also for a best gamma of 24 and for a gain of 9 times."""
    one = drawn(alpha, gamma, cost)
    left, right = one["layout"]["xaxis"]["range"]
    low, high = one["layout"]["yaxis"]["range"]

    for x, y in marks(one).values():
        assert left < x < right
        assert low < y < high
