"""What the labs share: their style, signs, and a slider for shares."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from views import state
from views.html_parts import decimal
from views.styles import sheet

EVEN = 0.005  # closer to 1 than two decimals show


def style() -> str:
    """Return what the labs need on top of the style sheet."""
    own = sheet("nimbus", "labs", "charts")  # large numbers and columns are those of step 5
    return f"<style>{own}</style>"


def verdict(speed: float) -> str:
    """Return whether a speed is "faster", "slower" or the "same" at two decimals."""
    if abs(speed - 1) < EVEN:
        return "same"
    return "faster" if speed > 1 else "slower"


def signed(value: float, digits: int = 2) -> str:
    """Spell a difference with its sign; one that rounds to nothing is 0."""
    rounded = round(value, digits)
    if rounded == 0:
        return "0"
    return f"{'+' if rounded > 0 else '−'}{decimal(abs(rounded), digits)}"


def share_slider(
    label: str, *, field: str, low: float, high: float, then: Callable[[], None] | None = None
) -> None:
    """Show a slider for a number with two decimals; `then` as in `views.state.bound`."""
    value = getattr(state.learner(), field)
    state.bound(
        st.slider,
        label,
        field=field,
        then=then,
        min_value=min(low, value),
        max_value=max(high, value),  # an address may hold more than the slider offers
        step=0.01,
        format="%.2f",
    )
