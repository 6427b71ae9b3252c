"""Step 4: the round's own source, traced on the learner's numbers; the module's listing; files."""

from __future__ import annotations

import streamlit as st

from views import state
from views.code_compare import bonus_cost, caches, edge_cases, listing, style
from views.code_controls import run_controls, section, start_over_if_new
from views.code_run import traced_run
from views.code_takeaway import downloads
from views.code_tracer import tracer
from views.frame import card, close_page, heading, open_page
from views.questions import ask

lesson = open_page("code")
st.html(style())
heading(lesson.text("code.heading"), lesson.text("code.lead"))

start_over_if_new()
learner = state.learner()
run = traced_run(learner)
with card("tracer"):
    run_controls(lesson, learner, run)
    tracer(lesson, learner)

lines = len(lesson.module.listing.splitlines())
section(lesson.text("code.listing.heading"), lesson.text("code.listing.lead", lines=lines))
if ask(lesson, "code-all-kept"):
    listing(lesson, run, compared=True)
    bonus_cost(lesson, learner)
else:
    listing(lesson, run, compared=False)

section(lesson.text("code.edges.heading"), lesson.text("code.edges.lead"))
if ask(lesson, "code-zero-p"):
    edge_cases(lesson, learner)

section(lesson.text("code.cache.heading"), lesson.text("code.cache.lead"))
if ask(lesson, "code-cache"):
    caches(lesson, learner, run)

section(lesson.text("code.take.heading"), lesson.text("code.take.lead"))
downloads(lesson, learner)

close_page(lesson, "code")
