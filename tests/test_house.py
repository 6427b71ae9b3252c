"""The house stands as drawn: imports run one way, words are in lessons/, no host but ours."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from lessons import load_lesson

ROOT = Path(__file__).resolve().parent.parent
# What each room may use of ours. pages -> views -> lessons, specdec, nimbus; specdec uses nothing.
MAY_USE = {
    "specdec": {"specdec"},
    "lessons": {"lessons"},
    "nimbus": {"nimbus", "specdec"},
    "scorm": {"scorm", "lessons"},
    "views": {"views", "lessons", "specdec", "nimbus", "scorm"},
    "pages": {"views", "lessons", "specdec"},
    "app.py": {"views", "lessons", "specdec"},
    "serving": {"serving"},
    "asgi.py": {"lessons", "nimbus", "scorm", "serving", "specdec", "views"},  # loads them all
}
OURS = {*MAY_USE, "tests", "benchmarks", "training"} - {"app.py", "asgi.py"}
CODE = [
    path
    for room in MAY_USE
    for path in ([ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py")))
]


def imports(path: Path) -> set[str]:
    """Return the top names a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    """A room uses only what lies below it."""
    room = path.relative_to(ROOT).parts[0]

    assert imports(path) & OURS <= MAY_USE[room]


@pytest.mark.parametrize("path", sorted((ROOT / "specdec").glob("*.py")), ids=lambda p: p.name)
def test_the_core_needs_numpy_and_nothing_else(path: Path) -> None:
    """specdec can be taken by itself."""
    outside = imports(path) - set(sys.stdlib_module_names)

    assert outside <= {"numpy", "specdec"}


def test_no_chart_library_is_used() -> None:
    """The lesson draws its own pictures: plotly's script took 2 s of a browser's processor."""
    users = [path.name for path in CODE if "plotly" in imports(path)]
    pinned = [
        name for name in ("txt", "lock") if "plotly" in (ROOT / f"requirements.{name}").read_text()
    ]

    assert (users, pinned) == ([], [])


def _asked_keys() -> dict[str, set[str]]:
    """Return the text keys that code asks for: whole ones, and beginnings of made-up ones."""
    whole, begun = set(), set()
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
    return {"whole": whole, "begun": begun}


def test_every_text_of_the_lesson_is_used() -> None:
    """A text that no page asks for is one that a translator works on in vain."""
    asked = _asked_keys()
    unused = [
        key
        for key in load_lesson().keys()  # noqa: SIM118 - a method of Lesson, not of a dict
        if key not in asked["whole"]
        and not any("." in start and key.startswith(start) for start in asked["begun"])
    ]
    # The title and lead of a text file are asked for by the frame, by the page's slug.
    unused = [key for key in unused if not re.fullmatch(r"[a-z]+\.(title|lead)", key)]

    assert unused == []


@pytest.mark.parametrize(
    "path",
    [
        *CODE,
        *sorted((ROOT / "assets").rglob("*.js")),
        *sorted((ROOT / "assets").rglob("*.css")),
        *sorted((ROOT / "scorm").rglob("*.js")),
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_nothing_served_names_another_host(path: Path) -> None:
    """No CDN, no web font: all is ours or Streamlit's. (SVG's name space is no address.)"""
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    addresses = re.findall(r"""["'(]https?://[^"')]+""", text)

    assert addresses == []


def test_every_pin_is_exact() -> None:
    """What was tested is what is installed."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text().splitlines():
            wanted = line.split("#")[0].strip()
            assert (
                not wanted
                or wanted.startswith("-r ")
                or re.fullmatch(r"[\w.\[\]-]+==[\w.]+", wanted)
            ), line
