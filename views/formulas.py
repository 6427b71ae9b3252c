"""Formulas with the learner's own words and numbers in them, as LaTeX for `st.latex`."""

from __future__ import annotations

from collections.abc import Sequence

from views.html_parts import decimal

TERMS = 4  # of a sum in one line
# What LaTeX would read as a command inside \text{...}.
_SPECIAL = {
    "\\": r"\textbackslash ",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "^": r"\text{\textasciicircum}",
    "~": r"\text{\textasciitilde}",
}


def tex(word: str) -> str:
    """Return a word as upright text in a formula, whatever characters it holds."""
    return r"\text{" + "".join(_SPECIAL.get(letter, letter) for letter in word) + "}"


def acceptance(word: str, p: float, q: float, ratio: float) -> str:
    """Return min(1, p/q) for one word, with its numbers."""
    name = tex(word)
    if q == 0:
        return rf"q({name}) = 0"
    return _lines(
        rf"\min\!\left(1, \frac{{p({name})}}{{q({name})}}\right)",
        [rf"\min\!\left(1, \frac{{{decimal(p)}}}{{{decimal(q)}}}\right)", decimal(ratio)],
    )


def sums_to(name: str, rule: str, terms: Sequence[float], total: float) -> str:
    """Return "name = rule = a + b + c = total"; zeros are left out."""
    shown = [decimal(term) for term in terms if round(term, 2) > 0] or ["0"]
    rows = [" + ".join(shown[i : i + TERMS]) for i in range(0, len(shown), TERMS)]
    return _lines(name, [rule, r" \\ &\quad + ".join(rows), decimal(total)])


def correction(word: str, p: float, q: float, z: float, law: float) -> str:
    """Return max(0, p - q) / Z for one word, with its numbers."""
    top = rf"\max(0,\, {decimal(p)} - {decimal(q)})"
    return _lines(rf"p'({tex(word)})", [rf"\frac{{{top}}}{{{decimal(z)}}}", decimal(law)])


def _lines(name: str, steps: Sequence[str]) -> str:
    """Set a chain of equations below each other: that fits a phone, where one line does not."""
    chain = r" \\ ".join(f"&= {step}" for step in steps)
    return rf"\begin{{aligned}} {name} {chain} \end{{aligned}}"
