"""Measure the animated round of step 1 while it plays: frames in Chromium.

    python -m benchmarks.scene_frames [--slowdown 4] [--speed 2]

A real server, a real page, Play pressed as a learner would. For each draw: the time from frame to
frame as the browser reports it (60 Hz is 16.7 ms) over the whole sentence, how many frames took
longer than two of those, and the longest task of ours: from a timer's call to its end.
`--slowdown 4` lets Chromium run at a quarter of its speed, about a cheap phone. Other load on the
machine shows in the frames; the tasks tell what the scene itself takes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lessons import load_lesson  # noqa: E402
from tests.browser.conftest import ARGUMENTS, CHROMIUM, Server  # noqa: E402

SCENES = (
    ("two passes, 1280 px", "seed=185", 1280, 900),
    ("default, 1280 px", "", 1280, 900),
    ("eight guesses, 360 px", "seed=5&gamma=8", 360, 740),
)
SLOW_FRAME = 2 * 1000 / 60
# Wrapped before the page's own scripts: the scene works in timers only.
PROBE = """
window.probe = { on: false, gaps: [], own: [], last: 0 };
const later = window.setTimeout.bind(window);
window.setTimeout = (act, wait, ...rest) => later(() => {
  const start = performance.now();
  act();
  if (probe.on) probe.own.push(performance.now() - start);
}, wait, ...rest);
const tick = (now) => {
  if (probe.on && probe.last) probe.gaps.push(now - probe.last);
  probe.last = probe.on ? now : 0;
  requestAnimationFrame(tick);
};
requestAnimationFrame(tick);
"""


def played(browser: Browser, url: str, width: int, height: int, slowdown: float, speed: str):
    """Play one sentence to its end; return what the probe saw."""
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.add_init_script(PROBE)
    page.goto(url)
    page.locator(".scene .next").wait_for()
    page.wait_for_timeout(3000)
    if slowdown > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.get_by_role("button", name=f"{speed}×", exact=True).click()
    page.evaluate("probe.on = true")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("h1", has_text="finished").wait_for(timeout=180_000)
    page.evaluate("probe.on = false")
    probe = page.evaluate("probe")
    context.close()
    return probe


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--slowdown", type=float, default=1)
parser.add_argument("--speed", choices=("0.5", "1", "2"), default="2")
options = parser.parse_args()
if CHROMIUM is None:
    sys.exit("no Chromium here")
answered = "|".join(f"{name}:skip" for name in load_lesson().questions if name.startswith("draft-"))
server = Server()
try:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        print(f"{'ms':24} {'median':>7} {'95 %':>7} {'worst':>7}   slow frames   our longest task")
        for name, query, width, height in SCENES:
            url = f"{server.url}/Draft_ahead?{query}&answers={answered}"
            probe = played(browser, url, width, height, options.slowdown, options.speed)
            gaps = sorted(probe["gaps"])
            late = gaps[int(len(gaps) * 0.95)]
            slow = sum(gap > SLOW_FRAME for gap in gaps)
            print(
                f"{name:24} {median(gaps):7.1f} {late:7.1f} {gaps[-1]:7.1f}   "
                f"{slow:4} of {len(gaps):5}   {max(probe['own']):10.1f}"
            )
        browser.close()
finally:
    server.stop()
