"""Presenter view: one thing at a time, turned by Page Down and Page Up; parts that are hidden."""

from __future__ import annotations

from tests.browser.conftest import settle, violations


def press(page, key: str) -> str:
    """Press a key, wait for the address to move, return it."""
    before = page.url
    page.keyboard.press(key)
    page.wait_for_function("before => location.href !== before", arg=before)
    settle(page)
    return page.url


def test_a_clicker_goes_through_the_steps_and_over_the_end_of_a_page(open_page) -> None:
    """Page Down: next step; behind the last section: the next page. Page Up: back."""
    page = open_page("/Draft_ahead?view=present", width=1920, height=1080)
    first = press(page, "PageDown")
    second = press(page, "PageDown")
    back = press(page, "PageUp")

    assert "step=2" in first
    assert "step=3" in second
    assert "step=2" in back


def test_the_end_of_a_page_leads_to_the_next_one(open_page) -> None:
    """From the last section of step 2 a clicker comes to step 3, and still presents."""
    page = open_page("/Accept_or_correct?view=present&slide=5", width=1920, height=1080)
    press(page, "PageDown")
    page.wait_for_url("**/Why_it_is_exact?**")

    assert "view=present" in page.url


def test_one_section_at_a_time_in_large_type(open_page) -> None:
    """Half as large again, and only the section that is presented."""
    usual = open_page("/Accept_or_correct")
    shown = open_page("/Accept_or_correct?view=present", width=1920, height=1080)
    sizes = [
        float(one.locator("h1").evaluate("e => parseFloat(getComputedStyle(e).fontSize)"))
        for one in (usual, shown)
    ]

    assert sizes[1] / sizes[0] >= 1.45
    assert usual.locator('[class*="st-key-card-rolls"]').count() == 1
    assert shown.locator('[class*="st-key-card-rolls"]').count() == 0
    assert violations(shown) == []


def test_hide_takes_single_parts_away(open_page) -> None:
    """An exercise without the table, the presets, the questions and the navigation."""
    page = open_page("/Accept_or_correct?hide=table|presets|questions|nav")

    assert page.get_by_role("combobox").count() == 0
    assert page.locator('[class*="st-key-card-ask"]').count() == 0
    assert page.locator(".st-key-nav").count() == 0
    assert page.locator('[class*="st-key-card-numbers"]').count() == 0
    assert page.locator('[class*="st-key-card-accept"]').count() == 1
