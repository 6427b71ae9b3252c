"""A TOML table that is read key by key, each key with the rule it must keep.

The methods read one key each and return its value, or raise a LessonError that names the file,
the line, the key, the rule and what was found.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lessons.errors import LessonError, nearest

DIGITS = 3  # probabilities are typed by hand: 0.47, 0.125
SUM_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Origin:
    """Where a table comes from: the file as messages call it, and the line of each key."""

    file: str
    lines: Mapping[str, int]

    def error(self, key: str, rule: str, value: object = None) -> LessonError:
        """Return the error for a dotted key; its line is that of the nearest key above it."""
        parent = key
        while parent and parent not in self.lines:
            cut = max(parent.rfind("."), parent.rfind("["))
            parent = parent[: max(cut, 0)]
        return LessonError(self.file, key, rule, value, self.lines.get(parent))


@dataclass(frozen=True)
class Table:
    """One table of a file: ``key`` is its dotted place, ``data`` what tomllib read."""

    origin: Origin
    key: str
    data: Mapping[str, Any]

    def place(self, name: str) -> str:
        """Return the dotted key of one of the table's names."""
        return f"{self.key}.{name}" if self.key else name

    def error(self, name: str, rule: str, value: object = None) -> LessonError:
        """Return the error for one of the table's names."""
        return self.origin.error(self.place(name) if name else self.key, rule, value)

    def only(self, required: Collection[str], optional: Collection[str] = ()) -> Table:
        """Return the table itself if it has every required name and no unknown one."""
        known = [*required, *optional]
        for name in self.data:
            if name not in known:
                raise self.error(name, f"is not a known key{nearest(name, known)}", name)
        for name in required:
            if name not in self.data:
                raise self.error(name, "is missing")
        return self

    def text(self, name: str, *, empty: bool = False) -> str:
        """Return a text, not an empty one unless that is allowed."""
        value = self.data[name]
        if not isinstance(value, str) or not (empty or value.strip()):
            rule = "must be text" if empty else "must be text and not empty"
            raise self.error(name, rule, value)
        return value

    def one_of(self, name: str, known: Collection[str]) -> str:
        """Return a text that is one of the known ones."""
        value = self.text(name)
        if value not in known:
            rule = f"must be one of {', '.join(known)}{nearest(value, known)}"
            raise self.error(name, rule, value)
        return value

    def integer(self, name: str, low: int, high: int | None = None) -> int:
        """Return a whole number from ``low`` to ``high``, both included."""
        value = self.data[name]
        span = f"of {low} or more" if high is None else f"from {low} to {high}"
        whole = isinstance(value, int) and not isinstance(value, bool)  # True is an int in Python
        if not whole or value < low or (high is not None and value > high):
            raise self.error(name, f"must be a whole number {span}", value)
        return int(value)

    def flag(self, name: str) -> bool:
        """Return true or false; a missing key is false."""
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise self.error(name, "must be true or false", value)
        return value

    def texts(self, name: str, low: int = 0, high: int | None = None) -> tuple[str, ...]:
        """Return a list of ``low`` to ``high`` texts, none of them empty; missing is empty."""
        values = self.data.get(name, [])
        span = f"{low} or more" if high is None else f"{low} to {high}"
        if not isinstance(values, list):
            raise self.error(name, "must be a list", values)
        if len(values) < low or (high is not None and len(values) > high):
            raise self.error(name, f"must have {span} entries", len(values))
        for index, value in enumerate(values):
            if not isinstance(value, str) or not value.strip():
                raise self.error(f"{name}[{index}]", "must be text and not empty", value)
        return tuple(values)

    def distinct(self, name: str, low: int, high: int) -> tuple[str, ...]:
        """Return a list of texts of which no two are the same."""
        values = self.texts(name, low, high)
        for index, value in enumerate(values):
            if value in values[:index]:
                raise self.error(f"{name}[{index}]", "must not repeat an entry", value)
        return values

    def distribution(self, name: str, size: int) -> tuple[float, ...]:
        """Return ``size`` probabilities of at most 3 decimals that sum to 1."""
        values = self.data[name]
        if not isinstance(values, list):
            raise self.error(name, "must be a list", values)
        if len(values) != size:
            raise self.error(name, f"must have one number per word, that is {size}", len(values))
        for index, value in enumerate(values):
            if rule := _probability_rule(value):
                raise self.error(f"{name}[{index}]", rule, value)
        total = math.fsum(values)
        if abs(total - 1) > SUM_TOLERANCE:
            raise self.error(name, "must sum to 1", round(total, 12))
        return tuple(float(value) for value in values)

    def table(self, name: str) -> Table:
        """Return the table under a name."""
        value = self.data[name]
        if not isinstance(value, dict):
            raise self.error(name, f"must be a table: [{self.place(name)}]", value)
        return Table(self.origin, self.place(name), value)

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Yield the name and the table of each entry; every entry must be a table."""
        for name in self.data:
            yield name, self.table(name)

    def array(self, name: str) -> tuple[Table, ...]:
        """Return the tables of an array of tables: [[name]]."""
        values = self.data[name]
        if not isinstance(values, list) or not all(isinstance(v, dict) for v in values):
            raise self.error(name, f"must be a list of tables: [[{self.place(name)}]]", values)
        places = (f"{self.place(name)}[{index}]" for index in range(len(values)))
        return tuple(
            Table(self.origin, place, value) for place, value in zip(places, values, strict=True)
        )


def _probability_rule(value: object) -> str:
    """Return the rule that a probability breaks, or nothing."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "must be a number"
    if isinstance(value, float) and not math.isfinite(value):
        return "must be finite"
    if value < 0:
        return "must not be negative"
    if value > 1:
        return "must not exceed 1"
    if round(value, DIGITS) != value:
        return f"must have at most {DIGITS} decimals"
    return ""
