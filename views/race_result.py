"""What the race measured: how much faster, why, and what the formula expected."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from nimbus.lanes import Entry
from nimbus.race import REPEATS, Result
from views import charts
from views.html_parts import decimal, escape, numbers, table
from views.tokens import colours

_HEIGHT = 320
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
        return lesson.text("race.result.same_law")
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
    charts.show(figure(lesson, entry, found), "race-costs", alt)
    with st.expander(lesson.text("race.cost.table")):
        st.html(_table(lesson, entry, found))


def figure(lesson: Lesson, entry: Entry, found: Result) -> charts.Spec:
    """Return the times of passes as a plotly dict."""
    colour = colours()
    sizes = [m for m, _ in found.costs.passes]
    times = [1000 * seconds for _, seconds in found.costs.passes]
    mine = entry.gamma + 1
    bars = {
        "type": "bar",
        "x": sizes,
        "y": times,
        "hoverinfo": "text",
        "hovertext": [
            lesson.text("race.cost.hover", positions=m, ms=f"{ms:.1f}")
            for m, ms in zip(sizes, times, strict=True)
        ],
        "marker": {
            "color": [colour["target"]] * len(sizes),
            "opacity": [1.0 if m == mine else 0.45 for m in sizes],
            "line": {"color": colour["ink"], "width": [2 if m == mine else 0 for m in sizes]},
        },
    }
    top = 1.6 * max(times)
    last = min(sizes[-1], top / times[0])
    apart = {
        "type": "scatter",
        "mode": "lines",
        "x": [0, last],
        "y": [0, last * times[0]],
        "hoverinfo": "skip",
        "line": {"color": colour["soft"], "width": 2, "dash": "dash"},
    }
    label = {"showarrow": False, "font": {"size": charts.SIZE, "color": colour["ink"]}}
    notes = [
        {
            **label,
            "x": mine,
            "y": found.costs.of(mine) * 1000,
            "yanchor": "bottom",
            "xanchor": "right" if mine > 12 else "center",
            "text": f"<b>{escape(lesson.text('race.cost.yours', positions=mine))}</b>",
        },
        {
            **label,
            "x": last * 0.97,
            "y": top * 0.96,
            "xanchor": "left",
            "text": escape(lesson.text("race.cost.apart")),
        },
    ]
    layout = charts.layout(
        height=_HEIGHT,
        x=charts.axis(lesson.text("race.cost.x"), dtick=1, range=[0.4, sizes[-1] + 0.6]),
        y=charts.axis(lesson.text("race.cost.y"), range=[0, top]),
        annotations=notes,
    )
    return {"data": [bars, apart], "layout": layout}


def _table(lesson: Lesson, entry: Entry, found: Result) -> str:
    one = found.costs.of(1)
    rows = [(str(m), _ms(time), decimal(time / one)) for m, time in found.costs.passes]
    head = [lesson.text(f"race.cost.column_{name}") for name in ("positions", "ms", "ratio")]
    return table(lesson.text("race.cost.caption"), head, rows, mark=entry.gamma)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f}"
