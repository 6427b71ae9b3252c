"""The formula with measured costs."""

from __future__ import annotations

import pytest

from nimbus.costs import Costs, measure_costs, predict
from specdec import expected_tokens, speedup


def test_flat_passes_give_the_theorem():
    """Theorem 3.8 is the case in which checking more positions costs nothing."""
    flat = Costs(passes=((1, 2.0), (16, 2.0)), draft=0.1)

    assert predict(0.8, 7, flat).speedup == pytest.approx(speedup(0.8, 7, 0.05))
    assert predict(0.8, 7, flat).flat == pytest.approx(speedup(0.8, 7, 0.05))


def test_a_dearer_pass_costs_its_price():
    """Expected tokens over the round's cost in plain passes."""
    costs = Costs(passes=((1, 1.0), (8, 2.0), (16, 3.0)), draft=0.1)

    assert predict(0.9, 7, costs).speedup == pytest.approx(expected_tokens(0.9, 7) / (0.7 + 2.0))


def test_between_sizes_costs_follow_a_line():
    """For sizes that were not measured."""
    costs = Costs(passes=((1, 1.0), (8, 2.0), (16, 3.0)), draft=0.1)

    assert costs.of(12) == pytest.approx(2.5)


def test_measures_each_size_and_the_draft(tiny_pair):
    """Positive seconds; no claim about how many."""
    costs = measure_costs(tiny_pair, positions=(1, 8), repeats=2, depth=20)

    assert [m for m, _ in costs.passes] == [1, 8]
    assert min(costs.draft, costs.of(1), costs.of(8)) > 0
