"""Rules beyond the lesson's: which keep the law, as an equality, and what each buys."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    ArgumentError,
    DistributionError,
    acceptance_rate,
    chi_squared_test,
    first_tokens_law,
    position_law,
    residual,
    round_law,
)
from specdec.beyond import (
    accepted_tokens,
    block_law,
    block_round,
    exact_match_law,
    law_distance,
    lenient_law,
    lenient_level,
    levels_law,
    most_accepted,
    several_law,
    several_level,
    standard_level,
    tree_tokens,
    typical_law,
    typical_level,
    typical_threshold,
)
from tests.helpers import (
    LEVEL,
    ScriptedGenerator,
    assert_close,
    float_rows,
    fraction_rows,
    fractions,
    pairs,
    product_law,
    reproducible,
    rounds_of,
)

# The pair of the facts: block verification's own example.
P, Q = fractions(1, 2), fractions(2, 1)
# Pair B of the lesson.
B_P, B_Q = fractions(1, 6, 3), fractions(6, 3, 1)
EXACT = {
    "block": block_law,
    "exact match": exact_match_law,
    "two drafts": lambda q, p: several_law(q, p, 2),
    "three drafts": lambda q, p: several_law(q, p, 3),
    "lenience 1": lambda q, p: lenient_law(q, p, 1),
}


def block_oracle(q_dists, p_dists):
    """Block verification written another way: every drafted path and every set of coins."""
    gamma, size = len(q_dists), len(p_dists[0])
    law = Counter()
    for path in product(range(size), repeat=gamma):
        drafted = Fraction(1)
        for x, q in zip(path, q_dists, strict=True):
            drafted *= q[x]
        if not drafted:
            continue
        weights, keeps, laws = [Fraction(1)], [], []
        for x, q, p in zip(path, q_dists, p_dists, strict=False):
            weights.append(min(weights[-1] * p[x] / q[x], Fraction(1)))
        for i, w in enumerate(weights[:-1]):
            rest = [max(w * p - q, 0) for p, q in zip(p_dists[i], q_dists[i], strict=True)]
            s = sum(rest)
            keeps.append(s / (s + 1 - w) if s + 1 - w else Fraction(1))
            laws.append([mass / s for mass in rest] if s else None)
        keeps.append(weights[-1])
        laws.append(p_dists[-1])
        for coins in product([True, False], repeat=gamma):  # for i = 1 .. gamma: below h_i?
            mass = drafted
            for below, h in zip(coins, keeps[1:], strict=True):
                mass *= h if below else 1 - h
            kept = max([i for i, below in enumerate(coins, start=1) if below], default=0)
            if mass:
                for y, share in enumerate(laws[kept]):
                    law[(*path[:kept], y)] += mass * share
    return {tokens: mass for tokens, mass in law.items() if mass}


# --- block verification: the numbers of the facts ------------------------------------------------


def test_block_verification_keeps_11_ninths_where_token_by_token_keeps_10():
    """p = (1/3, 2/3), q = (2/3, 1/3), gamma = 2: 10/9, 11/9, and 12/9 for who knows all."""
    q_dists, p_dists = [Q] * 2, [P] * 3

    assert Fraction(10, 9) == accepted_tokens(round_law(q_dists, p_dists))
    assert Fraction(11, 9) == accepted_tokens(block_law(q_dists, p_dists))
    assert Fraction(12, 9) == most_accepted(q_dists, p_dists)


@pytest.mark.parametrize("gamma", range(4))
def test_block_law_is_the_oracles(gamma):
    """Every emitted tuple has the probability that paths and coins, enumerated, give it."""
    for p, q in ((P, Q), (B_P, B_Q), (fractions(1, 0, 2), fractions(1, 1, 1))):
        q_dists, p_dists = [q, p, q][:gamma], [p, p, q, p][: gamma + 1]

        assert block_oracle(q_dists, p_dists) == block_law(q_dists, p_dists)


@reproducible
@given(rounds_of(fraction_rows))
def test_block_verification_never_keeps_fewer_and_never_beats_the_bound(rows):
    """Token by token <= block <= the bound, for any rows."""
    token = accepted_tokens(round_law(*rows))
    block = accepted_tokens(block_law(*rows))

    assert token <= block <= most_accepted(*rows)


def test_a_block_round_follows_its_law():
    """20,000 rounds against block_law. False-alarm rate 1e-6."""
    rng = np.random.default_rng(240)
    q_dists, p_dists = np.array([[2, 1], [2, 1]]) / 3, np.array([[1, 2], [1, 2], [1, 2]]) / 3
    law = block_law(q_dists, p_dists)
    drafts = (rng.random((20_000, 2)) >= 2 / 3).astype(int)
    seen = Counter(block_round(draft, q_dists, p_dists, rng) for draft in drafts.tolist())
    counts = [seen[tokens] for tokens in law]

    assert sum(counts) == 20_000
    assert chi_squared_test(counts, list(law.values())).p_value > LEVEL


def test_a_later_token_saves_an_earlier_one():
    """The first coin fails, the second doesn't: both are kept, since the largest i counts."""
    q_dists, p_dists = [[0.5, 0.5]] * 2, [[0.25, 0.75]] * 3

    # x = (0, 1): w_1 = 1/2, h_1 = 0 (nothing is missing); w_2 = 3/4 = h_2. Then the bonus.
    assert block_round([0, 1], q_dists, p_dists, ScriptedGenerator(0.0, 0.7, 0.9)) == (0, 1, 1)
    assert block_round([0, 1], q_dists, p_dists, ScriptedGenerator(0.0, 0.8, 0.9)) == (1,)


# --- exact rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXACT)
@reproducible
@given(rounds_of(fraction_rows))
def test_exact_rules_keep_the_joint_law(name, rows):
    """All gamma + 1 tokens have the product of the target's rows as their law: an equality."""
    q_dists, p_dists = rows
    law = EXACT[name](q_dists, p_dists)

    assert product_law(p_dists) == first_tokens_law(law, p_dists, len(p_dists))
    assert law_distance(law, p_dists, len(p_dists)) == 0


@pytest.mark.parametrize("name", EXACT)
@reproducible
@given(rounds_of(float_rows))
def test_exact_rules_keep_it_up_to_rounding(name, rows):
    """With floats the distance is below 1e-12, and the law adds to 1."""
    q_dists, p_dists = rows
    law = EXACT[name](q_dists, p_dists)

    assert_close(1.0, sum(law.values()))
    assert law_distance(law, p_dists, len(p_dists)) < 1e-12


@reproducible
@given(rounds_of(fraction_rows))
def test_token_by_token_is_a_rule_of_levels(rows):
    """min(p, q) kept and max(0, p - q) corrected give round_law itself."""
    q_dists, p_dists = rows
    levels = [standard_level(p, q) for q, p in zip(q_dists, p_dists, strict=False)]

    assert round_law(q_dists, p_dists) == levels_law(levels, np.array(p_dists[-1]))
    assert round_law(q_dists, p_dists) == several_law(q_dists, p_dists, 1)
    assert round_law(q_dists, p_dists) == lenient_law(q_dists, p_dists, 1)


def test_exact_match_keeps_sum_p_q():
    """Pair B: .06 + .18 + .03 = .27 of the guesses, where min(p, q) keeps .5; the law is p."""
    law = exact_match_law([B_Q], [B_P, B_P])

    assert Fraction(27, 100) == accepted_tokens(law)
    assert acceptance_rate(B_P, B_Q) == Fraction(1, 2)
    assert position_law(first_tokens_law(law, [B_P], 1), 0, 3) == B_P


@reproducible
@given(pairs(fraction_rows))
def test_exact_match_never_keeps_more(pair):
    """sum p q <= sum min(p, q); equal with one-hot rows (temperature 0)."""
    p, q = pair
    first = [0] * (len(p) - 1)

    assert accepted_tokens(exact_match_law([q], [p, p])) <= acceptance_rate(p, q)
    one_hot = [Fraction(1), *first]
    assert accepted_tokens(exact_match_law([one_hot], [one_hot] * 2)) == 1


def test_a_second_draft_is_tried_against_the_residual():
    """p = (1/3, 2/3): 2/3 at the first try; the residual is (0, 1), so 1/3 of the rest: 7/9."""
    level = several_level(P, Q, 2)

    assert Fraction(7, 9) == level.kept.sum()
    assert level.law.tolist() == P
    assert residual(P, Q).tolist() == [0, 1]


@reproducible
@given(pairs(fraction_rows), st.integers(1, 4))
def test_more_drafts_never_keep_less(pair, tries):
    """Each further draft is one more chance."""
    p, q = pair

    assert several_level(p, q, tries).kept.sum() <= several_level(p, q, tries + 1).kept.sum()


def test_what_a_tree_costs():
    """k = 1: a chain of gamma tokens. k = 2, gamma = 3: 2 + 4 + 8."""
    assert [tree_tokens(1, 4), tree_tokens(2, 3), tree_tokens(3, 0)] == [4, 14, 0]


# --- rules that give up the law ------------------------------------------------------------------


def test_lenience_by_hand():
    """Pair B, l = 1/2: keep min(q, 2p) = (.2,.3,.1), then .4 from max(0, p - q/2) = (0,.45,.25)."""
    level = lenient_level(B_P, B_Q, Fraction(1, 2))

    assert fractions(2, 3, 1, 4)[:3] == level.kept.tolist()
    assert [0, Fraction(9, 35), Fraction(1, 7)] == level.corrected.tolist()
    law = lenient_law([B_Q], [B_P, B_P], Fraction(1, 2))
    assert law_distance(law, [B_P]) == Fraction(1, 10)


@reproducible
@given(pairs(fraction_rows), st.integers(1, 8))
def test_lenience_emits_no_token_more_often_than_p_over_l(pair, eighths):
    """The bound of the paper's appendix; and it keeps at least what the exact rule keeps."""
    p, q = pair
    lenience = Fraction(eighths, 8)
    level = lenient_level(p, q, lenience)

    assert level.law.sum() == 1
    assert all(mass <= x / lenience for mass, x in zip(level.law.tolist(), p, strict=True))
    assert level.kept.sum() >= acceptance_rate(p, q)


def test_typical_acceptance_by_hand():
    """Pair B at epsilon .09: H = .898, threshold min(.09, .3 exp(-H)) = .09: all plausible: q."""
    assert_close(0.09, typical_threshold(B_P, 0.09))
    level = typical_level(B_P, B_Q, 0.09)

    assert level.law.tolist() == B_Q
    assert law_distance(typical_law([B_Q], [B_P, B_P], 0.09), [B_P]) == Fraction(1, 2)


def test_typical_acceptance_replaces_the_implausible():
    """At epsilon .25 the threshold is .5 exp(-H) = .2037: .1 falls below, its q goes to p."""
    level = typical_level(B_P, B_Q, 0.25)

    assert_close(0.5 * np.exp(-0.897946), typical_threshold(B_P, 0.25), tolerance=1e-6)
    assert [0, Fraction(3, 10), Fraction(1, 10)] == level.kept.tolist()
    assert [Fraction(x, 50) for x in (3, 18, 9)] == level.corrected.tolist()


@pytest.mark.parametrize(
    ("law", "far"),
    [(lenient_law([B_Q], [B_P] * 2, 0.5), 0.1), (typical_law([B_Q], [B_P] * 2, 0.09), 0.5)],
    ids=["lenience", "typical"],
)
def test_lossy_rules_are_told_by_their_distance(law, far):
    """They add to 1, as a law does, and are not the target's."""
    assert_close(1.0, sum(map(float, law.values())))
    assert_close(far, float(law_distance(law, [B_P])))


def test_distance_sees_two_tokens_together():
    """The joint law of the first two is at least as far off as that of the first."""
    law = lenient_law([B_Q] * 2, [B_P] * 3, Fraction(1, 2))

    assert law_distance(law, [B_P] * 3, 2) > law_distance(law, [B_P] * 3)


# --- arguments -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lenience", [0, -0.5, 1.5, float("nan")])
def test_lenience_must_be_above_0_and_at_most_1(lenience):
    """Named in the error, instead of a division by zero."""
    with pytest.raises(ArgumentError, match=r"^lenience: must be"):
        lenient_level([0.5, 0.5], [0.5, 0.5], lenience)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: several_level([1], [1], 0), "tries"),
        (lambda: tree_tokens(2, -1), "gamma"),
        (lambda: typical_threshold([1], 2), "epsilon"),
        (lambda: block_round([0, 0], [[1, 0]], [[1, 0]] * 2, ScriptedGenerator()), "draft_tokens"),
    ],
)
def test_arguments_are_named(call, field):
    """A number outside its range is an error with its name."""
    with pytest.raises(ArgumentError, match=f"^{field}: must"):
        call()


@pytest.mark.parametrize("rule", [block_law, exact_match_law, most_accepted])
def test_rows_must_fit(rule):
    """One more row of p_dists than of q_dists, as everywhere."""
    with pytest.raises(DistributionError, match="p_dists: must hold 2 rows"):
        rule([[0.5, 0.5]], [[0.5, 0.5]])
