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

from lessons.continuation import Continuation
from lessons.errors import LessonError, nearest
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
from lessons.reading import read_text, read_toml
from lessons.schema import FaultText, ModuleText, Preset, Question, Seed, Step
from lessons.tables import Table
from lessons.texts import Texts, read_texts

LESSONS = Path(__file__).parent
LISTING = "module_listing.py.txt"
DEFAULT = os.environ.get("LESSON", "8.3")  # which folder the app shows


@dataclass(frozen=True, eq=False)
class Lesson:
    """A whole lesson, checked.

    Attributes
    ----------
    name : str
        The folder's name.
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
    return tuple(sorted(path.parent.name for path in root.glob("*/lesson.toml")))


def load_lesson(name: str = DEFAULT, root: Path = LESSONS) -> Lesson:
    """Return the lesson in folder ``root/name``, read once and then kept.

    Parameters
    ----------
    name : str
        The folder; by default what the environment variable LESSON says, or ``8.3``.
    root : Path
        Where lesson folders are.

    Raises
    ------
    LessonError
        If there is no such lesson or it breaks a rule; it names file, key, rule and value.
    """
    return _read_lesson(name, root)


@lru_cache(maxsize=8)
def _read_lesson(name: str, root: Path) -> Lesson:
    """Read and check every file of a lesson."""
    names = lesson_names(root)
    if name not in names:
        rule = f"is not a lesson{nearest(name, names)}; there are: {', '.join(names) or 'none'}"
        raise LessonError("lessons", name, rule, name)

    def toml(file: str) -> Table:
        return read_toml(root / name / file, f"{name}/{file}")

    listing = read_text(root / name / LISTING, f"{name}/{LISTING}")
    opening, steps, sources = _read_opening(toml("lesson.toml"))
    presets = read_presets(toml("presets.toml"))
    return Lesson(
        name=name,
        **opening,
        steps=steps,
        sources=sources,
        continuation=read_continuation(toml("continuation.toml"), opening["prompt"]),
        seeds=read_seeds(toml("seeds.toml")),
        presets=presets,
        questions=read_questions(toml("questions.toml")),
        faults=read_faults(toml("faults.toml"), presets),
        module=read_module(toml("module.toml"), listing),
        texts=read_texts(root / name / "text", name),
    )


def _read_opening(top: Table) -> tuple[dict[str, str], tuple[Step, ...], Mapping[str, str]]:
    """Return what lesson.toml holds: the opening words, the steps and the sources."""
    words = ("number", "title", "prompt", "draft_name", "target_name")
    top.only((*words, "steps", "sources"))
    return {key: top.text(key) for key in words}, read_steps(top), read_sources(top)
