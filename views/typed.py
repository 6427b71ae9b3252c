"""Distributions that a learner types or pastes, in whatever way lists are written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from specdec import DistributionError, as_distribution
from views.fields import MAX_WORD_LENGTH, MAX_WORDS, SEPARATOR, Weights, Words, rounded

LETTERS = "ABCDEFGHIJKL"


class TypedError(ValueError):
    """What was typed can't be used.

    Attributes
    ----------
    field : str
        "words", "p" or "q".
    rule : str
        The key of the rule in the lesson's words: "count", "number", "word", "same", "lengths",
        "weights".
    value : str
        What was found.
    """

    def __init__(self, field: str, rule: str, value: str) -> None:
        self.field, self.rule, self.value = field, rule, value
        super().__init__(f"{field}: {rule}: {value}")


def read_numbers(text: str, field: str) -> Weights:
    """Read weights separated by commas, semicolons, spaces, tabs or lines; scale them to sum 1.

    Raises
    ------
    TypedError
        If a part is no number, or they are no weights: negative, not finite, all zero.
    """
    parts = [part for part in re.split(r"[\s,;|\[\]()]+", text) if part]
    if not 2 <= len(parts) <= MAX_WORDS:
        raise TypedError(field, "count", str(len(parts)))
    numbers = []
    for part in parts:
        percent = part.endswith("%")
        try:
            numbers.append(float(part.removesuffix("%")) / (100 if percent else 1))
        except ValueError:
            raise TypedError(field, "number", part) from None
    try:
        return rounded(tuple(float(value) for value in as_distribution(numbers, name=field)))
    except DistributionError as error:
        raise TypedError(field, "weights", str(error.value)) from None


def read_words(text: str) -> Words:
    """Read words separated by commas, semicolons or lines.

    Raises
    ------
    TypedError
        If a word is too long, stands twice, or there are too few or too many.
    """
    words = tuple(part.strip() for part in re.split(rf"[,;\n{SEPARATOR}]+", text) if part.strip())
    if not 2 <= len(words) <= MAX_WORDS:
        raise TypedError("words", "count", str(len(words)))
    for place, word in enumerate(words):
        if len(word) > MAX_WORD_LENGTH or not word.isprintable():
            raise TypedError("words", "word", word[:40])
        if word in words[:place]:
            raise TypedError("words", "same", word)
    return words


def read_all(words: str, p_target: str, q_draft: str) -> tuple[Words, Weights, Weights]:
    """Read the three lists; words follow the numbers where there are too many or too few.

    Raises
    ------
    TypedError
        As above, and if p_target and q_draft differ in length.
    """
    p, q = read_numbers(p_target, "p"), read_numbers(q_draft, "q")
    if len(p) != len(q):
        raise TypedError("q", "lengths", f"{len(q)}; {len(p)}")
    return _fitted(read_words(words), len(p)), p, q


def spell_numbers(weights: Sequence[float]) -> str:
    """Write weights the way they can be read again."""
    return ", ".join(f"{weight:g}" for weight in weights)


def _fitted(words: Words, size: int) -> Words:
    """Drop words too many, add letters for words too few."""
    free = (letter for letter in LETTERS if letter not in words)
    kept = list(words[:size])
    while len(kept) < size:
        kept.append(next(free))
    return tuple(kept)
