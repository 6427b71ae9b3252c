"""Course pages on another origin, in a browser that blocks third-party cookies.

The lesson is at localhost, the course at 127.0.0.1: to a browser these are two sites.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlparse

import pytest

from tests.browser.conftest import ARGUMENTS, BROWSER, Server
from views.embed import SOURCE

ANY_COURSE = "http://127.0.0.1:*"
# What every course page of the tests does: it keeps what it is told, and by whom.
LISTENER = """<script>window.told = [];
window.addEventListener("message", e => told.push({
  origin: e.origin, data: e.data,
  ours: e.source === document.querySelector("iframe").contentWindow}));
</script>"""


class Site:
    """A small web site; `pages` maps a path to its HTML or its bytes, `cookies` to what it sets."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.pages: dict[str, str | bytes] = {}
        self.cookies: dict[str, str] = {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://{host}:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def frames(self, address: str, *, path: str = "/course", attributes: str = "") -> str:
        """Return the address of a new page that frames this one."""
        self.pages[path] = (
            f"<!doctype html><title>Course</title><body style='margin:0'>{LISTENER}"
            f"<iframe style='width:100%;height:600px;border:0' {attributes}"
            f" allow='clipboard-write' src='{address}'></iframe>"
        )
        return self.url + path

    def close(self) -> None:
        """Stop serving."""
        self.server.shutdown()
        self.server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlparse(self.path).path
                body = site.pages.get(path)
                self.send_response(404 if body is None else 200)
                kinds = {".js": "text/javascript", ".css": "text/css"}
                kind = kinds.get(Path(path).suffix, "text/html")
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                if path in site.cookies:
                    self.send_header("Set-Cookie", site.cookies[path])
                self.end_headers()
                if body is not None:
                    self.wfile.write(body if isinstance(body, bytes) else body.encode())

            def log_message(self, *_: object) -> None:
                """Say nothing: a test's output is its own."""

        return Handler


@contextlib.contextmanager
def lesson_for(ancestors: str) -> Iterator[Server]:
    """Serve the lesson as `make run` does, framable by these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FRAME_ANCESTORS", ancestors)
        running = Server()
    yield running
    running.stop()


@contextlib.contextmanager
def strict_browser(
    chromium, folder: Path, *, strict: bool = True
) -> Iterator[Callable[..., object]]:
    """Start a Chromium that blocks third-party cookies; give a function that opens addresses.

    A page keeps its console errors in `page.faults`. With `strict=False` it blocks none.
    """
    (folder / "Default").mkdir(parents=True)
    cookies = {"cookie_controls_mode": int(strict), "block_third_party_cookies": strict}
    (folder / "Default" / "Preferences").write_text(json.dumps({"profile": cookies}))
    context = chromium.browser_type.launch_persistent_context(
        str(folder),
        executable_path=BROWSER,
        args=ARGUMENTS,
        viewport={"width": 1000, "height": 760},
        reduced_motion="reduce",
    )
    context.set_default_timeout(45_000)
    context.grant_permissions(["clipboard-read", "clipboard-write"])

    def open_one(address: str) -> object:
        page = context.new_page()
        page.faults = []
        page.on("console", lambda m: page.faults.append(m.text) if m.type == "error" else None)
        page.goto(address)
        return page

    yield open_one
    context.close()


def lesson_in(page):
    """Return the frame of the lesson in a course page once it has run to its end."""
    inside = page.frame_locator("iframe")
    inside.locator("h1").wait_for()
    inside.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    return inside


def told(page, kind: str) -> list[dict]:
    """Return what the course page was told by the lesson, of one kind, oldest first."""
    return [
        message["data"]
        for message in page.evaluate("told")
        if message["ours"]
        and isinstance(message["data"], dict)
        and message["data"].get("source") == SOURCE
        and message["data"].get("type") == kind
    ]


def wait_for_told(page, condition: str) -> None:
    """Wait until the course page was told something: a condition on `m` in JavaScript."""
    ours = f"t.ours && t.data && t.data.source === '{SOURCE}'"
    page.wait_for_function(f"told.some(t => {ours} && (m => {condition})(t.data))")
