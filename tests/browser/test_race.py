"""The race in a real Chromium: started, watched, cancelled, left."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import ROOT, barriers, settle

PAGE = (ROOT / "pages" / "5_So_what.py").read_text("utf-8")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("race" not in PAGE, reason="page 5 doesn't show the race"),
]

LONG = 90_000  # ms: a race on a busy machine
TITLE = re.compile(r"times (as fast|the speed)")


@pytest.fixture
def race(open_page):
    """Open page 5 at the race."""

    def open_one(query: str = "", **options):
        page = open_page(f"/So_what?{query}", **options)
        page.get_by_role("button", name="Start the race").scroll_into_view_if_needed()
        return page

    return open_one


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def finished(page):
    """Return the result's heading; the calculator further down has one of the same words."""
    return page.locator(".st-key-card-race").get_by_role("heading", name=TITLE)


def test_a_race_is_run_and_told(race) -> None:
    """Both lanes write, then what was measured; accessible, and on a phone one above the other."""
    page = race()
    press(page, "Start the race")
    page.locator(".race-lane").nth(1).wait_for(timeout=LONG)
    finished(page).wait_for(timeout=LONG)
    page.get_by_text("pieces a pass of Nimbus-large").first.wait_for()
    page.get_by_text("The times as a table").wait_for()
    settle(page)
    page.set_viewport_size({"width": 360, "height": 740})
    tops = [page.locator(".race-lane").nth(lane).bounding_box()["y"] for lane in (0, 1)]

    assert page.locator(".race-text").count() == 2
    assert page.locator(".is-kept").count() > 1
    assert tops[1] > tops[0]
    assert barriers(page) == []


def test_a_preset_sets_prompt_and_address(race) -> None:
    """Copying the address gives another person the same race."""
    page = race()
    press(page, "Off topic")
    settle(page)

    assert "Once upon a time" in page.get_by_label("What the models go on from").input_value()
    assert "race_prompt=Once" in page.url


def test_a_cancelled_race_and_a_closed_tab_free_the_run(race) -> None:
    """Whoever comes next doesn't wait for someone who has stopped or gone."""
    page = race("race_gamma=1")
    press(page, "Start the race")
    press(page, "Cancel")
    page.get_by_text("Cancelled. Nothing runs any more.").wait_for(timeout=LONG)
    press(page, "Start the race")
    page.get_by_role("button", name="Cancel", exact=True).wait_for(timeout=LONG)
    page.close()
    other = race()
    press(other, "Start the race")

    finished(other).wait_for(timeout=LONG)


def test_a_cancelled_race_has_no_result(race) -> None:
    """It ends where it is cancelled: what is drawn later holds no result of it."""
    page = race("race_gamma=1")
    press(page, "Start the race")
    press(page, "Cancel")
    page.get_by_text("Cancelled. Nothing runs any more.").wait_for(timeout=LONG)
    press(page, "Off topic")
    page.get_by_text("Cancelled. Nothing runs any more.").wait_for(state="detached")

    assert finished(page).count() == 0


def test_a_slider_doesnt_wait_for_a_race(race) -> None:
    """What the learner changes meanwhile is answered, and the race says that it has ended."""
    page = race("race_gamma=1")
    press(page, "Start the race")
    page.get_by_role("button", name="Cancel", exact=True).wait_for(timeout=LONG)
    page.get_by_role("slider", name="γ", exact=False).last.press("ArrowRight")
    page.get_by_text("Cancelled. Nothing runs any more.").wait_for(timeout=LONG)
    page.wait_for_url(re.compile(r"[?&]gamma=5"))

    assert finished(page).count() == 0


def test_two_at_once_wait_for_each_other(race) -> None:
    """The second is told its place, and runs when the first is done."""
    one, two = race("race_gamma=1"), race()
    press(one, "Start the race")
    press(two, "Start the race")
    finished(one).wait_for(timeout=LONG)

    finished(two).wait_for(timeout=LONG)
