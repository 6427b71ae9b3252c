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
from views.sections import show, shown

lesson = open_page("code")
st.html(style())
start_over_if_new()
learner = state.learner()
run = traced_run(learner)


def trace() -> None:
    """Step through the function that runs."""
    with card("tracer"):
        if shown("controls"):
            run_controls(lesson, learner, run)
        tracer(lesson, learner)


def compare() -> None:
    """Show the module's listing, and beside it, once asked, what it leaves out."""
    lines = len(lesson.module.listing.splitlines())
    section(lesson.text("code.listing.heading"), lesson.text("code.listing.lead", lines=lines))
    asked = ask(lesson, "code-all-kept")
    listing(lesson, run, compared=asked)
    if asked:
        bonus_cost(lesson, learner)


def edges() -> None:
    """Show the cases at the edge: p = 0, u = 0, nothing left over."""
    section(lesson.text("code.edges.heading"), lesson.text("code.edges.lead"))
    if ask(lesson, "code-zero-p"):
        edge_cases(lesson, learner)


def cache() -> None:
    """Show what happens to both models' caches."""
    section(lesson.text("code.cache.heading"), lesson.text("code.cache.lead"))
    if ask(lesson, "code-cache"):
        caches(lesson, learner, run)


def take() -> None:
    """Offer the code as a file and as a notebook."""
    section(lesson.text("code.take.heading"), lesson.text("code.take.lead"))
    downloads(lesson, learner)


heading(lesson.text("code.heading"), lesson.text("code.lead"))
show(lesson, {"trace": trace, "listing": compare, "edges": edges, "cache": cache, "files": take})
close_page(lesson, "code")
