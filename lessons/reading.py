"""Reads one TOML file of a lesson and remembers on which line each key stands."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lessons.errors import LessonError
from lessons.tables import Origin, Table

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_ASSIGNMENT = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")
_TOML_PLACE = re.compile(r"\(at line (\d+), column \d+\)")


def read_text(path: Path, label: str) -> str:
    """Return a UTF-8 file's text; a missing or unreadable file is a LessonError.

    Parameters
    ----------
    path : Path
        Where the file is.
    label : str
        What messages call it, for example ``8.3/lesson.toml``.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise LessonError(label, "", "the file is missing") from None
    except OSError as error:
        raise LessonError(label, "", "the file must be readable", error.strerror) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        found = error.object[error.start : error.start + 1]
        raise LessonError(label, "", "the file must be UTF-8 text", found, line) from None


def read_toml(path: Path, label: str) -> Table:
    """Return the file's top table, ready to be checked key by key."""
    text = read_text(path, label)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        found = str(error).split(" (at")[0]
        raise LessonError(label, "", "the file must be valid TOML", found, line) from None
    return Table(Origin(label, key_lines(text)), "", data)


def key_lines(text: str) -> dict[str, int]:
    """Map each dotted key of a TOML text to the line (from 1) on which it is set."""
    lines: dict[str, int] = {}
    seen: Counter[str] = Counter()
    table = ""
    for number, line in _lines_outside_strings(text):
        if header := _HEADER.match(line):
            table = _plain(header[2])
            if header[1] == "[[":
                table, name = f"{table}[{seen[table]}]", table
                seen[name] += 1
            else:
                table = _inside_array(table, seen)
            lines.setdefault(table, number)
        elif assignment := _ASSIGNMENT.match(line):
            key = _plain(assignment[1])
            lines.setdefault(f"{table}.{key}" if table else key, number)
    return lines


def _plain(key: str) -> str:
    """Return a dotted key without quotes and without blanks around its dots."""
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _inside_array(table: str, seen: Counter[str]) -> str:
    """Return the table's key with the index of the array entry it belongs to."""
    for name, count in seen.items():
        if table.startswith(f"{name}."):
            return f"{name}[{count - 1}]{table[len(name) :]}"
    return table


def _lines_outside_strings(text: str) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines that do not begin inside a multi-line string."""
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        inside = bool(closing)
        for quotes in re.findall(r'"""|\'\'\'', line):
            if not closing:
                closing = quotes
            elif quotes == closing:
                closing = ""
        if not inside:
            yield number, line
