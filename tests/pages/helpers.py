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


def said(test: AppTest) -> set[str]:
    """Return every line that the page says: its text, its buttons, its code."""
    buttons = [button.label for button in test.button]
    return set("\n".join([texts(test), *buttons, *(code.value for code in test.code)]).split("\n"))


def grown_old(test: AppTest, before: set[str]) -> set[str]:
    """Return the lines in which parts that were drawn alone differ from the page drawn whole.

    Parameters
    ----------
    test
        The page after a change: it holds what was drawn alone. It is drawn whole here.
    before
        What it said before the change. A line that neither stood there nor was drawn alone has
        its old reading on a learner's screen.
    """
    alone = said(test)
    whole = said(test.run())
    assert alone < whole, "the whole page was drawn: this tells nothing"
    return (alone - whole) | (whole - alone - before)


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
