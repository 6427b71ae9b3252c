"""The files of the deployment hold together; what is bounded is bounded."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.precompress import precompress
from deploy.render import rendered

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"


def test_every_process_gets_its_line_and_nothing_is_left_to_fill_in() -> None:
    """Three processes are three lines of `upstream`; every variable is filled in."""
    text = rendered("9000", "/files", ["a:1", "b:2", "c:3"])

    assert re.findall(r"^ *server (\S+) ", text, re.MULTILINE) == ["a:1", "b:2", "c:3"]
    assert "listen 9000;" in text
    assert "alias /files/;" in text
    assert "${LESSON" not in text.split("\nmap ", 1)[1]


def test_no_process_is_no_deployment() -> None:
    """An empty `upstream` would be told by nginx in its own words; here it is told before."""
    with pytest.raises(ValueError, match="at least one"):
        rendered("9000", "/files", [])


def test_files_are_compressed_beside_themselves(tmp_path) -> None:
    """What shrinks gets a copy that unpacks to itself; fonts and small files don't."""
    source, target = tmp_path / "from", tmp_path / "to"
    (source / "js").mkdir(parents=True)
    (source / "js" / "big.js").write_text("let a = 1;\n" * 500)
    (source / "js" / "small.js").write_text("1")
    (source / "font.woff2").write_bytes(bytes(5000))
    plain, sent = precompress(target, source)

    assert gzip.decompress((target / "js/big.js.gz").read_bytes()) == (
        (source / "js/big.js").read_bytes()
    )
    assert sorted(path.name for path in target.rglob("*.gz")) == ["big.js.gz"]
    assert sent < plain == 5500 + 1 + 5000


def test_images_run_without_root_and_install_only_what_is_locked() -> None:
    """The app's image has a user, a health check, and hashes for every package."""
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    app = text.split("AS app\n")[1].split("\nFROM ")[0]

    assert "--require-hashes" in text
    assert "USER 10001" in app
    assert "HEALTHCHECK" in app


def test_the_lock_holds_the_pins_of_the_app() -> None:
    """requirements.lock is of these requirements: `make lock` after every change of them."""
    row = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)
    pins = dict(row.findall((ROOT / "requirements.txt").read_text("utf-8")))
    locked = dict(row.findall((ROOT / "requirements.lock").read_text("utf-8")))

    assert pins
    assert {name: locked.get(name) for name in pins} == pins


@pytest.mark.parametrize(
    "options",
    [
        ["--url", "http://lesson.example"],
        ["--learners", "401"],
        ["--changes", "101"],
        ["--soak", "61"],
        ["--period", "0.01"],
    ],
    ids=" ".join,
)
def test_the_load_test_refuses_what_is_not_bounded_or_not_ours(options: list[str]) -> None:
    """Another host, too many learners, too long: it stops before it begins."""
    command = [sys.executable, "benchmarks/load.py", *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)

    assert run.returncode == 2
    assert "error" in run.stderr
