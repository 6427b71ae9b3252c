"""The landing page in Chromium: the promise, Start, the keyboard, small windows."""

from __future__ import annotations

import pytest

from tests.browser.conftest import barriers, overflow, settle


def inside(page, locator) -> bool:
    """Say whether an element lies wholly in the window as it first opens."""
    box = locator.bounding_box()
    size = page.viewport_size

    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


@pytest.mark.parametrize(("width", "height"), [(1280, 600), (760, 600), (360, 640)])
def test_promise_and_start_are_seen_without_scrolling(open_page, width, height):
    """In an iframe 600 px high, and on a phone."""
    page = open_page("/", width=width, height=height)

    assert inside(page, page.locator(".promise-live .sentence"))
    assert inside(page, page.get_by_role("button", name="Start", exact=True))
    assert overflow(page) == 0


def test_the_sentence_moves_and_moves_nothing_else(open_page):
    """It plays once, under 5 s, in a room that is held free for its end; then it stands still."""
    page = open_page("/", motion="no-preference")
    running = "document.getAnimations().filter(a => a.effect.target?.closest('.promise-live'))"
    longest = page.evaluate(
        f"Math.max(...{running}.map(a => a.effect.getComputedTiming().endTime))"
    )
    top = page.locator(".promise-phases").bounding_box()["y"]
    page.wait_for_function(f"{running}.every(a => a.playState === 'finished')")

    assert 1000 < longest < 5000
    assert page.locator(".promise-phases").bounding_box()["y"] == top


def test_play_again_plays_again(open_page):
    """The animations run anew after a click."""
    page = open_page("/", motion="no-preference")
    running = (
        "document.getAnimations().some(a => a.playState === 'running'"
        " && a.effect.target?.closest('.promise-live'))"
    )
    page.wait_for_function(f"!({running})")
    page.get_by_role("button", name="Play again").click()

    page.wait_for_function(running)


def test_reduced_motion_shows_the_end(open_page):
    """Nothing moves, nothing is left to play, and the corrected word is there."""
    page = open_page("/", motion="reduce")
    moving = page.evaluate(
        "document.getAnimations().filter(a => a.effect.target?.closest('.promise-live')).length"
    )

    assert moving == 0
    assert page.locator(".promise-live .chip-corrected").is_visible()
    assert not page.get_by_role("button", name="Play again").is_visible()


def test_start_by_keyboard(open_page):
    """Tab reaches Start, its focus is drawn, Enter opens step 1."""
    page = open_page("/")
    start = page.get_by_role("button", name="Start", exact=True)
    for _ in range(15):
        page.keyboard.press("Tab")
        if start.evaluate("e => e === document.activeElement"):
            break
    drawn = start.evaluate("e => getComputedStyle(e).outlineStyle")
    page.keyboard.press("Enter")
    page.wait_for_url("**/Draft_ahead*")

    assert drawn == "solid"


def test_a_step_and_a_seed_keep_the_session(open_page):
    """Links and seeds switch pages without losing what the learner made."""
    page = open_page("/?p=.7,.3&q=.4,.6&words=red|green")
    page.get_by_role("button", name="All four kept").click()
    page.wait_for_url("**/Draft_ahead?**")
    settle(page)

    assert "seed=2" in page.url
    assert "words=red" in page.url


def test_no_barrier_with_steps_done(open_page):
    """The ticks are read and seen by all; test_lesson.py holds the first visit."""
    assert barriers(open_page("/?done=draft|math")) == []
