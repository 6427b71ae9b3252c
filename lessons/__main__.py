"""Checks every lesson and prints sentences to read: ``python -m lessons [name] [how many]``."""

from __future__ import annotations

import sys

import numpy as np

from lessons.continuation import Continuation
from lessons.errors import LessonError
from lessons.loader import Lesson, lesson_names, load_lesson, translation_errors


def sentences(continuation: Continuation, count: int, seed: int = 0) -> list[str]:
    """Return sentences that take each word the target can say alike, so that rare ones show."""
    rng = np.random.default_rng(seed)
    written = []
    for _ in range(count):
        tokens: list[int] = []
        while not (node := continuation.node_after(tokens)).is_end:
            said = [word for word, p in zip(node.words, node.p_target, strict=True) if p > 0]
            tokens.append(int(rng.choice(said)))
        written.append(continuation.sentence(tokens, prompt=True))
    return written


def summary(lesson: Lesson) -> str:
    """Return one line: how much there is, and the average alpha of the contexts with a choice."""
    contexts = [node for node in lesson.continuation.nodes.values() if len(node.words) > 1]
    alpha = float(np.mean([node.alpha for node in contexts]))
    return (
        f"{lesson.name}: fine. {len(contexts)} contexts, average alpha {alpha:.2f}, "
        f"{len(lesson.questions)} questions, {len(lesson.presets)} presets, "
        f"{len(lesson.keys())} texts"
    )


def main(arguments: list[str]) -> int:
    """Check the named lesson or all of them; return 1 if one breaks a rule."""
    names = arguments[:1] or list(lesson_names())
    count = int(arguments[1]) if len(arguments) > 1 else 10
    broken = 0
    for name in names:
        try:
            lesson = load_lesson(name)
        except LessonError as error:
            broken = 1
            print(error, file=sys.stderr)
        else:
            print(summary(lesson), *sentences(lesson.continuation, count), sep="\n  ")
            broken |= check_translations(lesson)
    return broken


def check_translations(lesson: Lesson) -> int:
    """Print what each translation lacks or gets wrong; return 1 if there is anything."""
    broken = 0
    for language in lesson.languages:
        if language == lesson.own_language:
            continue
        errors = translation_errors(lesson.name, language=language)
        print(*errors, sep="\n", end="\n" if errors else "", file=sys.stderr)
        broken |= bool(errors)
    return broken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
