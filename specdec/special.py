"""Two distribution functions that statistics needs and the standard library lacks.

Purpose
    The regularised incomplete gamma function gives the p-value of a chi-squared test; its inverse
    gives quantiles of a chi distribution. Tested against another implementation.

Source
    Press et al., Numerical Recipes, sec. 6.2: the series below a + 1, Lentz's continued fraction
    above. DLMF 8.7.1 and 8.9.2.
"""

import math

_TINY = 1e-300
_EPSILON = 1e-15


def upper_gamma(a: float, x: float) -> float:
    """Return Q(a, x), the regularised upper incomplete gamma function.

    P(X > x) for X gamma distributed with shape a > 0 and scale 1, x >= 0. Relative error about
    1e-13 times a.
    """
    if x <= 0:
        return 1.0
    if math.isinf(x):
        return 0.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def chi_squared_tail(statistic: float, degrees: int) -> float:
    """Return P(X > statistic) for X chi-squared distributed with `degrees` > 0 degrees."""
    return upper_gamma(degrees / 2, statistic / 2)


def chi_quantile(degrees: float, level: float) -> float:
    """Return the x with P(X <= x) = level, for X chi distributed with any `degrees` > 0."""
    low, high = 0.0, math.sqrt(degrees) + 10
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        below = 1 - upper_gamma(degrees / 2, middle**2 / 2) < level
        low, high = (middle, high) if below else (low, middle)
    return low


def chi_mean_share(degrees: float) -> float:
    """Return mean^2 / (mean^2 + variance) of a chi distribution; it rises from 0 to 1."""
    ratio = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return 2 / degrees * math.exp(2 * ratio)


def _series(a: float, x: float) -> float:
    """Sum of x^n / (a (a+1) ... (a+n)): the lower function over x^a e^-x / Gamma(a)."""
    term = total = 1 / a
    n = a
    while term > total * _EPSILON:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Continued fraction of the upper function over x^a e^-x / Gamma(a)."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    value = d
    i = 0
    change = 0.0
    while abs(change - 1) > _EPSILON:
        i += 1
        step = -i * (i - a)
        b += 2
        d = 1 / (_nonzero(step * d + b))
        c = _nonzero(b + step / c)
        change = d * c
        value *= change
    return value


def _nonzero(x: float) -> float:
    return x if abs(x) > _TINY else _TINY
