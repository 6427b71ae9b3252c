"""The calculator of step 5: its numbers, its time lanes, its formulas."""

from __future__ import annotations

from dataclasses import replace

import pytest

from specdec import best_gamma, speedup
from views.fields import Learner
from views.speed import MOST, WORDS, Speed, lane_passes
from views.speed_formulas import operations_formula, speed_formula, tokens_formula

CHOICES = [
    replace(Learner(), alpha=alpha, gamma=gamma, cost=cost)
    for alpha in (0.0, 0.3, 0.8, 1.0)
    for gamma in (1, 4, 8)
    for cost in (0.0, 0.1, 1.0)
]


def _name(learner: Learner) -> str:
    return f"alpha {learner.alpha}, gamma {learner.gamma}, c {learner.cost}"


@pytest.mark.parametrize("learner", CHOICES, ids=_name)
def test_the_lane_is_as_long_as_the_speed_says(learner):
    """The same words take 1/speed of the time; the passes drawn fill exactly that time."""
    speed = Speed.of(learner)
    passes, time = lane_passes(speed)

    assert time == pytest.approx(WORDS / speed.speed)
    assert sum(length for _, length in passes) == pytest.approx(time)


@pytest.mark.parametrize("learner", CHOICES, ids=_name)
def test_a_lane_holds_no_pass_of_length_zero(learner):
    """A draft that costs nothing is not drawn, and guesses come before their check."""
    passes, _ = lane_passes(Speed.of(learner))

    assert min(length for _, length in passes) > 0
    assert passes[0][0] == ("guess" if learner.cost else "pass")


def test_a_round_in_the_lane_is_its_guesses_and_one_pass():
    """gamma guesses at c each, then a pass of length 1, and again."""
    passes, _ = lane_passes(Speed.of(replace(Learner(), alpha=0.5, gamma=3, cost=0.2)))

    assert [kind for kind, _ in passes[:4]] == ["guess", "pass", "guess", "pass"]
    assert [length for _, length in passes[:4]] == pytest.approx([0.6, 1.0, 0.6, 1.0])


@pytest.mark.parametrize(
    ("alpha", "gamma", "cost", "verdict"),
    [(0.8, 4, 0.1, "faster"), (0.3, 3, 0.4, "slower"), (0.5, 1, 0.5, "same")],
)
def test_the_verdict_says_which_way_it_goes(alpha, gamma, cost, verdict):
    """Above 1 is faster, below is slower, and what two decimals can't tell apart is the same."""
    speed = Speed.of(replace(Learner(), alpha=alpha, gamma=gamma, cost=cost))

    assert speed.verdict == verdict


def test_no_gamma_is_best_where_alpha_is_not_above_c():
    """best is 0 there (corollary 3.9), and otherwise what specdec finds."""
    hopeless = Speed.of(replace(Learner(), alpha=0.4, cost=0.4))
    usual = Speed.of(replace(Learner(), alpha=0.9, cost=0.05))

    assert (hopeless.best, hopeless.best_speed) == (0, 1.0)
    assert usual.best == best_gamma(0.9, 0.05, MOST)
    assert usual.best_speed == speedup(0.9, usual.best, 0.05)


def test_the_formulas_hold_the_learners_numbers():
    """alpha = .80, gamma = 4, c = .10: each formula shows them and its value."""
    speed = Speed.of(replace(Learner(), alpha=0.8, gamma=4, cost=0.1))

    assert r"\frac{1-.80^{5}}{1-.80} = 3.36" in tokens_formula(0.8, 4, speed.tokens)
    assert r"\frac{3.36}{4\cdot .10+1} = 2.40" in speed_formula(4, 0.1, speed.tokens, speed.speed)
    assert r"\frac{4\cdot .10+4+1}{3.36} = 1.61" in operations_formula(
        4, 0.1, speed.tokens, speed.operations
    )


def test_a_perfect_draft_shows_no_division_by_zero():
    """At alpha = 1 the fraction is 0/0: the formula gives gamma + 1 instead."""
    formula = tokens_formula(1.0, 4, 5.0)

    assert "4+1 = 5.00" in formula
    assert "1-1" not in formula
