"""Step 1's controls: where one is, back and on, another draw, the seeds of an instructor."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from views import html_parts, state
from views.draft import STEPS
from views.draft_scene import Scene

LAST_SEED = 999_999


def crumb(lesson: Lesson, scene: Scene, step: int) -> None:
    """Show which page, which round, which step of how many."""
    where = lesson.text("draft.crumb", round=len(scene.rounds))
    text = lesson.text("draft.step_of", step=step, steps=STEPS)
    name = html_parts.escape(lesson.text("draft.title"))
    dots = html_parts.dots(step, STEPS, text)
    st.html(f'<div class="crumb"><span>1 {name}</span><span>{where}</span>{dots}</div>')


def controls(lesson: Lesson, scene: Scene, step: int) -> None:
    """Show Back, Next (or Next round), Another draw, and their keys."""
    number = len(scene.rounds)
    over = step == STEPS and scene.finished
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        st.button(
            lesson.text("draft.controls.back"),
            key="back",
            shortcut="Alt+Left",
            disabled=number == 1 and step == 1,
            on_click=state.act(**before(number, step)),
        )
        st.button(
            lesson.text("draft.controls.next_round" if step == STEPS else "draft.controls.next"),
            key="next",
            type="primary",
            shortcut="Alt+Right",
            disabled=over,
            on_click=state.act(**after(number, step)),
        )
        seed = state.learner().seed
        st.button(
            lesson.text("draft.controls.another"),
            key="another",
            shortcut="Alt+Up",
            on_click=state.act(seed=(seed + 1) % (LAST_SEED + 1), round=1, step=1),
        )
        st.button(
            lesson.text("draft.controls.again"),
            key="again",
            type="tertiary",
            disabled=number == 1 and step == 1,
            on_click=state.act(round=1, step=1),
        )


def before(number: int, step: int) -> dict[str, int]:
    """Return the screen before this one; the first has none before it."""
    if step > 1:
        return {"round": number, "step": step - 1}
    return {"round": number - 1, "step": STEPS} if number > 1 else {"round": 1, "step": 1}


def after(number: int, step: int) -> dict[str, int]:
    """Return the screen after this one: after the last step comes the next round."""
    if step < STEPS:
        return {"round": number, "step": step + 1}
    return {"round": number + 1, "step": 1}


def seeds(lesson: Lesson) -> None:
    """Offer the draws that the lesson names, and every setting of this page."""
    with st.expander(lesson.text("draft.seeds.title")):
        st.write(lesson.text("draft.seeds.lead"))
        with st.container(horizontal=True):
            for name, seed in lesson.seeds.items():
                st.button(
                    f"{seed.label} ({seed.seed})",
                    key=f"seed-{name}",
                    help=seed.shows,
                    on_click=state.act(seed=seed.seed, gamma=4, round=1, step=1),
                )
        one, two, three = st.columns(3)
        with one:
            state.bound(
                st.number_input,
                lesson.text("draft.seeds.seed"),
                field="seed",
                min_value=0,
                max_value=LAST_SEED,
                step=1,
            )
        with two:
            state.bound(
                st.slider, lesson.text("draft.seeds.gamma"), field="gamma", min_value=1, max_value=8
            )
        with three:
            state.bound(
                st.slider,
                lesson.text("draft.seeds.cost"),
                field="cost",
                min_value=0.0,
                max_value=0.5,
                step=0.01,
            )
