"""A real server and a real Chromium for the browser tests.

`open_page` gives a page on our own server that fails the test at its end if the console held an
error or if anything was asked of another host. `axe` counts violations of WCAG 2.2 AA.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# A whole browser has a profile, which can be told to block cookies; it also draws its own window.
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
# The same engine without a window: opening a page costs a third less.
CHROMIUM = shutil.which("chromium-headless-shell") or BROWSER
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Streamlit asks for these two below the page's own address at a deep link and logs their absence.
EXEMPT = ("/_stcore/health", "/_stcore/host-config")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What passes need not be listed node by node: that costs more than the checks themselves.
ASK = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
# Half of the price is the rules that compare colours, which are the same at any width; the others
# see no colours, and so the same in light and dark.
COLOURS = ("color-contrast", "link-in-text-block")
ASK_COLOURS = {"runOnly": {"type": "rule", "values": COLOURS}, "resultTypes": ["violations"]}
ASK_THE_REST = {**ASK, "rules": {rule: {"enabled": False} for rule in COLOURS}}

SHOWS = """scheme =>
    getComputedStyle(document.querySelector('.stApp')).colorScheme === scheme"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here as browser; skip it, or fail where a browser is required."""
    for item in items:
        if Path(item.path).is_relative_to(ROOT / "tests" / "browser"):
            item.add_marker(pytest.mark.browser)
            if BROWSER is None and not os.environ.get("REQUIRE_BROWSER"):
                item.add_marker(pytest.mark.skip(reason="no Chromium here (see `make browser`)"))


class Server:
    """The lesson, served on a free port of this machine by a process of its own."""

    def __init__(self, script: Path = ROOT / "asgi.py") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.script = script
        self.url = f"http://localhost:{self.port}"
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "streamlit", "run", str(self.script)]
        options = ["--server.port", str(self.port), "--server.headless", "true"]
        self.process = subprocess.Popen(
            command + options, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(300):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1)
                return
            time.sleep(0.1)
        raise RuntimeError("the server did not start within 30 s")

    def stop(self) -> None:
        """Kill it, as a crash would."""
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests of this worker."""
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def fresh_server() -> Iterator[Server]:
    """A server that has just started: nothing has asked it for anything yet."""
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def open_page(server: Server, chromium) -> Iterator[Callable[..., object]]:
    """Open an address of the lesson ("/Draft_ahead?seed=7") and wait until it has settled.

    Options: width, height, scheme ("light", "dark"), motion ("reduce", "no-preference"), at
    (another server), touch. At the end of the test the console must be free of errors and no
    other host may have been asked.
    """
    contexts, faults = [], []

    def open_one(
        address: str = "/",
        *,
        width: int = 1280,
        height: int = 900,
        scheme: str = "light",
        motion: str = "reduce",
        touch: bool = False,
        at: Server = server,
    ) -> object:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion=motion,
            has_touch=touch,
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: _console(message, faults))
        page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        page.on("request", lambda request: _host(request, faults))
        page.goto(at.url + address)
        settle(page)
        return page

    yield open_one
    for context in contexts:
        context.close()

    assert faults == []


def settle(page) -> None:
    """Wait until Streamlit has run the page to its end and the address has followed."""
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    page.locator("h1").first.wait_for()
    page.wait_for_timeout(400)
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    # Streamlit fetches a kind of element when it first meets one, and holds its place meanwhile.
    page.wait_for_function("!document.querySelector('[data-testid=stSkeleton]')")


def violations(page, ask=ASK) -> list[str]:
    """Return what axe-core finds against WCAG 2.2 A and AA: rule, element, what to do."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options=ask).response
    return [
        f"{one['id']}: {node['target']}: {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def barriers(page) -> list[str]:
    """Return what stands in anyone's way: axe's findings, and by how much it is too wide.

    Looked for on a laptop in light and dark, and on a phone. It is one page, loaded once, that is
    made dark and narrow: loading it is most of what a test costs.
    """
    found = []
    for width, height, scheme, ask in (
        (1280, 900, "light", ASK),
        (1280, 900, "dark", ASK_COLOURS),
        (360, 740, "dark", ASK_THE_REST),
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(SHOWS, arg=scheme)
        settle(page)
        found += [f"{width} px, {scheme}: {one}" for one in violations(page, ask)]
        if wide := overflow(page):
            found.append(f"{width} px, {scheme}: {wide} px too wide")
    return found


def overflow(page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return page.evaluate(
        """() => {
          const main = document.querySelector('[data-testid="stMain"]');
          return Math.max(main.scrollWidth - main.clientWidth,
                          document.documentElement.scrollWidth - window.innerWidth);
        }"""
    )


def _console(message, faults: list[str]) -> None:
    where = message.location.get("url", "")
    if message.type == "error" and not where.endswith(EXEMPT):
        faults.append(f"console: {message.text} ({where})")


def _host(request, faults: list[str]) -> None:
    address = urlparse(request.url)
    if address.scheme in ("http", "https", "ws", "wss") and address.hostname != "localhost":
        faults.append(f"asked another host: {request.url}")
