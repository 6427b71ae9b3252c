"""Step 1: one round of speculative decoding in five steps, round after round to the full stop."""

from views import sections, state
from views.draft import STEPS, page_keys, seeds, transcript, walkthrough
from views.frame import close_page, open_page
from views.links import go
from views.questions import ask
from views.sections import presenting

# Step by step: what to think about before the next one.
QUESTIONS = {
    1: "draft-sees-future",
    2: "draft-what-decides",
    3: "draft-behind-rejected",
    4: "draft-how-many",
    5: "draft-one-pass",
}

lesson = open_page("draft")
shown, step, onward = walkthrough(lesson, QUESTIONS)

if step == STEPS and shown.finished:
    state.mark_done("draft")
if onward:
    go("math")

if presenting():
    page_keys(lesson, shown, step)
else:
    if len(shown.rounds) == 1:  # asked once, before the step that answers
        ask(lesson, QUESTIONS[step])
    transcript(lesson, shown)
    if sections.shown("seeds"):
        seeds(lesson)
close_page(lesson, "draft")
