"""Step 1: one round of speculative decoding in five steps, round after round to the full stop."""

import streamlit as st

from views import state
from views.draft import STEPS, detail, lanes, stage, title
from views.draft_controls import controls, crumb, seeds
from views.draft_scene import play
from views.frame import card, close_page, heading, open_page
from views.questions import ask

# Step by step: what to think about before the next one.
QUESTIONS = {
    1: "draft-one-pass",
    2: "draft-what-decides",
    3: "draft-behind-rejected",
    4: "draft-how-many",
    5: "draft-sees-future",
}

lesson = open_page("draft")
learner = state.learner()
scene = play(lesson.continuation, learner.seed, learner.gamma, learner.round)
step = learner.step

crumb(lesson, scene, step)
heading(*title(lesson, scene, step))

with card("stage"):
    stage(lesson, scene, step)
    controls(lesson, scene, step)

left, right = st.columns([1.25, 1], gap="medium")
with left:
    with card("detail"):
        detail(lesson, scene, step)
    if learner.round == 1:  # asked once, before the step that answers
        ask(lesson, QUESTIONS[step])
with right, card("lanes"):
    lanes(lesson, scene, step, learner.cost)

if step == STEPS and scene.finished:
    state.mark_done("draft")
seeds(lesson)
close_page(lesson, "draft")
