"""A law that many tokens are drawn from: its cumulated sum, inverted.

Purpose
    ``numpy.random.choice`` searches the cumulated sum for each token. A guide table makes that as
    cheap as reading an array, and asks for fewer random bits; the tokens keep their law to the
    last bit of a uniform number.

Source
    Chen and Asau 1974, AIIE Transactions 6, "On generating random variates from an empirical
    distribution".
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from specdec.checks import Row

Ints: TypeAlias = NDArray[np.int32]

FEW = 1024
"""Below so many draws a search costs less than a table, or than passing edges one by one."""

STEPS = 4
"""Edges that are passed one by one before what is left is searched for: enough for nearly all."""

_BITS = 53
"""Of a uniform number: like ``Generator.random``, each is a multiple of 2 ** -53."""

_MOST_BUCKETS = 1 << 18
"""Of a guide table: 1 MB, which a cache still holds."""


def edges_of(laws: Row) -> NDArray[np.float64]:
    """Return where each token's share of [0, 1) ends, for one law, (V,), or a row each, (n, V).

    Laws are non-negative and needn't sum to 1. Edges are scaled, so that they are 1 from the last
    possible token on: no uniform reaches that.
    """
    cumulated: NDArray[np.float64] = laws.cumsum(axis=-1, dtype=np.float64)
    cumulated /= cumulated[..., -1:]
    return cumulated


class Inverse:
    """A law, ready to be drawn from: uniforms in, tokens out.

    A guide table cuts [0, 1) into equal buckets. Where no edge of the cumulated sum lies in a
    bucket it holds the token; elsewhere the bucket's first token, marked by its complement
    (~x < 0), from which edges are passed one by one. The tokens are those of a binary search.

    Of each uniform only the first 16 or 32 bits are drawn, which name its bucket. The others are
    drawn where they matter: in the buckets with an edge.

    Parameters
    ----------
    edges : (V,) ndarray
        Where each token's share of [0, 1) ends; see `edges_of`.
    draws : int
        About how many tokens will be drawn: for few, no table is made.
    """

    def __init__(self, edges: NDArray[np.float64], draws: int) -> None:
        self._edges = edges
        worth = draws >= max(FEW, self._edges.size // 8)
        self._guide = self._make_guide(draws) if worth else None

    def at(self, u: NDArray[np.float64]) -> Ints:
        """Return the token of each uniform in [0, 1)."""
        tokens: Ints = self._edges.searchsorted(u, side="right").astype(np.int32)
        return tokens

    def draw(self, count: int, rng: np.random.Generator) -> Ints:
        """Draw so many tokens."""
        if self._guide is None:
            return self.at(rng.random(count))
        bits = 8 * self._word.itemsize
        whole = rng.integers(0, 1 << 64, -(-count * bits // 64), np.uint64)
        words = whole.view(self._word)[:count]  # several of a generator's 64 bits
        tokens: Ints = self._guide.take(words >> self._word.type(bits - self._depth))
        unsure = (tokens < 0).nonzero()[0]
        if unsure.size:
            others = 2.0 ** (_BITS - bits)
            rest = np.floor(rng.random(unsure.size) * others)
            u = (words.take(unsure) * others + rest) * 2.0**-_BITS  # exact
            tokens[unsure] = self._from(~tokens.take(unsure), u)
        return tokens

    def _make_guide(self, draws: int) -> Ints:
        """Return the table; the more draws, the finer."""
        size = self._edges.size
        # A power of two, so that the first bits of a uniform name a bucket.
        self._depth = min(256 * size, draws, _MOST_BUCKETS).bit_length()
        if size < 1 << 14:  # 16 bits are enough, and cost half of 32
            self._depth = min(self._depth, 16)
        self._word = np.dtype(np.uint16 if self._depth <= 16 else np.uint32)
        # Bucket i begins with the token behind all edges that are at most i / buckets.
        above = np.ceil(self._edges * 2.0**self._depth).astype(np.intp)
        first = np.zeros((1 << self._depth) + 1, np.int32)
        first[above] = np.arange(1, size + 1, dtype=np.int32)  # of equal ones the last stays
        np.maximum.accumulate(first, out=first)
        return np.where(first[1:] == first[:-1], first[:-1], ~first[:-1])  # (buckets,)

    def _from(self, x: Ints, u: NDArray[np.float64]) -> Ints:
        """Return the tokens of uniforms whose token is `x` or behind it."""
        if x.size < FEW:
            return self.at(u)
        tokens, left = x.copy(), np.arange(x.size)
        for _ in range(STEPS):
            past = self._edges.take(x) <= u
            x = x + past
            tokens[left] = x
            again = past.nonzero()[0]
            if not again.size:
                return tokens
            left, x, u = left.take(again), x.take(again), u.take(again)
        tokens[left] = self.at(u)
        return tokens
