"""The instructors' page in Chromium: chosen, previewed, copied, pasted into a course, packed."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessons import load_lesson
from scorm import file_name, package
from tests.browser.conftest import barriers, settle
from tests.browser.courses import ANY_COURSE, Site, lesson_for, lesson_in, strict_browser
from views.instructors import following_script

LESSON = load_lesson()
CHOOSE = "instructors.choose."
PAGE = "/For_instructors"


@pytest.fixture(scope="module")
def lesson():
    with lesson_for(ANY_COURSE) as running:
        yield running


@pytest.fixture(scope="module")
def open_strict(chromium, tmp_path_factory):
    with strict_browser(chromium, tmp_path_factory.mktemp("chromium")) as open_one:
        yield open_one


def test_what_is_copied_works_in_a_course(lesson, open_strict):
    """Chosen by hand, copied, pasted into a page of another site: that very screen."""
    page = open_strict(f"{lesson.url}{PAGE}?class_page=math&gamma=3")
    settle(page)
    page.get_by_role("combobox", name=LESSON.text(f"{CHOOSE}hide")).click()
    page.get_by_role("option", name=LESSON.text("instructors.hide.math.rolls")).click()
    page.keyboard.press("Escape")
    settle(page)
    page.wait_for_url("**class_hide=rolls**")
    settle(page)
    page.bring_to_front()
    page.get_by_role("button", name=LESSON.text("instructors.snippet.copy")).click()
    page.get_by_text(LESSON.text("instructors.snippet.copied"), exact=True).wait_for()
    code = page.evaluate("navigator.clipboard.readText()")
    site = Site()
    site.pages["/course"] = f"<!doctype html><title>Course</title>{following_script()}{code}"
    course = open_strict(f"{site.url}/course")
    inside = lesson_in(course)
    course.wait_for_function("document.querySelector('iframe').clientHeight > 1000")
    address = course.frames[1].url
    cards = (
        inside.locator(".st-key-card-editor").count(),
        inside.locator(".st-key-card-rolls").count(),
    )
    hidden = inside.locator('[data-testid="stMain"]').evaluate(
        "e => e.scrollHeight - e.clientHeight"
    )
    site.close()

    assert address == f"{lesson.url}/Accept_or_correct?embed=true&gamma=3&hide=rolls"
    assert cards == (1, 0)
    assert hidden <= 1


def test_the_preview_follows_the_choice(open_page):
    """A page and a step, chosen: the frame beside them shows that step, compact."""
    page = open_page(PAGE)
    step = page.get_by_role("spinbutton", name=LESSON.text(f"{CHOOSE}step"))
    step.fill("3")
    step.press("Enter")
    shown = page.frame_locator("iframe")
    shown.get_by_text("Step 3 of 5").wait_for()

    assert shown.get_by_role("link", name=LESSON.text("frame.own_window")).count() == 1
    assert page.locator("iframe").get_attribute("title") == LESSON.text(
        "instructors.preview.alt", page="1 Draft ahead"
    )


def test_the_preview_is_let_in_by_default(open_strict):
    """A server that allows nobody else still shows its own preview."""
    with lesson_for("") as closed:
        page = open_strict(f"{closed.url}{PAGE}")
        settle(page)
        page.frame_locator("iframe").locator("h1").wait_for()


@pytest.mark.parametrize("version", ["1.2", "2004"])
def test_the_package_that_is_downloaded_is_that_of_the_command(open_page, server, version):
    """Same bytes as the command makes for the address in the code."""
    page = open_page(f"{PAGE}?class_page=math&seed=12&class_needs=math&class_mastery=70")
    with page.expect_download() as download:
        page.get_by_role("button", name=f"SCORM {version}").click()
    wanted = package(
        LESSON,
        f"{server.url}/Accept_or_correct?embed=true&seed=12",
        version=version,
        needs=("math",),
        mastery=0.7,
    )

    assert download.value.suggested_filename == file_name(version)
    assert Path(download.value.path()).read_bytes() == wanted


def test_the_page_passes_axe_and_fits(open_page):
    """WCAG 2.2 AA, and nothing wider than the window, with the script to follow opened."""
    page = open_page(f"{PAGE}?class_page=nimbus&class_hide=quiz|foot")
    page.get_by_text(LESSON.text("instructors.snippet.follow")).click()
    page.get_by_text(LESSON.text("instructors.snippet.follow_lead")).wait_for()

    assert barriers(page) == []


def test_the_landing_page_leads_here_and_the_state_comes_along(open_page):
    """From the instructors' corner, with what was set on the pages."""
    page = open_page("/?seed=12")
    page.get_by_role("link", name=LESSON.text("home.course")).click()
    page.wait_for_url("**/For_instructors?**")
    settle(page)

    assert "seed=12" in page.locator("code").first.inner_text()
