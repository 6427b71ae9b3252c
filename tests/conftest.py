"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# No test is judged by the clock: machines are noisy, and speed is measured in benchmarks/.
settings.register_profile(
    "lesson", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("lesson")


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """One browser for all tests of this worker: a thread can hold only one Playwright."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import ARGUMENTS, CHROMIUM

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run a test that drives a browser again, twice at most, where it fails.

    A busy machine can outlast a wait; a fault fails three times. Nothing else is run again.
    """
    for item in items:
        if {"chromium", "open_page", "editor"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=2))
