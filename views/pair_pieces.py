"""The pair's pieces as words that a learner can tell apart.

A piece is a word, part of one, a sign or spaces. Most begin a word, with a space in front: those
are shown bare, and "…" stands before letters that have no space before them: " export" is
"export", "s" is "…s".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from views.fields import MAX_WORD_LENGTH, SEPARATOR

NO_SPACE = "…"
SPACE = "␣"
BREAK = "↵"
END = "⏹"  # the end of the text
NO_SIGN = "�"  # a byte that is only part of a letter, or what can't be printed


def marked(piece: str) -> str:
    """Return a piece with its space or line break made visible; never empty, at most 20 long."""
    spaced, bare = piece.startswith(" "), piece.removeprefix(" ")
    shown = bare.replace(" ", SPACE).replace("\n", BREAK).replace(SEPARATOR, "¦")
    shown = "".join(sign if sign.isprintable() else NO_SIGN for sign in shown)
    if shown[:1].isalnum():
        shown = shown if spaced else NO_SPACE + shown
    else:
        shown = SPACE + shown if spaced else shown
    shown = shown or NO_SIGN
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def distinct(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words with a number behind those that look alike: "a", "a 2"."""
    found: list[str] = []
    for word in words:
        number, name = 1, word
        while name in found:
            number += 1
            name = f"{word} {number}"
        found.append(name)
    return tuple(found)


def lines(text: str) -> str:
    """Return a text on one line, its line breaks visible."""
    shown = text.replace("\r\n", "\n").replace("\n", f" {BREAK} ")
    return "".join(sign if sign.isprintable() else NO_SIGN for sign in shown)


def tail(text: str, most: int = 30) -> str:
    """Return the last words of a text: "…failed because your"."""
    shown = lines(text).strip()
    if len(shown) <= most:
        return shown
    cut = shown[-most:]
    return "…" + (cut.partition(" ")[2] or cut)


def named(pieces: Sequence[str], others: str) -> tuple[str, ...]:
    """Return the words of one position: its pieces, then the bar for all others."""
    return distinct((*(marked(piece) for piece in pieces), others))


_LONGEST = MAX_WORD_LENGTH - 4  # room for a number behind it
