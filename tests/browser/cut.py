"""A wire between browser and server that can be cut."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Passes bytes on from a port of its own to the server's; `cut` breaks what is connected."""

    def __init__(self, port: int) -> None:
        self.target = port
        self._ends: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self._door.getsockname()[1]}"
        threading.Thread(target=self._let_in, daemon=True).start()

    def cut(self) -> int:
        """Break every connection there is; return how many those were. New ones are let in."""
        ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        return len(ends) // 2

    def close(self) -> None:
        """Let nobody in any more."""
        self._door.close()
        self.cut()

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self._ends += [near, far]
            for here, there in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(here, there), daemon=True).start()


def _pass_on(here: socket.socket, there: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := here.recv(65_536):
            there.sendall(data)
    for end in (here, there):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
