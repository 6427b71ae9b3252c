"""What the race measured: how much faster, why, and what the formula expected."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from nimbus.lanes import Entry
from nimbus.race import REPEATS, Result
from views import charts
from views.chart_labels import Label, Spot, around
from views.chart_parts import Axis, Bars, Chart, Line, round_ticks, whole_ticks
from views.html_parts import decimal, escape, numbers, table

_HEIGHT = 16  # of the picture, in em
_GUESSES_WELL = 0.6  # below this alpha it is the draft, above it a large gamma, that costs the gain
_FEW = 3
EVEN = 0.05  # so near to 1 no faster and no slower can be told


def result(lesson: Lesson, entry: Entry, found: Result, *, same_text: bool) -> None:
    """Show the result: heading, numbers, the price of a pass, the formula."""
    st.subheader(_title(lesson, found), anchor=False)
    st.html(f'<p class="prose">{escape(_why(lesson, entry, found))}</p>')
    st.html(f'<p class="prose">{escape(_texts(lesson, entry, same_text))}</p>')
    values = (
        ("tokens", decimal(found.tokens_a_pass)),
        ("alpha", decimal(found.alpha)),
        ("speed", f"{decimal(found.speedup)}×"),
        ("formula", f"{decimal(found.prediction.speedup)}×"),
        ("cost", decimal(found.costs.ratio)),
    )
    st.html(numbers((value, lesson.text(f"race.result.{name}")) for name, value in values))
    if (
        found.speedup > found.prediction.flat
    ):  # more than a wide pass at the price of one could give
        st.html(f'<p class="notice">{escape(lesson.text("race.result.noisy"))}</p>')
    how = lesson.text("race.result.how", repeats=REPEATS, checked=found.checked)
    st.html(f'<p class="sub">{escape(how)}</p>')
    _pass_costs(lesson, entry, found)
    words = lesson.text(
        "race.formula.words",
        tokens=decimal(found.prediction.tokens),
        gamma=entry.gamma,
        cost=decimal(found.costs.ratio),
        pass_ratio=decimal(_pass_ratio(entry, found)),
        speed=decimal(found.prediction.speedup),
        flat=decimal(found.prediction.flat),
    )
    st.html(f'<p class="prose">{escape(words)}</p>')


def _title(lesson: Lesson, found: Result) -> str:
    kind = "same"
    if abs(found.speedup - 1) > EVEN:
        kind = "faster" if found.speedup > 1 else "slower"
    return lesson.text(f"race.result.title.{kind}", speed=decimal(found.speedup))


def _why(lesson: Lesson, entry: Entry, found: Result) -> str:
    tokens = decimal(found.tokens_a_pass)
    if found.speedup > 1 + EVEN:
        ratio = decimal(_pass_ratio(entry, found))
        values = {"tokens": tokens, "positions": entry.gamma + 1, "pass_ratio": ratio}
        return lesson.text("race.result.why.faster", **values)
    if found.alpha < _GUESSES_WELL or entry.gamma <= _FEW:
        values = {"tokens": tokens, "alpha": decimal(found.alpha), "gamma": entry.gamma}
        return lesson.text("race.result.why.slower_alpha", **values)
    return lesson.text("race.result.why.slower_gamma", gamma=entry.gamma)


def _texts(lesson: Lesson, entry: Entry, same_text: bool) -> str:
    if entry.settings.temperature:
        return lesson.text(f"race.result.{'same_draw' if same_text else 'same_law'}")
    return lesson.text(f"race.result.{'same_text' if same_text else 'near_tie'}")


def _pass_ratio(entry: Entry, found: Result) -> float:
    return found.costs.of(entry.gamma + 1) / found.costs.of(1)


def _pass_costs(lesson: Lesson, entry: Entry, found: Result) -> None:
    """Show the time of a pass over 1 to 16 positions: the picture that says why."""
    ratio = _pass_ratio(entry, found)
    positions = entry.gamma + 1
    words = {"positions": positions, "ratio": decimal(ratio)}
    st.subheader(lesson.text("race.cost.title", **words), anchor=False)
    alt = lesson.text(
        "race.cost.alt",
        most=found.costs.passes[-1][0],
        one=_ms(found.costs.of(1)),
        many=_ms(found.costs.of(positions)),
        apart=_ms(positions * found.costs.of(1)),
        **words,
    )
    charts.show(figure(lesson, entry, found), alt)
    with st.expander(lesson.text("race.cost.table")):
        st.html(_table(lesson, entry, found))


def figure(lesson: Lesson, entry: Entry, found: Result) -> Chart:
    """Return the measured times of passes, and the line on which they would lie as passes apart."""
    times = [(float(size), 1000 * seconds) for size, seconds in found.costs.passes]
    sizes = [int(size) for size, _ in times]
    mine = entry.gamma + 1
    top = 1.6 * max(ms for _, ms in times)
    one = times[0][1]
    left, right = sizes[0] - 0.6, sizes[-1] + 0.6
    last = min(right, top / one)
    end = (last, last * one)
    yours = around(mine, found.costs.of(mine) * 1000, place=mine / right)
    return Chart(
        x=Axis(lesson.text("race.cost.x"), left, right, whole_ticks(sizes[0], sizes[-1])),
        y=Axis(lesson.text("race.cost.y"), 0, top, round_ticks(0, top), grid=True),
        height=_HEIGHT,
        bars=Bars(times, width=0.8, marked=mine),
        lines=[Line([(left, left * one), end], colour="soft", dash="7 5")],
        labels=[
            Label(lesson.text("race.cost.yours", positions=mine), yours, strong=True, led=True),
            Label(lesson.text("race.cost.apart"), _along(end)),
        ],
        said=[
            (size, ms, lesson.text("race.cost.hover", positions=int(size), ms=f"{ms:.1f}"))
            for size, ms in times
        ],
    )


def _along(end: tuple[float, float]) -> list[Spot]:
    """Return where the words of a line from 0 to `end` could stand: at its end, or before it."""
    x, y = end
    return [
        Spot(x * share, y * share, side, -rise)
        for share in (1, 0.85)
        for side, rise in (("start", 0.1), ("end", 0.1), ("start", 1.5), ("start", 2.9))
    ]


def _table(lesson: Lesson, entry: Entry, found: Result) -> str:
    one = found.costs.of(1)
    rows = [(str(m), _ms(time), decimal(time / one)) for m, time in found.costs.passes]
    head = [lesson.text(f"race.cost.column_{name}") for name in ("positions", "ms", "ratio")]
    return table(lesson.text("race.cost.caption"), head, rows, mark=entry.gamma)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f}"
