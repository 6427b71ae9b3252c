"""An answer leaves when it is written, and doesn't wait for the browser to confirm the one before.

asyncio turns off this waiting (Nagle's algorithm) for every connection that says it speaks TCP. A
connection takes that from the socket it came in at, and Streamlit opens its own without saying so.
So the second message of an answer waited up to 40 ms, until the browser's side had confirmed the
first. Here a connection over the internet's protocols is TCP where it doesn't say otherwise.
"""

from __future__ import annotations

import socket
from asyncio import base_events

INTERNET = (socket.AF_INET, socket.AF_INET6)
TCP = (0, socket.IPPROTO_TCP)  # 0: the usual protocol of a stream, which is TCP
where_it_is_said = base_events._set_nodelay  # type: ignore[attr-defined]


def everywhere(connection: socket.socket) -> None:
    """Do what `where_it_is_said` does, and for streams whose protocol is the usual one."""
    kind = (connection.family in INTERNET, connection.type, connection.proto in TCP)
    if kind == (True, socket.SOCK_STREAM, True):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def install() -> None:
    """Have asyncio use it, for connections that begin from now on."""
    base_events._set_nodelay = everywhere  # type: ignore[attr-defined]
