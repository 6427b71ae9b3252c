"""The landing page as a script: first visit, resuming, starting over, the named seeds."""

from __future__ import annotations

import pytest

from lessons import load_lesson
from tests.pages.helpers import address, texts, visit

LESSON = load_lesson()
SLUGS = [step.slug for step in LESSON.steps]


def button(page, label: str):
    return next(one for one in page.button if one.label == label)


def test_a_first_visit_shows_the_promise_and_the_five_steps():
    """Title, hook, sentence, each step with its minutes, and Start; nothing is done."""
    page = visit()
    said = texts(page)

    assert not page.exception
    assert page.title[0].value == LESSON.title
    assert LESSON.hook in said
    assert all(step.does in said and f"{step.minutes} min" in said for step in LESSON.steps)
    assert "✓" not in said
    assert button(page, LESSON.text("home.start"))


def test_start_opens_step_1():
    """The one primary button leads to the first step."""
    page = visit()
    button(page, LESSON.text("home.start")).click().run()

    assert not page.exception
    assert page.session_state["_page"] == "draft"


@pytest.mark.parametrize(("done", "goes_to"), [(SLUGS[:1], "math"), (SLUGS[:4], "nimbus")])
def test_resume_opens_the_first_step_that_is_not_done(done, goes_to):
    """The button names the step; what is done has a tick and a word."""
    page = visit(done="|".join(done))
    step = next(one for one in LESSON.steps if one.slug == goes_to)
    ticks = texts(page).count(f"✓ {LESSON.text('home.done')}")
    button(page, LESSON.text("home.resume", number=step.number, title=step.title)).click().run()

    assert ticks == len(done)
    assert page.session_state["_page"] == goes_to


def test_all_done_leads_to_what_was_done():
    """Then the button opens the summary on the last page."""
    page = visit(done="|".join(SLUGS))
    button(page, LESSON.text("home.finished")).click().run()

    assert page.session_state["_page"] == "nimbus"


def test_start_over_forgets_all():
    """The state is that of a first visit, and the address is empty."""
    page = visit(done="draft", seed="7", answers="draft-one-pass:c", alpha=".5")
    button(page, LESSON.text("home.over")).click().run()

    assert address(page) == {}
    assert button(page, LESSON.text("home.start"))


def test_play_again_keeps_the_page():
    """It replays the sentence and changes nothing else."""
    page = visit(seed="7")
    before = address(page)
    button(page, LESSON.text("home.again")).click().run()

    assert not page.exception
    assert address(page) == before


@pytest.mark.parametrize("name", list(LESSON.seeds))
def test_a_named_seed_opens_step_1_with_its_draw(name):
    """The seed, from its first round and step, with the four guesses it was chosen for."""
    page = visit(seed="7", gamma="2", round="2", step="4")
    button(page, LESSON.seeds[name].label).click().run()
    learner = page.session_state["_learner"]

    assert page.session_state["_page"] == "draft"
    assert (learner.seed, learner.gamma) == (LESSON.seeds[name].seed, 4)
    assert (learner.round, learner.step) == (1, 1)


def test_bad_values_in_the_address_are_said_and_not_used():
    """A step that doesn't exist is no step done; nonsense is named in one line."""
    page = visit(done="no-such-step", seed="banana")

    assert not page.exception
    assert "banana" in texts(page)
    assert "✓" not in texts(page)
