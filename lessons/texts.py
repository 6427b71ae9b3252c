"""The prose of a lesson: one key per text, filled with values when a page asks for it."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from lessons.errors import LessonError, nearest
from lessons.tables import Origin, Table

TEXT_FILES = ("frame", "home", "draft", "math", "exact", "code", "nimbus")


@dataclass(frozen=True)
class Text:
    """One text as it was written, the placeholders in it, and where it stands."""

    template: str
    places: frozenset[str]
    origin: Origin
    key: str


class Texts:
    """Every text of a lesson, by keys such as ``draft.lead`` (file text/draft.toml, key lead)."""

    def __init__(self, name: str, entries: dict[str, Text]) -> None:
        self._name = name
        self._entries = entries

    def keys(self) -> tuple[str, ...]:
        """Return all keys, in the order of the files."""
        return tuple(self._entries)

    def raw(self, key: str) -> str:
        """Return one text as it was written, its placeholders unfilled."""
        return self._entry(key).template

    def placeholders(self, key: str) -> frozenset[str]:
        """Return the names of the placeholders in one text."""
        return self._entry(key).places

    def fill(self, key: str, values: dict[str, object]) -> str:
        """Return a text with every {placeholder} filled."""
        entry = self._entry(key)
        if values.keys() != entry.places:
            _refuse(entry, values)
        try:
            return entry.template.format(**values)
        except (ValueError, TypeError) as error:
            rule = f"must fit the values it is given: {error}"
            raise entry.origin.error(entry.key, rule, entry.template) from None

    def _entry(self, key: str) -> Text:
        """Return one text, or say which key is nearest."""
        if key not in self._entries:
            file = f"{self._name}/text/{key.split('.')[0]}.toml"
            raise LessonError(file, key, f"is not defined{nearest(key, self._entries)}", key)
        return self._entries[key]


def _refuse(entry: Text, values: dict[str, object]) -> NoReturn:
    """Say which value is missing, or else which one has no place."""
    for place in sorted(entry.places - set(values)):
        raise entry.origin.error(entry.key, f"needs a value for {{{place}}}", entry.template)
    name = min(set(values) - entry.places)
    rule = f"has no placeholder {{{name}}}{nearest(name, entry.places)}"
    raise entry.origin.error(entry.key, rule, entry.template)


def read_texts(files: Iterable[tuple[str, Table]], name: str) -> Texts:
    """Return every text of the lesson's ``text`` folder, file by file.

    Parameters
    ----------
    files : pairs of str and Table
        The name of each file, without ``.toml``, and its top table.
    name : str
        The lesson's folder.
    """
    entries: dict[str, Text] = {}
    for stem, top in files:
        if not stem.isidentifier():
            rule = "the file's name must be letters, digits and underscores"
            raise LessonError(f"{name}/text/{stem}.toml", "", rule, stem)
        for required in ("title", "lead") if stem in TEXT_FILES else ():
            if required not in top.data:
                raise top.error(required, "is missing")
            top.text(required)
        entries.update((f"{stem}.{key}", text) for key, text in _texts_of(top))
    return Texts(name, entries)


def _texts_of(table: Table) -> Iterator[tuple[str, Text]]:
    """Yield the dotted key and the text of everything in a table and in those below it."""
    for name, value in table.data.items():
        if isinstance(value, dict):
            yield from _texts_of(table.table(name))
        else:
            template = table.text(name, empty=True)  # a cell of a table may be blank
            places = placeholders_of(table, name, template)
            yield table.place(name), Text(template, places, table.origin, table.place(name))


def placeholders_of(table: Table, name: str, template: str) -> frozenset[str]:
    """Return the names in a template's {placeholders}; a literal brace is written twice."""
    try:
        fields = [field for _, field, _, _ in string.Formatter().parse(template)]
    except ValueError as error:
        rule = f"must write a literal brace as {{{{ or }}}}: {error}"
        raise table.error(name, rule, template) from None
    names = frozenset(field for field in fields if field is not None)
    for field in sorted(names):
        if not field.isidentifier():
            raise table.error(name, "must have plain names in its placeholders", f"{{{field}}}")
    return names
