"""What every public function asks of its arguments, and the one sentence it says when it can't.

Purpose
    A wrong distribution must never become a NaN three calls later. Each rule is checked where the
    number comes in, and the error names the field, the rule and the value.

Letters, here and in the whole package
    p_target   (V,)  next-token distribution of the model whose output must be kept
    q_draft    (V,)  next-token distribution of the cheap model that guesses
    gamma            how many tokens are drafted in a round
    V                the size of the vocabulary; a token is an int in 0 .. V-1

They follow Leviathan, Kalman and Matias, "Fast Inference from Transformers via Speculative
Decoding" (arXiv 2211.17192). Chen et al. (arXiv 2302.01318) use p and q the other way round.

Numbers keep their own type: floats give float64 arrays, ``fractions.Fraction`` gives arrays of
Fraction (dtype object), so that a law can be checked as an equality and not up to rounding.
"""

import operator
from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from specdec.errors import ArgumentError, DistributionError

Row: TypeAlias = NDArray[Any]
"""(V,) numbers, float64; or Fraction (dtype object) where Fractions came in."""

Rows: TypeAlias = ArrayLike | Sequence[ArrayLike]
"""One distribution a row."""

TOLERANCE = 1e-6
"""How far the sum of a distribution may be from 1: float32 softmaxes pass."""


def as_numbers(values: ArrayLike, *, name: str) -> Row:
    """Return `values` as finite, non-negative numbers that are not all zero.

    Parameters
    ----------
    values : array_like, (V,)
    name : str
        What the error calls it.

    Returns
    -------
    (V,) ndarray
        float64, or Fraction where every number is rational and one is a Fraction.

    Raises
    ------
    DistributionError
        If it is not one-dimensional, is empty, or holds NaN, an infinity, a negative number or
        nothing but zeros.
    """
    numbers = to_array(values, name=name)
    if numbers.ndim != 1:
        raise DistributionError(name, "must be one-dimensional", f"shape {numbers.shape}")
    if numbers.size == 0:
        raise DistributionError(name, "must hold at least one number", "none")
    if numbers.dtype != object and numbers.min() >= 0 and 0 < numbers.max() < np.inf:
        return (
            numbers  # the usual case, in one look: a NaN is neither at least 0 nor below infinity
        )
    if numbers.dtype != object:  # a Fraction is always finite
        _refuse(numbers, ~np.isfinite(numbers), name, "must hold only finite numbers")
    _refuse(numbers, numbers < 0, name, "must hold no negative number")
    if not np.any(numbers > 0):
        raise DistributionError(name, "must hold a number above 0", "zeros only")
    return numbers


def check_distribution(values: ArrayLike, *, name: str, tolerance: float = TOLERANCE) -> Row:
    """Return `values` unchanged, having checked that they are a distribution already.

    For places whose contract is "sums to 1"; `as_distribution` is for those that normalise.

    Parameters
    ----------
    values : array_like, (V,)
        Probabilities.
    name : str
        What the error calls it.
    tolerance : float
        How far the sum may be from 1.

    Returns
    -------
    (V,) ndarray
        The same numbers, float64 or Fraction.

    Raises
    ------
    DistributionError
        See `as_numbers`; also if the sum is off 1.
    """
    numbers = as_numbers(values, name=name)
    total = numbers.sum()
    if abs(total - 1) > tolerance:
        raise DistributionError(name, "must sum to 1", float(total))
    return numbers


def check_pair(p_target: ArrayLike, q_draft: ArrayLike) -> tuple[Row, Row]:
    """Return both distributions, having checked each and that they share a vocabulary.

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    """
    p = check_distribution(p_target, name="p_target")
    q = check_distribution(q_draft, name="q_draft")
    if len(q) != len(p):
        raise DistributionError("q_draft", f"must hold {len(p)} numbers, as p_target does", len(q))
    return p, q


def check_rows(
    q_dists: Rows, p_dists: Rows, *, copy: bool = True
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the distributions of one round, having checked that they fit together.

    Parameters
    ----------
    q_dists : (gamma, V)
        One row a drafted token; may be empty.
    p_dists : (gamma + 1, V)
        One row a drafted token, and one for the bonus token.
    copy : bool
        Whether arrays are copied: whoever doesn't keep them may do without.

    Returns
    -------
    q_dists, p_dists : ndarray, (gamma, V) and (gamma + 1, V)

    Raises
    ------
    DistributionError
        Naming the row.
    """
    if (checked := _plainly_right(q_dists, p_dists)) is not None:
        q, p = checked
        return (q.copy(), p.copy()) if copy else (q, p)
    q_rows = check_each(q_dists, name="q_dists")
    p_rows = check_each(p_dists, name="p_dists")
    gamma = len(q_rows)
    if len(p_rows) != gamma + 1:
        rule = f"must hold {gamma + 1} rows, one more than q_dists"
        raise DistributionError("p_dists", rule, len(p_rows))
    size = len(p_rows[0])
    for name, rows in (("p_dists", p_rows), ("q_dists", q_rows)):
        for j, row in enumerate(rows):
            if len(row) != size:
                rule = f"must hold {size} numbers, as p_dists[0] does"
                raise DistributionError(f"{name}[{j}]", rule, len(row))
    return np.array(q_rows).reshape(gamma, size), np.array(p_rows)  # (gamma, V), (gamma + 1, V)


def _plainly_right(
    q_dists: Rows, p_dists: Rows
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return the rows of a round where all are right, found out at once; else None.

    For float arrays alone. Whoever gets None looks row by row and finds what to say.
    """
    for rows in (q_dists, p_dists):
        if not (isinstance(rows, np.ndarray) and rows.ndim == 2 and rows.dtype.kind == "f"):
            return None
    q_rows, p_rows = np.asarray(q_dists, np.float64), np.asarray(p_dists, np.float64)
    if q_rows.shape != (len(p_rows) - 1, p_rows.shape[1]) or not p_rows.size:
        return None
    for rows in (q_rows, p_rows):
        # NaN is not at least 0, and an infinity is no sum near 1.
        if not (rows.min(initial=0) >= 0 and (abs(rows.sum(axis=1) - 1) <= TOLERANCE).all()):
            return None
    return q_rows, p_rows


def check_draft(draft_tokens: Iterable[SupportsIndex], q_dists: NDArray[Any]) -> tuple[int, ...]:
    """Return the drafted tokens as ints, having checked that `q_dists` can have drafted them.

    Raises
    ------
    ArgumentError
        If there is not one token a row, or one is no int in 0 .. V-1.
    DistributionError
        If a drafted token has probability 0 in its row: then it was drawn from something else.
    """
    tokens = tuple(draft_tokens)
    gamma, size = q_dists.shape
    if len(tokens) != gamma:
        rule = f"must hold {gamma} tokens, one a row of q_dists"
        raise ArgumentError("draft_tokens", rule, len(tokens))
    drafted = tuple(
        check_integer(token, name=f"draft_tokens[{j}]", low=0, high=size - 1)
        for j, token in enumerate(tokens)
    )
    for j, x in enumerate(drafted):
        if q_dists[j, x] == 0:
            rule = f"must give the drafted token {x} a probability above 0"
            raise DistributionError(f"q_dists[{j}]", rule, float(q_dists[j, x]))
    return drafted


def check_integer(value: SupportsIndex, *, name: str, low: int, high: int | None = None) -> int:
    """Return `value` as an int in low .. high.

    Raises
    ------
    ArgumentError
        If it is no integer or outside.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(name, "must be an integer", repr(value)) from None
    if number < low or (high is not None and number > high):
        rule = f"must be at least {low}" if high is None else f"must be in {low} .. {high}"
        raise ArgumentError(name, rule, number)
    return number


def check_real(value: float, *, name: str, low: float, high: float = float("inf")) -> float:
    """Return `value` as a finite float in [low, high].

    Raises
    ------
    ArgumentError
        If it is no number, NaN, infinite or outside.
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ArgumentError(name, "must be a number", repr(value)) from None
    if not (np.isfinite(number) and low <= number <= high):
        top = "" if high == float("inf") else f" and at most {high:g}"
        raise ArgumentError(name, f"must be finite, at least {low:g}{top}", number)
    return number


def to_array(values: ArrayLike, *, name: str) -> Row:
    """Return an array of float64, or of Fraction where all are rational and one is a Fraction.

    Raises
    ------
    DistributionError
        If they are no numbers.
    """
    rule = "must be a list of numbers"
    try:
        numbers = np.asarray(values)
        if numbers.dtype == object and all(isinstance(x, Rational) for x in numbers.flat):
            flat = [Fraction(x) for x in numbers.flat]
            return np.array(flat, dtype=object).reshape(numbers.shape)
        if numbers.dtype.kind not in "biufO":
            raise DistributionError(name, rule, f"an array of {numbers.dtype}")
        return numbers.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        if isinstance(error, DistributionError):
            raise
        raise DistributionError(name, rule, repr(values)[:60]) from None


def _refuse(numbers: Row, wrong: NDArray[np.bool_], name: str, rule: str) -> None:
    """Raise for the first number that is wrong."""
    if wrong.any():
        index = int(np.argmax(wrong))
        raise DistributionError(name, rule, float(numbers[index]), f" at index {index}")


def check_each(rows: Rows, *, name: str) -> list[Row]:
    """Return every row, checked under its own name, such as ``p_dists[2]``.

    Raises
    ------
    DistributionError
        If a row is no distribution, or `rows` is no list of them.
    """
    try:
        listed = list(rows)  # type: ignore[arg-type]
    except TypeError:
        raise DistributionError(name, "must be a list of distributions", repr(rows)[:60]) from None
    return [check_distribution(row, name=f"{name}[{j}]") for j, row in enumerate(listed)]
