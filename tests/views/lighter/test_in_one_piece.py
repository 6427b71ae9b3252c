"""Answers that leave in one piece are the same bytes in the same order, and none is lost."""

from __future__ import annotations

import asyncio
import inspect
from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.helpers import awaited
from views.lighter import in_one_piece
from views.lighter.in_one_piece import Answer, Gathered


class Connection:
    """What a transport is asked for, noted down."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.written.append(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


def message(number: int) -> ForwardMsg:
    return ForwardMsg(page_not_found={"page_name": str(number)})


def test_what_is_written_in_a_turn_goes_out_together() -> None:
    """And the next turn's by itself."""

    async def run() -> list[bytes]:
        connection = Connection()
        gathered = Gathered(connection, asyncio.get_running_loop())  # type: ignore[arg-type]
        for data in (b"a", b"b", b"c"):
            gathered.write(data)
        assert connection.written == []
        await asyncio.sleep(0)
        gathered.write(b"d")
        await asyncio.sleep(0)
        return connection.written

    assert awaited(run()) == [b"abc", b"d"]


def test_closing_loses_nothing() -> None:
    """What was written before it goes out before it, once."""

    async def run() -> Connection:
        connection = Connection()
        gathered = Gathered(connection, asyncio.get_running_loop())  # type: ignore[arg-type]
        gathered.write(b"goodbye")
        gathered.close()
        await asyncio.sleep(0)
        assert gathered.is_closing()  # all else is the connection's own
        return connection

    connection = awaited(run())
    assert (connection.written, connection.closed) == ([b"goodbye"], True)


def test_every_message_of_an_answer_is_sent() -> None:
    """In order, each as Streamlit sends it; a single one too."""
    sent: list[ForwardMsg] = []
    client = SimpleNamespace(write_forward_msg=sent.append)
    info = SimpleNamespace(client=client, script_run_count=0)
    queue = ForwardMsgQueue()
    for number in range(5):
        queue.enqueue(message(number))
    queue.enqueue(ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY))
    session = SimpleNamespace(_browser_queue=queue)

    (answer,) = in_one_piece.joined(session)  # type: ignore[arg-type]
    in_one_piece.send(None, info, answer)  # type: ignore[arg-type]
    in_one_piece.send(None, info, message(9))  # type: ignore[arg-type]

    assert [one.page_not_found.page_name for one in sent] == [*"01234", "", "9"]
    assert info.script_run_count == 1
    assert in_one_piece.joined(session) == []  # type: ignore[arg-type]


def test_a_browser_that_has_gone_is_told_of_as_before() -> None:
    """The loop that sends catches this one error, and ends the session's connection."""

    def gone(_: ForwardMsg) -> None:
        raise SessionClientDisconnectedError

    info = SimpleNamespace(client=SimpleNamespace(write_forward_msg=gone))
    with pytest.raises(SessionClientDisconnectedError):
        in_one_piece.send(None, info, Answer([message(1), message(2)]))  # type: ignore[arg-type]


def test_streamlit_and_uvicorn_still_send_in_this_way() -> None:
    """A turn for each message of the list; and a write for each, on a transport of its own."""
    loop = inspect.getsource(Runtime._loop_coroutine)
    written = inspect.getsource(WebSocketsSansIOProtocol.send)
    taken = inspect.getsource(in_one_piece.straight_on)

    assert "msg_list = active_session_info.session.flush_browser_queue()" in loop
    assert "for msg in msg_list:" in loop
    assert "self._send_message(active_session_info, msg)" in loop
    assert "await asyncio.sleep(0)" in loop
    assert "self.transport.write(b" in written
    assert "self.transport = transport" in taken
