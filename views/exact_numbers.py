"""Numbers of page 3 as they are read: the same number of decimals in a sum, whole counts, odds."""

from __future__ import annotations

from collections.abc import Iterable

from views.fields import DIGITS
from views.html_parts import decimal


def digits_for(values: Iterable[float]) -> int:
    """Return how many decimals, 2 at least, show these probabilities without rounding.

    A sum on the screen must add up; what a learner sets has `DIGITS` decimals at most. Where that
    isn't enough, one more than `DIGITS` is returned.
    """
    numbers = [*values]
    for digits in range(2, DIGITS + 1):
        if all(abs(round(value, digits) - value) < 1e-9 for value in numbers):
            return digits
    return DIGITS + 1


def count(value: float) -> str:
    """Spell a whole number: 100,000."""
    return f"{value:,.0f}"


def small(value: float) -> str:
    """Spell a distance: four decimals, and 0 where there is none."""
    return "0" if abs(value) < 1e-9 else decimal(value, 4)


def p_value(value: float) -> str:
    """Spell a p-value: two decimals; below .01 its size."""
    if value >= 0.01:
        return decimal(value)
    return "< 1e-12" if value < 1e-12 else f"{value:.0e}".replace("e-0", "e-")
