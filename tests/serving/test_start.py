"""What a process does before the first learner comes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAY = """
import gc, json, sys
import asgi
from serving import start
before = set(sys.modules)
from asgi import lessons, nimbus, scorm, serving, specdec, views
packages = (lessons, nimbus, scorm, serving, specdec, views)
loaded = {module.__name__ for module in start.load(*packages)}
made = [[] for _ in range(3)]  # what a learner makes
print(json.dumps({
    "frozen": gc.get_freeze_count(),
    "seen": len(gc.get_objects()),
    "thresholds": gc.get_threshold(),
    "enabled": gc.isenabled(),
    "late": sorted(loaded - before),
    "loaded": sorted(loaded),
}))
"""


@pytest.fixture(scope="module")
def told() -> dict:
    """Return what a process that has just started says of itself."""
    ran = subprocess.run(
        [sys.executable, "-c", SAY], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout.splitlines()[-1]) | {"complaints": ran.stderr}


def test_all_of_the_lesson_is_loaded(told) -> None:
    """Every file of the packages that a page may need, before anybody asks."""
    packages = ("lessons", "nimbus", "scorm", "serving", "specdec", "views")
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in packages
        for path in (ROOT / package).rglob("*.py")
        if path.stem != "__main__"
    }

    assert told["late"] == []
    assert files - set(packages) == set(told["loaded"])


def test_nothing_complains_that_it_comes_too_early(told) -> None:
    """Code is loaded before Streamlit runs: what would ask it for something belongs into a page."""
    assert told["complaints"] == ""


def test_the_collector_leaves_alone_what_was_loaded(told) -> None:
    """It goes on, with what came after: a hundredth of all there is."""
    from serving.start import THRESHOLDS

    assert told["enabled"]
    assert tuple(told["thresholds"]) == THRESHOLDS
    assert told["seen"] < told["frozen"] / 20
