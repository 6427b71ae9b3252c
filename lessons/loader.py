"""Loads one lesson folder into one frozen object, or says what is wrong with it.

A lesson says everything a learner reads and holds every number that is set by hand; nothing here
computes with them. See docs/writing-a-lesson.md for the files and their keys.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from lessons import folder
from lessons.continuation import Continuation
from lessons.errors import LessonError, nearest
from lessons.folder import Folder
from lessons.graph import read_continuation
from lessons.parts import (
    read_faults,
    read_module,
    read_presets,
    read_questions,
    read_seeds,
    read_sources,
    read_steps,
)
from lessons.schema import FaultText, ModuleText, Preset, Question, Seed, Step
from lessons.spoken import spoken
from lessons.tables import Table
from lessons.texts import Texts, read_texts

LESSONS = Path(__file__).parent
LISTING = "module_listing.py.txt"
DEFAULT = os.environ.get("LESSON", "8.3")  # which folder the app shows
_OPENING = ("number", "title", "prompt", "draft_name", "target_name")


@dataclass(frozen=True, eq=False)
class Lesson:
    """A whole lesson, checked.

    Attributes
    ----------
    name : str
        The folder's name.
    language : str
        What its words are written in, as HTML names it: ``en``.
    languages : mapping of str to str
        Every language that there is of it, its own first, each with its name in itself.
    number, title, prompt : str
        The module's number and title, and the sentence that is continued.
    draft_name, target_name : str
        What the two models are called.
    steps : tuple of Step
        The five pages, in order.
    continuation : Continuation
        The graph of words after the prompt.
    seeds, questions, faults : mappings by name, id and key
    presets : tuple of Preset
        Pairs of distributions for the editor; the lesson's own is first.
    module : ModuleText
        The module's own words.
    sources : mapping of str to str
        The citations by id.
    """

    name: str
    language: str
    languages: Mapping[str, str]
    number: str
    title: str
    prompt: str
    draft_name: str
    target_name: str
    steps: tuple[Step, ...]
    continuation: Continuation
    seeds: Mapping[str, Seed]
    presets: tuple[Preset, ...]
    questions: Mapping[str, Question]
    faults: Mapping[str, FaultText]
    module: ModuleText
    sources: Mapping[str, str]
    texts: Texts

    @property
    def own_language(self) -> str:
        """The language that the lesson was written in."""
        return next(iter(self.languages))

    @property
    def hook(self) -> str:
        """The module's first sentence."""
        return self.module.hook

    @property
    def quiz(self) -> tuple[Question, ...]:
        """The questions asked again at the end, in the order of the file."""
        return tuple(question for question in self.questions.values() if question.quiz)

    def text(self, key: str, /, **values: object) -> str:
        """Return the text of a key such as ``draft.step1.title``, its placeholders filled.

        Raises
        ------
        LessonError
            If there is no such key, or the values are not exactly its placeholders.
        """
        return self.texts.fill(key, values)

    def raw(self, key: str, /) -> str:
        """Return a text as it was written, its placeholders unfilled."""
        return self.texts.raw(key)

    def placeholders(self, key: str, /) -> frozenset[str]:
        """Return the names of a text's placeholders."""
        return self.texts.placeholders(key)

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all texts."""
        return self.texts.keys()


def lesson_names(root: Path = LESSONS) -> tuple[str, ...]:
    """Return the names of the lesson folders: those that hold a lesson.toml."""
    return folder.lesson_names(root)


def load_lesson(name: str = DEFAULT, root: Path = LESSONS, *, language: str = "") -> Lesson:
    """Return the lesson in folder ``root/name``, read once and then kept.

    Parameters
    ----------
    name : str
        The folder; by default what the environment variable LESSON says, or ``8.3``.
    root : Path
        Where lesson folders are.
    language : str
        One of its languages; by default the one it is written in. What a translation lacks is
        there in the original's words.

    Raises
    ------
    LessonError
        If there is no such lesson or language, or the lesson breaks a rule; it names file, key,
        rule and value.
    """
    return _read_lesson(name, root, language)[0]


def translation_errors(
    name: str = DEFAULT, root: Path = LESSONS, *, language: str
) -> tuple[LessonError, ...]:
    """Return what a translation lacks, has too much, or says with other placeholders."""
    # The lab reads published.toml by itself, and only where it is shown.
    published = Folder(root, name, language)
    published.toml("published.toml")
    return (*_read_lesson(name, root, language)[1], *published.errors)


@lru_cache(maxsize=16)
def _read_lesson(name: str, root: Path, language: str) -> tuple[Lesson, tuple[LessonError, ...]]:
    """Read and check every file of a lesson; return also what is wrong with its translation."""
    languages, own = _languages(name, root)
    if language and language not in languages:
        raise LessonError(name, language, f"is not a language of it{nearest(language, languages)}")
    if language == own:
        return _read_lesson(name, root, "")
    files = Folder(root, name, language)
    opening, steps, sources = _read_opening(files.toml("lesson.toml"))
    presets = read_presets(files.toml("presets.toml"))
    graph = files.original("continuation.toml")
    continuation = read_continuation(graph, opening["prompt"])
    if language:
        top = files.toml("continuation.toml")
        continuation, broken = spoken(continuation, top, opening["prompt"])
        files.errors += broken
    lesson = Lesson(
        name=name,
        language=language or own,
        languages=languages,
        **opening,
        steps=steps,
        sources=sources,
        continuation=continuation,
        seeds=read_seeds(files.toml("seeds.toml")),
        presets=presets,
        questions=read_questions(files.toml("questions.toml")),
        faults=read_faults(files.toml("faults.toml"), presets),
        module=read_module(files.toml("module.toml"), files.text(LISTING)),
        texts=read_texts(files.texts(), name),
    )
    return lesson, tuple(files.errors)


def _languages(name: str, root: Path) -> tuple[Mapping[str, str], str]:
    """Return a lesson's languages by code, and the code of its own."""
    top = Folder(root, name).original("lesson.toml")
    _check_opening(top)
    own = top.text("language")
    names = {own: top.text("language_name")}
    for code in folder.translations(name, root):
        names[code] = Folder(root, name, code).toml("lesson.toml").text("language_name")
    return MappingProxyType(names), own


def _read_opening(top: Table) -> tuple[dict[str, str], tuple[Step, ...], Mapping[str, str]]:
    """Return what lesson.toml holds: the opening words, the steps and the sources."""
    _check_opening(top)
    return {key: top.text(key) for key in _OPENING}, read_steps(top), read_sources(top)


def _check_opening(top: Table) -> None:
    needed = (*_OPENING, "language", "language_name", "steps", "sources")
    top.only(needed, optional=("texts",))
