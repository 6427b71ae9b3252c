"""The formulas of step 5 as TeX, each with the learner's own numbers filled in."""

from __future__ import annotations

from views.html_parts import decimal


def tokens_formula(alpha: float, gamma: int, tokens: float) -> str:
    """Return eq. 1 of Leviathan et al. 2022: expected tokens for each pass of the target."""
    symbols = r"\frac{1-\alpha^{\gamma+1}}{1-\alpha}"
    if alpha == 1:  # the fraction is 0/0 there; the sum that it abbreviates has gamma + 1 ones
        return _lines(symbols + r" \to \gamma+1", f"{gamma}+1 = {decimal(tokens)}")
    filled = rf"\frac{{1-{_number(alpha)}^{{{gamma + 1}}}}}{{1-{_number(alpha)}}}"
    return _lines(symbols, f"{filled} = {decimal(tokens)}")


def speed_formula(gamma: int, cost: float, tokens: float, speed: float) -> str:
    """Return theorem 3.8: the improvement in wall time."""
    symbols = r"\frac{1-\alpha^{\gamma+1}}{(1-\alpha)(\gamma c+1)}"
    filled = rf"\frac{{{decimal(tokens)}}}{{{gamma}\cdot {_number(cost)}+1}}"
    return _lines(symbols, f"{filled} = {decimal(speed)}")


def operations_formula(gamma: int, cost: float, tokens: float, operations: float) -> str:
    """Return theorem 3.11: the increase in operations, with c for its c-hat."""
    symbols = r"\frac{(1-\alpha)(\gamma c+\gamma+1)}{1-\alpha^{\gamma+1}}"
    filled = rf"\frac{{{gamma}\cdot {_number(cost)}+{gamma}+1}}{{{decimal(tokens)}}}"
    return _lines(symbols, f"{filled} = {decimal(operations)}")


def _lines(symbols: str, filled: str) -> str:
    return rf"\begin{{aligned}} & {symbols} \\[12pt] &= {filled} \end{{aligned}}"


def _number(value: float) -> str:
    return decimal(value) if value else "0"
