"""The tracer in a real Chromium: mouse, keys, finger, address, looks."""

from __future__ import annotations

import json
import re

import pytest

from tests.browser.conftest import overflow, settle, violations

pytestmark = pytest.mark.browser

ALL = "answers=code-all-kept:b|code-zero-p:a|code-cache:b"


@pytest.fixture
def tracer(open_page):
    """Open page 4 and wait for the tracer."""

    def open_one(query: str = "", **options):
        page = open_page(f"/The_code?{query}", **options)
        page.locator(".t-lines [aria-current]").wait_for()
        return page

    return open_one


def place(page) -> int:
    return int(re.match(r"Step (\d+)", page.locator(".t-count").inner_text()).group(1))


def lit(page) -> int:
    return int(page.locator(".t-lines [aria-current] .code-no").inner_text())


def press(page, name: str, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=name, exact=True).click()


def lit_is_in_view(page) -> bool:
    return page.evaluate(
        """() => {
          const box = document.querySelector(".t-code").getBoundingClientRect();
          const line = document.querySelector(".t-lines [aria-current]").getBoundingClientRect();
          return line.top >= box.top && line.bottom <= box.bottom;
        }"""
    )


def test_a_learner_steps_through_the_round(tracer) -> None:
    """Step lights the next line and says it; decisions stop at the comparisons; the end returns."""
    page = tracer()
    says = page.locator(".t-says")

    assert (place(page), lit(page)) == (0, 1)
    press(page, "Step")
    assert (place(page), lit(page)) == (1, 35)
    press(page, "Next decision", 3)
    assert lit(page) == 44
    assert says.inner_text() == "Line 44: u = .63 is not below .40, so “size” is rejected."
    assert page.locator(".t-chips .shown .chip-kept").count() == 2
    assert page.locator(".t-chips .shown .chip-rejected").count() == 1
    press(page, "Back")
    assert says.inner_text() == "Line 43: the coin u is .63; min(1, p/q) is .40."
    press(page, "To the end")
    assert lit(page) == 57
    assert page.locator(".t-chips .shown .chip-corrected").count() == 1
    press(page, "Reset")
    assert place(page) == 0


def test_variables_follow(tracer) -> None:
    """The changed variable is marked by a sign and for screen readers, with its value."""
    page = tracer("line=27")
    row = page.locator(".t-values .changed")

    assert row.count() == 1
    assert row.locator("code").inner_text() == "u"
    assert row.locator(".sr").inner_text() == "changed"
    assert row.locator("td").inner_text() == ".6269"


def test_the_copied_address_restores_the_step(tracer) -> None:
    """The step is sent once stepping has settled; its address opens there; a reload keeps it."""
    page = tracer()
    press(page, "Step", 12)
    page.wait_for_url("**line=12*")
    settle(page)

    assert place(page) == 12
    page.reload()
    page.locator(".t-lines [aria-current]").wait_for()
    page.wait_for_function("document.querySelector('.t-count').innerText.startsWith('Step 12 ')")
    other = tracer(page.url.split("?")[1])
    assert (place(other), lit(other)) == (12, lit(page))


def test_quick_steps_are_not_thrown_back(tracer) -> None:
    """The server's late echo of an earlier step does not undo later ones."""
    page = tracer()
    press(page, "Step", 3)
    page.wait_for_timeout(380)  # sent, and on its way
    press(page, "Step", 4)
    page.wait_for_url("**line=7*")
    settle(page)

    assert place(page) == 7


def test_another_draw_begins_another_run(tracer) -> None:
    """A new seed is a new trace, shown from its call, with its own verdict."""
    page = tracer("line=20")
    press(page, "All kept")
    page.get_by_role("heading", name="accept × 4, then a bonus").wait_for()
    settle(page)

    assert place(page) == 0
    assert "line=" not in page.url
    press(page, "To the end")
    assert page.locator(".t-chips .shown .chip-bonus").count() == 1


def test_keys_move_it(tracer) -> None:
    """Alt with the arrows steps, goes back and runs to the decision, wherever the focus is."""
    page = tracer()

    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    assert place(page) == 2
    page.keyboard.press("Alt+ArrowLeft")
    assert place(page) == 1
    page.keyboard.press("Alt+ArrowDown")
    assert lit(page) == 44
    assert "/The_code" in page.url


def test_the_keyboard_alone_reaches_everything(tracer) -> None:
    """Tab goes through buttons, scrubber, code and docstring; a button at its end keeps focus."""
    page = tracer()
    page.get_by_role("button", name="Step", exact=True).focus()
    page.keyboard.press("Enter")
    assert place(page) == 1
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to the end
    assert lit(page) == 57
    assert page.evaluate("document.activeElement.innerText") == "To the end"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Home")  # on the scrubber
    assert place(page) == 0
    page.keyboard.press("ArrowRight")
    assert place(page) == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "t-code"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator(".t-lines li.folded").first.is_visible()


def test_it_plays_where_motion_is_wanted(tracer) -> None:
    """Running to the end passes the lines in between, and a press on the way stops it."""
    page = tracer(motion="no-preference")
    press(page, "To the end")
    page.wait_for_function("!document.querySelector('.t-count').innerText.startsWith('Step 0 ')")
    assert page.locator(".t-says").get_attribute("aria-live") == "off"
    press(page, "Back")
    stopped = place(page)
    page.wait_for_timeout(300)

    assert place(page) == stopped < 35
    assert page.locator(".t-says").get_attribute("aria-live") == "polite"


def test_nothing_below_moves_from_step_to_step(tracer) -> None:
    """The pictures keep the room of the tallest, so the rest of the page stays where it is."""
    page = tracer()
    heights = set()
    for _ in range(35):
        heights.add(page.evaluate("document.querySelector('.t-stack.t-view').offsetHeight"))
        press(page, "Step")

    assert len(heights) == 1


@pytest.mark.parametrize("line", [0, 12, 32, 35])
def test_a_phone_shows_the_lit_line_without_scrolling_sideways(tracer, line: int) -> None:
    """At 360 px nothing is wider than the screen and the lit line is in the box of the code."""
    page = tracer(f"{ALL}&line={line}", width=360, height=740, touch=True)

    assert overflow(page) == 0
    assert lit_is_in_view(page)


def test_a_finger_steps(tracer) -> None:
    """Taps do what clicks do; every control is at least 44 px high."""
    page = tracer(width=360, height=740, touch=True)

    page.get_by_role("button", name="Step", exact=True).tap()
    assert place(page) == 1
    sizes = page.eval_on_selector_all(
        ".tracer button, .tracer input", "nodes => nodes.map(node => node.offsetHeight)"
    )
    assert min(sizes) >= 44


@pytest.mark.parametrize(
    ("query", "scheme"),
    [
        ("", "light"),
        (f"{ALL}&line=32", "light"),
        (f"{ALL}&line=32", "dark"),
        (f"{ALL}&seed=554&line=45", "dark"),
    ],
)
def test_no_barrier_is_found(tracer, query: str, scheme: str) -> None:
    """axe finds nothing against WCAG 2.2 AA, before and after the answers, in both themes."""
    page = tracer(query, scheme=scheme)

    assert violations(page) == []


def test_both_files_can_be_saved(tracer) -> None:
    """The buttons give the Python file and the notebook, with the learner's seed in them."""
    page = tracer("seed=42")
    saved = {}
    for name in ("The Python file", "The notebook"):
        with page.expect_download() as download:
            press(page, name)
        saved[download.value.suggested_filename] = download.value.path().read_text("utf-8")

    assert "SEED = 42" in saved["speculative_decode.py"]
    assert json.loads(saved["speculative_decode.ipynb"])["nbformat"] == 4
