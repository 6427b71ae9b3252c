"""Rows times a matrix: the same numbers whichever way they are reached."""

from __future__ import annotations

import numpy as np
import pytest

from nimbus import products
from nimbus.products import COLUMNS, Factor

FLOAT32 = 2e-5  # of numbers of size 1, sums of up to 1,280 of them


def matrix(rows, columns, seed=0):
    drawn = np.random.default_rng(seed).standard_normal((rows, columns)) / np.sqrt(rows)
    return drawn.astype(np.float32)


@pytest.mark.parametrize("m", [*range(1, 18), 40])
@pytest.mark.parametrize("shape", [(320, 960), (1280, 320), (64, 192), (5, 64)], ids=str)
@pytest.mark.parametrize("blocks", [True, False])
def test_a_product_is_that_of_the_whole_matrix(m, shape, blocks):
    """Any number of rows, padded or not, in blocks or not; to the rounding of float32."""
    weights, x = matrix(*shape), matrix(m, shape[0], seed=1)

    found = Factor(weights, blocks=blocks).of(x)

    assert found.shape == (m, shape[1])
    assert found.dtype == np.float32
    exact = x.astype(np.float64) @ weights.astype(np.float64)
    assert np.abs(found - exact).max() < FLOAT32


@pytest.mark.parametrize("blocks", [True, False])
def test_the_matrix_can_be_had_back(blocks):
    """Bit for bit, and it can't be changed."""
    weights = matrix(320, 960)
    factor = Factor(weights, blocks=blocks)

    assert np.array_equal(factor.whole(), weights)
    assert (factor.shape, factor.size) == ((320, 960), 320 * 960)
    with pytest.raises(ValueError, match="read-only"):
        factor._kept[0] = 0


def test_columns_that_make_no_blocks_stay_whole():
    """A width that is no multiple of a block's."""
    weights = matrix(400, 5 * COLUMNS + 1)

    assert np.array_equal(Factor(weights, blocks=True).whole(), weights)


@pytest.mark.parametrize(
    ("architecture", "blocks"), [("SkylakeX", True), ("Haswell", False), ("armv8", False)]
)
def test_blocks_are_made_where_small_products_copy_nothing(monkeypatch, architecture, blocks):
    """Known by OpenBLAS's own name of the processor, so that a machine always takes one way."""
    found = [{"internal_api": "openblas", "architecture": architecture}]
    monkeypatch.setattr(products, "threadpool_info", lambda: found)
    products.copies_small_matrices.cache_clear()
    try:
        assert Factor(matrix(320, 960))._blocks is blocks
        assert Factor(matrix(64, 192))._blocks is False  # small enough as it is
    finally:
        products.copies_small_matrices.cache_clear()


def test_a_block_is_small_enough_for_twelve_rows():
    """Of the longest rows there are, 4 * 320; OpenBLAS copies above 100^3."""
    assert 12 * 1280 * COLUMNS <= 100**3
