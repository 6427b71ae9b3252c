"""A tiny pair with random weights, for what must hold of any weights; the real one for the rest."""

from __future__ import annotations

import numpy as np
import pytest

from nimbus.ngram import count
from nimbus.pair import FOLDER, TOKENIZER, Pair, load_pair
from nimbus.tokenizer import load_tokenizer
from nimbus.transformer import Transformer
from nimbus.weights import Shape, sizes

TEXTS = ("Your export failed because your file is too large.", "Please sign in again.")


def random_weights(shape, seed, strength=1.0):
    rng = np.random.default_rng(seed)
    weights = {}
    for key, size in sizes(shape).items():
        scale = strength if key == "embedding" else 1.0
        weights[key] = (scale * rng.standard_normal(size) / np.sqrt(size[-1])).astype(np.float32)
    return weights


@pytest.fixture(scope="session")
def tokenizer():
    return load_tokenizer(FOLDER / TOKENIZER)


@pytest.fixture(scope="session")
def tiny_pair(tokenizer):
    """Two transformers that agree on much, since they share their embedding."""
    v, end = tokenizer.vocabulary_size, tokenizer.end
    large_shape, mini_shape = Shape(2, 32, 4, v, 96), Shape(1, 32, 2, v, 96)
    weights = random_weights(large_shape, 1, strength=1.5)
    smaller = {key: weights[key] for key in sizes(mini_shape)}
    texts = [np.array([end, *tokenizer.encode(text), end]) for text in TEXTS]
    return Pair(
        tokenizer,
        Transformer(large_shape, weights, end),
        Transformer(mini_shape, smaller, end),
        count(texts, v, least=1),
    )


@pytest.fixture(scope="session")
def pair():
    """The pair that is shipped."""
    return load_pair()
