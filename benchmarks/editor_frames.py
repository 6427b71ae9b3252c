"""Measure the distribution editor under the hand: frames while a handle is dragged in Chromium.

    python -m benchmarks.editor_frames [--seconds 3] [--slowdown 4]

A real server, a real page, the mouse (or a finger) moved through the browser's own input. For each
scene: the time from frame to frame as the browser reports it (60 Hz is 16.7 ms), the time our own
code takes in a frame, and what a frame costs from our code to the finished layout. `--slowdown 4`
lets Chromium run at a quarter of its speed, about a cheap phone. Needs Chromium and nothing else;
other load on the machine shows in the first column, not in the others.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import ARGUMENTS, CHROMIUM, Server  # noqa: E402

SCENES = (
    ("5 words, 1280 px, mouse", "", 1280, 900),
    ("12 words, 1280 px, mouse", "set=twelve", 1280, 900),
    ("5 words, 360 px, finger", "", 360, 740),
    ("12 words, 360 px, finger", "set=twelve", 360, 740),
)
# Wrapped before the page's own scripts: every callback of a frame is timed, then layout is forced.
PROBE = """
window.probe = { on: false, gaps: [], own: [], laid: [], last: 0 };
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) => ask((now) => {
  const start = performance.now();
  callback(now);
  if (!probe.on) return;
  const done = performance.now();
  const host = document.querySelector('[data-testid="stBidiComponentIsolated"]');
  host.shadowRoot.querySelector(".stage").getBoundingClientRect();
  probe.own.push(done - start);
  probe.laid.push(performance.now() - start);
});
const tick = (now) => {
  if (probe.on && probe.last) probe.gaps.push(now - probe.last);
  probe.last = probe.on ? now : 0;
  ask(tick);
};
ask(tick);
"""


def drag(page: Page, finger: bool, seconds: float) -> None:
    """Hold q_draft of the second word and move it to and fro."""
    handle = page.locator(".handle.q").nth(1)
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def put(kind: str, dx: float, dy: float) -> None:
        if finger:
            points = [] if kind == "End" else [{"x": x + dx, "y": y + dy}]
            session.send(
                "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points}
            )
        elif kind == "Move":
            page.mouse.move(x + dx, y + dy)
        else:
            (page.mouse.down if kind == "Start" else page.mouse.up)()

    if not finger:
        page.mouse.move(x, y)
    put("Start", 0, 0)
    page.evaluate("probe.on = true")
    start = page.evaluate("performance.now()")
    step = 0
    while page.evaluate("performance.now()") - start < seconds * 1000:
        reach = 50 * math.sin(step / 12)
        put("Move", *((reach, 0) if finger else (0, reach)))
        step += 1
    page.evaluate("probe.on = false")
    put("End", 0, 0)


def spread(values: list[float]) -> str:
    """Median, 95th percentile and worst, in ms."""
    ordered = sorted(values)
    late = ordered[int(len(ordered) * 0.95)]
    return f"{median(ordered):6.1f} {late:6.1f} {ordered[-1]:6.1f}"


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--seconds", type=float, default=3)
parser.add_argument("--slowdown", type=float, default=1)
options = parser.parse_args()
if CHROMIUM is None:
    sys.exit("no Chromium here")
server = Server(ROOT / "tests" / "browser" / "apps" / "editor_app.py")
try:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        print(
            f"{'ms: median, 95 %, worst':27} {'frame to frame':>20}   {'our code':>20}   and layout"
        )
        for name, query, width, height in SCENES:
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch="finger" in name
            )
            page = context.new_page()
            page.add_init_script(PROBE)
            page.goto(f"{server.url}/?{query}")
            page.locator(".handle").first.wait_for()
            page.wait_for_timeout(1500)
            if options.slowdown > 1:
                session = context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": options.slowdown})
            drag(page, "finger" in name, options.seconds)
            probe = page.evaluate("probe")
            columns = [spread(probe[key]) for key in ("gaps", "own", "laid")]
            print(f"{name:27} " + "   ".join(columns) + f"   ({len(probe['own'])} frames moved)")
            context.close()
        browser.close()
finally:
    server.stop()
