"""Every fault is caught, with the law it is known to have."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from specdec import (
    FAULTS,
    DistributionError,
    acceptance_rate,
    chi_squared_test,
    expected_tokens,
    first_tokens_law,
    position_law,
    round_law,
    simulate_text,
    top_p,
)
from tests.helpers import (
    LEVEL,
    assert_close,
    float_rows,
    fraction_rows,
    fractions,
    joint_counts,
    joint_law,
    product_law,
    reproducible,
    rounds_of,
)

A = fractions(5, 3, 2), fractions(2, 5, 3)
B = fractions(1, 6, 3), fractions(6, 3, 1)
CUT = fractions(3, 7, 0, 0), fractions(4, 3, 2, 1)
TOP = fractions(50, 30, 15, 5), fractions(4, 4, 1, 1)
TWO = fractions(4, 6), fractions(8, 2)

# The law of the first token, by hand or by the table of known faults.
KNOWN = [
    ("draft-argmax", A, (0.4, 0.6, 0)),
    ("softmax-residual", A, (0.321, 0.390, 0.290)),
    ("filtered-draft", CUT, (0.429, 0.571, 0, 0)),
    ("resample-target", A, (0.35, 0.39, 0.26)),
    ("resample-target", B, (0.15, 0.60, 0.25)),
    ("shared-uniform", B, (0.10, 0.56, 0.34)),
    ("shared-uniform", A, (0.5, 0.3, 0.2)),
    ("always-accept", A, (0.2, 0.5, 0.3)),
    ("always-accept", B, (0.6, 0.3, 0.1)),
    ("no-bonus", B, (0.1, 0.6, 0.3)),
    ("reseeded", TWO, (0.4, 0.6)),
    ("first-unchecked", A, (0.2, 0.5, 0.3)),
    ("first-unchecked", B, (0.6, 0.3, 0.1)),
    ("no-coin", A, (1, 0, 0)),
    ("no-coin", B, (0, 0.66, 0.34)),
    ("accept-with-p", A, (0.79, 0.15, 0.06)),
    ("unnormalised-top-p", TOP, (0.70, 0.30, 0, 0)),
]
# A pair that shows each fault in the law of the first two tokens.
SHOWN = {fault: pair for fault, pair, _ in KNOWN} | {"shared-uniform": B, "draft-argmax": B}
LAW_FAULTS = [fault for fault in FAULTS.values() if fault.changes == "law"]


def first_two(fault, pair):
    """Law of the first two tokens after a faulty round with gamma = 2, and the right one."""
    p, q = pair
    p_dists = [p, p, p]
    reference = fault.reference(p_dists).tolist()
    law = first_tokens_law(fault.law([q, q], p_dists), reference, 2)
    return law, product_law(reference[:2])


@pytest.mark.parametrize(("key", "pair", "expected"), KNOWN)
def test_law_of_the_first_token(key, pair, expected):
    """The first token has the wrong law that this fault is known for."""
    p, q = pair
    firsts = first_tokens_law(FAULTS[key].law([q], [p, p]), [p, p], 1)

    assert_close(expected, position_law(firsts, 0, len(p)), tolerance=6e-4)


@pytest.mark.parametrize("fault", LAW_FAULTS, ids=lambda fault: fault.key)
def test_exact_law_catches_every_fault(fault):
    """The joint law of the first two tokens differs from the one it should be."""
    law, reference = first_two(fault, SHOWN[fault.key])

    assert reference != law


@pytest.mark.parametrize("fault", LAW_FAULTS, ids=lambda fault: fault.key)
def test_monte_carlo_catches_every_fault(fault):
    """100,000 texts: the first two tokens together give it away, at the level that the right
    program passes.
    """
    p, q = [[float(x) for x in row] for row in SHOWN[fault.key]]
    rng = np.random.default_rng(99)
    reference = fault.reference([p] * 3)
    wrong = simulate_text([q] * 2, [p] * 3, 100_000, rng, simulate=fault.simulate)
    right = simulate_text([q] * 2, reference, 100_000, rng)
    law = joint_law(reference[:2])

    assert chi_squared_test(joint_counts(wrong[:, :2], len(p)), law).p_value < LEVEL
    assert chi_squared_test(joint_counts(right[:, :2], len(p)), law).p_value > LEVEL


@pytest.mark.parametrize("fault", FAULTS.values(), ids=lambda fault: fault.key)
@pytest.mark.parametrize("gamma", [1, 3])
def test_simulation_agrees_with_the_law(fault, gamma):
    """50,000 rounds: the emitted tuples have the fault's own law. False-alarm rate 1e-6 each."""
    rng = np.random.default_rng(100 * fault.number + gamma)
    q_dists = [[0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4], [0.3, 0.3, 0.2, 0.2]][:gamma]
    targets = [[0.1, 0.3, 0.2, 0.4], [0.1, 0.2, 0.3, 0.4], [0.2, 0.5, 0.3, 0.0]]
    p_dists = [*targets[:gamma], [0.7, 0.1, 0.2, 0.0]]
    law = fault.law(q_dists, p_dists)
    tokens = fault.simulate(q_dists, p_dists, 50_000, rng).tokens.tolist()
    counts = Counter(tuple(x for x in row if x >= 0) for row in tokens)

    assert counts.keys() <= law.keys()
    result = chi_squared_test([counts[key] for key in law], list(law.values()))
    assert result.p_value > LEVEL


@settings(reproducible, max_examples=40)
@given(rounds_of(fraction_rows, max_gamma=2))
def test_every_law_adds_to_one(rows):
    """Whatever is broken, every path ends somewhere; Fractions add to 1 exactly."""
    q_dists, p_dists = rows
    for fault in FAULTS.values():
        total = sum(fault.law(q_dists, p_dists).values())
        if fault.key == "softmax-residual":
            assert_close(1, total)
        else:
            assert total == 1, fault.key


@settings(reproducible, max_examples=40)
@given(rounds_of(float_rows, max_size=4, max_gamma=2))
def test_every_simulation_stays_in_the_support_of_its_law(rows):
    """A broken round emits only what its law allows, also for odd distributions; no NaN."""
    q_dists, p_dists = rows
    for fault in FAULTS.values():
        law = fault.law(q_dists, p_dists)
        assert not any(math.isnan(mass) for mass in law.values())
        result = fault.simulate(q_dists, p_dists, 50, np.random.default_rng(3))
        emitted = {tuple(x for x in row if x >= 0) for row in result.tokens.tolist()}
        assert emitted <= law.keys(), fault.key


def test_filtered_draft_exactly():
    """The cut draft is (4, 3)/7; kept 3/7 and 3/7; the rest becomes token 1."""
    p, q = CUT
    firsts = first_tokens_law(FAULTS["filtered-draft"].law([q], [p, p]), [p, p], 1)

    assert {(0,): Fraction(3, 7), (1,): Fraction(4, 7)} == firsts


def test_zero_residual_breaks_off_where_the_models_agree():
    """p = q at position 1: 0/0 there, and the round emits what came before, or nothing."""
    p, q = B
    fault = FAULTS["zero-residual"]
    behind = fault.law([q, p], [p, p, p])
    at_once = fault.law([p, q], [p, p, p])

    assert {1} == {len(tokens) for tokens in behind}
    assert dict(enumerate([Fraction(1, 10), Fraction(6, 10), Fraction(3, 10)])) == {
        tokens[0]: mass for tokens, mass in behind.items()
    }
    assert at_once == {(): 1}


def test_zero_residual_is_right_where_the_models_differ():
    """Without a position where p = q nobody notices."""
    p, q = B

    assert round_law([q, q], [p, p, p]) == FAULTS["zero-residual"].law([q, q], [p, p, p])


def test_zero_residual_leaves_a_text_unfinished():
    """simulate_text marks where the program broke off with -1."""
    p = [0.5, 0.5]
    fault = FAULTS["zero-residual"]
    texts = simulate_text([p], [p, p], 100, np.random.default_rng(0), simulate=fault.simulate)

    assert np.all(texts == -1)


def test_no_bonus_keeps_the_law_and_loses_tokens():
    """At alpha .8, gamma 4: 3.36 tokens a round become 2.95, and the text stays right."""
    q_dists, p_dists = [fractions(8, 2)] * 4, [fractions(10, 0)] * 5
    assert acceptance_rate(p_dists[0], q_dists[0]) == Fraction(8, 10)
    law = FAULTS["no-bonus"].law(q_dists, p_dists)
    length = sum(len(tokens) * mass for tokens, mass in law.items())
    right = sum(len(tokens) * mass for tokens, mass in round_law(q_dists, p_dists).items())

    assert_close([3.3616, 2.952], [right, length], tolerance=1e-4)
    assert_close(expected_tokens(0.8, 4), right)
    assert product_law(p_dists) == first_tokens_law(law, p_dists, 5)


@reproducible
@given(rounds_of(fraction_rows))
def test_no_bonus_keeps_any_law(rows):
    """Only the length changes, for any distributions."""
    q_dists, p_dists = rows
    law = FAULTS["no-bonus"].law(q_dists, p_dists)

    assert product_law(p_dists) == first_tokens_law(law, p_dists, len(p_dists))


def test_no_bonus_still_finishes_texts():
    """With nothing drafted there is no bonus to drop: a text gets its last token."""
    fault = FAULTS["no-bonus"]
    p = [0.5, 0.5]
    texts = simulate_text([p], [p, p], 1000, np.random.default_rng(0), simulate=fault.simulate)

    assert set(texts.ravel().tolist()) == {0, 1}


def test_reseeded_is_right_alone_and_wrong_together():
    """Each position has its law; (0, 0) has .32 instead of .16. A first-token test is blind."""
    p, _ = TWO
    law, reference = first_two(FAULTS["reseeded"], TWO)

    assert p == position_law(law, 0, 2)
    assert Fraction(32, 100) == law[0, 0]
    assert Fraction(16, 100) == reference[0, 0]


def test_first_unchecked_is_right_from_the_second_position_on():
    """Position 1 follows q; behind it everything is checked."""
    p, q = B
    law, _ = first_two(FAULTS["first-unchecked"], B)

    assert q == position_law(law, 0, 3)
    assert p == position_law(law, 1, 3)


def test_always_accept_is_the_draft():
    """All tokens follow q, all rounds have gamma + 1, acceptance is 1."""
    p, q = B
    law = FAULTS["always-accept"].law([q, q], [p, p, p])

    assert product_law([q, q, p]) == law


def test_a_residual_with_one_token_hides_faults():
    """Why the lesson shows pair B: with A a reused coin can't do harm."""
    assert first_two(FAULTS["shared-uniform"], A)[0] == first_two(FAULTS["shared-uniform"], A)[1]
    assert first_two(FAULTS["shared-uniform"], B)[0] != first_two(FAULTS["shared-uniform"], B)[1]


@pytest.mark.parametrize("fault", FAULTS.values(), ids=lambda fault: fault.key)
def test_reference(fault):
    """The text should follow p; with top-p, p cut and renormalised."""
    p_dists = [TOP[0], fractions(1, 2, 3, 4)]
    cut = fault.key == "unnormalised-top-p"
    expected = [top_p(p, 0.8).tolist() for p in p_dists] if cut else p_dists

    assert expected == fault.reference(p_dists).tolist()


def test_unnormalised_top_p_draws_its_bonus_right():
    """A draw from the cut target normalises by itself: only the ratio and the leftover suffer."""
    p, _ = TOP
    law = FAULTS["unnormalised-top-p"].law([], [p])

    assert {(0,): Fraction(5, 8), (1,): Fraction(3, 8)} == law


def test_no_coin_keeps_what_is_equally_likely():
    """p >= q, not p > q: where the models agree everything is kept, and the fault doesn't show."""
    p, _ = B

    assert product_law([p, p]) == FAULTS["no-coin"].law([p], [p, p])


def test_top_p_leftover_that_is_empty_falls_back_to_the_cut_target():
    """Where the cut target exceeds the draft nowhere a correction is drawn from it, never NaN."""
    p, q = fractions(4, 4, 1, 1), fractions(4, 4, 1, 1)
    firsts = first_tokens_law(FAULTS["unnormalised-top-p"].law([q], [p, p]), [p, p], 1)

    assert {(0,): Fraction(1, 2), (1,): Fraction(1, 2)} == firsts


def test_the_table_of_faults():
    """Numbers 1 to 14 without 13, in order, each under its key, with a one-line summary."""
    assert [*range(1, 13), 14] == [fault.number for fault in FAULTS.values()]
    for key, fault in FAULTS.items():
        assert key == fault.key
        assert fault.summary.endswith(".")
        assert "\n" not in fault.summary
    kinds = {fault.key: fault.changes for fault in FAULTS.values() if fault.changes != "law"}
    assert kinds == {"zero-residual": "error", "no-bonus": "length"}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=lambda fault: fault.key)
def test_faults_check_their_input_too(fault):
    """A broken round is broken in one way only."""
    with pytest.raises(DistributionError, match=r"q_dists\[0\]: must sum to 1"):
        fault.law([[0.5, 0.6]], [[0.5, 0.5]] * 2)
    with pytest.raises(DistributionError, match="p_dists: must hold 2 rows"):
        fault.simulate([[0.5, 0.5]], [[0.5, 0.5]], 10, np.random.default_rng(0))
    with pytest.raises(DistributionError, match=r"p_dists\[0\]: must sum to 1"):
        fault.reference([[0.5, 0.6]])
