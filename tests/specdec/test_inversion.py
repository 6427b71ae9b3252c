"""Drawing many tokens: the law of each uniform, bit by bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdec import chi_squared_test
from specdec.inversion import FEW, Inverse, edges_of
from tests.helpers import LEVEL, float_rows, reproducible

MANY = 1 << 20  # draws that make every table as fine as it gets
LAWS = {
    "even": np.full(8, 1 / 8),  # every edge lies at the end of a bucket
    "crowded": np.r_[np.full(3000, 1e-12), 1 - 3e-9],  # thousands of edges in one bucket
    "zeros": np.r_[0.0, 0.25, 0.0, 0.75, 0.0],
    "large": np.random.default_rng(5).dirichlet(np.full(32_000, 0.05)),
    "one": np.ones(1),
}


class Bits:
    """Stands in for a Generator: gives the bits of one uniform, the first ones first."""

    def __init__(self, u):
        self.bits = int(u * 2**53)
        self.asked = 0

    def integers(self, low, high, size, dtype):
        self.asked = 32 if self.wide else 16
        return np.full(size, self.bits >> (53 - self.asked), dtype)

    def random(self, size):
        left = 53 - self.asked
        return np.full(size, (self.bits & ((1 << left) - 1)) / 2**left)

    def token(self, law):
        self.wide = len(law) >= 1 << 14
        return int(Inverse(edges_of(law), MANY).draw(1, self)[0])


def searched(law, u):
    """What a binary search gives."""
    edges = np.cumsum(law) / np.cumsum(law)[-1]
    return np.searchsorted(edges, u, side="right")


@reproducible
@given(float_rows(40), st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=20))
def test_any_uniform_draws_what_a_search_would(law, uniforms):
    """The first token whose cumulated probability exceeds it."""
    u = np.floor(np.array(uniforms) * 2**53) / 2**53  # as a generator gives them

    assert [Bits(one).token(law) for one in u] == searched(law, u).tolist()


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_uniforms_at_the_borders(law):
    """At edges, just below them, at bucket ends and at both ends of [0, 1)."""
    rng = np.random.default_rng(0)
    edges = rng.choice(np.cumsum(law) / np.cumsum(law)[-1], 40)
    at = np.floor(np.r_[0.0, edges, rng.integers(0, 1 << 18, 20) / 2**18] * 2**53)
    bits = np.r_[at, at - 1, at + 1, 2**53 - 1]
    u = bits[(bits >= 0) & (bits < 2**53)] / 2**53
    inverse = Inverse(edges_of(law), MANY)

    assert [Bits(one).token(law) for one in u] == searched(law, u).tolist()
    assert np.array_equal(inverse.at(u), searched(law, u))


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_passing_edges_one_by_one_ends_at_the_same_token(law):
    """From up to nine tokens before it, some so far that they are searched for."""
    rng = np.random.default_rng(1)
    u = rng.random(2 * FEW)
    wanted = searched(law, u).astype(np.int32)
    start = np.maximum(0, wanted - rng.integers(0, 10, u.size, np.int32))

    assert np.array_equal(Inverse(edges_of(law), MANY)._from(start, u), wanted)


@pytest.mark.parametrize("draws", [1, 5000, MANY])
@pytest.mark.parametrize("name", ["zeros", "large"])
def test_tokens_follow_the_law(name, draws):
    """100,000 of each, by search and by coarse and fine tables. False-alarm rate 1e-6 each."""
    law = LAWS[name]
    tokens = Inverse(edges_of(law), draws).draw(100_000, np.random.default_rng(7))

    counts = np.bincount(tokens, minlength=law.size)
    assert chi_squared_test(counts, law).p_value > LEVEL


def test_neighbouring_tokens_are_independent():
    """Four draws share 64 bits of the generator. False-alarm rate 1e-6 for each distance."""
    law = np.array([0.1, 0.2, 0.3, 0.4])
    tokens = Inverse(edges_of(law), MANY).draw(100_000, np.random.default_rng(8))

    for distance in (1, 2, 3, 4):
        pairs = 4 * tokens[:-distance] + tokens[distance:]
        counts = np.bincount(pairs[:: distance + 1], minlength=16)
        assert chi_squared_test(counts, np.outer(law, law).ravel()).p_value > LEVEL
