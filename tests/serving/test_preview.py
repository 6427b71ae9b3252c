"""What a link to the lesson shows elsewhere: in a page's HTML, with the picture it names."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import pytest
import streamlit

from serving.preview import _TITLE, CARD, CARD_ADDRESS, CARD_SIZE, Preview, card_route
from tests.helpers import awaited

PAGE = f"<html><head>{_TITLE}</head><body>x</body></html>".encode()


def answer_of(
    body: list[bytes],
    *,
    kind: bytes = b"text/html; charset=utf-8",
    status: int = 200,
    method: str = "GET",
    headers: tuple[tuple[bytes, bytes], ...] = ((b"host", b"learn.example"),),
) -> tuple[dict[bytes, bytes], bytes]:
    """Return headers and body of what passes through."""
    sent: list[dict] = []

    async def inner(scope, receive, send):
        length = str(sum(map(len, body))).encode()
        start = [(b"content-type", kind), (b"content-length", length)]
        await send({"type": "http.response.start", "status": status, "headers": start})
        for place, part in enumerate(body, 1):
            await send({"type": "http.response.body", "body": part, "more_body": place < len(body)})

    async def keep(message):
        sent.append(message)

    scope = {"type": "http", "method": method, "scheme": "http", "path": "/", "headers": headers}
    awaited(Preview(inner, "Faster & better", 'Says "so"')(scope, None, keep))
    return dict(sent[0]["headers"]), b"".join(one["body"] for one in sent[1:])


def test_a_page_says_what_it_is_and_names_its_picture():
    """Whole or in parts, the page gets the tags, and its length is said anew."""
    parts = [PAGE[:9], PAGE[9:]]
    headers, body = answer_of(parts)
    whole = answer_of([PAGE])

    assert whole == (headers, body)
    assert int(headers[b"content-length"]) == len(body)
    assert b"<title>Faster &amp; better</title>" in body
    assert b'<meta property="og:description" content="Says &quot;so&quot;" />' in body
    assert b'<meta property="og:image" content="http://learn.example/card.png" />' in body
    assert body.endswith(b"</head><body>x</body></html>")


ASKS_GZIP = (b"accept-encoding", b"gzip, br")


async def compressing(scope, receive, send):
    """Answer as Streamlit does: compressed where the browser takes it."""
    packed = ASKS_GZIP in scope["headers"]
    start = [(b"content-type", b"text/html"), *([(b"content-encoding", b"gzip")] * packed)]
    await send({"type": "http.response.start", "status": 200, "headers": start})
    await send({"type": "http.response.body", "body": gzip.compress(PAGE) if packed else PAGE})


@pytest.mark.parametrize(
    ("path", "body"), [("/Draft_ahead", b"og:title"), ("/x.html", gzip.compress(PAGE)[:4])]
)
def test_whoever_takes_compressed_pages_gets_the_tags(path, body):
    """Browsers and chats all do: a page comes as text, a file as there is."""
    sent: list[dict] = []

    async def keep(message):
        sent.append(message)

    headers = [(b"host", b"learn.example"), ASKS_GZIP, (b"accept", b"*/*")]
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": path, "headers": headers}
    awaited(Preview(compressing, "Faster", "Says so")(scope, None, keep))

    assert body in sent[1]["body"]


@pytest.mark.parametrize(
    "other", [{"kind": b"application/json"}, {"status": 404}, {"method": "HEAD"}]
)
def test_what_is_no_page_is_passed_on_untouched(other):
    """A file, an error, a question for headers alone."""
    headers, body = answer_of([PAGE], **other)

    assert body == PAGE
    assert int(headers[b"content-length"]) == len(PAGE)


def test_behind_a_proxy_the_picture_has_the_learners_scheme():
    """TLS ends at the proxy; a picture asked for over http would not be shown."""
    headers = ((b"host", b"learn.example"), (b"x-forwarded-proto", b"https"))

    assert b'content="https://learn.example/card.png"' in answer_of([PAGE], headers=headers)[1]


def test_a_host_with_markup_stays_text():
    """Anyone may write the Host header."""
    _, body = answer_of([PAGE], headers=((b"host", b'"><script>'),))

    assert b"<script>" not in body


def test_streamlit_still_words_its_title_so():
    """A new version that doesn't would leave the page without its tags."""
    index = Path(streamlit.__file__).parent / "static" / "index.html"

    assert index.read_text("utf-8").count(_TITLE) == 1


def test_the_picture_is_there_in_the_size_that_is_said():
    """A PNG names width and height in bytes 16 to 24."""
    assert struct.unpack(">II", CARD.read_bytes()[16:24]) == CARD_SIZE
    assert card_route().path == CARD_ADDRESS
