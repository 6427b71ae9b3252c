"""A second lesson is a folder: another field, another sentence, other words, and no code."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from lessons import load_lesson
from specdec import generate
from tests.pages.helpers import ROOT

HARBOUR = load_lesson("harbour")
# The lesson is chosen when the app starts, so its pages run in a process of their own.
VISITS = """
from tests.pages.helpers import visit
from tests.pages.test_languages import PAGES, SKIPPED, page_of, told
for name, state in PAGES.items():
    page = visit(page_of(name), answers=SKIPPED, **state)
    assert not page.exception, (name, page.exception)
    said = told(page)
    assert "H.1" in said, name
    others = [word for word in ("**8.3**", "file exceeded", "Deutsch") if word in said]
    assert not others, (name, others)
    print(name, "Your export" in said, "ferry stays in port" in said)
"""


def test_every_page_of_the_second_lesson_runs():
    """Each shows its number and none of lesson 8.3's; a lesson in one language offers no choice."""
    shown = subprocess.run(
        [sys.executable, "-c", VISITS],
        cwd=ROOT,
        env={**os.environ, "LESSON": "harbour"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    lines = dict(line.split(" ", 1) for line in shown.stdout.splitlines())

    assert shown.returncode == 0, shown.stderr[-3000:]
    assert lines["home"] == lines["1_Draft_ahead"] == "False True"
    assert lines["5_So_what"].startswith("True")  # what the real pair of page 5 goes on from


def rounds(name: str) -> list:
    words = HARBOUR.continuation
    return list(
        generate(
            words.target, words.draft, [], gamma=4, max_tokens=24, temperature=1.0,
            rng=np.random.default_rng(HARBOUR.seeds[name].seed), end_token=words.end_token,
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "drafted", "emitted"),
    [
        ("default", "wind has hit the", "wind has closed"),
        ("all-accepted", "wind is very rough", "wind is very rough for"),
        ("first-rejected", "storm is too rough", "swell"),
    ],
)
def test_its_seeds_show_what_they_say(name, drafted, emitted):
    """What is kept, corrected and thrown away in the first round is what the words claim."""
    first = rounds(name)[0]

    assert HARBOUR.continuation.sentence(first.drafted) == drafted
    assert HARBOUR.continuation.sentence(first.tokens) == emitted
