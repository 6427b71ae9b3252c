"""How far "accepted with probability alpha at every position" carries.

Purpose
    Real acceptance varies. Three ways to vary around the same mean say what matters: words that
    are easy or hard one by one change nothing; texts that are easy or hard as a whole give more
    tokens than the formula says (a run of luck is a long run); acceptance that falls with each
    further guess gives fewer or more, depending on where the mean is taken.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, sec. 3.1, where the betas are taken as
    independent and alike ("a simplifying assumption").
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from specdec.checks import check_integer, check_real
from specdec.errors import ArgumentError
from specdec.simulation import simulate_rounds

Kind = Literal["even", "words", "texts", "ahead"]
KINDS: tuple[Kind, ...] = ("even", "words", "texts", "ahead")


def position_rates(alpha: float, spread: float, gamma: int, kind: Kind) -> list[list[float]]:
    """Return the acceptance rates of each kind of text, equally likely, position by position.

    Parameters
    ----------
    alpha : float
        Their mean, in [0, 1].
    spread : float
        How far they lie from it, cut where they would leave [0, 1].
    gamma : int
        At least 1.
    kind : {"even", "words", "texts", "ahead"}
        "even": all alpha. "words": each word on its own is easy or hard. "texts": a whole text
        is. "ahead": the first guess is the easiest, each further one harder, in equal steps.

    Returns
    -------
    list of list of float
        A row a kind of text, (gamma,) each.

    Raises
    ------
    ArgumentError
        If a number is outside its range or there is no such kind.
    """
    mean = check_real(alpha, name="alpha", low=0, high=1)
    drafts = check_integer(gamma, name="gamma", low=1)
    width = min(check_real(spread, name="spread", low=0, high=1), mean, 1 - mean)
    if kind not in KINDS:
        raise ArgumentError("kind", f"must be one of {', '.join(KINDS)}", kind)
    if kind == "texts":
        return [[mean + width] * drafts, [mean - width] * drafts]
    if kind == "ahead":
        return [[float(rate) for rate in np.linspace(mean + width, mean - width, drafts)]]
    return [[mean] * drafts]  # "words" too: a word's own difficulty averages out, see simulate


def expected_tokens_at(rates: Sequence[float]) -> float:
    """Return the expected tokens of a round whose position j is accepted with ``rates[j]``.

    1 + a_1 + a_1 a_2 + ...; with equal rates it is `expected_tokens`.

    Raises
    ------
    ArgumentError
        If a rate is outside [0, 1].
    """
    checked = [check_real(a, name=f"rates[{j}]", low=0, high=1) for j, a in enumerate(rates)]
    return 1 + float(np.cumprod(checked).sum())


def simulate_uneven(
    alpha: float, spread: float, gamma: int, kind: Kind, n: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Play n rounds with acceptance that varies, and return the tokens of each, (n,).

    Every round is one of `simulate_rounds`, on two words whose p and q overlap as wanted: an easy
    one and a hard one for "words", where each guess draws its own difficulty.

    Raises
    ------
    ArgumentError
        As `position_rates`; if n is negative.
    """
    texts = position_rates(alpha, spread, gamma, kind)
    count = check_integer(n, name="n", low=0)
    width = min(spread, alpha, 1 - alpha) if kind == "words" else 0.0
    share = np.bincount(rng.integers(len(texts), size=count), minlength=len(texts))
    played = [
        1 + simulate_rounds(*_rows(rates, width), int(m), rng).accepted.astype(np.int64)
        for rates, m in zip(texts, share, strict=True)
    ]
    return rng.permutation(np.concatenate(played))


def _rows(rates: Sequence[float], width: float) -> tuple[list[list[float]], list[list[float]]]:
    """Return q and p rows whose overlap is the rate: tokens easy, hard, and never drafted."""
    q = [0.5, 0.5, 0.0]
    p = [[(a + width) / 2, (a - width) / 2, 1 - a] for a in rates]
    return [q] * len(rates), [*p, [1.0, 0.0, 0.0]]
