"""What a link to the lesson looks like where it is shared: a title, a sentence and a picture.

Streamlit fills a page in the browser. Chats, course systems and search engines read its HTML alone,
and that is called "Streamlit" and says nothing else. So it gets the lesson's title and the tags of
the Open Graph protocol, which all of them read.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from starlette.datastructures import Headers as ReadHeaders
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CARD = Path(__file__).resolve().parent.parent / "assets" / "icons" / "card.png"
CARD_SIZE = (1200, 630)  # pixels: what the networks crop nothing of
CARD_ADDRESS = "/card.png"
_TITLE = "<title>Streamlit</title>"  # tests/serving tells when a new version words it otherwise


def card_route() -> Route:
    """Return the address of the picture, which `make pictures` makes."""

    async def card(request: Request) -> FileResponse:
        return FileResponse(CARD, headers={"Cache-Control": "public, max-age=86400"})

    return Route(CARD_ADDRESS, card)


class Preview:
    """Puts title, description and picture into the HTML that every page begins with.

    Parameters
    ----------
    app
        What answers.
    title, description
        The lesson's own words.
    """

    def __init__(self, app: ASGIApp, title: str, description: str) -> None:
        self.app, self.title, self.description = app, title, description

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; an HTML page is held back until it is whole, and then changed."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        held: Message | None = None
        body = b""

        async def hold(message: Message) -> None:
            nonlocal held, body
            if message["type"] == "http.response.start" and _is_page(message):
                held = message
            elif held is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body"):
                    page = self.changed(body.decode("utf-8"), _origin(scope)).encode("utf-8")
                    MutableHeaders(raw=held["headers"])["content-length"] = str(len(page))
                    await send(held)
                    await send({"type": "http.response.body", "body": page})

        await self.app(_uncompressed(scope), receive, hold)

    def changed(self, page: str, origin: str) -> str:
        """Return the page with the tags in its head; `origin` is the lesson's own address."""
        title, about = escape(self.title), escape(self.description)
        width, height = CARD_SIZE
        tags = (
            f"<title>{title}</title>",
            f'<meta name="description" content="{about}" />',
            '<meta property="og:type" content="website" />',
            f'<meta property="og:title" content="{title}" />',
            f'<meta property="og:description" content="{about}" />',
            f'<meta property="og:image" content="{escape(origin)}{CARD_ADDRESS}" />',
            f'<meta property="og:image:width" content="{width}" />',
            f'<meta property="og:image:height" content="{height}" />',
            '<meta name="twitter:card" content="summary_large_image" />',
        )
        return page.replace(_TITLE, "\n    ".join(tags), 1)


def _is_page(start: Message) -> bool:
    headers = MutableHeaders(raw=start["headers"])
    html = headers.get("content-type", "").startswith("text/html")
    return start["status"] == 200 and html and "content-encoding" not in headers


def _uncompressed(scope: Scope) -> Scope:
    """Ask for a page as text: Streamlit would compress it, and what is compressed has no head.

    A page's address names no file; scripts, styles and fonts stay compressed.
    """
    if "." in scope["path"].rsplit("/", 1)[-1]:
        return scope
    kept = [(name, value) for name, value in scope["headers"] if name.lower() != b"accept-encoding"]
    return {**scope, "headers": kept}


def _origin(scope: Scope) -> str:
    """Return scheme and host as the browser sees them, behind a proxy too."""
    headers = ReadHeaders(scope=scope)
    scheme = headers.get("x-forwarded-proto", scope["scheme"])
    return f"{scheme}://{headers.get('host', '')}"
