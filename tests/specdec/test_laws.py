"""The main tests: exactness as an equality, in rational arithmetic over every path."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from specdec import ArgumentError, first_tokens_law, position_law, round_law
from tests.helpers import (
    assert_close,
    float_rows,
    fraction_rows,
    fractions,
    product_law,
    reproducible,
    rounds_of,
)
from tests.specdec.oracle import continued_law, oracle_law

# Rows p_target and q_draft by the size of the vocabulary: ordinary, with zeros, equal, disjoint.
PAIRS = {
    1: [([1], [1])],
    2: [([1, 2], [2, 1]), ([1, 0], [1, 3]), ([3, 1], [3, 1]), ([1, 0], [0, 1]), ([1, 9], [1, 1])],
    3: [
        ([5, 3, 2], [2, 5, 3]),
        ([1, 6, 3], [6, 3, 1]),
        ([0, 1, 2], [2, 1, 0]),
        ([1, 1, 1], [1, 1, 1]),
        ([1, 0, 0], [0, 2, 5]),
    ],
    4: [
        ([3, 7, 0, 0], [4, 3, 2, 1]),
        ([1, 2, 3, 4], [4, 3, 2, 1]),
        ([1, 0, 1, 0], [0, 1, 0, 1]),
        ([50, 30, 15, 5], [4, 4, 1, 1]),
    ],
}
ROUNDS = [
    pytest.param(
        [fractions(*pairs[(start + j) % len(pairs)][1]) for j in range(gamma)],
        [fractions(*pairs[(start + j) % len(pairs)][0]) for j in range(gamma + 1)],
        id=f"V={size} gamma={gamma} from pair {start}",
    )
    for size, pairs in PAIRS.items()
    for gamma in range(4)
    for start in range(len(pairs))
]


@pytest.mark.parametrize(("q_dists", "p_dists"), ROUNDS)
def test_round_emits_the_targets_law(q_dists, p_dists):
    """The joint law of all gamma + 1 tokens is the product of the target's rows: an equality."""
    actual = continued_law(round_law(q_dists, p_dists), p_dists)

    assert product_law(p_dists) == actual


@pytest.mark.parametrize(("q_dists", "p_dists"), ROUNDS)
def test_round_law_is_the_oracles(q_dists, p_dists):
    """Every emitted tuple, shorter ones too, has the probability that the oracle gives it."""
    assert oracle_law(q_dists, p_dists) == round_law(q_dists, p_dists)


@pytest.mark.parametrize(("q_dists", "p_dists"), ROUNDS)
def test_oracle_emits_the_targets_law(q_dists, p_dists):
    """The oracle itself is exact; so two independent computations say that the method is."""
    assert product_law(p_dists) == continued_law(oracle_law(q_dists, p_dists), p_dists)


@pytest.mark.parametrize(("q_dists", "p_dists"), ROUNDS)
def test_every_single_token_follows_its_row(q_dists, p_dists):
    """The token at position j alone has the law p_dists[j]."""
    gamma, size = len(q_dists), len(p_dists[0])
    firsts = first_tokens_law(round_law(q_dists, p_dists), p_dists, gamma + 1)

    for j in range(gamma + 1):
        assert p_dists[j] == position_law(firsts, j, size)


@reproducible
@given(rounds_of(fraction_rows))
def test_any_rational_round_is_exact(rows):
    """Also for rows nobody thought of: equal to the target's law and to the oracle."""
    q_dists, p_dists = rows
    law = round_law(q_dists, p_dists)

    assert oracle_law(q_dists, p_dists) == law
    assert product_law(p_dists) == first_tokens_law(law, p_dists, len(p_dists))


@reproducible
@given(rounds_of(float_rows))
def test_float_law_is_exact_up_to_rounding(rows):
    """With floats the law of the first tokens is the target's to 1e-12, and adds to 1."""
    q_dists, p_dists = rows
    law = round_law(q_dists, p_dists)

    assert all(type(mass) is float for mass in law.values())
    assert_close(1.0, sum(law.values()))
    assert_close(product_law(p_dists), first_tokens_law(law, p_dists, len(p_dists)))


@reproducible
@given(rounds_of(fraction_rows))
def test_first_tokens_of_every_length(rows):
    """The first k tokens have the joint law of the first k rows, for every k."""
    q_dists, p_dists = rows
    law = round_law(q_dists, p_dists)

    for k in range(1, len(p_dists) + 1):
        assert product_law(p_dists[:k]) == first_tokens_law(law, p_dists, k)


def test_fractions_stay_fractions_from_lists_and_arrays():
    """Nested lists and object arrays of Fraction give a law in Fractions."""
    p, q = fractions(1, 6, 3), fractions(6, 3, 1)
    from_lists = round_law([q], [p, p])
    from_arrays = round_law(np.array([q], dtype=object), np.array([p, p], dtype=object))

    assert all(type(mass) is Fraction for mass in from_lists.values())
    assert from_lists == from_arrays


def test_round_law_by_hand():
    """p = (.1,.6,.3), q = (.6,.3,.1): accepted mass min(p,q) = (.1,.3,.1), residual (0,.6,.4)."""
    law = round_law([fractions(6, 3, 1)], [fractions(1, 6, 3), fractions(1, 1, 0)])

    expected = {(x, y): Fraction(w, 20) for x, w in ((0, 1), (1, 3), (2, 1)) for y in (0, 1)}
    assert expected | {(1,): Fraction(3, 10), (2,): Fraction(2, 10)} == law


def test_no_draft_is_plain_decoding():
    """With gamma = 0 the round is one token from the target."""
    p = fractions(1, 2)

    assert {(0,): Fraction(1, 3), (1,): Fraction(2, 3)} == round_law([], [p])


@pytest.mark.parametrize("k", [0, 3, -1])
def test_first_tokens_law_refuses_a_length_without_rows(k):
    """k outside 1 .. rows is an error naming it, not a short law."""
    with pytest.raises(ArgumentError, match=r"k: must be in 1 \.\. 2, got"):
        first_tokens_law({(0,): 1.0}, [[1.0], [1.0]], k)


def test_position_law_refuses_short_tuples():
    """A marginal over tuples that don't reach the position would not add to 1: an error."""
    with pytest.raises(ArgumentError, match="law: must hold tuples longer than 1"):
        position_law({(0, 0): 0.5, (1,): 0.5}, 1, 2)
