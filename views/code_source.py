"""Python source as coloured lines: the tokenizer of Python itself says what is what.

The names of the lesson's quantities wear their quantity's colour; keywords are bold, comments and
strings are set back. Colour only repeats what the names say.
"""

from __future__ import annotations

import io
import keyword
import tokenize
from dataclasses import dataclass

from views.html_parts import escape

# CSS class of each name that stands for a quantity of the lesson.
QUANTITIES = {
    "p": "t", "p_target": "t", "p_dists": "t", "p_dist": "t", "p_probs": "t",
    "q": "q", "q_draft": "q", "q_dists": "q", "q_dist": "q", "q_probs": "q",
    "accepted": "a", "accept_prob": "a", "ratio": "a",
    "corrected": "f", "leftover": "f", "residual": "f",
    "bonus": "b",
}  # fmt: skip
_PLAIN = {tokenize.COMMENT: "c", tokenize.STRING: "s", tokenize.NUMBER: "n"}


@dataclass(frozen=True)
class Line:
    """One line of source: its number, its indentation in characters, its HTML."""

    number: int
    indent: int
    text: str
    html: str


def source_lines(source: str) -> list[Line]:
    """Return the lines of a piece of Python that parses on its own, coloured and escaped."""
    rows = source.splitlines()
    spans: list[list[tuple[int, int, str]]] = [[] for _ in rows]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = _kind(token)
        if kind:
            _mark(spans, rows, token, kind)
    return [_line(number, row, spans[number - 1]) for number, row in enumerate(rows, 1)]


def code_block(lines: list[Line]) -> str:
    """Return lines as HTML with their numbers; long ones wrap under themselves."""
    return "".join(
        f'<div class="code-line" style="--in:{line.indent}"><span class="code-no">{line.number}'
        f"</span><code>{line.html}</code></div>"
        for line in lines
    )


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return "k" if keyword.iskeyword(token.string) else QUANTITIES.get(token.string, "")
    return _PLAIN.get(token.type, "")


def _mark(
    spans: list[list[tuple[int, int, str]]],
    rows: list[str],
    token: tokenize.TokenInfo,
    kind: str,
) -> None:
    """Note a token on every line it reaches over (a docstring reaches over many)."""
    (first, start), (last, end) = token.start, token.end
    for row in range(first, last + 1):
        low = start if row == first else 0
        high = end if row == last else len(rows[row - 1])
        spans[row - 1].append((low, high, kind))


def _line(number: int, row: str, spans: list[tuple[int, int, str]]) -> Line:
    text = row.lstrip()
    indent = len(row) - len(text)
    parts, at = [], indent
    for low, high, kind in spans:
        low = max(low, indent)
        parts.append(escape(row[at:low]))
        parts.append(
            f'<span class="tok-{kind}">{escape(row[low:high])}</span>' if high > low else ""
        )
        at = max(at, high)
    parts.append(escape(row[at:]))
    return Line(number, indent, text, "".join(parts))
