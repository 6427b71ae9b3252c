"""Nonsense and malice in the address and in every text box: said once, never run, never fetched.

`open_page` fails a test by itself when the console holds an error or another host was asked.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.browser.conftest import settle
from tests.hostile import TEXTS
from views.fields import RULES

HOSTILE = {name: text for name, text in TEXTS.items() if name not in ("surrogate", "nul")}
PAGES = ("/", "/Draft_ahead", "/Accept_or_correct", "/Why_it_is_exact", "/The_code", "/So_what")
# Short enough to be words of the lesson: these are shown, and must be shown as text.
WORDS = ("<b>x</b>", "![](//a.example/x)", "[a](//a.example)", ":red[a]", "$x^2$", "<img src=x>")
BOXES = ("script", "image", "markdown image", "markdown link", "html entity", "over-long")


def unharmed(page) -> None:
    """Hold that nothing ran and that no exception is shown."""
    assert page.evaluate("window.hit") is None
    assert page.get_by_test_id("stException").count() == 0
    assert page.locator("h1").count() == 1


@pytest.mark.parametrize("address", PAGES)
def test_every_key_may_hold_anything(open_page, address: str) -> None:
    """All keys hostile at once: the page is there, and says what it could not use."""
    texts = list(HOSTILE.values())
    query = "&".join(f"{key}={quote(texts[i % len(texts)])}" for i, key in enumerate(RULES))
    page = open_page(f"{address}?{query}")

    page.locator(".notice").first.wait_for()
    unharmed(page)


@pytest.mark.parametrize("address", PAGES[1:])
def test_words_from_the_address_are_shown_as_text(open_page, address: str) -> None:
    """Words may hold any sign; nobody's link makes this page run or fetch anything."""
    words = quote("|".join(WORDS))
    numbers = ",".join(["0.16"] * 5 + ["0.2"])
    page = open_page(f"{address}?words={words}&p={numbers}&q={numbers}&hide=questions&rolls=3")

    unharmed(page)
    assert page.locator('img[src*="a.example"]').count() == 0
    assert "a.example" not in page.evaluate("[...document.links].map((link) => link.hostname)")


def test_typed_lists_may_hold_anything(open_page) -> None:
    """Each box of step 2 in turn, with each text: what can't be used is said in one line."""
    page = open_page("/Accept_or_correct?hide=questions")
    opened = page.get_by_test_id("stExpander").first
    boxes = opened.get_by_role("textbox")
    for turn, name in enumerate(BOXES):
        place = turn % 3
        if not boxes.nth(place).is_visible():  # a list that could be used gives the form afresh
            opened.locator("summary").click()
        boxes.nth(place).fill(HOSTILE[name][:5000])
        page.get_by_test_id("stFormSubmitButton").first.locator("button").click()
        settle(page)

        unharmed(page)
        assert page.get_by_test_id("stAlert").count() <= 1, name


def test_the_prompt_may_hold_anything(open_page) -> None:
    """The race's prompt goes to the models as text, and into the address."""
    page = open_page("/So_what?hide=questions")
    box = page.locator("textarea").first
    for name in BOXES:
        box.fill(HOSTILE[name][:300])
        box.press("Control+Enter")
        settle(page)

        unharmed(page)
