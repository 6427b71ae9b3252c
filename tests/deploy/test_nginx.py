"""nginx in front of two processes, driven by requests, by the load test and by Chromium."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import streamlit

from tests.browser.conftest import settle

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = Path(streamlit.__file__).parent / "static" / "static"
LARGEST = max(STATIC.rglob("*.js"), key=lambda path: path.stat().st_size)
LEARNERS = 8


def get(url: str, **headers: str):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return urllib.request.urlopen(urllib.request.Request(url, headers=named), timeout=20)


def test_static_files_are_sent_compressed_and_kept_for_a_year(site) -> None:
    """The largest script comes in less than half its size, and it is the app's own."""
    url = f"{site.url}/static/js/{LARGEST.name}"
    small, plain = get(url, Accept_Encoding="gzip"), get(url)
    body = small.read()

    assert small.headers["Content-Encoding"] == "gzip"
    assert "immutable" in small.headers["Cache-Control"]
    assert small.headers["Content-Type"] == "application/javascript"
    assert small.headers["X-Content-Type-Options"] == "nosniff"
    assert len(body) < LARGEST.stat().st_size / 2
    assert gzip.decompress(body) == plain.read() == LARGEST.read_bytes()


def test_a_page_carries_the_headers_of_the_app_and_no_cookie(site) -> None:
    """Who may frame it is said once, by the app; nothing is kept in the browser."""
    answer = get(f"{site.url}/Draft_ahead?seed=7")

    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Set-Cookie"] is None
    assert "nginx/" not in (answer.headers["Server"] or "")


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/agent/openapi.json"])
def test_what_operators_need_is_not_for_the_world(site, path: str) -> None:
    """Reachable on the machine, at the process's own port; not through nginx."""
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(site.url + path)


def test_learners_are_spread_over_the_processes(site) -> None:
    """The load test goes through nginx; each process gets its half, nobody loses anything."""
    before = site.connected()
    url = site.url.replace("localhost", "127.0.0.1")
    command = [sys.executable, "benchmarks/load.py", "--url", url, "--pages", "math,nimbus"]
    options = ["--learners", str(LEARNERS), "--changes", "3", "--period", "0.5"]
    pids = [option for app in site.apps for option in ("--pid", str(app.pid))]
    run = subprocess.run(
        [*command, *options, *pids], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    row = json.loads(run.stdout.splitlines()[-1])
    came = [after - start for after, start in zip(site.connected(), before, strict=True)]

    assert (row["failed"], row["changes"]) == (0, 3 * LEARNERS), run.stderr
    assert sum(came) == LEARNERS + 2  # and one each for the pages that are opened first
    assert abs(came[0] - came[1]) <= 2


def test_downloads_work_whichever_process_holds_them(site, chromium) -> None:
    """A file is asked for by a request of its own: it arrives, also ten times in a row."""
    for number in range(3):
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"{site.url}/The_code?seed={number}")
        settle(page)
        with page.expect_download() as waiting:
            page.get_by_test_id("stDownloadButton").first.locator("button").click()
        content = Path(waiting.value.path()).read_bytes()
        again = [get(waiting.value.url).read() for _ in range(10)]
        cookies = context.cookies()
        context.close()

        assert f"SEED = {number}".encode() in content
        assert again == [content] * 10
        assert cookies == []


def test_learners_of_a_process_that_dies_go_on_with_the_other(site, chromium) -> None:
    """kill -9 of each process in turn: the page comes back with its state, and works."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{site.url}/So_what?seed=77&alpha=.6")
    settle(page)
    for app in site.apps:
        held = _holds(page, site)
        app.kill()
        page.locator('[data-test-connection-state="CONNECTED"]').wait_for(timeout=30_000)
        if held is app:
            page.wait_for_timeout(500)
        settle(page)
        app.start()
        time.sleep(2.5)  # nginx gives it another chance after two seconds

        assert "seed=77" in page.url
        assert page.locator('[class*="alpha"] input').first.input_value() == "0.6"
    page.locator('[class*="alpha"] input').first.press("ArrowRight")
    page.wait_for_url("**alpha=.61**")
    context.close()


def _holds(page, site):
    """Return the process that serves this page (each session's connection is counted)."""
    active = []
    for app in site.apps:
        rows = get(f"{app.url}/_stcore/metrics").read().decode().splitlines()
        active += [
            app for row in rows if row.startswith("active_sessions ") and row != "active_sessions 0"
        ]
    return active[0] if active else None
