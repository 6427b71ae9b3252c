"""The numbers of page 3: one simulation for everything that is drawn of it, and the exact laws.

Results are remembered by what they depend on: a whole class looks at the lesson's own numbers.
Everything that is a probability, a distance or a test comes from specdec.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specdec import (
    FAULTS,
    Rounds,
    distance_band,
    expected_distance,
    first_tokens_law,
    log_spaced_counts,
    position_law,
    round_law,
    rounds_until_detected,
    running_counts,
    running_distances,
    simulate_rounds,
    simulate_text,
    total_variation,
)
from views.remembered import remembered

Array = NDArray[Any]
Weights = tuple[float, ...]

FRAMES = 48  # of the playback; the browser draws what lies between two of them
LOOKS = 200  # how often, at most, a broken run is tested on its way
LEVEL = 1e-6  # of each of those tests
SAME = 1e-9  # two laws this close are the same but for rounding


@dataclass(frozen=True)
class Run:
    """What n texts of gamma + 1 words held.

    Attributes
    ----------
    at : (F,)
        The counts of texts at which the run is looked at.
    counts : (gamma + 1, F, V)
        Each word among the first ``at[f]`` texts, by its position in the text.
    distance : (gamma + 1, F)
        Of their shares from the wanted law.
    pairs : (V, V)
        First and second word.
    emitted : float
        Words a round, on average.
    broke_off : float
        Share of texts that stopped before their end.
    noticed : tuple
        The count at which a test first rejects the wanted law: of the first word, of the second,
        of both together. None: not within the run. Filled for faults alone.
    """

    at: Array
    counts: Array
    distance: Array
    pairs: Array
    emitted: float
    broke_off: float
    noticed: tuple[int | None, int | None, int | None]


@dataclass(frozen=True)
class Laws:
    """Exact laws of the first two words, as they are and as they should be.

    Attributes
    ----------
    first, second : (V,)
        Of each word alone.
    pairs : (V, V)
        Of both together.
    wanted : (V,)
        What each word should follow: p_target, or what a filter should make of it.
    wanted_pairs : (V, V)
    broke_off : float
        Probability that the text stops at once.
    """

    first: Array
    second: Array
    pairs: Array
    wanted: Array
    wanted_pairs: Array
    broke_off: float

    @cached_property
    def distances(self) -> tuple[float, float, float]:
        """Of the first word, the second and both together from what they should be."""
        return (
            total_variation(self.first, self.wanted),
            total_variation(self.second, self.wanted),
            total_variation(self.pairs.ravel(), self.wanted_pairs.ravel()),
        )


@dataclass(frozen=True)
class Noise:
    """How far a right program's shares are from its law, at each count of a run."""

    expected: Array
    low: Array
    high: Array


@remembered(512)
def run(p: Weights, q: Weights, gamma: int, seed: int, rounds: int, fault: str = "") -> Run:
    """Write `rounds` texts with the same p and q at every position, and count."""
    broken = FAULTS.get(fault)
    emitted: list[float] = []

    def simulate(q_dists: Any, p_dists: Any, n: int, rng: np.random.Generator) -> Rounds:  # noqa: ANN401
        played = (broken.simulate if broken else simulate_rounds)(q_dists, p_dists, n, rng)
        emitted.append(float(np.count_nonzero(played.tokens >= 0)) / max(n, 1))
        return played

    rng = np.random.default_rng(seed)
    q_dists, p_dists = [q] * gamma, [p] * (gamma + 1)
    text = simulate_text(q_dists, p_dists, rounds, rng, simulate=simulate)
    whole = np.all(text >= 0, axis=1)
    text = text if whole.all() else text[whole]
    wanted = laws(p, q, gamma, fault).wanted
    size = len(p)
    at = log_spaced_counts(len(text), FRAMES) if len(text) else np.ones(0, np.int64)
    counts = np.array([running_counts(column, at, size) for column in text.T])
    pairs = text[:, 0].astype(np.int64) * size + text[:, 1]
    return Run(
        at=at,
        counts=counts,
        distance=np.array([running_distances(one, wanted) for one in counts]),
        pairs=np.bincount(pairs, minlength=size**2).reshape(size, size),
        emitted=emitted[0],
        broke_off=1 - float(whole.mean()),
        noticed=_noticed(text, pairs, laws(p, q, gamma, fault)) if broken else (None,) * 3,
    )


@remembered(512)
def laws(p: Weights, q: Weights, gamma: int, fault: str = "") -> Laws:
    """Return the exact laws of the first two words of a text.

    Further guesses of a round don't touch them, so two are enough: the enumeration stays small.
    """
    size, drafts = len(p), min(gamma, 2)
    broken = FAULTS.get(fault)
    law_of = broken.law if broken else round_law
    rows = broken.reference([p]) if broken else np.array([p])
    one_round = law_of([q] * drafts, [p] * (drafts + 1))
    broke_off = float(one_round.pop((), 0.0))
    wanted = rows[0]
    independent = first_tokens_law({(): 1.0}, [wanted, wanted], 2)
    if broke_off > SAME:
        nothing = np.full(size, 1 / size)
        return Laws(
            nothing,
            nothing,
            _square(independent, size),
            wanted,
            _square(independent, size),
            broke_off,
        )
    # A text that has one word after its first round goes on with a round of its own.
    next_round = law_of([q] * (drafts - 1), [p] * drafts)
    next_word = position_law(next_round, 0, size)
    both = first_tokens_law(one_round, [next_word, next_word], 2)
    return Laws(
        first=np.array(position_law(both, 0, size)),
        second=np.array(position_law(both, 1, size)),
        pairs=_square(both, size),
        wanted=wanted,
        wanted_pairs=_square(independent, size),
        broke_off=broke_off,
    )


@remembered(256)
def noise(law: Weights, at: tuple[int, ...]) -> Noise:
    """Return what a right program's distance is expected to be at each count."""
    bands = np.array([distance_band(law, count) for count in at])
    expected = np.array([min(1.0, expected_distance(law, count)) for count in at])
    return Noise(expected, bands[:, 0], bands[:, 1])


def looks(rounds: int) -> int:
    """Return how often a broken run of this length is tested."""
    return len(log_spaced_counts(rounds, LOOKS))


def _noticed(text: Array, pairs: Array, exact: Laws) -> tuple[int | None, int | None, int | None]:
    if not len(text):
        return (None, None, None)
    at = log_spaced_counts(len(text), LOOKS)
    first, second, both = (
        rounds_until_detected(drawn, law, level=LEVEL, at=at)
        for drawn, law in (
            (text[:, 0], exact.wanted),
            (text[:, 1], exact.wanted),
            (pairs, exact.wanted_pairs.ravel()),
        )
    )
    return first, second, both


def _square(law: dict[tuple[int, ...], float], size: int) -> Array:
    table = np.zeros((size, size))
    for pair, mass in law.items():
        table[pair] = mass
    return table
