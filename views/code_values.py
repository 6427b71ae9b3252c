"""How the tracer spells the value of a variable: as the code has it, with the words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lessons import Lesson
from specdec import Round

TOKENS = ("x", "token")  # variables that hold one token
TOKEN_LISTS = ("draft_tokens", "drafted")

Shown = dict[str, Any]


def shown(lesson: Lesson, name: str, value: object, words: Sequence[str], result: Round) -> Shown:
    """Return what to show for one value.

    Returns
    -------
    ``text`` : a short text; ``cells`` : pairs of label and number, for vectors.
    """
    if name in TOKENS and isinstance(value, int):
        return {"text": f"{value}", "cells": [["", words[value]]]}
    if name in TOKEN_LISTS and isinstance(value, list | tuple):
        return {"text": "", "cells": [[str(token), words[token]] for token in value]}
    if name == "checks" and isinstance(value, list):
        return _checks(lesson, len(value), words, result)
    if name == "final" and value is not None and result.final is not None:
        kind = lesson.text(f"frame.name.{result.final.kind}")
        return {"text": kind, "cells": [["", words[result.final.token]]]}
    if name == "rng":
        return {"text": lesson.text("code.value.rng"), "cells": []}
    if isinstance(value, list) and value and isinstance(value[0], list):
        text = lesson.text("code.value.rows", rows=len(value))
        return {"text": text, "cells": _row(value[0], words)}
    if isinstance(value, list) and len(value) == len(words):
        return {"text": "", "cells": _row(value, words)}
    return {"text": number(value), "cells": []}


def number(value: object) -> str:
    """Spell a number with four decimals at most, anything else as Python does."""
    if isinstance(value, float):
        text = f"{value:.4f}".rstrip("0").rstrip(".")
        return text.replace("0.", ".", 1) if text.startswith("0.") else text
    return str(value)


def _row(values: Sequence[float], words: Sequence[str]) -> list[list[str]]:
    return [[word, number(float(value))] for word, value in zip(words, values, strict=True)]


def _checks(lesson: Lesson, count: int, words: Sequence[str], result: Round) -> Shown:
    text = lesson.text("code.value.checks", count=count)
    cells = []
    for check in result.checks[:count]:
        verdict = "kept" if check.accepted else "rejected"
        cells.append([words[check.token], lesson.text(f"frame.name.{verdict}")])
    return {"text": text, "cells": cells}
