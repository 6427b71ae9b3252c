"""The server that is measured: started here, watched through /proc, stopped here."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ONE_HEAP = {"MALLOC_ARENA_MAX": "1"}  # as in deploy/ and the Makefile


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """One process of the app, as `streamlit run` starts it."""

    def __init__(self, base: str = "", port: int | None = None) -> None:
        self.port, self.base = port or free_port(), base
        self.url = f"http://127.0.0.1:{self.port}" + (f"/{base}" if base else "")
        self.start()

    def begin(self) -> subprocess.Popen[bytes]:
        """Start it, and don't wait."""
        command = [sys.executable, "-m", "streamlit", "run", "asgi.py"]
        options = {"server.port": self.port, "server.headless": "true"}
        options |= {"server.address": "127.0.0.1"}
        options |= {"server.baseUrlPath": self.base} if self.base else {}
        flags = [f"--{name}={value}" for name, value in options.items()]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([*command, *flags], cwd=ROOT, env=os.environ | ONE_HEAP, **quiet)

    def start(self, within: float = 120) -> None:
        """Start it and wait until it answers."""
        self.process = self.begin()
        end = time.monotonic() + within
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2)
                return
            time.sleep(0.1)
        self.kill()
        raise RuntimeError(f"the server did not answer within {within} s")

    @property
    def pid(self) -> int:
        """The process's number."""
        return self.process.pid

    def kill(self) -> None:
        """Kill it as a crash would: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextlib.contextmanager
def processes(count: int, bases: list[str] | None = None) -> Iterator[list[Process]]:
    """Run `count` processes; they are gone afterwards, whatever happens."""
    running: list[Process] = []
    try:
        for number in range(count):
            running.append(Process(bases[number] if bases else ""))  # noqa: PERF401 - one by one
        yield running
    finally:
        for one in running:
            one.kill()


def cpu_seconds(pids: list[int]) -> float:
    """Return the processor time these processes have had, in the kernel's ticks of 10 ms."""
    total = 0
    for pid in pids:
        values = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(values[11]) + int(values[12])
    return total / os.sysconf("SC_CLK_TCK")


def memory(pids: list[int]) -> float:
    """Return the resident memory of these processes in MB."""
    total = 0
    for pid in pids:
        rows = Path(f"/proc/{pid}/status").read_text().splitlines()
        total += next(int(row.split()[1]) for row in rows if row.startswith("VmRSS"))
    return total / 1024
