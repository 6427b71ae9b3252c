"""Step 4: the round's own source, traced on the learner's numbers; the module's listing; files."""

from __future__ import annotations

import streamlit as st

from views import state
from views.code_compare import bonus_cost, caches, edge_cases, listing, style
from views.code_controls import run_controls, section, start_over_if_new
from views.code_run import traced_run
from views.code_takeaway import downloads
from views.code_tracer import tracer
from views.fragments import part
from views.frame import card, close_page, heading, open_page
from views.questions import ask
from views.sections import show, shown

lesson = open_page("code")
st.html(style())
start_over_if_new()


@part("trace")
def trace() -> None:
    """Step through the function that runs."""
    start_over_if_new()
    learner = state.learner()
    with card("tracer"):
        if shown("controls"):
            run_controls(lesson, learner, traced_run(learner))
        tracer(lesson, learner)


@part("listing")
def compare() -> None:
    """Show the module's listing, and beside it, once asked, what it leaves out."""
    lines = len(lesson.module.listing.splitlines())
    section(lesson.text("code.listing.heading"), lesson.text("code.listing.lead", lines=lines))
    asked = ask(lesson, "code-all-kept")
    listing(lesson, compared=asked)
    if asked:
        bonus()


@part("bonus")
def bonus() -> None:
    """Show what the bonus is worth."""
    bonus_cost(lesson, state.learner())


@part("edges")
def edges() -> None:
    """Show the cases at the edge: p = 0, u = 0, nothing left over."""
    section(lesson.text("code.edges.heading"), lesson.text("code.edges.lead"))
    if ask(lesson, "code-zero-p"):
        edge_cases(lesson, state.learner())


@part("cache")
def cache() -> None:
    """Show what happens to both models' caches."""
    section(lesson.text("code.cache.heading"), lesson.text("code.cache.lead"))
    if ask(lesson, "code-cache"):
        caches(lesson, state.learner())


@part("files")
def take() -> None:
    """Offer the code as a file and as a notebook."""
    section(lesson.text("code.take.heading"), lesson.text("code.take.lead"))
    downloads(lesson, state.learner())


heading(lesson.text("code.heading"), lesson.text("code.lead"))
show(lesson, {"trace": trace, "listing": compare, "edges": edges, "cache": cache, "files": take})
close_page(lesson, "code")
