"""What every plotly chart of the lesson shares: colours, fonts, axes, fixed height, no toolbar.

A chart is a plain dict (`{"data": [...], "layout": layout(...)}`), built in a few microseconds.
Words come from the lesson and numbers from specdec, as everywhere in views/.
"""

from __future__ import annotations

from typing import Any

import streamlit as st
from plotly.basedatatypes import BaseFigure  # type: ignore[import-untyped]

from views.tokens import colours

SANS = '"Source Sans", "Source Sans 3", "Source Sans Pro", system-ui, sans-serif'
SERIF = '"Source Serif", "Source Serif 4", "Source Serif Pro", Georgia, serif'
SIZE = 15  # of all text, in px: what is legible on a phone and from the third row

Spec = dict[str, Any]


class RawFigure(BaseFigure):  # type: ignore[misc]
    """A plain dict that `st.plotly_chart` takes as it is.

    Given a dict, or a `graph_objects.Figure`, plotly validates every property again at every
    rerun: about 5 ms a chart, most of what a rerun costs. Streamlit only asks a figure whether it
    is a `BaseFigure` and for its `to_dict()`; tests/views/test_charts.py tells if that changes.
    """

    def __init__(self, spec: Spec) -> None:
        object.__setattr__(self, "_spec", spec)

    def to_dict(self) -> Spec:
        """Return the dict itself."""
        spec: Spec = object.__getattribute__(self, "_spec")
        return spec

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        # BaseFigure's own would look the name up in the validated data that isn't there.
        raise AttributeError(name)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: a RawFigure is read-only; change the dict before")

    def __repr__(self) -> str:
        return "RawFigure()"


def layout(*, height: int, x: Spec, y: Spec, **more: Any) -> Spec:  # noqa: ANN401
    """Return a layout in the lesson's look.

    Parameters
    ----------
    height
        In px, fixed: the page doesn't jump when plotly draws again.
    x, y
        Axes, from `axis`.
    more
        Any other property of plotly's layout; it wins over what is set here.
    """
    colour = colours()
    base: Spec = {
        "height": height,
        "margin": {"l": 8, "r": 12, "t": 8, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": SANS, "size": SIZE, "color": colour["ink"]},
        "xaxis": x,
        "yaxis": y,
        "showlegend": False,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "dragmode": False,  # a finger that scrolls the page must not zoom the chart
        "hovermode": "closest",
        "hoverlabel": {
            "bgcolor": colour["card"],
            "bordercolor": colour["soft"],
            "font": {"family": SANS, "size": SIZE, "color": colour["ink"]},
        },
    }
    return {**base, **more}


def axis(title: str, **more: Any) -> Spec:  # noqa: ANN401
    """Return an axis in the lesson's look; `more` is any property of plotly's axis."""
    colour = colours()
    base: Spec = {
        "title": {"text": title, "standoff": 8},
        "automargin": True,
        "fixedrange": True,
        "gridcolor": colour["line"],
        "linecolor": colour["soft"],
        "tickcolor": colour["soft"],
        "zeroline": False,
        "showline": True,
    }
    return {**base, **more}


def show(spec: Spec, key: str, alt: str) -> None:
    """Draw a chart.

    Parameters
    ----------
    spec
        A plotly figure as a dict; its layout has a fixed height.
    key
        Unique on its page.
    alt
        The chart in a sentence, for who can't see it: what it shows, not what it is. The page
        gives a table of its numbers too.
    """
    st.plotly_chart(
        RawFigure(spec),
        key=key,
        alt=alt,
        theme=None,
        width="stretch",
        height=spec["layout"]["height"],
        config={"displayModeBar": False},
    )
