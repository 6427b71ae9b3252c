"""Running a page of the lesson without a browser."""

from __future__ import annotations

from html import unescape
from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parent.parent.parent


def visit(page: str = "", **address: str) -> AppTest:
    """Return a page as a first visit to this address sees it; "" is the landing page.

    A deep link runs the page's own script in a new session, and so does this.
    """
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in address.items():
        test.query_params[key] = value
    if page:
        test.switch_page(f"pages/{page}.py")
    test.run()
    return test


def texts(test: AppTest) -> str:
    """Return all text on the page, HTML pieces included, in one string."""
    pieces = [unescape(element.proto.body) for element in test.get("html")]
    for kind in ("markdown", "title", "header", "subheader", "caption", "error", "latex"):
        pieces += [element.value for element in test.get(kind)]
    return "\n".join(pieces)


def pictures(test: AppTest) -> list[str]:
    """Return the charts on the page, as HTML."""
    bodies = [unescape(element.proto.body).replace("\xa0", " ") for element in test.get("html")]
    return [body for body in bodies if 'class="chart"' in body]


def address(test: AppTest) -> dict[str, str]:
    """Return the address as the page has written it."""
    return {
        key: value[-1] if isinstance(value, list) else value
        for key, value in test.query_params.items()
    }
