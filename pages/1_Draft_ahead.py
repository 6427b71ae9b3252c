"""Step 1: one round of speculative decoding in five steps, round after round to the full stop."""

from views import draft, pair_fields, sections
from views.draft_source import choice, start_over_if_new, take_along
from views.fragments import part
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


@part("scene")
def scene() -> None:
    """Show the round; its last button leads on."""
    if draft.walkthrough(lesson, QUESTIONS):
        go("math")


@part("below")
def below() -> None:
    """Show what goes with the step at hand: its question, and the round in words."""
    shown, step = draft.shown(lesson)
    if len(shown.rounds) == 1:  # asked once, before the step that answers
        ask(lesson, QUESTIONS[step], then=draft.answered)
    if sections.shown("transcript"):
        draft.transcript(lesson, shown)
    take_along(lesson, shown)


@part("seeds")
def seeds() -> None:
    """Offer other draws, and every setting."""
    draft.seeds(lesson)


try:
    draft.note_the_end(lesson)
except pair_fields.Unplayable as error:
    notice(pair_fields.refusal(lesson, error))
else:
    scene()
    if presenting():
        draft.page_keys(lesson)
    else:
        below()
if not presenting() and sections.shown("seeds"):
    seeds()
close_page(lesson, "draft")
