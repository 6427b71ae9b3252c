"""What the module says: prose and scenarios as data, and the loader that checks them."""

from lessons.continuation import END, Continuation, Node, WordModel
from lessons.errors import LessonError
from lessons.loader import LESSONS, Lesson, lesson_names, load_lesson, translation_errors
from lessons.schema import (
    ASKING,
    FAULT_KEYS,
    PAGES,
    FaultText,
    ModuleText,
    Option,
    Preset,
    Question,
    Seed,
    Step,
)

__all__ = [
    "ASKING",
    "END",
    "FAULT_KEYS",
    "LESSONS",
    "PAGES",
    "Continuation",
    "FaultText",
    "Lesson",
    "LessonError",
    "ModuleText",
    "Node",
    "Option",
    "Preset",
    "Question",
    "Seed",
    "Step",
    "WordModel",
    "lesson_names",
    "load_lesson",
    "translation_errors",
]
