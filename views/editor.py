"""The distribution editor: p_target and q_draft as bars that are dragged.

The picture, the hand and what follows it at 60 frames a second run in the browser
(``assets/components/editor*.js``). Python hears of a value once, on release, and answers with data:
this module passes both ways on and computes no probability.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

import streamlit as st

from views.component import component
from views.fields import MAX_WORD_LENGTH, MAX_WORDS, SEPARATOR

MIN_WORDS = 2
SUM_TOLERANCE = 1e-3  # the browser sends four decimals of at most twelve words

# One module out of seven parts, in this order: a component takes a single text.
PARTS = (
    "editor_math",
    "editor_state",
    "editor_dom",
    "editor_picture",
    "editor_controls",
    "editor_hand",
    "editor",
)

Value = tuple[tuple[str, ...], tuple[float, ...], tuple[float, ...]]
OnChange = Callable[[tuple[str, ...], tuple[float, ...], tuple[float, ...]], None]

log = logging.getLogger(__name__)


class EditorLabels(TypedDict):
    """Everything the editor shows or says; the words live in ``lessons/``.

    Gaps in braces are filled by the browser: ``{word}``, ``{name}`` (p_target or q_draft as named
    here), ``{value}``, ``{alpha}`` and ``{z}``. Every ``said_`` sentence may use ``{alpha}`` and
    ``{z}``, and those named beside it.
    """

    editor: str  # name of the whole, for a screen reader
    picture: str  # a read-only picture in one sentence; {words} is the list made from picture_word
    picture_word: str  # {word}, {p}, {q}; joined by "; "
    table: str  # name of the table of numbers
    decimal: str  # "." or ","
    p_name: str  # the quantity, as everywhere in the lesson: "p_target"
    q_name: str  # "q_draft"
    p_short: str  # before a number where there is little room: "p"
    q_short: str
    ratio_short: str
    word_head: str  # head of the table's column of words
    ratio_head: str  # "min(1, p/q)"
    handle: str  # a handle's name: {name}, {word}
    kept: str  # the key's words for the three areas
    over: str
    left: str
    alpha: str  # "α = {alpha}"
    alpha_note: str
    z: str  # "Z = {z}"
    z_note: str
    sum: str  # "{alpha} + {z} = 1"
    sum_note: str
    quality: str  # name of the draft-quality slider, and its two ends and middle
    quality_hostile: str
    quality_yours: str
    quality_perfect: str
    quality_value: str  # what the slider says of itself: {alpha}
    undo: str
    redo: str
    reset: str
    swap: str
    edit_words: str
    add_word: str
    remove_word: str  # {word}
    rename_word: str  # {number}
    new_word: str  # a new word's first name: {number}
    word_taken: str  # {word}
    said_change: str  # {word}, {name}, {value}
    said_quality: str
    said_undo: str
    said_redo: str
    said_reset: str
    said_swap: str
    said_added: str  # {word}
    said_removed: str  # {word}
    said_renamed: str  # {word}, {new}


class EditorPayloadError(ValueError):
    """What is given, by the browser or the page, is no pair of distributions over words."""


def distribution_editor(
    words: Sequence[str],
    p_target: Sequence[float],
    q_draft: Sequence[float],
    *,
    key: str,
    labels: EditorLabels,
    initial: Value | None = None,
    editable: bool = True,
    quality: bool = False,
    highlight: int | None = None,
    on_change: OnChange | None = None,
    height: int = 300,
) -> None:
    """Draw the editor and report what the learner makes of it.

    Parameters
    ----------
    words : sequence of str
        The words, 2 to 12, each at most 24 characters.
    p_target, q_draft : sequence of float, shape (V,)
        The two distributions. New values replace what the learner has (who can undo it); values
        that only return what the editor sent, also rounded to three decimals, disturb nothing.
    key : str
        Names this editor within the page; the same on every run.
    labels : EditorLabels
        Everything it shows or says.
    initial : (words, p_target, q_draft), optional
        What "reset" goes back to; without it, what the editor first showed.
    editable : bool
        False leaves the picture, its key and its numbers.
    quality : bool
        Show the draft-quality slider. It moves q_draft on straight lines: 0 is the worst draft
        there is (all on the word p_target likes least, where alpha is min p), one half the
        learner's own q_draft, 1 is q_draft = p_target.
    highlight : int, optional
        Index of the word that is lit unless the learner points at another. Pictures on one page
        follow each other through the DOM event ``spec:word`` (detail: ``word``, index or null).
    on_change : callable, optional
        Called before the rerun with the words, p_target and q_draft the learner has released.
    height : int
        Height of the standing bars in pixels.

    Raises
    ------
    ValueError
        If a label is missing.
    EditorPayloadError
        If the words break the rules of `parse_payload`, or the lengths differ.
    """
    missing = sorted(EditorLabels.__required_keys__ - set(labels))
    if missing:
        raise ValueError(f"labels: every text is needed; missing {', '.join(missing)}")
    if not len(_words(list(words))) == len(p_target) == len(q_draft):
        raise EditorPayloadError("words, p_target, q_draft: must be of one length")
    data = {
        "words": list(words),
        "p": [float(value) for value in p_target],
        "q": [float(value) for value in q_draft],
        "initial": _as_data(initial),
        "labels": dict(labels),
        "editable": editable,
        "quality": quality,
        "highlight": highlight,
        "height": height,
        "seen": _stamp(_sent(key)),
    }

    def receive() -> None:
        _report(_sent(key), on_change)

    # A state called "value" that holds a mapping is taken apart by Streamlit, and nobody is called.
    _mount()(key=key, data=data, on_edited_change=receive)


def parse_payload(payload: object) -> Value:
    """Check a message from the browser, which anyone can forge.

    Words are as the address can hold them: 2 to 12, each of 1 to 24 printable characters, all
    different.

    Parameters
    ----------
    payload : object
        Expected: a mapping with ``words``, ``p`` and ``q`` of one length.

    Returns
    -------
    words, p_target, q_draft : tuple
        The distributions sum to 1.

    Raises
    ------
    EditorPayloadError
        Naming the field and the rule that is broken.
    """
    if not isinstance(payload, Mapping):
        raise EditorPayloadError(f"value: must be a mapping, not {type(payload).__name__}")
    words = _words(payload.get("words"))
    return words, _shares("p", payload.get("p"), words), _shares("q", payload.get("q"), words)


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not MIN_WORDS <= len(value) <= MAX_WORDS:
        raise EditorPayloadError(f"words: must be a list of {MIN_WORDS} to {MAX_WORDS} words")
    for word in value:
        if not isinstance(word, str) or not word.strip() or len(word) > MAX_WORD_LENGTH:
            raise EditorPayloadError(
                f"words: each must be a text of 1 to {MAX_WORD_LENGTH} characters, not {word!r:.60}"
            )
        if not word.isprintable() or SEPARATOR in word:
            raise EditorPayloadError(
                f"words: must be printable and without {SEPARATOR!r}, not {word!r:.60}"
            )
    if len(set(value)) < len(value):
        raise EditorPayloadError("words: must differ from each other")
    return tuple(value)


def _shares(name: str, value: object, words: tuple[str, ...]) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != len(words):
        raise EditorPayloadError(f"{name}: must be a list of {len(words)} numbers, one per word")
    shares = []
    for given in value:
        share = _number(given)
        if share is None or not 0 <= share <= 1 + SUM_TOLERANCE:
            raise EditorPayloadError(f"{name}: must hold numbers from 0 to 1, not {given!r:.60}")
        shares.append(share)
    total = math.fsum(shares)
    if abs(total - 1) > SUM_TOLERANCE:
        raise EditorPayloadError(f"{name}: must sum to 1, not {total:.6g}")
    return tuple(share / total for share in shares)


def _number(value: object) -> float | None:
    """Read a finite number; None for anything else, a bool (which Python takes for 1) included."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _sent(key: str) -> object:
    """Read the last message of the editor called ``key``, or None."""
    state = st.session_state.get(key)
    return state.get("edited") if isinstance(state, Mapping) else None


def _stamp(payload: object) -> float | None:
    """Read the number by which the browser knows its own message again."""
    return _number(payload.get("stamp")) if isinstance(payload, Mapping) else None


def _report(payload: object, on_change: OnChange | None) -> None:
    """Hand a sound message to the page; leave a bad one out, and say so in the log."""
    try:
        words, p_target, q_draft = parse_payload(payload)
    except EditorPayloadError as error:
        log.warning("distribution editor: message ignored: %s", error)
        return
    if on_change is not None:
        on_change(words, p_target, q_draft)


def _as_data(value: Value | None) -> dict[str, Any] | None:
    if value is None:
        return None
    words, p_target, q_draft = value
    return {"words": list(words), "p": list(p_target), "q": list(q_draft)}


def _mount() -> Any:  # noqa: ANN401 - Streamlit's renderer type is private
    parts = tuple(f"{part}.js" for part in PARTS)
    return component("editor", js=parts, html='<div class="editor"></div>')
