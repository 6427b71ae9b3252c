"""Reads published.toml: what papers print and data sheets say, for the lab that reproduces it.

A lesson without the file has no such numbers; everything in it is checked as in the other files.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from lessons.folder import Folder
from lessons.loader import DEFAULT, LESSONS, load_lesson
from lessons.tables import Table

FILE = "published.toml"


@dataclass(frozen=True)
class Theory:
    """A row of a table that is computed: acceptance and gamma to operations and speed."""

    alpha: float
    gamma: int
    operations: float
    speed: float


@dataclass(frozen=True)
class Measured:
    """A measured row: what the paper expected by its formula, and what it measured."""

    task: str
    draft: str
    gamma: int
    alpha: float
    cost: float
    expected: float
    measured: float


@dataclass(frozen=True)
class Timed:
    """A row of ms for each token: the target alone, the draft, both; and the speed-up printed."""

    task: str
    gamma: int
    plain: float
    draft: float
    ahead: float
    printed: float


@dataclass(frozen=True)
class Machine:
    """A data sheet: 10^12 dense 16-bit operations, and 10^12 bytes of memory, a second."""

    name: str
    tera: float
    bytes: float


@dataclass(frozen=True)
class Ours:
    """The lesson's own pair, counted: alpha and tokens a pass over so many rounds."""

    draft: str
    topic: str
    temperature: float
    gamma: int
    rounds: int
    alpha: float
    tokens: float
    error: float


@dataclass(frozen=True)
class Published:
    """All published numbers of a lesson."""

    theory: tuple[Theory, ...]
    measured: tuple[Measured, ...]
    timed: tuple[Timed, ...]
    machines: tuple[Machine, ...]
    ours: tuple[Ours, ...]


Row = TypeVar("Row", Theory, Measured, Timed, Machine, Ours)


@lru_cache(maxsize=8)
def load_published(name: str = DEFAULT, root: Path = LESSONS, *, language: str = "") -> Published:
    """Return what the lesson's published.toml holds, read once and then kept.

    Raises
    ------
    LessonError
        If it breaks a rule; it names file, key, rule and value.
    """
    own = load_lesson(name, root).language if language else ""
    top = Folder(root, name, "" if language == own else language).toml(FILE)
    top.only(("theory", "measured", "timed", "machine", "ours"))
    return Published(
        theory=_rows(top, "theory", Theory),
        measured=_rows(top, "measured", Measured),
        timed=_rows(top, "timed", Timed),
        machines=_rows(top, "machine", Machine),
        ours=_rows(top, "ours", Ours),
    )


def _rows(top: Table, name: str, kind: type[Row]) -> tuple[Row, ...]:
    """Return the rows of one table of tables, each key with the rule of its type."""
    found = []
    for table in top.array(name):
        table.only([field.name for field in fields(kind)])
        values: dict[str, Any] = {f.name: _value(table, f.name, str(f.type)) for f in fields(kind)}
        found.append(kind(**values))
    return tuple(found)


def _value(table: Table, name: str, kind: str) -> str | int | float:
    if kind == "str":
        return table.text(name)
    if kind == "int":
        return table.integer(name, 1, 1_000_000 if name == "rounds" else 100)
    value = table.data[name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise table.error(name, "must be a number", value)
    if name == "alpha" and not 0 <= value <= 1:
        raise table.error(name, "must be from 0 to 1", value)
    if not 0 <= value < 10_000:
        raise table.error(name, "must be a number from 0 to below 10000", value)
    return float(value)
