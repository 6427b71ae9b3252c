"""Step 1: one round of speculative decoding in five steps, round after round to the full stop."""

from views import pair_fields, sections, state
from views.draft import STEPS, page_keys, scenes, seeds, transcript, walkthrough
from views.draft_source import choice, start_over_if_new, take_along
from views.frame import close_page, notice, open_page
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
start_over_if_new()
if not presenting() and sections.shown("source"):
    choice(lesson)

try:
    played = scenes(lesson)
except pair_fields.Unplayable as error:
    played = ()
    notice(pair_fields.refusal(lesson, error))

if played:
    shown, step, onward = walkthrough(lesson, played, QUESTIONS)
    if step == STEPS and shown.finished:
        state.mark_done("draft")
    if onward:
        go("math")
    if presenting():
        page_keys(lesson, len(played), shown, step)
    else:
        if len(shown.rounds) == 1:  # asked once, before the step that answers
            ask(lesson, QUESTIONS[step])
        transcript(lesson, shown)
        take_along(lesson, shown)
if not presenting() and sections.shown("seeds"):
    seeds(lesson)
close_page(lesson, "draft")
