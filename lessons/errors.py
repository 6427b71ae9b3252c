"""The one error a lesson folder can raise, worded for the person who wrote the folder."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class LessonError(ValueError):
    """A lesson folder breaks a rule.

    Attributes
    ----------
    file : str
        The file, from the lesson's name on: ``8.3/continuation.toml``.
    key : str
        The dotted key inside it, with indices: ``nodes.your.p_target[2]``.
    rule : str
        What must hold: ``must sum to 1``.
    value : object
        What was found instead, or None where nothing was.
    line : int or None
        The line of the file, where it is known.
    """

    def __init__(
        self, file: str, key: str, rule: str, value: object = None, line: int | None = None
    ) -> None:
        self.file = file
        self.key = key
        self.rule = rule
        self.value = value
        self.line = line
        place = file if line is None else f"{file}, line {line}"
        subject = f"{place}: {key}" if key else f"{place}:"
        found = "" if value is None else f" (found {value!r})"
        super().__init__(f"{subject} {rule}{found}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the hint ``; did you mean 'x'?`` for a mistyped name, or nothing."""
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""
