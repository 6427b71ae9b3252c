"""An answer leaves the server in one piece, and not element by element.

For each element of a page Streamlit's server lets everything else have a turn, and then hands the
element to the network by itself. At both places Python's interpreter is given away, and while
another learner's script runs it comes back after 5 ms: an answer of forty elements could wait forty
times. Here one turn sends all that a session has to say, and what is written within a turn of the
event loop goes to the network at its end, together. The bytes are the same.
"""

from __future__ import annotations

import asyncio
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.session_manager import ActiveSessionInfo
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

separate = AppSession.flush_browser_queue
each = Runtime._send_message
straight_on = WebSocketsSansIOProtocol.connection_made


class Answer(list[ForwardMsg]):
    """Messages for one browser, which are sent in one turn."""


def joined(self: AppSession) -> list[Any]:
    """Do what `separate` does; all messages are one item of the list."""
    if self._browser_queue.is_empty():  # as nearly all are, each time that one has something
        return []
    return [Answer(separate(self))]


def send(self: Runtime, session_info: ActiveSessionInfo, what: ForwardMsg | Answer) -> None:
    """Do what `each` does, for all messages of an answer."""
    for message in what if isinstance(what, Answer) else [what]:
        each(self, session_info, message)


class Gathered:
    """A connection that writes, at the end of a turn of its loop, what it was given in that turn.

    Everything else is the connection's own.
    """

    def __init__(self, connection: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._connection, self._loop = connection, loop
        self._given: list[bytes] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._connection, name)

    def write(self, data: bytes) -> None:
        """Keep the data until the turn ends."""
        if not self._given:
            self._loop.call_soon(self._write)
        self._given.append(data)

    def close(self) -> None:
        """Close, once everything is written."""
        self._write()
        self._connection.close()

    def _write(self) -> None:
        given, self._given = self._given, []
        if given:
            self._connection.write(b"".join(given))


def gathered(self: WebSocketsSansIOProtocol, transport: asyncio.Transport) -> None:
    """Do what `straight_on` does, and gather what is written from then on."""
    straight_on(self, transport)
    self.transport = Gathered(transport, self.loop)  # type: ignore[assignment]


def install() -> None:
    """Have Streamlit's server use it, for connections that begin from now on."""
    AppSession.flush_browser_queue = joined  # type: ignore[method-assign]
    Runtime._send_message = send  # type: ignore[assignment, method-assign]
    WebSocketsSansIOProtocol.connection_made = gathered  # type: ignore[assignment, method-assign]
