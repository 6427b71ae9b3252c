"""What the tests share: comparing distributions, making them, and the settings of properties."""

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

LEVEL = 1e-6
"""False-alarm rate of each Monte Carlo test: how often a right program would fail it, once, for a
new seed. Seeds are fixed, so a test that passed goes on passing."""

reproducible = settings(derandomize=True, deadline=None, max_examples=100)
"""For every property: the same examples at each run, and no timed assertion."""


def assert_close(expected: Any, actual: Any, *, tolerance: float = 1e-12) -> None:
    """Fail, showing both, unless two distributions or laws agree within a tolerance.

    Arrays are compared entry by entry; laws (dicts from tokens to probability) key by key, where
    a missing key is probability 0.
    """
    if isinstance(expected, Mapping):
        keys = sorted(set(expected) | set(actual))
        gaps = [abs(float(expected.get(key, 0)) - float(actual.get(key, 0))) for key in keys]
    else:
        expected = np.asarray(expected, dtype=np.float64)
        actual = np.asarray(actual, dtype=np.float64)
        if expected.shape != actual.shape:
            raise AssertionError(f"Expected shape {expected.shape}\nActual shape {actual.shape}")
        gaps = np.abs(expected - actual).ravel().tolist()
    worst = max(gaps, default=0.0)
    if not worst <= tolerance:  # written so that NaN fails
        raise AssertionError(f"Off by {worst}\nExpected\n{expected}\nActual\n{actual}")


def fractions(*weights: int) -> list[Fraction]:
    """Return integer weights as an exact distribution."""
    return [Fraction(weight, sum(weights)) for weight in weights]


def product_law(p_dists: Any) -> dict[tuple[int, ...], Any]:
    """Return the law of independent tokens, one from each row; probability 0 left out."""
    rows = [list(row) for row in p_dists]
    masses = {
        tokens: prod(row[x] for row, x in zip(rows, tokens, strict=True))
        for tokens in product(*(range(len(row)) for row in rows))
    }
    return {tokens: mass for tokens, mass in masses.items() if mass > 0}


def joint_counts(tokens: np.ndarray, size: int) -> np.ndarray:
    """Count each tuple in the rows of tokens (n, k) without padding; order of `product`."""
    codes = np.zeros(len(tokens), np.int64)
    for column in np.asarray(tokens).T:
        codes = codes * size + column
    return np.bincount(codes, minlength=size ** np.shape(tokens)[1])


def joint_law(rows: Any) -> np.ndarray:
    """Return the probabilities of all tuples of independent tokens, in the order of `product`."""
    law = np.ones(1)
    for row in rows:
        law = np.outer(law, np.asarray(row, dtype=np.float64)).ravel()
    return law


def fraction_rows(size: int) -> st.SearchStrategy[list[Fraction]]:
    """Exact distributions over `size` tokens, with plenty of zeros and ties."""
    weights = st.lists(st.integers(0, 6), min_size=size, max_size=size).filter(any)
    return weights.map(lambda row: fractions(*row))


def float_rows(size: int) -> st.SearchStrategy[np.ndarray]:
    """Distributions over `size` tokens: from even ones to ones with tiny or zero entries."""
    entry = st.one_of(st.just(0.0), st.floats(1e-12, 1.0), st.floats(0.1, 1.0))
    weights = st.lists(entry, min_size=size, max_size=size).filter(any)
    return weights.map(lambda row: np.array(row) / sum(row))


def pairs(rows: Any, sizes: tuple[int, int] = (1, 6)) -> st.SearchStrategy[tuple[Any, Any]]:
    """Pairs p_target, q_draft over one vocabulary; now and then the same twice."""
    return st.integers(*sizes).flatmap(
        lambda size: st.one_of(
            st.tuples(rows(size), rows(size)), rows(size).map(lambda row: (row, row))
        )
    )


def rounds_of(rows: Any, max_size: int = 3, max_gamma: int = 3) -> st.SearchStrategy[Any]:
    """Rows of a whole round: q_dists (gamma, V) and p_dists (gamma + 1, V)."""
    return st.tuples(st.integers(2, max_size), st.integers(0, max_gamma)).flatmap(
        lambda shape: st.tuples(
            st.lists(rows(shape[0]), min_size=shape[1], max_size=shape[1]),
            st.lists(rows(shape[0]), min_size=shape[1] + 1, max_size=shape[1] + 1),
        )
    )


class ScriptedGenerator:
    """Stands in for a Generator: gives the uniforms it was told to, in order."""

    def __init__(self, *uniforms: float) -> None:
        self.uniforms = list(uniforms)

    def random(self) -> float:
        return self.uniforms.pop(0)


def awaited(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine to its end, in a thread: Playwright's loop may be running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
