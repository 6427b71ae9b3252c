"""What a first visit costs: bytes over the wire and time to a usable page, cold and warm.

    python benchmarks/first_load.py                                Streamlit by itself
    python benchmarks/first_load.py --nginx                        and with nginx in front
    python benchmarks/first_load.py --url http://localhost:8080    a server that runs already

Cold is a browser that has never been there, warm one that comes back. Bytes are those of Chromium's
own account (encoded, headers included; websocket frames as they are). A page is usable when its
first run is drawn. `--slow` adds the time on a line of 10 Mbit/s and 40 ms.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from load_process import ROOT, free_port, processes

sys.path.insert(0, str(ROOT))

PAGES = {"home": "/", "1": "/Draft_ahead", "2": "/Accept_or_correct", "5": "/So_what"}
SLOW = {"latency": 40, "downloadThroughput": 1.25e6, "uploadThroughput": 1.25e6}


def visit(page: Any, url: str) -> dict[str, float]:
    """Open an address; return MB by kind, the number of requests and the seconds it took."""
    bytes_of = {"http": 0.0, "websocket": 0.0}
    seen = {"requests": 0}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")

    def loaded(event: dict[str, Any]) -> None:
        bytes_of["http"] += event["encodedDataLength"]
        seen["requests"] += 1

    def frame(event: dict[str, Any]) -> None:
        # Binary frames come as base64: three bytes in four letters.
        bytes_of["websocket"] += len(event["response"]["payloadData"]) * 3 / 4

    session.on("Network.loadingFinished", loaded)
    session.on("Network.webSocketFrameReceived", frame)
    began = time.perf_counter()
    page.goto(url)
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    page.locator("h1").first.wait_for()
    seconds = time.perf_counter() - began
    page.wait_for_timeout(500)
    session.detach()
    return {
        "http_MB": round(bytes_of["http"] / 1e6, 2),
        "websocket_MB": round(bytes_of["websocket"] / 1e6, 2),
        "requests": seen["requests"],
        "usable_s": round(seconds, 2),
    }


def measure(browser: Any, name: str, url: str, slow: bool) -> None:
    """Print a line a page and a visit: cold, then warm."""
    for page_name, address in PAGES.items():
        context = browser.new_context()
        for visited in ("cold", "warm"):
            page = context.new_page()
            page.set_default_timeout(120_000)
            if slow:
                line = page.context.new_cdp_session(page)
                line.send("Network.enable")
                line.send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
            row = {"server": name, "page": page_name, "visit": visited}
            print(json.dumps({**row, **visit(page, url + address)}), flush=True)
            page.close()
        context.close()


@contextlib.contextmanager
def nginx(apps: list[str]) -> Iterator[str]:
    """Run nginx with the configuration we ship in front of these processes; yield its address."""
    from deploy.precompress import precompress
    from deploy.render import rendered

    found = shutil.which("nginx") or "/usr/sbin/nginx"
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)
        precompress(folder / "static")
        inner = rendered(f"127.0.0.1:{port}", str(folder / "static"), apps)
        around = (
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
            "events { }\nhttp { include /etc/nginx/mime.types; access_log off;\n"
        )
        (folder / "nginx.conf").write_text(f"{around}{inner}}}\n", "utf-8")
        running = subprocess.Popen([found, "-p", name, "-c", f"{name}/nginx.conf"])
        time.sleep(1)
        try:
            yield f"http://localhost:{port}"
        finally:
            running.terminate()
            running.wait()


def main() -> None:
    """Measure what was asked for."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import ARGUMENTS, CHROMIUM

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--url", help="of a server that runs")
    parser.add_argument("--nginx", action="store_true", help="also with nginx in front")
    parser.add_argument("--slow", action="store_true", help="on a line of 10 Mbit/s and 40 ms")
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        if given.url:
            measure(browser, given.url, given.url, given.slow)
            return
        with processes(1) as (app,):
            measure(browser, "streamlit", app.url, given.slow)
            if given.nginx:
                with nginx([f"127.0.0.1:{app.port}"]) as url:
                    measure(browser, "nginx", url, given.slow)


if __name__ == "__main__":
    main()
