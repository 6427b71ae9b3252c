"""The deployment for real: nginx with the configuration we ship, two processes behind it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.load_process import Process, free_port, processes
from deploy.precompress import precompress
from deploy.render import rendered
from tests.browser.conftest import CHROMIUM

ROOT = Path(__file__).resolve().parent.parent.parent
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
# What a distribution's own nginx.conf has around the files in conf.d, all kept in one folder.
AROUND = """
worker_processes 2; daemon off; pid {folder}/pid; error_log {folder}/error.log warn;
events {{ worker_connections 1024; }}
http {{
  types {{ text/html html; text/css css; application/javascript js; font/woff2 woff2;
           application/json json; image/png png; }}
  access_log off; sendfile on;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  include {folder}/lesson.conf;
}}
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs an nginx or a Chromium that isn't there; fail where they are required."""
    if os.environ.get("REQUIRE_BROWSER"):
        return
    for item in items:
        if not Path(item.path).is_relative_to(ROOT / "tests" / "deploy"):
            continue
        names = set(getattr(item, "fixturenames", ()))
        if "site" in names and NGINX is None:
            item.add_marker(pytest.mark.skip(reason="no nginx here (see `make browser`)"))
        if "chromium" in names and CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="no Chromium here (see `make browser`)"))


@dataclass
class Site:
    """Where nginx answers, and what stands behind it."""

    url: str
    apps: list[Process]

    def connected(self) -> list[int]:
        """Return how many sessions each process has seen come in so far."""
        return [_connected(app) for app in self.apps]


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[Site]:
    """One deployment for all tests of this worker."""
    assert NGINX, "nginx is required here"
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    precompress(folder / "static")
    with processes(2) as apps:
        names = [f"127.0.0.1:{app.port}" for app in apps]
        config = rendered(f"127.0.0.1:{port}", str(folder / "static"), names)
        (folder / "lesson.conf").write_text(config, "utf-8")
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder), "utf-8")
        command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        # As root nginx would give its workers to another user, who may not read this folder.
        user = ["-g", "user root;"] if os.geteuid() == 0 else []
        with (folder / "said").open("w") as said:
            running = subprocess.Popen([*command, *user], stdout=said, stderr=said)
        try:
            _wait(f"http://127.0.0.1:{port}/_stcore/health", folder)
            yield Site(f"http://localhost:{port}", apps)
        finally:
            running.terminate()
            running.wait()


def _wait(url: str, folder: Path) -> None:
    for _ in range(100):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(url, timeout=2)
            return
        time.sleep(0.1)
    raise RuntimeError((folder / "said").read_text() + (folder / "error.log").read_text())


def _connected(app: Process) -> int:
    rows = urllib.request.urlopen(f"{app.url}/_stcore/metrics").read().decode().splitlines()
    start = 'session_events_total{type="connect"} '
    return sum(int(row.removeprefix(start)) for row in rows if row.startswith(start))
