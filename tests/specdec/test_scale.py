"""Correctness at a real vocabulary's scale, and the power of that very test.

As servers' own test suites do it: 4,096 tokens, 40,960 texts, every position, two gammas, two
temperatures, chi-squared with bins under five merged. A test that no fault fails is worth nothing:
the same counts must give each fault away.
"""

from __future__ import annotations

import numpy as np
import pytest

from specdec import FAULTS, acceptance_rate, chi_squared_test, simulate_text, softmax
from tests.helpers import LEVEL

V, TEXTS = 4096, 40_960
LAW_FAULTS = [fault for fault in FAULTS.values() if fault.changes == "law"]


def models(gamma: int, temperature: float):
    """Rows of two models that mostly agree: one's logits are the other's with noise."""
    rng = np.random.default_rng(gamma)
    target = rng.normal(0, 2, (gamma + 1, V))
    draft = target[:gamma] + rng.normal(0, 1, (gamma, V))
    return (
        [softmax(row, name="q", temperature=temperature) for row in draft],
        [softmax(row, name="p", temperature=temperature) for row in target],
    )


def p_values(texts: np.ndarray, laws) -> list[float]:
    """One p-value a position; a text that a fault cut short counts where it reaches."""
    return [
        chi_squared_test(np.bincount(column[column >= 0], minlength=V), law).p_value
        for column, law in zip(texts.T, laws, strict=True)
    ]


@pytest.mark.parametrize("gamma", [1, 5])
@pytest.mark.parametrize("temperature", [0.6, 1.0])
def test_every_position_at_scale(gamma: int, temperature: float) -> None:
    """4,096 tokens, 40,960 texts. False-alarm rate 1e-6 at each of up to six positions."""
    q_dists, p_dists = models(gamma, temperature)
    texts = simulate_text(q_dists, p_dists, TEXTS, np.random.default_rng(4096))

    assert 0.3 < acceptance_rate(p_dists[0], q_dists[0]) < 0.7  # both branches are well used
    assert min(p_values(texts, p_dists)) > LEVEL


@pytest.mark.parametrize("fault", LAW_FAULTS, ids=lambda fault: fault.key)
def test_the_same_counts_give_every_fault_away(fault) -> None:
    """Each fault that changes the law fails the test above at one of its first two positions."""
    q_dists, p_dists = models(2, 0.6)
    rng = np.random.default_rng(4096)
    texts = simulate_text(q_dists, p_dists, TEXTS, rng, simulate=fault.simulate)

    assert min(p_values(texts, fault.reference(p_dists))[:2]) < LEVEL


def test_a_first_token_test_alone_would_miss_one() -> None:
    """The generator seeded again: position 1 looks right, position 2 doesn't."""
    q_dists, p_dists = models(2, 0.6)
    rng = np.random.default_rng(4096)
    texts = simulate_text(q_dists, p_dists, TEXTS, rng, simulate=FAULTS["reseeded"].simulate)
    first, second, _ = p_values(texts, p_dists)

    assert first > LEVEL > second
