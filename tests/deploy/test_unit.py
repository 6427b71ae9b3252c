"""systemd reads the unit as it is meant, and counts it as closed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).resolve().parent.parent.parent / "deploy" / "lesson@.service"
ANALYZE = shutil.which("systemd-analyze")
MOST = 1.5  # systemd's own measure, 0 to 10; a unit without restrictions has 9.6


def systemd(*words: str) -> subprocess.CompletedProcess[str]:
    assert ANALYZE, "systemd-analyze is required here"
    return subprocess.run(
        [ANALYZE, *words], capture_output=True, text=True, timeout=60, check=False
    )


def version() -> int:
    """Return systemd's version; 0 where it isn't and need not be."""
    if ANALYZE is None and not os.environ.get("REQUIRE_BROWSER"):
        return 0
    return int(re.search(r"systemd (\d+)", systemd("--version").stdout)[1])


old = pytest.mark.skipif(version() < 250, reason="no systemd-analyze here that reads files (250)")


@old
@pytest.mark.parametrize(
    ("written", "ends"), [("", 0), ("NoSuchSetting=yes", 1)], ids=["ours", "misspelt"]
)
def test_systemd_understands_every_line(tmp_path, written: str, ends: int) -> None:
    """No setting is unknown or has a value that is ignored (as one is that isn't there)."""
    program = tmp_path / ".venv" / "bin" / "streamlit"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    text = UNIT.read_text("utf-8").replace("/opt/lesson", str(tmp_path))
    unit = tmp_path / UNIT.name
    unit.write_text(text.replace("[Service]", f"[Service]\n{written}"), "utf-8")
    read = systemd("verify", "--man=no", "--recursive-errors=no", str(unit))

    assert read.returncode == ends, read.stderr
    assert bool(read.stderr) == bool(ends)


@old
def test_the_unit_can_do_little() -> None:
    """systemd's own count of what is left open stays small."""
    words = ["security", "--offline=true", "--no-pager", f"--threshold={MOST * 10:.0f}"]
    counted = systemd(*words, str(UNIT))

    assert counted.returncode == 0, counted.stdout[-300:]
