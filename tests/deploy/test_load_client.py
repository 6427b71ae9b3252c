"""The load test's learner speaks Streamlit's protocol as a browser: every change is answered."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_kind_of_change_on_every_page_is_answered() -> None:
    """By a real server; no page shows an exception, and each answer brings something."""
    command = [sys.executable, "benchmarks/load.py", "--kinds", "--pages", "all"]
    ran = subprocess.run(
        [*command, "--learners", "1", "--changes", "1"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip

    assert ran.returncode == 0, ran.stderr
    head, *rows = map(json.loads, ran.stdout.splitlines())
    assert head["yardstick_ms"] > 0
    assert {"draft", "math", "exact", "exact-run", "exact-break", "code", "nimbus"} == {
        row["page"] for row in rows
    }
    for row in rows:
        assert row["failed"] == 0, row
        assert row["p50_ms"] > 0
        assert row["kB"] > 0
