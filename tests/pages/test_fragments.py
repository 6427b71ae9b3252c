"""Parts of a page that are drawn alone: what they spare, and what must not grow old."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.helpers import address, texts, visit

DRAFT, EXACT = "1_Draft_ahead", "3_Why_it_is_exact"


def links(page: AppTest) -> int:
    """Count the links of the frame: AppTest's tree holds what the last run has drawn."""
    return len(page.get("page_link"))


def test_another_draw_spares_the_frame_and_reaches_every_part() -> None:
    """What is drawn after a change is what the whole page draws; the address holds it."""
    page = visit(DRAFT)
    frame = links(page)
    page.button(key="seed-first-rejected").click().run()
    alone = texts(page)

    assert not page.exception
    assert (frame > 0, links(page)) == (True, 0)
    assert address(page)["seed"]
    assert set(alone.splitlines()) <= set(texts(page.run()).splitlines())
    assert links(page) == frame


def test_an_audience_has_no_part() -> None:
    """Presented, a change draws the whole screen: the keys and the page's head belong to it."""
    page = visit(EXACT, view="present", slide="3")
    frame = links(page)
    page.selectbox[0].set_value(page.selectbox[0].options[1]).run()

    assert not page.exception
    assert links(page) == frame > 0


def test_what_was_said_of_the_address_goes_when_it_is_settled() -> None:
    """The line stands above the parts: a change that settles it draws the whole page."""
    page = visit("5_So_what", alpha="1.5")

    def moved_to(value: float) -> tuple[bool, bool]:
        slider = next(one for one in page.slider if one.key.startswith("nimbus:alpha"))
        slider.set_value(value).run()
        return 'class="notice"' in texts(page), links(page) > 0

    assert 'class="notice"' in texts(page)
    assert moved_to(0.6) == (False, True)
    assert moved_to(0.5) == (False, False)


@pytest.mark.parametrize("again", [1, 3])
def test_back_is_followed_after_parts_were_drawn_alone(again: int) -> None:
    """An address of before, which this session did not write last, wins over the session."""
    page = visit(DRAFT, seed="7")
    for _ in range(again):
        page.button(key="seed-first-rejected").click().run()
        page.button(key="seed-all-accepted").click().run()
    page.query_params.clear()
    page.query_params["seed"] = "7"
    page.run()

    assert address(page)["seed"] == "7"
