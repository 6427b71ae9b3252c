"""The labs' pictures and tables, apart from Streamlit's widgets."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from lessons import load_lesson
from lessons.published import load_published
from specdec import best_gamma, speedup
from views import (
    lab_batch,
    lab_beyond,
    lab_pair,
    lab_papers,
    lab_parts,
    lab_rules,
    lab_speed,
    lab_uneven,
)
from views.fields import Learner
from views.speed import Speed

LESSON = load_lesson()
PUBLISHED = load_published("8.3")
B = Learner(words=("today", "tomorrow", "Friday"), p=(0.1, 0.6, 0.3), q=(0.6, 0.3, 0.1))


def outcome(learner: Learner, rule: str) -> lab_rules.Outcome:
    return next(one for one in lab_rules.outcomes(learner).rules if one.rule == rule)


# --- speed ---------------------------------------------------------------------------------------


def test_the_best_gammas_are_those_of_the_reference_table() -> None:
    """Fifteen cells; where two gammas are within .001 of each other either is right."""
    wanted = {0.01: (5, 7, 9, 14, 24), 0.05: (3, 4, 6, 8, 13), 0.1: (2, 3, 4, 6, 10)}
    shown = re.findall(r"<td>(\d+)</td>", lab_speed.best_table(LESSON))
    cells = [(c, a) for c in wanted for a in (0.5, 0.6, 0.7, 0.8, 0.9)]
    numbers = [gamma for row in wanted.values() for gamma in row]

    assert len(shown) == len(numbers) == 15
    for (c, alpha), ours, theirs in zip(cells, map(int, shown), numbers, strict=True):
        assert abs(speedup(alpha, ours, c) - speedup(alpha, theirs, c)) < 1e-3


@pytest.mark.parametrize("level", lab_speed.LEVELS)
def test_a_line_of_the_map_joins_what_is_equally_fast(level: float) -> None:
    """At every point of it the best gamma is that many times as fast, from c = 0 to alpha = 1."""
    line = lab_speed.contour(level)
    found = [speedup(alpha, best_gamma(alpha, cost, 30), cost) for cost, alpha in line]

    assert found == pytest.approx([level] * len(line))
    assert (line[0][0], line[-1][1]) == (pytest.approx(0, abs=1e-9), 1)
    assert list(line) == sorted(line)


def test_no_line_of_the_map_enters_the_part_without_gain() -> None:
    """Corollary 3.9: it is hatched where alpha is not above c, and there no gamma gains."""
    chart = lab_speed.figure(LESSON, Speed.of(B))

    assert set(chart.regions[0].corners) == {(0, 0), (1, 1), (1, 0)}
    assert all(a > c for level in lab_speed.LEVELS for c, a in lab_speed.contour(level))
    assert best_gamma(0.5, 0.5, 30) == 0


def test_each_line_of_the_map_is_named_where_it_ends() -> None:
    """Above the plot, at the c at which even an alpha of 1 is no faster."""
    chart = lab_speed.figure(LESSON, Speed.of(B))
    ends = [line.points[-1] for line in chart.lines if line.colour == "target"]

    assert [(x, text) for x, text, _ in chart.top] == [
        (x, f"{level:g}×") for (x, _), level in zip(ends, lab_speed.LEVELS, strict=True)
    ]


def test_the_map_marks_the_learner() -> None:
    """The diamond lies at the learner's c and alpha."""
    speed = Speed.of(replace(B, alpha=0.62, cost=0.2))
    (mark,) = lab_speed.figure(LESSON, speed).marks

    assert (mark.shape, mark.x, mark.y) == ("diamond", 0.2, 0.62)


def test_the_batch_curve_has_the_learners_point_on_it() -> None:
    """The learner's batch is one of the curve's points, also where it is no power of two."""
    chart = lab_batch.figure(LESSON, replace(B, batch=77))
    (mark,) = chart.marks
    line = chart.lines[-1].points

    assert (mark.x, mark.y) in line
    assert mark.x == 77
    assert (line[0][0], line[-1][0]) == (1, 1024)


def test_the_borders_of_the_batch_stand_at_their_numbers() -> None:
    """Up to ridge / (gamma + 1) texts checks are free; from the ridge on, a text alone is not."""
    chart = lab_batch.figure(LESSON, replace(B, ridge=150, gamma=4))
    upright = [line.points for line in chart.lines if line.colour == "target"]

    assert [points[0][0] for points in upright] == [30, 150]
    assert LESSON.text("lab_speed.batch.free") in [label.text for label in chart.labels]


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"alpha": 1.0, "cost": 0.0}, "always"),
        ({"alpha": 0.1, "cost": 0.9}, "never"),
        ({"alpha": 0.8, "cost": 0.1}, "until"),
    ],
)
def test_up_to_which_batch_it_gains(values: dict, key: str) -> None:
    """Always, never, or up to a number: 153 (3.3616 - .4) / 5 = 90.6."""
    said = lab_batch.until(LESSON, replace(B, **values))
    filled = {"border": "90"} if key == "until" else {}

    assert said == LESSON.text(f"lab_speed.batch.{key}", **filled)


def test_the_machines_are_their_data_sheets() -> None:
    """Operations a second over bytes a second, at 2 bytes a weight."""
    assert [lab_batch.ridge_of(one) for one in PUBLISHED.machines] == [203, 153, 295]
    assert "312 ÷ 2.039 = 153" in lab_batch.assumptions(LESSON)


def test_the_papers_tables_are_whole() -> None:
    """A row a published row, and twelve computed cells of which all agree."""
    assert lab_papers.agreeing(PUBLISHED) == (12, 12)
    assert lab_papers.theory(LESSON, PUBLISHED).count("<tr>") == 6 + 1
    assert lab_papers.measured(LESSON, PUBLISHED).count("<tr>") == 12 + 1
    assert lab_papers.timed(LESSON, PUBLISHED).count("<tr>") == 3 + 1


def test_a_wrong_cell_would_be_seen() -> None:
    """The count of agreeing cells is worked out, not written down."""
    wrong = replace(PUBLISHED.theory[0], speed=1.97)
    off = replace(PUBLISHED, theory=(wrong, *PUBLISHED.theory[1:]))

    assert lab_papers.agreeing(off) == (11, 12)
    assert "−.01" in lab_papers.theory(LESSON, off)
    assert not lab_papers.inside(replace(PUBLISHED.measured[0], expected=4.0))


def test_differences_are_signed() -> None:
    """A plus, a real minus, and 0 for what rounds to nothing."""
    assert [lab_parts.signed(x) for x in (0.123, -0.5, 0.004)] == ["+.12", "−.50", "0"]


def test_rounds_played_lie_at_the_exact_value() -> None:
    """Within its own two errors, times two: the bar and the sum tell one story."""
    for kind in lab_uneven.KINDS:
        way = lab_uneven.play(0.8, 0.15, 4, kind, 11)

        assert abs(way.mean - way.exact) < 2 * way.error


def test_our_own_pair_is_counted_beside_the_formula() -> None:
    """A row a setting; the gap is the count less eq. 1 at the alpha of the same rounds."""
    row = replace(PUBLISHED.ours[0], alpha=0.5, gamma=1, tokens=1.6, error=0.04)

    assert lab_pair.counted(LESSON, PUBLISHED.ours).count("<tr>") == len(PUBLISHED.ours) + 1
    assert round(lab_pair.gap(row), 3) == 0.1
    assert not lab_pair.within(row)


# --- beyond --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", lab_rules.ALWAYS_EXACT)
def test_exact_rules_are_found_exact(rule: str) -> None:
    """By their law: p_target itself, of one word and of a whole round."""
    one = outcome(B, rule)

    assert one.kind == "exact"
    assert one.law == pytest.approx(B.p, abs=1e-12)


@pytest.mark.parametrize(("rule", "distance"), [("lenient", 0.1), ("typical", 0.5)])
def test_lossy_rules_are_found_lossy(rule: str, distance: float) -> None:
    """Red in class, word and sign, with the distance worked out by hand in the core's tests."""
    one = outcome(B, rule)

    assert one.kind == "lossy"
    assert one.distance == pytest.approx(distance)
    assert 'class="verdict lossy"' in lab_beyond.badge(LESSON, one)
    assert "✗" in lab_beyond.badge(LESSON, one)


def test_no_path_limit_is_passed() -> None:
    """For every size of vocabulary a round has at most 10,000 paths."""
    for words in range(2, 13):
        gamma = lab_rules.most_gamma(words)

        assert words ** (gamma + 1) <= lab_rules.MOST_PATHS
        assert gamma == 8 or words ** (gamma + 2) > lab_rules.MOST_PATHS


def test_the_law_is_drawn_beside_p() -> None:
    """Too much is hatched from p on, missing is dashed up to p, equal has neither."""
    lenient = lab_beyond.law_bars(LESSON, B, outcome(B, "lenient"))
    token = lab_beyond.law_bars(LESSON, B, outcome(B, "token"))

    assert lenient.count('class="lost"') >= 1
    assert lenient.count('class="short"') >= 1
    assert 'class="lost"' not in token
    assert 'class="short"' not in token
    assert "today: .200 comes out, p_target is .100" in lenient


def test_the_ranking_says_each_bar_in_words() -> None:
    """Six bars with name, number and verdict for those who don't see them."""
    drawn = lab_beyond.ranking(LESSON, lab_rules.outcomes(B))

    assert drawn.count('role="img"') == 6
    assert "Block verification: " in drawn
    assert drawn.count('class="lossy"') == 2
