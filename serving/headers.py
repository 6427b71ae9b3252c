"""The headers of every answer: who may frame the lesson, and what a browser may not do.

FRAME_ANCESTORS names the sites that may embed it, with blanks or commas between them:
FRAME_ANCESTORS=https://moodle.example.edu,https://*.example.org. The lesson's own address always
may. Nothing is allowed by default, `*` allows everyone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SETTING = "FRAME_ANCESTORS"
# A source as the header's grammar has it: a scheme, a host with or without a port, `*.` before it.
_SOURCE = re.compile(r"\*|https?:|(https?://)?(\*\.)?[A-Za-z0-9.-]+(:([0-9]{1,5}|\*))?")


class SettingError(ValueError):
    """FRAME_ANCESTORS holds what is not a source; a header may not carry it."""


def frame_ancestors(setting: str) -> str:
    """Return the directive for a setting.

    Parameters
    ----------
    setting
        Origins with blanks or commas between them, or `*` for anyone.

    Raises
    ------
    SettingError
        If a part is no origin, such as one with a path: it names the setting, the rule, the value.
    """
    sources = [
        part.rstrip("/") for part in re.split(r"[\s,]+", setting) if part.strip("'") != "self"
    ]
    sources = [source for source in sources if source]
    for source in sources:
        if not _SOURCE.fullmatch(source):
            raise SettingError(
                f"{SETTING}: must be origins such as https://moodle.example.edu, or *; "
                f"{source!r} is neither"
            )
    return " ".join(["frame-ancestors", "'self'", *sources])


def security_headers(setting: str) -> dict[str, str]:
    """Return what every answer carries: who may frame the lesson, and what a browser may not do."""
    # Streamlit evaluates code of its own, so a script-src would forbid nothing that counts.
    policy = (
        frame_ancestors(setting),
        "base-uri 'self'",
        "object-src 'none'",
        "form-action 'self'",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "X-Content-Type-Options": "nosniff",
        # The address holds a learner's answers: another site is told the origin and no more.
        "Referrer-Policy": "strict-origin-when-cross-origin",
    }


class Headers:
    """Adds fixed headers to every HTTP answer."""

    def __init__(self, app: ASGIApp, headers: Iterable[tuple[str, str]]) -> None:
        self.app, self.headers = app, tuple(headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; put the headers where an answer begins."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in self.headers:
                    answer[name] = value
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
