"""Many rounds at once."""

import sys
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import (
    acceptance_rate,
    chi_squared_test,
    round_law,
    simulate_rounds,
    simulate_text,
)
from specdec.inversion import STEPS
from specdec.simulation import CHUNK, FEW
from tests.helpers import (
    LEVEL,
    float_rows,
    joint_counts,
    joint_law,
    reproducible,
    rounds_of,
)

Q_DISTS = [[0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4], [0.25, 0.25, 0.5, 0.0]]
P_DISTS = [
    [0.1, 0.2, 0.3, 0.4],
    [0.0, 0.2, 0.5, 0.3],
    [0.25, 0.25, 0.1, 0.4],
    [0.7, 0.1, 0.1, 0.1],
]
N = 100_000


@pytest.fixture(scope="module")
def rounds():
    """100,000 rounds of one seed."""
    return simulate_rounds(Q_DISTS, P_DISTS, N, np.random.default_rng(2302))


@pytest.fixture(scope="module")
def texts():
    """100,000 texts of one seed."""
    return simulate_text(Q_DISTS, P_DISTS, N, np.random.default_rng(1318))


def as_tuples(tokens):
    """The rows without their padding."""
    return [tuple(x for x in row if x >= 0) for row in tokens.tolist()]


def test_whole_rounds_follow_the_exact_law(rounds):
    """Emitted tuples against round_law. False-alarm rate 1e-6."""
    law = round_law(Q_DISTS, P_DISTS)
    keys = {tokens: i for i, tokens in enumerate(law)}
    counts = np.bincount([keys[tokens] for tokens in as_tuples(rounds.tokens)], minlength=len(keys))

    assert chi_squared_test(counts, list(law.values())).p_value > LEVEL


@pytest.mark.parametrize("j", range(4))
def test_every_position_of_a_text_follows_the_target(texts, j):
    """Position j against p_dists[j]. False-alarm rate 1e-6 at each of four."""
    counts = np.bincount(texts[:, j], minlength=4)

    assert chi_squared_test(counts, P_DISTS[j]).p_value > LEVEL


@pytest.mark.parametrize("j", range(3))
def test_neighbouring_tokens_follow_the_joint_law(texts, j):
    """Positions j and j + 1 together: a fault may spare each alone. False-alarm rate 1e-6 each."""
    counts = joint_counts(texts[:, j : j + 2], 4)

    assert chi_squared_test(counts, joint_law(P_DISTS[j : j + 2])).p_value > LEVEL


def test_rounds_played_one_by_one_follow_the_exact_law():
    """A round or two at a time go another way: 20,000 of them. False-alarm rate 1e-6."""
    law = round_law(Q_DISTS, P_DISTS)
    keys = {tokens: i for i, tokens in enumerate(law)}
    rng = np.random.default_rng(2)
    played = [simulate_rounds(Q_DISTS, P_DISTS, FEW, rng) for _ in range(10_000)]
    seen = [tokens for one in played for tokens in as_tuples(one.tokens)]
    counts = np.bincount([keys[tokens] for tokens in seen], minlength=len(keys))

    assert chi_squared_test(counts, list(law.values())).p_value > LEVEL
    for one in played[:100]:
        kept = np.arange(3) < one.accepted[:, None]
        assert np.array_equal(one.tokens[:, :3][kept], one.drafted[kept])
        assert np.array_equal((one.tokens >= 0).sum(axis=1), one.accepted + 1)


def test_drafts_follow_the_draft_model(rounds):
    """All gamma drafted tokens, also those behind a rejection. False-alarm rate 1e-6 each."""
    for j, q_draft in enumerate(Q_DISTS):
        counts = np.bincount(rounds.drafted[:, j], minlength=4)
        assert chi_squared_test(counts, q_draft).p_value > LEVEL
    joint = chi_squared_test(joint_counts(rounds.drafted, 4), joint_law(Q_DISTS))
    assert joint.p_value > LEVEL


def test_accepted_counts_stop_at_the_first_rejection(rounds):
    """How many are accepted has the law of a run of successes. False-alarm rate 1e-6.

    Counting matches behind a rejection, a fault seen in the wild, would fail this.
    """
    alphas = [acceptance_rate(p, q) for p, q in zip(P_DISTS, Q_DISTS, strict=False)]
    reach = np.concatenate([[1], np.cumprod(alphas)])
    law = reach - np.concatenate([reach[1:], [0]])

    counts = np.bincount(rounds.accepted, minlength=4)
    assert chi_squared_test(counts, law).p_value > LEVEL


@reproducible
@given(rounds_of(float_rows, max_size=5), st.integers(0, 2**32))
def test_any_rounds_are_consistent(rows, seed):
    """Accepted tokens are the drafted ones, one more follows, the rest is -1; none impossible."""
    q_dists, p_dists = rows
    gamma = len(q_dists)
    result = simulate_rounds(q_dists, p_dists, 200, np.random.default_rng(seed))
    place = np.arange(gamma + 1)

    assert result.drafted.shape == (200, gamma)
    assert result.tokens.shape == (200, gamma + 1)
    assert np.array_equal(result.tokens >= 0, place <= result.accepted[:, None])
    kept = place[:-1] < result.accepted[:, None]
    assert np.array_equal(result.tokens[:, :-1][kept], result.drafted[kept])
    for j, p in enumerate(p_dists):
        seen = result.tokens[:, j]
        assert np.all(p[seen[seen >= 0]] > 0)
    for j, q in enumerate(q_dists):
        assert np.all(np.asarray(q)[result.drafted[:, j]] > 0)


@reproducible
@given(rounds_of(float_rows, max_size=5), st.integers(0, 2**32))
def test_texts_have_no_padding(rows, seed):
    """Every text has gamma + 1 possible tokens."""
    q_dists, p_dists = rows
    texts = simulate_text(q_dists, p_dists, 50, np.random.default_rng(seed))

    assert texts.shape == (50, len(p_dists))
    assert all(np.all(p[texts[:, j]] > 0) for j, p in enumerate(p_dists))


def test_a_rejected_token_is_never_emitted_in_its_place(rounds):
    """The residual has no mass where q >= p, so the correction differs from what was drafted."""
    rejected = np.flatnonzero(rounds.accepted < 3)
    at = rounds.accepted[rejected]

    assert rejected.size > 0
    assert np.all(rounds.tokens[rejected, at] != rounds.drafted[rejected, at])


def test_equal_models_accept_everything():
    """p = q: gamma accepted in every round."""
    rows = [[0.1, 0.2, 0.7]] * 4
    result = simulate_rounds(rows[:3], rows, 10_000, np.random.default_rng(0))

    assert np.all(result.accepted == 3)


def test_disjoint_models_accept_nothing():
    """No token in common: one corrected token a round."""
    result = simulate_rounds([[1, 0]] * 2, [[0, 1]] * 3, 1000, np.random.default_rng(0))

    assert np.all(result.accepted == 0)
    assert np.all(result.tokens == [1, -1, -1])


class Constant:
    """Stands in for a Generator: every uniform is the same."""

    def __init__(self, u):
        self.u = u

    def random(self, size=()):
        return np.full(size, self.u)

    def integers(self, low, high, size, dtype):
        return np.full(size, high - 1 if self.u else low, dtype)


@pytest.mark.parametrize("total", [1.0, 1 - 9e-7, 1 + 9e-7])
def test_the_smallest_and_the_largest_uniform(total):
    """Both draw a possible token, also where a sum is off 1: the first, and the last."""
    q = np.array([0, 0.25, 0, 0.75, 0]) * total
    p = np.array([0, 0.5, 0, 0.5, 0]) * total
    for n in (1, 3):  # one by one, and all together
        smallest = simulate_rounds([q], [p, p], n, Constant(0.0))
        largest = simulate_rounds([q], [p, p], n, Constant(np.nextafter(1, 0)))

        assert smallest.drafted.tolist() == [[1]] * n
        assert smallest.tokens.tolist() == [[1, 1]] * n
        assert largest.drafted.tolist() == [[3]] * n
        assert largest.tokens.tolist() == [[1, -1]] * n


def test_a_zero_coin_never_accepts_a_token_of_probability_zero():
    """u = 0 and p = 0: rejected."""
    result = simulate_rounds([[1, 0]], [[0, 1]] * 2, 3, Constant(0.0))

    assert result.accepted.tolist() == [0, 0, 0]


def test_texts_go_on_where_their_round_stopped():
    """After a round of m tokens the next begins at position m: nothing is written twice."""
    played = []

    def spy(q_dists, p_dists, n, rng):
        played.append((len(q_dists), n))
        return simulate_rounds(q_dists, p_dists, n, rng)

    same, other = [0, 1], [1, 0]
    simulate_text([same] * 3, [same] * 4, 10, np.random.default_rng(0), simulate=spy)
    kept_to_the_end = [n for _, n in played]
    played.clear()
    simulate_text([same, other, same], [same] * 4, 10, np.random.default_rng(0), simulate=spy)

    assert kept_to_the_end == [10, 0, 0, 0]
    assert played == [(3, 10), (2, 0), (1, 10), (0, 0)]


def test_no_rounds_and_no_drafts():
    """n = 0 gives empty arrays, gamma = 0 plain tokens."""
    none = simulate_rounds(Q_DISTS, P_DISTS, 0, np.random.default_rng(0))
    plain = simulate_rounds([], [[0.5, 0.5]], 100, np.random.default_rng(0))

    assert (none.drafted.shape, none.accepted.shape, none.tokens.shape) == ((0, 3), (0,), (0, 4))
    assert plain.drafted.shape == (100, 0)
    assert set(plain.tokens.ravel().tolist()) == {0, 1}


def test_one_seed_gives_one_result():
    """All randomness comes from the generator that is passed in."""
    results = [simulate_rounds(Q_DISTS, P_DISTS, 1000, np.random.default_rng(7)) for _ in "ab"]

    assert np.array_equal(results[0].tokens, results[1].tokens)
    assert np.array_equal(results[0].drafted, results[1].drafted)


def test_the_global_generator_is_left_alone():
    """No draw from numpy's hidden global state."""
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    simulate_text(Q_DISTS, P_DISTS, 1000, np.random.default_rng(7))

    assert state == np.random.get_state()[1].tolist()  # noqa: NPY002


def test_a_large_vocabulary():
    """V = 32,000: the acceptance count is right and no token is outside. False-alarm rate 1e-6."""
    rng = np.random.default_rng(32)
    size = 32_000
    p = rng.dirichlet(np.full(size, 0.05))
    q = 0.7 * p + 0.3 * rng.dirichlet(np.full(size, 0.05))
    result = simulate_rounds([q / q.sum()], [p, p], 50_000, rng)
    alpha = acceptance_rate(p, q / q.sum())
    counts = np.bincount(result.accepted, minlength=2)

    assert chi_squared_test(counts, [1 - alpha, alpha]).p_value > LEVEL
    first = np.bincount(result.tokens[:, 0], minlength=size)
    assert chi_squared_test(first, p).p_value > LEVEL


def lines_executed(n):
    """How many lines of specdec run for n rounds; the garbage collector's hooks don't count."""
    lines = 0

    def count(frame, event, arg):
        nonlocal lines
        if not frame.f_globals.get("__name__", "").startswith("specdec"):
            return None
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        simulate_rounds(Q_DISTS, P_DISTS, n, np.random.default_rng(0))
    finally:
        sys.settrace(before)
    return lines


def test_no_python_loop_over_rounds():
    """Up to a chunk the work in Python doesn't depend on n; each further chunk adds the same.

    But for seven tables of 12 lines, and as many look-ups a chunk, each of at most 15 lines and
    STEPS passes of six.
    """
    one, two, three = (lines_executed(chunks * CHUNK) for chunks in (1, 2, 3))
    tables, look_ups = 7 * 12, 7 * (15 + STEPS * 6)

    assert abs(lines_executed(100) - one) <= tables + look_ups
    assert abs((three - two) - (two - one)) <= look_ups
    assert three - two < one < 1000


def peak_above_result(n, size):
    """Bytes that simulate_rounds takes at its peak beyond what it returns."""
    rng = np.random.default_rng(0)
    rows = rng.dirichlet(np.ones(size), 5)
    tracemalloc.start()
    try:
        result = simulate_rounds(rows[:4], rows[::-1], n, rng)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return peak - sum(part.nbytes for part in (result.drafted, result.accepted, result.tokens))


@pytest.mark.parametrize("size", [8, 32_000])
def test_memory_is_bounded(size):
    """Beyond its result it takes some rows of V and a chunk's arrays, whatever n is.

    In rows of V float64: the plan's 25, and for each of 9 laws up to two of edges and four of
    guide table, some of them twice while it is made; 4,096 where V is small.
    """
    bound = 60 * CHUNK + 8 * max(size, 4096) * 100

    assert peak_above_result(1_000_000, size) < bound
    assert peak_above_result(4_000_000 if size == 8 else 100_000, size) < bound
