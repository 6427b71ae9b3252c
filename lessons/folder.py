"""Reads a lesson's files: its own, those it takes from another lesson, and their translation.

``texts = "8.3"`` in lesson.toml takes from lesson 8.3 every file that the folder has not got. Its
own files of words say only what differs; its sentence, seeds and presets are whole files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lessons.errors import LessonError, nearest
from lessons.reading import read_text, read_toml
from lessons.tables import Table
from lessons.texts import TEXT_FILES
from lessons.translation import overlaid

OPENING = "lesson.toml"
WORDS = ("text/", "module.toml", "questions.toml", "faults.toml", "published.toml")


def lesson_names(root: Path) -> tuple[str, ...]:
    """Return the names of the lesson folders: those that hold a lesson.toml."""
    return tuple(sorted(path.parent.name for path in root.glob(f"*/{OPENING}")))


def translations(name: str, root: Path) -> tuple[str, ...]:
    """Return the languages that a lesson is translated into: its folders with a lesson.toml."""
    return tuple(sorted(path.parent.name for path in (root / name).glob(f"*/{OPENING}")))


class Folder:
    """The files of one lesson in one language.

    Parameters
    ----------
    root : Path
        Where lesson folders are.
    name : str
        The lesson's folder.
    language : str
        The folder of the translation; empty for the original.

    Attributes
    ----------
    errors : list of LessonError
        What is wrong with the translation in the files read so far.
    """

    def __init__(self, root: Path, name: str, language: str = "") -> None:
        self._root, self._language = root, language
        _check(root, name)
        own = read_toml(root / name / OPENING, f"{name}/{OPENING}")
        self._lessons: tuple[str, ...] = (name,)  # the lesson, and behind it the one it takes from
        if "texts" in own.data:
            self._lessons = (name, own.one_of("texts", lesson_names(root)))
        self.errors: list[LessonError] = []

    def original(self, file: str) -> Table:
        """Return a file's top table as the lesson itself has it."""
        return self._layered(file, "")

    def toml(self, file: str) -> Table:
        """Return a file's top table in the folder's language."""
        return self._layered(file, self._language)

    def text(self, file: str) -> str:
        """Return a file that is no TOML and needs no translation."""
        name = self._holders(file)[0]
        return read_text(self._root / name / file, f"{name}/{file}")

    def texts(self) -> Iterator[tuple[str, Table]]:
        """Yield the name and the top table of every file of ``text/``; the known ones first."""
        found = {p.stem for n in self._lessons for p in (self._root / n / "text").glob("*.toml")}
        for stem in dict.fromkeys((*TEXT_FILES, *sorted(found))):
            yield stem, self.toml(f"text/{stem}.toml")

    def _layered(self, file: str, language: str) -> Table:
        """Return a file: the other lesson's, its translation, and over them the lesson's own."""
        *own, first = self._holders(file)
        top = self._read(first, file)
        top = self._translated(top, top, first, file) if language else top
        for name in reversed(own):
            table = self._read(name, file)
            found = overlaid(top, table, file, whole=False)
            for error in found.errors:
                raise error
            top = found.table
            top = self._translated(top, table, name, file) if language else top
        return top

    def _translated(self, top: Table, said: Table, name: str, file: str) -> Table:
        """Lay one lesson's translation over the table; it must cover what that lesson says."""
        label = f"{name}/{self._language}/{file}"
        path = self._root / name / self._language / file
        if not path.exists():
            self.errors.append(LessonError(label, "", "the file is missing"))
            return top
        other = read_toml(path, label)
        self.errors += overlaid(said, other, file).errors
        return overlaid(top, other, file, whole=False).table

    def _holders(self, file: str) -> tuple[str, ...]:
        """Return the lessons that a file is made of; only words are laid over another's."""
        held = tuple(name for name in self._lessons if self._path(name, file).exists())
        if not held:
            return self._lessons[:1]  # reading it says that it is missing
        return held if file.startswith(WORDS) else held[:1]

    def _path(self, name: str, file: str) -> Path:
        return self._root / name / file

    def _read(self, name: str, file: str) -> Table:
        return read_toml(self._path(name, file), f"{name}/{file}")


def _check(root: Path, name: str) -> None:
    names = lesson_names(root)
    if name not in names:
        rule = f"is not a lesson{nearest(name, names)}; there are: {', '.join(names) or 'none'}"
        raise LessonError("lessons", name, rule, name)
