"""The labs in Chromium: from every step, moved by keys, from an address, on a phone, past axe."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import barriers, settle

SKIPPED = "?answers=lab-speed-batch:skip|lab-beyond-plausible:skip"
SPEED, BEYOND = f"/Speed_lab{SKIPPED}", f"/Beyond_lab{SKIPPED}"


def heading(page, text: str):
    return page.get_by_role("heading", name=text)


def test_from_a_step_to_both_labs_and_back(open_page) -> None:
    """The navigation's Labs opens, the speed lab leads on to the beyond lab, and that back."""
    page = open_page("/So_what")
    page.get_by_role("button", name="Labs").click()
    page.get_by_role("link", name="Speed lab").click()
    page.get_by_role("heading", name="Speed lab", level=1).wait_for()
    page.get_by_role("button", name="Next: Beyond lab →").click()
    page.get_by_role("heading", name="Beyond lab", level=1).wait_for()
    page.get_by_role("link", name="← Speed lab").click()
    page.get_by_role("heading", name="Speed lab", level=1).wait_for()

    assert page.url.split("?")[0].endswith("/Speed_lab")


def test_a_key_moves_alpha_and_all_that_hangs_on_it(open_page) -> None:
    """Arrow left on the slider: the heading, the address, and a reload that keeps both."""
    page = open_page(SPEED)
    slider = page.get_by_role("slider", name="α: the share of guesses that are kept")
    slider.focus()
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"[?&]alpha=\.7(&|$)"))
    heading(page, "2.77 tokens a pass, 1.98 times as fast").wait_for()
    page.reload()
    settle(page)

    assert heading(page, "2.77 tokens a pass, 1.98 times as fast").is_visible()


def test_an_address_opens_the_same_labs_on_a_fresh_server(open_page, fresh_server) -> None:
    """Batch and machine; lenience and guesses at a place."""
    speed = open_page(f"{SPEED}&batch=512&ridge=295", at=fresh_server)
    beyond = open_page(f"{BEYOND}&lenience=.25&drafts=4&gamma=2", at=fresh_server)

    assert heading(speed, "With 512 texts at once drafting slows down").is_visible()
    assert beyond.get_by_text("the target scores 20 guessed tokens a pass").is_visible()
    lenience = beyond.get_by_role("slider", name="l: lenience")
    assert float(lenience.input_value()) == 0.25


def test_less_lenience_brings_the_law_back(open_page) -> None:
    """End on the slider: l = 1, the red badge turns into “keeps the law”."""
    page = open_page(BEYOND)
    assert page.get_by_text("Loses the law: .191").is_visible()
    page.get_by_role("slider", name="l: lenience").focus()
    page.keyboard.press("End")
    page.get_by_text("Keeps the law, for these numbers only").wait_for()

    assert page.get_by_text("Loses the law: .191").count() == 0
    assert heading(page, "5 of 6 rules keep p_target").is_visible()


@pytest.mark.parametrize("address", [SPEED, BEYOND], ids=["speed", "beyond"])
def test_fits_a_phone_and_passes_axe(open_page, address: str) -> None:
    """No sideways scrolling at 360 px; no WCAG 2.2 AA violation, light and dark."""
    page = open_page(address)
    page.locator("[class*='st-key-foot'] a").first.wait_for()  # the last thing that is drawn
    page.wait_for_timeout(1_500)  # formulas are set when their fonts have come

    assert barriers(page) == []
