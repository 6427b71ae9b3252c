"""The animated round: Python sends the whole sentence, the browser plays it and says where it is.

The picture and the time run in the browser (``assets/components/scene*.js``). This module passes
both ways on: rounds and words out, the learner's place in. It computes no probability and holds no
word.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from views.component import component

# One module out of six parts, in this order: a component takes a single text.
PARTS = ("scene_dom", "scene_motion", "scene_stage", "scene_panel", "scene_controls", "scene")
LIMITS = {"round": (1, 99), "step": (1, 5), "seed": (0, 999_999), "gamma": (1, 8)}

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Place:
    """Where a learner is: which draw, which round of it, which step of the round."""

    seed: int
    gamma: int
    round: int
    step: int


class PlaceError(ValueError):
    """What came from the browser is not a place."""


def scene(
    sentence: Mapping[str, Any],
    labels: Mapping[str, Any],
    place: Place,
    *,
    key: str,
    name: str,
    unanswered: Sequence[int],
    question: str,
    on_place: Callable[[Place], None],
    on_another: Callable[[], None],
) -> bool:
    """Show the scene.

    Parameters
    ----------
    sentence, labels
        What is played, and the words around it (`views.draft_data`).
    place
        Where to be. The browser follows if it is elsewhere, unless it has gone on by itself.
    key
        The same on every run.
    name
        Names the sentence: as long as it stays, the browser keeps what it has drawn.
    unanswered
        Steps of the first round that ask something which has no answer yet: playing waits there.
    question
        CSS selector of the question's box on the page.
    on_place
        Called before the rerun when the browser has entered another step.
    on_another
        Called before the rerun when the learner wants another draw.

    Returns
    -------
    True in the run in which the learner asked for the next page.
    """
    data = {
        "id": name,
        "sentence": dict(sentence),
        "labels": dict(labels),
        "seed": place.seed,
        "gamma": place.gamma,
        "round": place.round,
        "step": place.step,
        "open": list(unanswered),
        "question": question,
        "seen": _stamp(_sent(key)),
    }

    def moved() -> None:
        try:
            on_place(parse_place(_sent(key)))
        except PlaceError as error:
            log.warning("scene: message ignored: %s", error)

    result = _mount()(
        key=key,
        data=data,
        on_place_change=moved,
        on_another_change=on_another,
        on_on_change=lambda: None,
    )
    return bool(result.on)


def parse_place(payload: object) -> Place:
    """Check a message from the browser, which anyone can forge.

    Raises
    ------
    PlaceError
        Naming the field and the rule that is broken.
    """
    if not isinstance(payload, Mapping):
        raise PlaceError(f"place: must be a mapping, not {type(payload).__name__}")
    return Place(**{name: _whole(payload.get(name), name) for name in LIMITS})


def _whole(value: Any, name: str) -> int:  # noqa: ANN401 - anything can come
    low, high = LIMITS[name]
    # A bool is an int to Python, and the browser has one kind of number only: 3.0 is 3.
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and low <= value <= high and value == int(value):
        return int(value)
    raise PlaceError(f"{name}: must be a whole number from {low} to {high}, not {value!r:.60}")


def _mount() -> Any:  # noqa: ANN401 - Streamlit's renderer type is private
    parts = tuple(f"{part}.js" for part in PARTS)
    return component("scene", js=parts, html='<div class="scene"></div>')


def _sent(key: str) -> object:
    """Read the last place that the browser has reported, or None."""
    state = st.session_state.get(key)
    return state.get("place") if isinstance(state, Mapping) else None


def _stamp(payload: object) -> float | None:
    """Read the number by which the browser knows its own message again."""
    stamp = payload.get("stamp") if isinstance(payload, Mapping) else None
    return float(stamp) if isinstance(stamp, int | float) and math.isfinite(stamp) else None
