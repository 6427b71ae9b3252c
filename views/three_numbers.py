"""alpha, gamma and c under the hand, and what they come to: on step 5 and in the speed lab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from specdec import acceptance_rate
from views import state
from views.fragments import only, then_only
from views.html_parts import decimal, escape
from views.lab_parts import share_slider
from views.speed_formulas import operations_formula, speed_formula, tokens_formula

if TYPE_CHECKING:
    from views.speed import Speed

Say = Callable[..., str]
"""From a name, such as "alpha", and values to the page's own words."""


def controls(say: Say, *, reset: str, parts: Sequence[str]) -> None:
    """Show the three sliders, a button for the learner's own alpha, and one to begin again.

    Parameters
    ----------
    say
        The page's words.
    reset
        The key of the button to begin again.
    parts
        Of the page, those that show what follows from the three numbers.
    """
    alpha, gamma, cost = st.columns(3, gap="medium")
    then = partial(only, *parts)
    with alpha:
        share_slider(say("alpha"), field="alpha", low=0.0, high=1.0, then=then)
    with gamma:
        state.bound(st.slider, say("gamma"), field="gamma", then=then, min_value=1, max_value=8)
    with cost:
        share_slider(say("cost"), field="cost", low=0.0, high=1.0, then=then)
    learner = state.learner()
    mine = acceptance_rate(learner.p, learner.q)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            say("mine", alpha=decimal(mine)),
            key="mine",
            on_click=then_only(state.act(alpha=mine), *parts),
        )
        st.button(
            say("reset"),
            key=reset,
            type="tertiary",
            on_click=then_only(partial(state.reset, "alpha", "gamma", "cost"), *parts),
        )


def numbers(say: Say, speed: Speed) -> None:
    """Show each number with what it is and the line of the formula that it is."""
    gamma, cost, tokens = speed.gamma, speed.cost, speed.tokens
    shown = (
        ("tokens", decimal(tokens), tokens_formula(speed.alpha, gamma, tokens)),
        ("speed", f"{decimal(speed.speed)}×", speed_formula(gamma, cost, tokens, speed.speed)),
        (
            "operations",
            f"{decimal(speed.operations)}×",
            operations_formula(gamma, cost, tokens, speed.operations),
        ),
    )
    for column, (name, value, formula) in zip(st.columns(3, gap="medium"), shown, strict=True):
        words, text = escape(say(name)), escape(say(f"{name}_text"))
        with column, st.container(key=f"number-{name}"):
            st.html(
                f'<p class="figure-number">{value} <small>{words}</small></p>'
                f'<p class="figure-text">{text}</p>'
            )
            st.latex(formula)
