"""The lesson as a whole in Chromium: from the first screen to the last, and back from anywhere."""

from __future__ import annotations

import pytest

from tests.browser.conftest import barriers, settle

PAGES = {
    "home": "/",
    "draft": "/Draft_ahead",
    "math": "/Accept_or_correct",
    "exact": "/Why_it_is_exact",
    "code": "/The_code",
    "nimbus": "/So_what",
}
STATE = "seed=7&gamma=3&words=red|green&p=.7,.3&q=.4,.6"


@pytest.mark.parametrize("address", PAGES.values(), ids=PAGES.keys())
def test_a_deep_link_opens_on_a_server_that_has_just_started(
    open_page,
    fresh_server,
    address: str,
) -> None:
    """The first request a server ever gets is a deep link with state; it shows that state."""
    page = open_page(f"{address}?{STATE}", at=fresh_server)

    assert page.locator("h1").count() == 1
    assert "seed=7" in page.url
    assert "gamma=3" in page.url
    assert page.locator('[data-testid="stException"]').count() == 0


@pytest.mark.parametrize("address", PAGES.values(), ids=PAGES.keys())
def test_every_page_passes_axe_and_fits(open_page, address: str) -> None:
    """WCAG 2.2 AA without a violation, and nothing wider than the window: light, dark, a phone."""
    assert barriers(open_page(address)) == []


def test_state_goes_along_from_page_to_page_and_survives_reload_and_back(open_page) -> None:
    """Streamlit drops the query at a page switch; the lesson carries it over."""
    page = open_page(f"/Draft_ahead?{STATE}&step=4")
    page.get_by_role("link", name="2 Math", exact=True).click()
    page.wait_for_url("**/Accept_or_correct?**")
    settle(page)
    switched = page.url
    page.reload()
    settle(page)
    reloaded = page.url
    page.get_by_role("link", name="1 Draft", exact=True).click()
    page.wait_for_url("**/Draft_ahead?**")
    settle(page)

    assert "seed=7" in switched
    assert "p=.7%2C.3" in switched or "p=.7,.3" in switched
    assert reloaded == switched
    assert "step=4" in page.url


def test_back_leads_to_the_page_before_and_loses_nothing(open_page) -> None:
    """The browser's own Back, after a switch and a change: the page before, with the state."""
    page = open_page(f"/Draft_ahead?{STATE}")
    page.get_by_role("link", name="2 Math", exact=True).click()
    page.wait_for_url("**/Accept_or_correct?**")
    settle(page)
    page.go_back()
    page.wait_for_url("**/Draft_ahead?**")
    settle(page)

    assert "seed=7" in page.url
    assert "gamma=3" in page.url
    assert page.locator("h1").count() == 1


def test_copy_link_copies_the_address(open_page) -> None:
    """The clipboard holds the very address."""
    page = open_page(f"/Draft_ahead?{STATE}")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied").wait_for()

    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_bad_values_are_said_in_one_line_each(open_page) -> None:
    """Nonsense in the address is named, with the rule and what is used instead."""
    page = open_page("/Accept_or_correct?seed=banana&p=<script>alert(1)</script>")
    notices = page.locator(".notice").all_inner_texts()

    assert len(notices) == 2
    assert any("seed" in notice and "banana" in notice for notice in notices)


def test_the_navigation_works_from_the_keyboard(open_page) -> None:
    """Tab to a step, Enter opens it; focus can be seen."""
    page = open_page("/")
    link = page.get_by_role("link", name="3 Exact")
    link.focus()
    outline = link.evaluate("element => getComputedStyle(element).outlineStyle")
    page.keyboard.press("Enter")
    page.wait_for_url("**/Why_it_is_exact*")
    settle(page)

    assert outline != "none"
    assert page.locator("h1").count() == 1


def test_an_iframe_shows_the_lesson(open_page, server) -> None:
    """A course page that embeds a step sees it whole, at 600 px height."""
    page = open_page("/")
    page.evaluate(
        """address => {
          document.body.innerHTML = '<iframe style="width:1000px;height:600px;border:0"></iframe>';
          document.querySelector('iframe').src = address;
        }""",
        f"{server.url}/Draft_ahead?embed=true&step=3",
    )
    frame = page.frame_locator("iframe")
    frame.locator("h1").wait_for()

    assert frame.locator("h1").inner_text()


def test_a_notice_stays_while_its_page_is_shown(open_page) -> None:
    """On page 1 too, whose scene reports where it stands as soon as it is there."""
    page = open_page("/Draft_ahead?seed=-1")
    page.wait_for_timeout(1500)
    settle(page)

    assert page.locator(".notice").count() == 1
