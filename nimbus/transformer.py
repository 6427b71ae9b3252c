"""A small transformer in numpy, with the cache that makes one call one pass over new tokens.

The network is that of `training/network.py`: RMSNorm without gain before each part, rotary
positions, ReLU squared, tied embeddings, no biases. `Transformer` holds the weights, never
changes and is shared; `Reader` is one text's cache over it and satisfies specdec's LanguageModel.

A pass over 8 positions costs less than twice a pass over 1, not eight times: one position reads
every weight to use it once, eight use each weight that was read eight times (`nimbus.products`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from nimbus.errors import TooLongError
from nimbus.products import Factor, Matrix
from nimbus.weights import Shape

EPSILON = 1e-5
ROTARY_BASE = 1000.0


class Transformer:
    """Weights, laid out for passes. Immutable.

    Parameters
    ----------
    shape : Shape
    weights : mapping of str to (in, out) float32
        As `nimbus.weights.sizes` names them.
    end : int
        The token that stands before every text.
    """

    def __init__(self, shape: Shape, weights: Mapping[str, Matrix], end: int = 0) -> None:
        self.shape = shape
        self.end = end
        self.embedding = weights["embedding"]  # (V, d)
        self.head = Factor(self.embedding.T)  # (d, V)
        names = ("qkv", "out", "up", "down")
        self.layers = [
            tuple(Factor(weights[f"{layer}.{name}"]) for name in names)
            for layer in range(shape.layers)
        ]
        self.turn = _rotary(shape.context, shape.width // shape.heads)  # (context, d_head / 2)

    def reader(self) -> Reader:
        """Return a new cache over these weights."""
        return Reader(self)


class Reader:
    """One text's cache: gives log-probabilities, keeps what it has read, forgets what was rejected.

    Not to be shared between threads; a run has its own.

    Attributes
    ----------
    passes : int
        Calls of `log_probs` so far.
    positions : int
        Positions computed so far.
    """

    def __init__(self, model: Transformer) -> None:
        shape = model.shape
        size = shape.width // shape.heads
        self._model = model
        self._keys = np.zeros((shape.layers, shape.heads, size, shape.context), np.float32)
        self._values = np.zeros((shape.layers, shape.heads, shape.context, size), np.float32)
        self._seen: list[int] = []
        self.passes = 0
        self.positions = 0

    @property
    def vocabulary_size(self) -> int:
        """V."""
        return self._model.shape.vocabulary

    @property
    def limit(self) -> int:
        """The longest text, in tokens, that fits."""
        return self._model.shape.context - 1

    def log_probs(self, tokens: Sequence[int], last: int) -> NDArray[np.float64]:
        """Return log-probabilities of the next token after the `last` longest prefixes, (last, V).

        Raises
        ------
        TooLongError
            If the text doesn't fit into the context.
        """
        if len(tokens) > self.limit:
            raise TooLongError(len(tokens), self.limit)
        text = [self._model.end, *tokens]
        start = min(_shared(self._seen, text), len(text) - last)
        logits = self._read(text[start:], start, last)
        self._seen = text
        self.passes += 1
        self.positions += len(text) - start
        logits -= logits.max(axis=1, keepdims=True)
        total = np.exp(logits).sum(axis=1, dtype=np.float64, keepdims=True)
        rows: NDArray[np.float64] = logits - np.log(total)  # probabilities sum to 1 as float32 does
        return rows

    def _read(self, new: Sequence[int], start: int, last: int) -> Matrix:
        """Take in new tokens behind the first `start`; return the last rows of logits."""
        model = self._model
        d, m, stop = model.shape.width, len(new), start + len(new)
        x = model.embedding[np.asarray(new)]  # (m, d)
        future = _future(m) if m > 1 else None
        for layer, (qkv, out, up, down) in enumerate(model.layers):
            parts = qkv.of(_normed(x))  # (m, 3 d)
            mixed = self._attend(layer, parts, start, stop, future)
            x = x + out.of(mixed.reshape(m, d))
            hidden = up.of(_normed(x))
            np.maximum(hidden, 0, out=hidden)
            hidden *= hidden
            x = x + down.of(hidden)
        return model.head.of(_normed(x[-last:]))

    def _attend(
        self, layer: int, parts: Matrix, start: int, stop: int, future: Matrix | None
    ) -> Matrix:
        """Store the new keys and values, and mix values by softmax(q k), (m, heads, d_head)."""
        model = self._model
        m, heads, d = stop - start, model.shape.heads, model.shape.width
        size = d // heads
        # pairs of channels as complex numbers: turning them by their position is one product
        turned = parts[:, : 2 * d].view(np.complex64).reshape(m, 2 * heads, size // 2)
        turned = turned * model.turn[start:stop, None]
        both = turned.view(np.float32).reshape(m, 2, heads, size)
        keys, values = self._keys[layer], self._values[layer]
        keys[:, :, start:stop] = both[:, 1].transpose(1, 2, 0)
        values[:, start:stop] = parts[:, 2 * d :].reshape(m, heads, size).transpose(1, 0, 2)
        query = both[:, 0].transpose(1, 0, 2) * np.float32(size**-0.5)  # (heads, m, d_head)
        scores = query @ keys[:, :, :stop]  # (heads, m, stop)
        if future is not None:
            scores[:, :, start:] += future
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=-1, keepdims=True)
        return np.ascontiguousarray((scores @ values[:, :stop]).transpose(1, 0, 2))


def _normed(x: Matrix) -> Matrix:
    """Divide each row by its root mean square."""
    if len(x) == 1:  # the draft's every pass: a third of the price
        row = x[0]
        return x * np.float32(1 / math.sqrt(float(row @ row) / len(row) + EPSILON))
    squares = np.vecdot(x, x)
    scale: Matrix = 1 / np.sqrt(squares / np.float32(x.shape[1]) + np.float32(EPSILON))
    return x * scale[:, None]


def _future(m: int) -> Matrix:
    """Return what hides later positions from earlier ones, (m, m)."""
    return np.triu(np.full((m, m), -1e9, np.float32), 1)


def _rotary(context: int, size: int) -> NDArray[np.complex64]:
    """Return exp(i t w) for each position t and pair of channels, (context, size / 2)."""
    speeds = ROTARY_BASE ** (-np.arange(0, size, 2) / size)
    turn: NDArray[np.complex64] = np.exp(1j * np.arange(context)[:, None] * speeds).astype(
        np.complex64
    )
    turn.flags.writeable = False
    return turn


def _shared(old: Sequence[int], new: Sequence[int]) -> int:
    """Return the length of the common prefix."""
    if list(new[: len(old)]) == list(old):  # a text that only grew: compared in C
        return len(old)
    shared = 0
    for a, b in zip(old, new, strict=False):
        if a != b:
            break
        shared += 1
    return shared
