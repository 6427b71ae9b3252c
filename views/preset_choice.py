"""Steps 2 to 4: what p_target and q_draft start from, a preset, the real pair, one's own."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from lessons import Lesson, Preset
from views import pair_take, state
from views.fields import Weights, Words, rounded

OWN = ""  # the learner's own numbers, which are no preset
PAIR = "pair"  # the way to the real pair's
_ASKING = "_pair_asking"  # the learner has chosen that way


def choose(lesson: Lesson, label: str, own: str, then: Callable[[], None] | None = None) -> None:
    """Offer the lesson's presets and the real pair.

    Parameters
    ----------
    label
        Over the list.
    own
        What the learner's own numbers are called.
    then
        Ends the callback: what shows the choice is drawn again (`views.fragments.only`). Without
        it that is the part the list stands in, or the whole page.
    """
    presets = {preset.key: preset for preset in lesson.presets}
    current = preset_of(lesson)
    names = {key: preset.name for key, preset in presets.items()}
    if current == OWN:
        own = pair_take.source_name(lesson, state.learner()) or own
        names = {OWN: own, **names}
    names[PAIR] = lesson.text("math.pair.choose")
    asking = bool(st.session_state.get(_ASKING))
    shown = PAIR if asking else current
    learner = state.learner()
    # Other numbers, another widget: what it shows is what is in force.
    widget = f"preset-{shown}-{hash((learner.words, learner.p, learner.q))}"

    def keep() -> None:
        chosen = st.session_state[widget]
        st.session_state[_ASKING] = chosen == PAIR
        if chosen in presets:
            words, p, q = values(presets[chosen])
            state.put(words=words, p=p, q=q, word=1)
        if then is not None:
            then()

    st.selectbox(
        label,
        list(names),
        index=list(names).index(shown),
        format_func=names.__getitem__,
        key=widget,
        on_change=keep,
    )


def about(lesson: Lesson, then: Callable[[], None] | None = None) -> None:
    """Show what goes with the choice: what the pair is asked, or where its numbers come from.

    `then` as for `choose`.
    """
    if st.session_state.get(_ASKING) and pair_take.ask(lesson):
        st.session_state[_ASKING] = False
        st.rerun()
    pair_take.origin(lesson, then)


def preset_of(lesson: Lesson) -> str:
    """Return the key of the preset that is in force, `OWN` for none."""
    learner = state.learner()
    now = (learner.words, learner.p, learner.q)
    return next((one.key for one in lesson.presets if values(one) == now), OWN)


def values(preset: Preset) -> tuple[Words, Weights, Weights]:
    """Return what a preset sets."""
    p, q = (rounded(tuple(map(float, law))) for law in (preset.p_target, preset.q_draft))
    return tuple(preset.words), p, q
