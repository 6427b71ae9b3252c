"""The landing page's pieces: the promise shows the default seed's round, Start goes on."""

from __future__ import annotations

import re

from lessons import load_lesson
from views.home import next_step
from views.home_promise import first_round, phases, promise

LESSON = load_lesson()


def test_the_promise_keeps_corrects_and_throws_away():
    """The words under it are written for two kept, one corrected, one thrown away."""
    now = first_round(LESSON).now

    assert (len(now.drafted), now.accepted, now.final.kind) == (4, 2, "corrected")
    assert (len(now.tokens), len(now.discarded)) == (3, 1)


def test_the_promise_is_complete_as_text():
    """Read without style it holds the prompt, each word and what became of it, in order."""
    live = promise(LESSON, 0).split('class="promise-live"')[1]
    read = re.sub(r"<[^>]+>", "", live).split(">", 1)[-1]

    assert " ".join(read.split()) == (
        "Your export failed because your file kept exceeded kept "
        "size rejected the corrected limit thrown away"
    )


def test_the_copy_that_holds_the_height_is_not_read_aloud():
    """The sentence is in the page twice, and once for a screen reader."""
    assert promise(LESSON, 0).count('class="sentence"') == 2
    assert '<div class="promise-ghost" aria-hidden="true">' in promise(LESSON, 0)


def test_playing_again_is_another_element():
    """The browser starts an animation anew only for what has changed."""
    assert promise(LESSON, 0) != promise(LESSON, 1)
    assert phases(LESSON, 0) != phases(LESSON, 1)


def test_start_goes_to_the_first_step_that_is_not_done():
    """In the order of the lesson, whatever the order in which steps were done."""
    slugs = [step.slug for step in LESSON.steps]

    assert next_step(LESSON, ()).slug == slugs[0]
    assert next_step(LESSON, (slugs[1], slugs[0])).slug == slugs[2]
    assert next_step(LESSON, tuple(slugs)) is None
