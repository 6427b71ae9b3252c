"""Take it home: the source with the learner's numbers as a Python file and as a notebook."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

from lessons import Lesson
from views.code_bundle import Bundle, bundle
from views.code_run import numbers_of
from views.fields import Learner
from views.frame import card

NUMBERS = "<numbers>"  # where a learner's own go
_TEMPLATES = Path(__file__).resolve().parent.parent / "assets" / "takeaway"
# The one line that "break it once" changes: what a rejected word is replaced from.
RIGHT, BROKEN = "corrected = residual(p_target, q_draft)", "corrected = p_target"


def downloads(lesson: Lesson, learner: Learner) -> None:
    """Offer both files, made in this very run."""
    name = lesson.module.code_file
    mine = numbers_of(learner)
    file, book = python_file(lesson, mine), notebook(lesson, mine)
    left, right = st.columns(2, gap="medium")
    with left, card("take-python"):
        note = lesson.text(
            "code.take.python_note", command=f"python {name}", lines=file.count("\n")
        )
        _offer(lesson, "python", name, file, "text/x-python", note)
    with right, card("take-notebook"):
        note = lesson.text("code.take.notebook_note")
        name = Path(name).with_suffix(".ipynb").name
        _offer(lesson, "notebook", name, book, "application/x-ipynb+json", note)


def python_file(lesson: Lesson, learner: Learner) -> str:
    """Return a Python file that needs numpy alone and checks itself when it is run."""
    before, after = _around_in_file(lesson)
    return before + numbers(lesson, learner) + after


def notebook(lesson: Lesson, learner: Learner) -> str:
    """Return a Jupyter notebook that runs by itself, as JSON."""
    before, after = _around_in_book(lesson)
    rows = numbers(lesson, learner).splitlines(keepends=True)
    return before + ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in rows) + after


@lru_cache(maxsize=16)
def _around_in_file(lesson: Lesson) -> tuple[str, str]:
    """Return what stands before and behind the numbers: the same for every learner."""
    parts = bundle()
    words = {"number": lesson.number, "title": lesson.title, "name": lesson.module.code_file}
    opening = lesson.text("code.file.doc", **words).replace("\\", "\\\\").replace('"', '\\"')
    title = lesson.text("code.file.yours")
    whole = "\n".join(
        [
            f'"""{opening}\n\n{lesson.text("code.file.licence")}\n"""\n',
            parts.imports,
            *(_section(section.file, section.about, section.code) for section in parts.sections),
            f"\n\n# {'-' * 78}\n# {title}\n",
            NUMBERS,
            f"\n\n{template(lesson, 'compare')}\n\n",
            'if __name__ == "__main__":',
            _indented(template(lesson, "round")),
            "    print()",
            _indented(template(lesson, "million")),
            "    raise SystemExit(p_value <= 1e-3)\n",
        ]
    )
    return _parted(whole, NUMBERS)


@lru_cache(maxsize=16)
def _around_in_book(lesson: Lesson) -> tuple[str, str]:
    parts = bundle()
    cells = [
        _words(lesson, "intro", number=lesson.number, title=lesson.title),
        _words(lesson, "parts"),
        _code(parts.imports),
    ]
    for section in parts.sections:
        title = lesson.text("code.notebook.part", file=section.file)
        about = f"```text\n{section.about}\n```"
        cells += [_cell("markdown", f"{title}\n\n{about}"), _code(section.code)]
    cells += [
        _words(lesson, "numbers"),
        _code(NUMBERS),
        _words(lesson, "round"),
        _code(template(lesson, "round")),
        _words(lesson, "million"),
        _code(f"{template(lesson, 'compare')}\n\n\n{template(lesson, 'million')}"),
        _words(lesson, "broken"),
        _code(f"{broken_round(parts)}\n\n\n{template(lesson, 'broken_end')}"),
    ]
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return _parted(json.dumps(book, ensure_ascii=False, indent=1), json.dumps(NUMBERS))


def _parted(whole: str, mark: str) -> tuple[str, str]:
    before, after = whole.split(mark)
    return before, after


def numbers(lesson: Lesson, learner: Learner) -> str:
    """Return the learner's numbers as Python."""
    return (
        f"# {lesson.text('code.file.source')}\n"
        f"WORDS = {list(learner.words)!r}\n"
        f"P_TARGET = np.array({list(learner.p)!r})\n"
        f"Q_DRAFT = np.array({list(learner.q)!r})\n"
        f"GAMMA = {learner.gamma}\n"
        f"SEED = {learner.seed}"
    )


def template(lesson: Lesson, name: str) -> str:
    """Return a piece of code from assets/takeaway with the lesson's words in place of «names»."""
    code = _template(name)
    return re.sub("«(.*?)»", lambda found: _literal(lesson.text(f"code.file.{found[1]}")), code)


def broken_round(parts: Bundle) -> str:
    """Return the source of the round with one line broken.

    Raises
    ------
    ValueError
        If the round no longer has the line that is to be broken.
    """
    code = next(section.code for section in parts.sections if section.file.endswith("/rounds.py"))
    source = code[code.index("def speculative_round") :]
    if source.count(RIGHT) != 1:
        raise ValueError(f"the round has no line {RIGHT!r} to break")
    broken = source.replace(RIGHT, f"{BROKEN}  # was: {RIGHT}")
    return broken.replace("def speculative_round", "def broken_round")


def _offer(lesson: Lesson, kind: str, name: str, text: str, mime: str, note: str) -> None:
    st.markdown(note)
    st.download_button(
        lesson.text(f"code.take.{kind}"), text, name, mime, key=f"take-{kind}", on_click="ignore"
    )


def _section(file: str, about: str, code: str) -> str:
    comment = "\n".join(f"# {row}".rstrip() for row in about.splitlines())
    return f"\n\n# {'-' * 78}\n# {file}\n#\n{comment}\n\n\n{code}"


def _indented(code: str) -> str:
    return "\n".join(f"    {row}" if row else "" for row in code.splitlines())


def _literal(text: str) -> str:
    """Make a text safe inside a string literal of double quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


@cache
def _template(name: str) -> str:
    return (_TEMPLATES / f"{name}.py.txt").read_text("utf-8").rstrip()


def _words(lesson: Lesson, name: str, **values: str) -> dict[str, Any]:
    return _cell("markdown", lesson.text(f"code.notebook.{name}", **values))


def _code(source: str) -> dict[str, Any]:
    return _cell("code", source) | {"execution_count": None, "outputs": []}


def _cell(kind: str, source: str) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
