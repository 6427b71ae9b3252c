"""The lesson in a course page of another site, third-party cookies blocked: in, out, and told."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlparse

import pytest

from lessons import load_lesson
from tests.browser.conftest import overflow, violations
from tests.browser.courses import (
    ANY_COURSE,
    Site,
    lesson_for,
    lesson_in,
    strict_browser,
    told,
    wait_for_told,
)

LESSON = load_lesson()
STATE = "seed=7&gamma=3&words=red|green&p=.7,.3&q=.4,.6"
ALL_RIGHT = "|".join(
    f"quiz-{question.id}:{next(o.key for o in question.options if o.right)}"
    for question in LESSON.quiz
)


@pytest.fixture(scope="module")
def lesson():
    with lesson_for(ANY_COURSE) as running:
        yield running


@pytest.fixture(scope="module")
def closed_lesson():
    with lesson_for("") as running:
        yield running


@pytest.fixture
def course():
    site = Site()
    yield site
    site.close()


@pytest.fixture(scope="module")
def open_course(chromium, tmp_path_factory):
    with strict_browser(chromium, tmp_path_factory.mktemp("chromium")) as open_one:
        yield open_one


@pytest.mark.parametrize(("strict", "kept"), [(True, ""), (False, "kept=1")])
def test_third_party_cookies_are_blocked_in_these_tests(course, chromium, tmp_path, strict, kept):
    """A frame of another site can't keep a cookie here; without the setting it could."""
    other = Site("localhost")
    other.pages["/inner"] = "<script>parent.postMessage(document.cookie, '*')</script>"
    other.cookies["/inner"] = "kept=1; SameSite=None; Secure; Path=/"
    with strict_browser(chromium, tmp_path / "chromium", strict=strict) as open_one:
        page = open_one(course.frames(f"{other.url}/inner"))
        page.wait_for_function("told.length > 0")
        found = page.evaluate("told[0].data")
    other.close()

    assert found == kept


def test_a_course_that_is_named_shows_the_lesson_with_its_state(lesson, course, open_course):
    """Another site, no cookies: the very screen that the src asks for, and it works."""
    page = open_course(
        course.frames(f"{lesson.url}/Accept_or_correct?embed=true&{STATE}&answers=math-what-z:skip")
    )
    inside = lesson_in(page)
    numbers = inside.locator(".st-key-card-numbers").inner_text()
    inside.get_by_role("link", name="1 Draft", exact=True).click()
    wait_for_told(page, "m.type === 'progress' && m.page === 'draft'")
    inside.get_by_role("button", name=re.compile("^Next(?!:)")).click()
    wait_for_told(page, "m.type === 'progress' && m.at.includes('step=2')")

    assert "red" in numbers
    assert ".70" in numbers
    assert inside.locator('[data-testid="stException"]').count() == 0
    assert page.context.cookies(lesson.url) == []


def test_a_course_that_is_not_named_is_refused(closed_lesson, lesson, course, open_course):
    """By default no other site may frame it; and a list lets in only those that are on it."""
    elsewhere = Site("localhost")
    refused = [
        open_course(course.frames(f"{closed_lesson.url}/?embed=true")),
        open_course(elsewhere.frames(f"{lesson.url}/?embed=true")),
    ]
    for page in refused:
        page.wait_for_timeout(2_000)
    shown = [page.frames[1].url for page in refused]
    said = [" ".join(page.faults) for page in refused]
    elsewhere.close()

    assert shown == ["chrome-error://chromewebdata/"] * 2
    assert all("frame-ancestors" in faults for faults in said)
    assert all(told(page, "progress") == [] for page in refused)


def test_the_lesson_may_frame_itself(closed_lesson, open_course):
    """The instructors' page shows a preview, whatever the setting says."""
    page = open_course(f"{closed_lesson.url}/")
    page.locator("h1").wait_for()
    page.evaluate("document.body.innerHTML = '<iframe src=\"/Draft_ahead?embed=true\"></iframe>'")
    page.frame_locator("iframe").locator("h1").wait_for()

    assert page.frames[1].url.startswith(f"{closed_lesson.url}/Draft_ahead")


def test_the_course_is_told_place_steps_and_score(lesson, course, open_course):
    """The messages are those of docs/embedding.md, no more; they come from the lesson's origin."""
    page = open_course(
        course.frames(
            f"{lesson.url}/So_what?embed=true&done=draft|math&answers={ALL_RIGHT}&embed_options=dark_theme"
        )
    )
    lesson_in(page)
    wait_for_told(page, "m.type === 'height'")
    last = told(page, "progress")[-1]
    origins = {one["origin"] for one in page.evaluate("told")}
    at = urlparse(last.pop("at"))

    assert origins == {lesson.url}
    assert at.path == "/So_what"
    assert set(parse_qs(at.query)) == {"done", "answers"}
    assert last == {
        "source": "faster-not-different",
        "version": 1,
        "type": "progress",
        "page": "nimbus",
        "steps": ["draft", "math", "exact", "code", "nimbus"],
        "done": ["draft", "math"],
        "quiz": {
            "count": len(LESSON.quiz),
            "answered": len(LESSON.quiz),
            "right": len(LESSON.quiz),
        },
    }


def test_an_answer_reaches_the_course(lesson, course, open_course):
    """One right answer in the quiz: answered and right go up by one, the place holds the answer."""
    page = open_course(course.frames(f"{lesson.url}/So_what?embed=true&hide=race|speed"))
    inside = lesson_in(page)
    question = LESSON.quiz[0]
    right = next(option for option in question.options if option.right)
    card = inside.locator(f".st-key-card-quiz-{question.id}")
    card.get_by_text(right.text, exact=True).click()
    card.get_by_role("button").click()
    wait_for_told(page, "m.type === 'progress' && m.quiz.answered === 1 && m.quiz.right === 1")
    wait_for_told(page, f"m.type === 'progress' && m.at.includes('quiz-{question.id}:{right.key}')")


def test_a_frame_as_high_as_its_content_does_not_scroll_and_does_not_grow(
    lesson, course, open_course
):
    """A course page that follows the height sees all of it, and the height comes to rest."""
    page = open_course(course.frames(f"{lesson.url}/?embed=true"))
    inside = lesson_in(page)
    page.evaluate(
        """() => { const follow = () => {
          const last = told.filter(t => t.data && t.data.type === 'height').at(-1);
          if (last) document.querySelector('iframe').style.height = last.data.height + 'px';
        }; setInterval(follow, 100); }"""
    )
    wait_for_told(page, "m.type === 'height'")
    page.wait_for_timeout(1_500)
    count = len(told(page, "height"))
    page.wait_for_timeout(1_000)
    hidden = inside.locator('[data-testid="stMain"]').evaluate(
        "e => e.scrollHeight - e.clientHeight"
    )

    assert hidden <= 1
    assert told(page, "height")[-1]["height"] > 600
    assert len(told(page, "height")) == count


def test_the_way_out_opens_the_same_screen_without_the_frame(lesson, course, open_course):
    """A window of one's own, and a copied link: the whole page, with the state."""
    page = open_course(course.frames(f"{lesson.url}/Draft_ahead?embed=true&seed=7&step=3"))
    inside = lesson_in(page)
    with page.expect_popup() as opened:
        inside.get_by_role("link", name=LESSON.text("frame.own_window")).click()
    own = opened.value.url
    opened.value.close()
    page.bring_to_front()
    inside.get_by_role("button", name=LESSON.text("frame.copy_link")).click()
    inside.get_by_text(LESSON.text("frame.copied")).wait_for()

    copied = page.evaluate("navigator.clipboard.readText()")

    assert own == copied == f"{lesson.url}/Draft_ahead?seed=7&step=3"


def test_a_frame_without_embed_tells_nothing(lesson, course, open_course):
    """Messages and the compact head belong to embed=true."""
    page = open_course(course.frames(f"{lesson.url}/Draft_ahead"))
    inside = lesson_in(page)
    page.wait_for_timeout(1_000)

    assert told(page, "progress") == []
    assert inside.get_by_role("link", name=LESSON.text("frame.own_window")).count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(640, "light"), (360, "dark")])
def test_the_compact_frame_passes_axe_and_fits(open_page, width, scheme):
    """WCAG 2.2 AA, nothing wider than the frame, the head one row of 60 px at most."""
    page = open_page("/Draft_ahead?embed=true", width=width, height=600, scheme=scheme)
    head = page.locator(".st-key-nav").bounding_box()
    cut_off = page.locator(".st-key-nav").evaluate("e => e.scrollWidth - e.clientWidth")

    assert cut_off <= 0
    assert violations(page) == []
    assert overflow(page) == 0
    assert head["height"] <= 60
    assert page.get_by_role("link", name="5 Nimbus").count() == 1
