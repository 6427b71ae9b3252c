"""Step 5 in Chromium: numbers under the hand, the quiz, the file, the keyboard."""

from __future__ import annotations

import re

import pytest

from lessons import load_lesson
from tests.browser.conftest import barriers, overflow, settle

LESSON = load_lesson()
PAGE = "/So_what"
SEEN = "|".join(
    f"{question.id}:skip" for question in LESSON.questions.values() if question.page == "nimbus"
)
RIGHT = {q.id: next(o for o in q.options if o.right) for q in LESSON.quiz}


def quiz_card(page, name: str):
    return page.locator(f".st-key-card-quiz-{name}")


def test_a_slider_by_keyboard_moves_heading_curve_and_address(open_page):
    """Arrow keys on gamma: the heading says the new speed, and a reload keeps it."""
    page = open_page(PAGE)
    slider = page.get_by_role("slider", name=LESSON.text("nimbus.speed.gamma"))
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name=re.compile("Your γ = 6 is the best")).wait_for()
    page.wait_for_url(re.compile("gamma=6"))
    page.reload()
    settle(page)

    assert slider.input_value() == "6"
    assert page.locator(".chart [role=img]").get_attribute("aria-label").count("γ = 6") == 2


def test_the_quiz_by_keyboard(open_page):
    """Arrows look at the answers; only Enter on Check checks; the address keeps it."""
    page = open_page(f"{PAGE}?answers={SEEN}")
    first, second, *_ = RIGHT
    card = quiz_card(page, first)
    card.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    answered_early = card.locator(".feedback").count()
    while RIGHT[first].text not in card.locator("label:has(input:checked)").inner_text():
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    card.locator(".feedback.right").wait_for()
    page.wait_for_url(re.compile(f"quiz-{first}"))

    assert answered_early == 0
    assert LESSON.questions[first].explanation in card.inner_text()
    assert quiz_card(page, second).get_by_role("radio").count() > 0


def test_the_last_answer_finishes_the_step(open_page):
    """The score is said, the navigation ticks step 5, and the quiz can be tried again."""
    *before, last = RIGHT
    given = "|".join(f"quiz-{name}:{RIGHT[name].key}" for name in before)
    page = open_page(f"{PAGE}?answers={SEEN}|{given}")
    card = quiz_card(page, last)
    card.get_by_text(RIGHT[last].text).click()
    card.get_by_role("button", name="Check").click()
    page.get_by_role("heading", name=f"{len(RIGHT)} of {len(RIGHT)} right").wait_for()
    ticked = page.locator(".st-key-nav").get_by_text("5 ✓").count()
    page.get_by_role("button", name="Try the quiz again").click()
    quiz_card(page, next(iter(RIGHT))).get_by_role("button", name="Check").wait_for()

    assert ticked == 1


def test_the_file_holds_what_the_screen_shows(open_page):
    """The download is Markdown with the learner's own numbers and a link back."""
    page = open_page(f"{PAGE}?words=red|green&p=.7,.3&q=.4,.6")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download as Markdown").click()
    text = waiting.value.path().read_text("utf-8")

    assert waiting.value.suggested_filename.endswith(".md")
    assert "| red | .70 | .40 | .40 | .30 |" in text
    assert page.url.split("?")[0] in text
    assert page.locator(".taken").inner_text().strip() == text.strip()


def test_the_summary_can_be_copied_and_costs_no_highlighter(open_page):
    """The very text; and the page doesn't fetch what colours code, a third of all it would be."""
    page = open_page(PAGE)
    asked = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    page.get_by_role("button", name="Copy the text").click()
    page.get_by_text("Copied.").wait_for()

    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == page.locator(".taken").inner_text().strip()
    assert not [name for name in asked if "SyntaxHighlighter" in name]


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_cut_off(open_page, width):
    """No horizontal scrolling, and every formula and table fits in its column."""
    page = open_page(f"{PAGE}?answers={SEEN}&alpha=.85&gamma=8&cost=.15", width=width, height=740)
    page.locator(".katex-display").first.wait_for()
    # Waits until the columns have found their width; what stays too wide runs into the timeout.
    page.wait_for_function(
        """() => [...document.querySelectorAll('.katex-display, table.wrap, .columns')]
                 .every(e => e.scrollWidth <= e.clientWidth + 1
                          && e.getBoundingClientRect().right <= innerWidth)"""
    )

    assert page.locator(".katex-display, table.wrap, .columns").count() == 7
    assert overflow(page) == 0


def test_no_barrier(open_page):
    """WCAG 2.2 AA with all revealed, a right and a wrong answer in the quiz, the table open."""
    first, second, *_ = RIGHT
    wrong = next(o.key for o in LESSON.questions[second].options if not o.right)
    given = f"quiz-{first}:{RIGHT[first].key}|quiz-{second}:{wrong}"
    page = open_page(f"{PAGE}?answers={SEEN}|{given}")
    page.get_by_text(LESSON.text("nimbus.curve.table")).click()
    page.locator("table.plain caption").first.wait_for()

    assert barriers(page) == []
