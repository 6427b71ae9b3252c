"""No prose in code: whatever a learner reads stands in lessons/, where a translator finds it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("views", "pages", "scorm", "nimbus")
PYTHON = [ROOT / "app.py", *(p for room in ROOMS for p in sorted((ROOT / room).rglob("*.py")))]
SCRIPTS = [*sorted((ROOT / "assets/components").glob("*.js")), ROOT / "scorm/files/player.js"]
# Who calls these speaks to a programmer or to whoever runs the server, not to a learner.
SPOKEN_TO_OTHERS = {"warning", "exception", "debug", "print", "ArgumentParser", "add_argument"}
# The few strings that look like prose and no learner reads: code that is looked for in a source,
# names of fonts, and rules that an error of a package or a file of weights names.
ALLOWED = {
    "def speculative_round",
    "def broken_round",
    '"Source Sans", "Source Sans 3", "Source Sans Pro", system-ui, sans-serif',
    '"Source Serif", "Source Serif 4", "Source Serif Pro", Georgia, serif',
    "must be a web address, http or https, without a name or password in it",
    " must have shape ",
}


def looks_like_prose(text: str) -> bool:
    """Two words with a blank between them, or typographic quotes, outside of markup."""
    text = re.sub(r"<[^<>]*>|<[^<>]*$|^[^<>]*>", " ", text)  # tags, also those cut by a value
    text = re.sub(r"[.:]?[\w-]+[^{}]*\{[^{}]*\}?", " ", text)  # rules of a style sheet
    text = re.sub(r"[\w-]+: [^;]*;", " ", text)  # declarations of one
    return bool(re.search(r"[A-Za-z]{2,},? +[a-z]{2,}|[“”„]", text))


def python_strings(source: str) -> Iterator[str]:
    """Yield the strings of a module: no docstrings, errors, logs or command lines."""
    tree, skipped = ast.parse(source), set()
    for node in ast.walk(tree):
        named = getattr(node, "func", None)
        name = getattr(named, "attr", getattr(named, "id", ""))
        error = isinstance(node, ast.ClassDef) and node.name.endswith("Error")
        documents = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if error or documents or isinstance(node, ast.Raise) or name in SPOKEN_TO_OTHERS:
            skipped |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if text and id(node) not in skipped:
            yield node.value


def script_strings(source: str) -> Iterator[str]:
    """Yield the strings of a script: no comments, no class lists, no selectors, no styles."""
    source = re.sub(r"/\*.*?\*/|(?m:(?<![:\"'])//.*$)", "", source, flags=re.S)
    for match in re.finditer(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', source):
        text = re.sub(r"\$\{[^{}]*\}", " ", match[1] or match[2] or match[3] or "")
        # Classes, selectors and paths are small letters and signs; what is said has a capital
        # letter in front, or a mark behind.
        if re.match(r"[A-Z][a-z]+ |.*[a-z]{2,} [a-z]+.*[.!?…]$|[A-Z][a-z]+[.!?…]$", text.strip()):
            yield text


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_holds_prose(path: Path) -> None:
    """A sentence in a module is one that no translation reaches."""
    strings = python_strings(path.read_text("utf-8"))
    found = [text for text in strings if looks_like_prose(text) and text not in ALLOWED]

    assert found == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_holds_prose(path: Path) -> None:
    """The browser's parts get their words as data."""
    found = [text for text in script_strings(path.read_text("utf-8")) if looks_like_prose(text)]

    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'st.button("Start again")',
        "st.html(f\"<p class='sub'>Nothing is {word} here</p>\")",
        'label = "“" + word',
        'st.caption("one of them")',
    ],
)
def test_prose_in_a_module_is_found(source: str) -> None:
    """The scan can fail: buttons, markup around a value, quotes of one language."""
    assert any(looks_like_prose(text) for text in python_strings(source))


@pytest.mark.parametrize(
    "source",
    [
        'button.textContent = "Play again";',
        "said.textContent = `Nothing is ${word} here.`;",
        'make("p", "note", box, { text: "nothing is left." })',
    ],
)
def test_prose_in_a_script_is_found(source: str) -> None:
    """The same for what runs in the browser."""
    assert any(looks_like_prose(text) for text in script_strings(source))


@pytest.mark.parametrize(
    "source",
    [
        '"""A module about two things."""',
        'raise ValueError("must be one of them")',
        'log.warning("message ignored: %s", error)',
        'st.html(f\'<div class="a b" style="color: red">{word}</div>\')',
        'st.html("<style>.sub { margin: 0 auto }</style>")',
    ],
)
def test_what_no_learner_reads_is_left_alone(source: str) -> None:
    """Docstrings, errors, logs, classes and styles are no prose."""
    assert not any(looks_like_prose(text) for text in python_strings(source))
