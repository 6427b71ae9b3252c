"""The headers of the server: who may frame the lesson, from one setting that is checked."""

from __future__ import annotations

import pytest

from serving.headers import Headers, SettingError, frame_ancestors, security_headers
from tests.helpers import awaited


@pytest.mark.parametrize("setting", ["", "  ", ",", "self", "'self'"])
def test_nobody_but_the_lesson_itself_may_frame_it_by_default(setting):
    """No setting, or an empty one, allows our own address alone."""
    assert frame_ancestors(setting) == "frame-ancestors 'self'"


@pytest.mark.parametrize(
    ("setting", "sources"),
    [
        ("https://moodle.example.edu", "https://moodle.example.edu"),
        ("https://moodle.example.edu/", "https://moodle.example.edu"),
        ("https://a.example, https://b.example:8443", "https://a.example https://b.example:8443"),
        ("https://*.example.org\nb.example", "https://*.example.org b.example"),
        ("http://127.0.0.1:*", "http://127.0.0.1:*"),
        ("'self' *", "*"),
        ("https:", "https:"),
    ],
)
def test_the_setting_names_who_else_may(setting, sources):
    """Origins with blanks, commas or line breaks between them are added to our own."""
    assert frame_ancestors(setting) == f"frame-ancestors 'self' {sources}"


@pytest.mark.parametrize(
    "setting",
    [
        "https://lms.example/course/7",
        "javascript:alert(1)",
        "https://a.example; script-src *",
        "https://a.example\r\nSet-Cookie:x=1",
        "'none'",
        "https://*",
        "ä.example",
    ],
)
def test_what_is_no_origin_stops_the_server(setting):
    """A path, a second directive or a second header is refused, by setting, rule and value."""
    with pytest.raises(SettingError, match=r"FRAME_ANCESTORS: must be origins .* is neither"):
        frame_ancestors(setting)


def answer_of(app, kind: str = "http") -> list[dict]:
    """Return what an ASGI app sends."""
    sent = []

    async def keep(message):
        sent.append(message)

    awaited(app({"type": kind}, None, keep))
    return sent


def test_every_answer_carries_the_headers_once():
    """They replace what an answer had, and leave the rest of it alone."""

    async def inner(scope, receive, send):
        old = [(b"referrer-policy", b"unsafe-url"), (b"etag", b"7")]
        await send({"type": "http.response.start", "status": 200, "headers": old})
        await send({"type": "http.response.body", "body": b"x"})

    start, body = answer_of(Headers(inner, security_headers("").items()))
    headers = sorted(start["headers"])

    assert body["body"] == b"x"
    assert headers == [
        (
            b"content-security-policy",
            b"frame-ancestors 'self'; base-uri 'self'; object-src 'none'; form-action 'self'",
        ),
        (b"etag", b"7"),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"x-content-type-options", b"nosniff"),
    ]


def test_a_websocket_is_passed_on_untouched():
    """What is no HTTP answer has no headers to set."""
    message = {"type": "http.response.start", "headers": []}

    async def inner(scope, receive, send):
        await send(message)

    assert answer_of(Headers(inner, [("a", "b")]), kind="websocket") == [message]
    assert message["headers"] == []
