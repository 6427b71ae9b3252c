"""The charts: what is drawn lies where its number is, and no words leave the picture or collide."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from urllib.parse import unquote

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from lessons import Lesson, load_lesson
from nimbus.costs import Costs, predict
from nimbus.lanes import Entry
from nimbus.race import LaneResult, Result
from views import charts, lab_batch, lab_speed, race_result, speed_curve
from views.chart_labels import Ground, Label, Spot, around, place, wrapped
from views.chart_parts import Axis, Bars, Chart, Line, Mark, Region, round_ticks, whole_ticks
from views.fields import Learner
from views.race import Shown
from views.speed import Speed

PLOTS = [(16.5, 22), (36.0, 60)]  # em wide, letters a line: a phone and a laptop
X = Axis("rounds", 0, 10, whole_ticks(0, 10, 5))
Y = Axis("distance", 0, 2, round_ticks(0, 2), grid=True)
LOG = Axis("texts", 1, 100, [(1, "1"), (10, "10"), (100, "100")], log=True)
CHART = Chart(x=X, y=Y)


def at(html: str, name: str) -> list[dict[str, float]]:
    """Return the per cent in the style of each element of this class."""
    styles = re.findall(rf'class="{name}[^"]*" style="([^"]*)"', html)
    return [
        {key: float(value) for key, value in re.findall(r"([\w-]+):(-?[\d.]+)%", style)}
        for style in styles
    ]


def line_of(html: str) -> list[tuple[float, float]]:
    """Return the points of the one line in a chart, from the upper left as SVG counts."""
    (points,) = set(re.findall(r'points="([^"]+)"', unquote(html)))
    return [tuple(map(float, point.split(","))) for point in points.split()]


# --- places --------------------------------------------------------------------------------------


def test_a_line_goes_through_its_points() -> None:
    """From the lower left to the upper right of 10 by 2; SVG counts down from the top."""
    chart = replace(CHART, lines=[Line([(0, 0), (5, 0.5), (10, 2)])])

    assert line_of(charts.drawn(chart, "")) == [(0, 100), (50, 75), (100, 0)]


def test_marks_and_dots_lie_on_their_numbers() -> None:
    """In per cent of the plot, from the lower left."""
    line = Line([(2, 1), (4, 2)], dots=True)
    drawn = charts.drawn(replace(CHART, lines=[line], marks=[Mark("star", 2.5, 0.5)]), "")

    assert at(drawn, "chart-star") == [{"left": 25, "bottom": 25}]
    assert at(drawn, "chart-dot") == [{"left": 20, "bottom": 50}, {"left": 40, "bottom": 100}]


def test_bars_stand_on_their_number_and_are_as_high_as_theirs() -> None:
    """Centred, from 0 up; the learner's own is told by its class."""
    bars = Bars([(2, 1), (6, 1.5)], width=1, marked=6)
    drawn = charts.drawn(replace(CHART, bars=bars), "")

    assert at(drawn, "chart-bar") == [
        {"left": 15, "width": 10, "height": 50},
        {"left": 55, "width": 10, "height": 75},
    ]
    assert drawn.count("chart-bar-mine") == 1


def test_a_region_has_its_corners() -> None:
    """As a clip path, which counts down from the top."""
    drawn = charts.drawn(replace(CHART, regions=[Region([(0, 0), (0, 1), (10, 1)], "hatch")]), "")

    assert "chart-hatch" in drawn
    assert "polygon(0.00% 100.00%,0.00% 50.00%,100.00% 50.00%)" in drawn


def test_a_logarithmic_axis_gives_each_factor_the_same_room() -> None:
    """1, 10 and 100 are as far apart, and what lies beyond an end lies on it."""
    assert [LOG.place(x) for x in (1, 10, 100)] == pytest.approx([0, 0.5, 1])
    assert [LOG.place(x) for x in (0.5, 1000)] == [0, 1]


def test_the_nearest_point_is_read() -> None:
    """The strips under the pointer fill the width and meet half-way between two points."""
    said = [(8.0, 1.0, "late"), (2.0, 1.0, "early")]
    strips = at(charts.drawn(replace(CHART, said=said), ""), "chart-hover")

    assert strips == [{"left": 0, "width": 50}, {"left": 50, "width": 50}]


def test_a_mark_that_no_style_draws_is_refused() -> None:
    """It would be nothing at all."""
    with pytest.raises(ValueError, match="shape"):
        charts.drawn(replace(CHART, marks=[Mark("circle", 1, 1)]), "")


# --- axes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("high", "unit", "wanted"),
    [
        (1, "", ["0", ".2", ".4", ".6", ".8", "1"]),
        (3.2, "×", ["0×", ".5×", "1×", "1.5×", "2×", "2.5×", "3×"]),
        (9.7, "×", ["0×", "2×", "4×", "6×", "8×"]),
        (4100, "", ["0", "1,000", "2,000", "3,000", "4,000"]),
        (0.07, "", ["0", ".01", ".02", ".03", ".04", ".05", ".06", ".07"]),
    ],
)
def test_ticks_are_round(high: float, unit: str, wanted: list[str]) -> None:
    """Spelled as the lesson spells numbers."""
    assert [text for _, text in round_ticks(0, high, unit=unit)] == wanted


@given(st.floats(0.01, 5000), st.integers(4, 10))
def test_ticks_are_one_step_apart_and_lie_on_the_axis(high: float, most: int) -> None:
    """1, 2 or 5 of a power of ten; never more than asked for, never fewer than two."""
    values = [value for value, _ in round_ticks(0, high, most=most)]
    steps = [b - a for a, b in itertools.pairwise(values)]
    leading = f"{steps[0]:.0e}"[0]

    assert leading in "125"
    assert steps == pytest.approx([steps[0]] * len(steps))
    assert 2 <= len(values) <= most
    assert 0 <= values[0] <= values[-1] <= high * (1 + 1e-9)


def test_a_phone_shows_every_second_of_many_ticks() -> None:
    """Thirteen guesses are too many for 250 px, six are not."""
    many = replace(CHART, x=Axis("", 0, 12, whole_ticks(0, 12)))

    assert charts.drawn(many, "").count("chart-second") == 6
    assert charts.drawn(CHART, "").count("chart-second") == 0


# --- what the browser gets -----------------------------------------------------------------------


def _page() -> None:
    from views import charts
    from views.chart_parts import Axis, Chart, round_ticks

    axis = Axis("a < b", 0, 1, round_ticks(0, 1))
    charts.show(Chart(x=axis, y=axis), 'From <0> to "1" & on.')


def test_a_chart_is_a_picture_with_its_sentence() -> None:
    """One image to who can't see it; no widget, no data, no script."""
    page = AppTest.from_function(_page).run()
    (shown,) = page.get("html")

    assert not page.exception
    assert 'role="img" aria-label="From &lt;0&gt; to &quot;1&quot; &amp; on."' in shown.proto.body
    assert "a &lt; b" in shown.proto.body


def test_every_word_is_escaped() -> None:
    """Titles, ticks, labels, what is read under the pointer, and the sentence."""
    nasty = "<b onclick='x'>&"
    axis = Axis(nasty, 0, 1, [(0, nasty)])
    label = Label(nasty, [Spot(0.5, 0.5, "start", 1)])
    chart = Chart(
        x=axis, y=axis, labels=[label], said=[(0.5, 0.5, nasty)], top=[(0.5, nasty, False)]
    )

    assert "<b" not in charts.drawn(chart, nasty)


def test_nothing_is_drawn_that_the_browser_would_drop() -> None:
    """`st.html` takes SVG elements away: lines are masks, and their quotes end no attribute."""
    drawn = charts.drawn(replace(CHART, lines=[Line([(0, 0), (1, 1)], dash="7 5")]), "")

    assert re.findall(r"<(?!/?(?:div|p|span|i|em|br)\b)", drawn) == []
    assert re.findall(r'style="([^"]*)"', drawn)[-1:] != []
    assert 'stroke-dasharray="7 5"' in unquote(drawn)
    assert all(
        "url('" in mask and mask.count("'") % 2 == 0 for mask in re.findall(r"mask:[^;]+", drawn)
    )


def test_colours_are_the_style_sheets() -> None:
    """No colour is written into a picture: light and dark follow the theme without a rerun."""
    for _, chart in pictures(load_lesson()):
        html = re.sub(r"url\('[^']*'\)", "", charts.drawn(chart, ""))

        assert re.findall(r"#[0-9a-f]{3,6}\b|rgb|hsl", html) == []
        assert set(re.findall(r"var\(--(\w+)", html)) <= {"ink", "soft", "target", "draft"}


# --- words ---------------------------------------------------------------------------------------


def test_words_are_set_in_equal_lines_and_a_value_stays_whole() -> None:
    """Two lines of like length; "γ = 6" is not broken."""
    assert wrapped("yours is best: γ = 6, 2.47×", 22) == ("yours is best:", "γ\xa0=\xa06, 2.47×")
    assert wrapped("slower", 22) == ("slower",)


def test_a_word_longer_than_a_line_is_kept() -> None:
    """A translation may have one."""
    assert wrapped("Geschwindigkeitsvervielfachung", 22) == ("Geschwindigkeitsvervielfachung",)
    assert wrapped("die Geschwindigkeitsvervielfachung", 22)[0] == "die"


@given(st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_words_at_a_mark_stay_inside_and_off_it(x: float, y: float, above: bool) -> None:
    """Wherever the learner moves it, corners included."""
    for width, most in PLOTS:
        ground = Ground(
            width, 20, lambda x, y, w=width: (x * w, y * 20), marks=[(x * width, y * 20)]
        )
        label = Label("your race: 1.25× measured", around(x, y, above=above, place=x))
        (one,) = place([label], ground, most=most)

        assert inside(one.box, width, 20)
        assert not one.box.count(np.array([[x * width, y * 20]]))


def test_later_words_make_way() -> None:
    """The same first spot for two: the second takes its next one."""
    spots = [Spot(0.5, 0.5, "start", 1), Spot(0.5, 0.5, "start", -1)]
    ground = Ground(30, 20, lambda x, y: (x * 30, y * 20))
    one, two = place([Label("first", spots), Label("second", spots)], ground, most=22)

    assert (one.spot.rise, two.spot.rise) == (1, -1)


def raced(alpha: float, cost: float, gamma: int, steep: float) -> Shown:
    """A race that measured these; `steep` is how much dearer each further position is."""
    passes = tuple((m, 0.002 * (1 if m < 2 else 1.4 + steep * m)) for m in range(1, 17))
    costs = Costs(passes, cost * passes[0][1])
    lanes = LaneResult(80, 80, 0.01, False), LaneResult(80, 30, 0.008, False)
    found = Result(*lanes, round(100 * alpha), 100, costs, predict(alpha, gamma, costs))
    return Shown(Entry("Your", gamma), "", True, found)


def pictures(lesson: Lesson) -> list[tuple[object, Chart]]:
    """Return every chart of the lesson, over the range of what a learner can set."""
    found: list[tuple[object, Chart]] = []
    for alpha, cost, gamma in itertools.product((0, 0.3, 0.8, 1), (0, 0.1, 0.4, 1), (1, 6, 8)):
        learner = replace(Learner(), alpha=alpha, cost=cost, gamma=gamma)
        speed = Speed.of(learner)
        found.append((("curve", alpha, cost, gamma), speed_curve.figure(lesson, speed)))
        for batch, ridge in ((1, 10), (16, 153), (32, 153), (1024, 600)):
            one = replace(learner, batch=batch, ridge=ridge)
            found.append((("batch", learner.alpha, batch, ridge), lab_batch.figure(lesson, one)))
        if gamma == 1:
            for at_alpha, at_cost in ((0.82, 0.08), (0.05, 0.98), (alpha, cost)):
                mine = raced(at_alpha, at_cost, 7, 0.06)
                name = ("map", alpha, cost, at_alpha, at_cost)
                found.append((name, lab_speed.figure(lesson, speed, mine)))
    for gamma, steep in itertools.product((1, 4, 7, 15), (0.02, 0.06)):
        mine = raced(0.8, 0.1, gamma, steep)
        found.append((("race", gamma, steep), race_result.figure(lesson, mine.entry, mine.result)))
    return found


def inside(box, width: float, height: float) -> bool:
    slack = 1e-6
    return (
        -slack <= box.left
        and box.right <= width + slack
        and -slack <= box.bottom
        and box.top <= height + slack
    )


@pytest.mark.parametrize("language", ["", "de"])
def test_no_words_leave_the_picture_or_collide(language: str) -> None:
    """On a phone and on a laptop, whatever the learner sets; German words are longer."""
    faults = []
    for name, chart in pictures(load_lesson(language=language)):
        for width, most in PLOTS:
            boxes = [one.box for one in charts.placed(chart, width, most)]
            if not all(inside(box, width, chart.height) for box in boxes):
                faults.append((name, width, "outside"))
            if any(a.shared(b) > 0.05 for a, b in itertools.combinations(boxes, 2)):
                faults.append((name, width, "collide"))

    assert faults == []
