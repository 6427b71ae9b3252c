"""Connections that Streamlit takes send at once."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import socket
from asyncio import proactor_events, selector_events

import pytest
from streamlit.web.server.starlette import starlette_server

from tests.helpers import awaited
from views.lighter import sent_at_once


@pytest.fixture(autouse=True)
def installed():
    sent_at_once.install()


async def waits(listening: socket.socket) -> bool:
    """Take one connection at a socket, as uvicorn does, and say whether it would wait."""
    taken: list[int] = []

    def keep(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = writer.get_extra_info("socket")
        taken.append(there.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    server = await asyncio.start_server(keep, sock=listening)
    async with server:
        reader, writer = await asyncio.open_connection(*listening.getsockname()[:2])
        await reader.read()  # until it is closed there
        writer.close()
    return taken == [0]


def test_a_connection_at_streamlits_own_socket_sends_at_once() -> None:
    """Opened by the very function that Streamlit opens it with."""
    opened = starlette_server._bind_socket("127.0.0.1", 0, 5)

    assert opened.proto == 0  # which is why asyncio itself leaves the waiting on
    assert not awaited(waits(opened))


def test_without_it_streamlits_connections_wait(monkeypatch) -> None:
    """Should this fail, asyncio or Streamlit have learned it: the file can go."""
    monkeypatch.setattr(
        sent_at_once.base_events, "_set_nodelay", sent_at_once.where_it_is_said, raising=True
    )

    assert awaited(waits(starlette_server._bind_socket("127.0.0.1", 0, 5)))


def test_other_sockets_are_left_alone() -> None:
    """Datagrams and sockets within the machine have no such waiting."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as datagrams:
        sent_at_once.everywhere(datagrams)
    if hasattr(socket, "AF_UNIX"):
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as near:
            sent_at_once.everywhere(near)


def test_asyncio_still_asks_in_this_way() -> None:
    """Both kinds of transport ask the function by its name."""
    for kind in (selector_events, proactor_events):
        assert "base_events._set_nodelay(" in inspect.getsource(kind)
