"""Lays a translation over a lesson's file: prose alone, so that no number can disagree.

A translation mirrors the files that hold prose (``lessons/8.3/de/text/draft.toml``). Ids, numbers,
code and the order of things stay in the original. What a translation lacks is shown in the
original's language; `Overlaid.errors` says what is missing, unknown or has other placeholders.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lessons.errors import LessonError, nearest
from lessons.tables import Table
from lessons.texts import placeholders_of

# What of each file is prose: dotted keys, * for any name, [] for any place of a list.
PROSE: Mapping[str, tuple[str, ...]] = {
    "lesson.toml": ("language_name", "title", "prompt", "steps[].title", "steps[].short",
                    "steps[].does"),
    "continuation.toml": ("nodes.*.context", "nodes.*.words[]"),
    "seeds.toml": ("*.label", "*.shows"),
    "presets.toml": ("*.name", "*.words[]", "*.note"),
    "questions.toml": ("*.prompt", "*.explanation", "*.options[].text", "*.options[].feedback"),
    "faults.toml": ("*.name", "*.why"),
    "module.toml": ("*", "*[]"),
    "published.toml": ("measured[].task", "timed[].task"),
}  # fmt: skip
# What stands among prose and is none: code, numbers, what the English models go on from.
KEPT: Mapping[str, tuple[str, ...]] = {
    "module.toml": ("code_file",),
    "text/code.toml": ("compare.*.theirs", "compare.*.ours"),
    "text/exact.toml": ("playback.locale",),
    "text/frame.toml": ("editor.decimal",),
    "text/nimbus.toml": (
        "measured.t5.row.*.draft", "measured.t5.row.*.gamma", "measured.t5.row.*.alpha",
        "measured.t5.row.*.cost", "measured.t5.row.*.measured",
        "measured.chinchilla.row.*.measured",
    ),
    "text/race.toml": ("prompt.*",),
}  # fmt: skip
FILLED = ("questions.toml", "text/")  # files whose braces are placeholders
_PLACE = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Overlaid:
    """A file with its translation laid over it, and what is wrong with the translation."""

    table: Table
    errors: tuple[LessonError, ...]


def overlaid(original: Table, other: Table, file: str, *, whole: bool = True) -> Overlaid:
    """Return the original's table with the other's prose in place of its own.

    Parameters
    ----------
    original, other : Table
        The top tables of the two files.
    file : str
        Which file it is, below the lesson's folder: ``text/draft.toml``.
    whole : bool
        Whether the other must say everything that the original says.
    """
    known = {key: text for key, text in _leaves(original.data) if _is_prose(file, key)}
    said = dict(_leaves(other.data))
    filled = file.startswith(FILLED)
    data = copy.deepcopy(dict(original.data))
    errors = []
    for key, text in said.items():
        if rule := _broken(original, other, key, text, known, filled):
            errors.append(other.origin.error(key, rule, text))
        else:
            _put(data, key, text)
    if whole:
        lacking = (key for key in known if key not in said)
        errors += [
            other.origin.error(key, f"is missing; the original says {known[key]!r}")
            for key in lacking
        ]
    return Overlaid(Table(original.origin, original.key, data), tuple(errors))


def _broken(
    original: Table, other: Table, key: str, text: object, known: Mapping[str, Any], filled: bool
) -> str:
    """Return the rule that one text of a translation breaks, or nothing."""
    if key not in known:
        return f"is not a text of {original.origin.file}{nearest(key, known)}"
    if not isinstance(text, str) or (known[key].strip() and not text.strip()):
        return "must be text and not empty"
    if not filled:
        return ""
    wanted = placeholders_of(original, key, known[key])
    try:
        found = placeholders_of(other, key, text)
    except LessonError as error:
        return error.rule
    return "" if found == wanted else f"must have the placeholders {_named(wanted)}"


def _named(places: frozenset[str]) -> str:
    return ", ".join(f"{{{place}}}" for place in sorted(places)) or "of the original: none"


def _is_prose(file: str, key: str) -> bool:
    """Return whether a key of a file is one that a translation says anew."""
    shape = _PLACE.sub("[]", key)
    prose = file.startswith("text/") or _fits(shape, PROSE.get(file, ()))
    return prose and not _fits(shape, KEPT.get(file, ()))


def _fits(shape: str, patterns: tuple[str, ...]) -> bool:
    escaped = (re.escape(pattern).replace(r"\*", r"[^.\[\]]+") for pattern in patterns)
    return any(re.fullmatch(pattern, shape) for pattern in escaped)


def _leaves(value: object, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted key and the value of everything in a table and below it."""
    if isinstance(value, Mapping):
        for name, below in value.items():
            yield from _leaves(below, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from _leaves(below, f"{key}[{index}]")
    else:
        yield key, value


def _put(data: Any, key: str, text: object) -> None:  # noqa: ANN401 - tables and lists in turn
    """Set one leaf of a table by its dotted key."""
    steps: list[str | int] = []
    for part in key.split("."):
        steps.append(part.partition("[")[0])
        steps += [int(index) for index in _PLACE.findall(part)]
    for step in steps[:-1]:
        data = data[step]
    data[steps[-1]] = text
