"""The server dies, the network drops: every page comes back by itself with the state it had.

LIVE_SESSIONS=30 python -m pytest tests/browser/test_reconnect.py     more of them
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from tests.browser.conftest import settle
from tests.browser.cut import Wire

SESSIONS = int(os.environ.get("LIVE_SESSIONS", "5"))
PAGES = ("Draft_ahead", "Accept_or_correct", "Why_it_is_exact", "The_code", "So_what")
PATIENCE = 30_000  # ms; a page asks again after 1, 2, 4, ... s, and the machine may be busy
WITH_DOWNLOADS = ("The_code", "So_what")


@pytest.fixture
def visit(chromium) -> Iterator:
    """Open an address in a window of its own; here errors of the network are meant."""
    contexts = []

    def open_one(url: str):
        contexts.append(chromium.new_context(reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        settle(page)
        return page

    yield open_one
    for context in contexts:
        context.close()


def state_of(page) -> dict[str, object]:
    """Return what the page holds and shows, once it is all there: the address, and its words."""
    earlier, words = None, _words(page)
    for _ in range(20):  # components draw themselves after the run has ended
        if words == earlier:
            break
        page.wait_for_timeout(500)
        earlier, words = words, _words(page)
    return {"address": parse_qs(urlparse(page.url).query), "words": " ".join(words.split())}


def _words(page) -> str:
    page.locator(".st-key-nav a").first.wait_for()
    page.get_by_role("button", name="Copy link").wait_for()
    return page.get_by_test_id("stMain").inner_text()


def back(page) -> None:
    """Wait until the page has noticed, is connected again and has run."""
    page.locator('[data-test-connection-state="CONNECTED"]').wait_for()
    page.wait_for_timeout(600)  # the run that the page asks for on its own
    settle(page)


def test_pages_survive_a_server_that_is_killed(visit, fresh_server) -> None:
    """kill -9 under live sessions: each reconnects, shows what it showed, and takes a change."""
    pages = [
        visit(f"{fresh_server.url}/{PAGES[i % len(PAGES)]}?seed={100 + i}&gamma={i % 5 + 2}")
        for i in range(SESSIONS)
    ]
    before = [state_of(page) for page in pages]
    fresh_server.stop()
    for page in pages:
        page.locator(
            '[data-testid="stApp"]:not([data-test-connection-state="CONNECTED"])'
        ).wait_for()
    fresh_server.start()
    for page in pages:
        back(page)
    after = [state_of(page) for page in pages]

    assert len(after) == SESSIONS
    assert after == before


def test_the_first_change_after_a_restart_is_kept(visit, fresh_server) -> None:
    """The new process has never seen the page, and yet it knows the widget that is moved."""
    page = visit(f"{fresh_server.url}/So_what?seed=77&alpha=.6")
    slider = page.locator('[class*="alpha"] input').first
    fresh_server.stop()
    page.locator('[data-testid="stApp"]:not([data-test-connection-state="CONNECTED"])').wait_for()
    fresh_server.start()
    back(page)
    slider.press("ArrowRight")
    page.wait_for_url("**alpha=.61**")
    settle(page)

    assert slider.input_value() == "0.61"
    assert parse_qs(urlparse(page.url).query)["seed"] == ["77"]


def test_a_dropped_connection_comes_back(visit, server) -> None:
    """The wire is cut while the server lives: the same state, and the next change counts."""
    wire = Wire(server.port)
    page = visit(f"{wire.url}/So_what?seed=78&alpha=.4")
    before = state_of(page)
    cut = wire.cut()
    page.locator('[data-testid="stApp"]:not([data-test-connection-state="CONNECTED"])').wait_for()
    back(page)
    after = state_of(page)
    page.locator('[class*="alpha"] input').first.press("ArrowRight")
    page.wait_for_url("**alpha=.41**")
    wire.close()

    assert cut >= 1
    assert after == before


def test_every_download_works_after_a_restart(visit, fresh_server) -> None:
    """A page that was open when the server died still gives all its files, with its numbers."""
    pages = [visit(f"{fresh_server.url}/{name}?seed=4711&gamma=3") for name in WITH_DOWNLOADS]
    fresh_server.stop()
    fresh_server.start()
    got = {}
    for page in pages:
        back(page)
        buttons = page.get_by_test_id("stDownloadButton").locator("button")
        for number in range(buttons.count()):
            with page.expect_download() as waiting:
                buttons.nth(number).click()
            file = waiting.value
            got[file.suggested_filename] = Path(file.path()).read_text("utf-8")

    assert {name.rsplit(".", 1)[-1] for name in got} >= {"py", "ipynb", "md"}
    assert all(got.values())
    assert all("4711" in text for name, text in got.items() if name.endswith(("py", "ipynb")))


def test_two_learners_never_see_each_others_state(visit, server) -> None:
    """Side by side on one server, in turn: words, numbers and answers stay with who gave them."""
    mine = visit(f"{server.url}/Accept_or_correct?seed=11&words=ant|bee|cat&p=.5,.3,.2&q=.2,.5,.3")
    yours = visit(f"{server.url}/Accept_or_correct?seed=22&words=xis|yak|zho&p=.1,.6,.3&q=.3,.3,.4")
    for page in (mine, yours, mine):
        page.locator(".st-key-roll-one button").click()
        settle(page)
    seen, other = state_of(mine), state_of(yours)

    assert (seen["address"]["seed"], other["address"]["seed"]) == (["11"], ["22"])
    assert (seen["address"]["rolls"], other["address"]["rolls"]) == (["2"], ["1"])
    assert not any(word in seen["words"] for word in ("xis", "yak", "zho"))
    assert not any(word in other["words"] for word in ("ant ", "bee", "cat "))
