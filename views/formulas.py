"""Formulas with the learner's own words and numbers in them, as LaTeX for `st.latex`."""

from __future__ import annotations

from collections.abc import Sequence

from views.html_parts import decimal

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
    fraction = rf"\frac{{p({name})}}{{q({name})}}"
    numbers = rf"\frac{{{decimal(p)}}}{{{decimal(q)}}}"
    return rf"\min\!\left(1, {fraction}\right) = \min\!\left(1, {numbers}\right) = {decimal(ratio)}"


def sums_to(name: str, terms: Sequence[float], total: float) -> str:
    """Return "name = a + b + c = total"; zeros are left out."""
    shown = [decimal(term) for term in terms if round(term, 2) > 0]
    return rf"{name} = {' + '.join(shown) or '0'} = {decimal(total)}"


def correction(word: str, p: float, q: float, z: float, law: float) -> str:
    """Return max(0, p - q) / Z for one word, with its numbers."""
    top = rf"\max(0,\, {decimal(p)} - {decimal(q)})"
    return rf"p'({tex(word)}) = \frac{{{top}}}{{{decimal(z)}}} = {decimal(law)}"
