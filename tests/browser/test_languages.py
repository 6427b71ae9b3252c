"""The choice of language, as a learner on a phone makes it."""

from __future__ import annotations

from lessons import load_lesson
from tests.browser.conftest import overflow, settle, violations

GERMAN = load_lesson("8.3", language="de")


def test_german_chosen_on_page_1_is_the_language_of_page_2(open_page) -> None:
    """One press: address, heading and screen reader's voice follow, and the next page too."""
    page = open_page("/Draft_ahead?seed=7", width=360, height=740)
    before = page.evaluate("document.documentElement.lang")
    page.get_by_role("button", name="Deutsch", exact=True).click()
    page.wait_for_url("**lang=de**")
    settle(page)
    chosen = (overflow(page), violations(page))
    page.get_by_role("link", name=f"2 {GERMAN.steps[1].short}", exact=True).click()
    page.wait_for_url("**/Accept_or_correct?**")
    settle(page)

    assert before == "en"
    assert chosen == (0, [])
    assert "lang=de" in page.url
    assert "seed=7" in page.url
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.locator("h1").inner_text() == GERMAN.module.math_title
    assert GERMAN.title in page.title()
    assert overflow(page) == 0
