"""Chips, ruler, bars, lanes and tables: right sizes, and harmless whatever a learner types."""

from __future__ import annotations

import re
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import leftover, overlap, overshoot
from views import formulas, html_parts
from views.bars import Areas, bars
from views.html_parts import Chip, decimal

HOSTILE = '<img src=x onerror="alert(1)">\'&'


def areas(words: list[str], p: list[float], q: list[float]) -> Areas:
    a, b = np.array(p), np.array(q)
    return Areas(words, a, b, overlap(a, b), overshoot(a, b), leftover(a, b))


def test_no_word_becomes_markup() -> None:
    """Hostile text is shown as text, in every picture."""
    drawn = [
        html_parts.sentence(HOSTILE, [Chip(HOSTILE, "kept", HOSTILE)], who=HOSTILE, blank=HOSTILE),
        html_parts.ruler(0.4, 0.6, keep=HOSTILE, reject=HOSTILE, limit=HOSTILE, coin=HOSTILE),
        html_parts.lane(HOSTILE, [("pass", 1.0)], full=1, text=HOSTILE),
        html_parts.table(HOSTILE, [HOSTILE], [(HOSTILE, HOSTILE)]),
        html_parts.law_bars([HOSTILE], [1.0], "fix", mark=0),
        html_parts.numbers([(HOSTILE, HOSTILE)]),
        html_parts.dots(1, 5, HOSTILE),
        bars(areas([HOSTILE, "b"], [0.5, 0.5], [0.4, 0.6]), text=HOSTILE),
    ]

    assert [text for text in drawn if "<img" in text or 'onerror="' in text] == []


def test_the_ruler_is_split_at_the_ratio_and_the_coin_lies_at_u() -> None:
    """Widths and place are the numbers."""
    drawn = html_parts.ruler(0.4, 0.63, keep="keep", reject="reject", limit="p/q", coin="u")

    assert 'class="kept" style="width:40.00%"' in drawn
    assert 'style="width:60.00%"' in drawn
    assert 'class="fall" style="left:63.00%"' in drawn


@given(
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=2, max_size=12).filter(
        lambda pairs: any(p for p, _ in pairs) and any(q for _, q in pairs)
    )
)
def test_bars_stay_inside_their_plot(pairs: list[tuple[int, int]]) -> None:
    """No area starts below 0 or ends above 100 % of the plot's height."""
    p = [a / sum(a for a, _ in pairs) for a, _ in pairs]
    q = [b / sum(b for _, b in pairs) for _, b in pairs]
    drawn = bars(areas([f"w{i}" for i in range(len(pairs))], p, q), text="t")

    for bottom, height in re.findall(r"bottom:([\d.]+)%;height:([\d.]+)%", drawn):
        assert 0 <= float(bottom) <= 100
        assert float(bottom) + float(height) <= 100.02


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.4, ".40"),
        (1.0, "1"),
        (0.0, "0"),
        (0.001, ".00"),
        (12.34, "12.34"),
        (0.999, "1"),
        (-0.5, "-.50"),
        (0.475, ".48"),  # in binary a little less
        (0.525, ".52"),
        (0.675, ".68"),
        (0.32499999999999996, ".32"),
        (0.125, ".12"),
    ],
)
def test_numbers_are_spelled_as_in_the_lesson(value: float, text: str) -> None:
    """Two digits, no zero before the point, 1 as 1, 0 as 0."""
    assert decimal(value) == text


def test_formulas_hold_words_as_text() -> None:
    """What LaTeX would run as a command is only shown; braces stay balanced."""
    shown = formulas.tex(r"\input{x}$_%")

    assert r"\input" not in shown
    assert shown.count("{") - shown.count(r"\{") == shown.count("}") - shown.count(r"\}")


def test_a_sum_leaves_zeros_out_and_says_its_total() -> None:
    """Z = .25 + .01 + .01 = .27, without the words that add nothing."""
    line = formulas.sums_to("Z", "r", [0.25, 0.0, 0.01, 0.01, 0.0], 0.27)

    assert ".25 + .01 + .01" in line
    assert line.endswith(r"= .27 \end{aligned}")


@pytest.mark.parametrize("highest", [0.1, 0.25, 0.35, 0.45, 0.55, 0.7, 0.9, 1.0])
def test_the_lines_of_bars_stand_where_their_numbers_say(highest):
    """A line at .125 that is called .12 would mislead."""
    rest = [(1 - highest) / 10] * 10
    drawn = bars(areas([f"w{i}" for i in range(11)], [highest, *rest], [highest, *rest]), text="t")
    lines = re.findall(r'style="bottom:([\d.]+)%"><em>([\d.]+)</em>', drawn)
    top = float(lines[-1][1])

    assert len(lines) >= 3
    assert lines[-1][0] == "100.00"
    for place, number in lines:
        assert float(place) == pytest.approx(100 * float(number) / top, abs=0.01)


@given(st.integers(-3000, 3000), st.integers(0, 4), st.floats(-1e-13, 1e-13))
def test_a_number_is_rounded_as_its_decimals_are(thousandths, digits, noise):
    """Half way to the even digit, whatever adding up has left behind the twelfth decimal."""
    value = thousandths / 1000
    wanted = Decimal(thousandths) / 1000

    spelled = decimal(value + noise, digits) if thousandths else decimal(0.0, digits)

    assert float(spelled) == pytest.approx(float(round(wanted, digits)), abs=1e-12)
