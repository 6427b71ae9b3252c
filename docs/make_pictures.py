"""Makes docs/pictures/ afresh: every page at 1280 px, on a phone and in dark mode; and the card.

    make pictures

starts the lesson on a free port, opens each page in Chromium and saves it as PNG. The card is what
a link to the lesson shows elsewhere: the landing page’s promise, in the usual size.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from serving.preview import CARD, CARD_SIZE  # noqa: E402
from tests.browser.conftest import ARGUMENTS, CHROMIUM, Server, settle  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
PAGES = {
    "home": "/",
    "1-draft": "/Draft_ahead?step=4",
    "2-math": "/Accept_or_correct",
    "3-exact": "/Why_it_is_exact",
    "4-code": "/The_code",
    "5-nimbus": "/So_what",
    "6-speed-lab": "/Speed_lab",
    "7-beyond-lab": "/Beyond_lab",
    "8-instructors": "/For_instructors",
}
SCREENS = {
    "wide": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light"},
}

# The promise alone; a button that can't be pressed has no place in a picture.
PROMISE = "/?hide=nav|foot|steps|words|seeds"
NO_BUTTON = ".st-key-start { display: none; }"
ZOOM = 1.25


def save(browser: Browser, server: Server, page: str, screen: str) -> None:
    """Open one page on one screen and save what a learner first sees."""
    context = browser.new_context(**SCREENS[screen], reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(server.url + PAGES[page])
    settle(tab)
    tab.wait_for_timeout(1500)  # fonts, charts
    tab.screenshot(path=PICTURES / f"{page}-{screen}.png")
    context.close()


def save_card(browser: Browser, server: Server) -> None:
    """Save the card that a link to the lesson shows."""
    width, height = (round(side / ZOOM) for side in CARD_SIZE)
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=ZOOM,
        reduced_motion="reduce",
    )
    tab = context.new_page()
    tab.goto(server.url + PROMISE)
    settle(tab)
    tab.add_style_tag(content=NO_BUTTON)
    tab.wait_for_timeout(1500)
    tab.screenshot(path=CARD)
    context.close()


def main() -> None:
    """Save all pages on all screens, and the card."""
    if CHROMIUM is None:
        sys.exit("No Chromium here; `make browser` installs one where it can.")
    PICTURES.mkdir(exist_ok=True)
    server = Server()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for page in PAGES:
            for screen in SCREENS:
                save(browser, server, page, screen)
        save_card(browser, server)
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
