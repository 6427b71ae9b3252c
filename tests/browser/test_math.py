"""Step 2 in Chromium: the bars under the hand, the address, the keyboard."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from tests.browser.conftest import barriers, settle

PAGE = "/Accept_or_correct"
SHOWN = "answers=math-always-rejected:c|math-where-corrected:b|math-what-z:b"


def handle(page, name: str):
    return page.get_by_role("slider", name=name, exact=True)


def test_a_key_on_a_bar_moves_the_formulas_and_the_address(open_page) -> None:
    """Arrow up on a bar: the others give way, the address and the formula follow, reload keeps."""
    page = open_page(f"{PAGE}?{SHOWN}")
    bar = handle(page, "q_draft of size")
    before = float(bar.get_attribute("aria-valuenow"))
    bar.focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile(r"[?&]q="))
    settle(page)
    after = float(handle(page, "q_draft of size").get_attribute("aria-valuenow"))
    page.reload()
    settle(page)

    assert after < before
    assert float(handle(page, "q_draft of size").get_attribute("aria-valuenow")) == after


def test_dragging_a_bar_is_undone_by_undo(open_page) -> None:
    """Nothing the learner made is lost, nor what was there before."""
    page = open_page(PAGE)
    bar = handle(page, "p_target of size")
    box = bar.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=6)
    page.mouse.up()
    page.wait_for_url(re.compile(r"[?&]p="))
    dragged = float(bar.get_attribute("aria-valuenow"))
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("!new URLSearchParams(location.search).has('p')")

    assert dragged > 0.2
    assert float(bar.get_attribute("aria-valuenow")) == 0.18


def test_a_preset_reaches_the_bars(open_page) -> None:
    """Choosing a preset below redraws the bars with its words."""
    page = open_page(PAGE)
    page.get_by_role("combobox").click()
    page.get_by_role("option", name=re.compile("Pair B")).click()
    handle(page, "q_draft of tomorrow").wait_for()
    settle(page)

    assert handle(page, "q_draft of tomorrow").get_attribute("aria-valuetext").endswith("30")


@pytest.mark.parametrize(
    ("p", "q"),
    [(".075,.7,.225", ".6,.3,.1"), (".125,.375,.5", ".5,.375,.125"), (".625,.335,.04", ".3,.6,.1")],
)
def test_halves_of_a_hundredth_are_rounded_alike(open_page, p: str, q: str) -> None:
    """The editor writes below its bars and above them what the table writes."""
    page = open_page(f"{PAGE}?words=a|b|c&p={p}&q={q}&{SHOWN}")
    table = page.locator(".st-key-card-numbers table")
    rows = [line.locator("th, td").all_inner_texts() for line in table.locator("tr").all()[1:]]
    *words, sums = rows
    editor = page.get_by_test_id("stBidiComponentIsolated").filter(has=page.locator(".stage"))

    assert editor.locator(".sum-alpha b").inner_text() == f"α = {sums[4]}"
    assert editor.locator(".sum-z b").inner_text() == f"Z = {sums[5]}"
    assert round(float(sums[4]) + float(sums[5]), 9) == 1
    for name, column in (("p_target", 1), ("q_draft", 2)):
        values = [
            handle(page, f"{name} of {row[0]}").get_attribute("aria-valuetext") for row in words
        ]
        assert values == [f"0{row[column]}" for row in words]


def test_a_word_taken_back_stays_chosen(open_page) -> None:
    """The formulas still follow it, and so says the choice."""
    page = open_page(f"{PAGE}?{SHOWN}")
    word = page.get_by_role("radio", name="our")
    word.click()
    settle(page)
    word.click()
    settle(page)

    assert page.get_by_role("radio", name="our").get_attribute("aria-checked") == "true"
    assert page.locator("annotation").filter(has_text=r"p(\text{our})").count()


def test_rolls_by_keyboard(open_page) -> None:
    """Alt+Right rolls; the roll is a line of the formula."""
    page = open_page(PAGE)
    page.get_by_role("button", name=re.compile("^Roll")).first.wait_for()
    page.keyboard.press("Alt+ArrowRight")
    page.get_by_text("Roll 1", exact=True).wait_for()

    assert "rolls=1" in page.url
    assert page.get_by_text(re.compile(r"Drafted “.+”\. u = ")).first.is_visible()


def test_the_address_opens_the_same_screen_elsewhere(open_page, fresh_server) -> None:
    """p, q, words, rolls and the word that is followed, on a server that has just started."""
    link = f"{PAGE}?words=red|green|blue&p=.2,.3,.5&q=.6,.3,.1&rolls=3&word=2&{SHOWN}"
    page = open_page(link, at=fresh_server)

    assert float(handle(page, "q_draft of red").get_attribute("aria-valuenow")) == 0.6
    assert page.get_by_text("Roll 3", exact=True).is_visible()
    assert page.get_by_text("“green”", exact=False).first.is_visible()


def test_hostile_words_stay_words(open_page) -> None:
    """A tag for a word, or what LaTeX runs, is shown and never run: bars, formulas and table."""
    words = quote("<img src=x onerror=a()>|b\\x{$&%_^~#")
    page = open_page(f"{PAGE}?words={words}&p=.5,.5&q=.2,.8&{SHOWN}")

    assert page.get_by_text("<img src=x onerror=a()>").first.is_visible()
    assert page.locator("img[src='x']").count() == 0
    assert page.locator(".katex-error").count() == 0


def test_fits_a_phone_and_passes_axe(open_page) -> None:
    """No sideways scrolling at 360 px; no WCAG 2.2 AA violation, light and dark."""
    assert barriers(open_page(f"{PAGE}?rolls=3&{SHOWN}")) == []
