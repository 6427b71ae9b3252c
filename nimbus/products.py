"""A few rows times a weight matrix, at the price of reading the matrix once.

A pass over one position or over eight reads every weight once; what else it costs depends on the
product. For a whole matrix OpenBLAS copies the matrix into another order first, which costs more
than the product of a few rows. It leaves that out for small products, on processors with AVX-512:
at most 100^3 multiplications (OpenBLAS, interface/gemm.c and the kernels' ``small_matrix_permit``).
So there the matrix is kept in blocks of 64 columns, each small enough for twelve rows. A product
of four rows then costs less than one vector times the whole matrix, so that one position is read as
four; eight cost about half as much again, and not two and a half times as much.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

Matrix = NDArray[np.float32]
COLUMNS = 64  # of a block: 12 rows of 1,280 numbers times 64 columns are just below 100^3
LEAST_ROWS = 4  # fewer cost no less
SMALL = 100_000  # numbers in a matrix that is quick as it is, since it stays near the processor
SMALL_KERNELS = ("SkylakeX", "Cooperlake", "SapphireRapids")


@cache
def copies_small_matrices() -> bool:
    """Return whether this process's BLAS copies a matrix also for a small product."""
    kinds = [i.get("architecture") for i in threadpool_info() if i["internal_api"] == "openblas"]
    return not any(kind in SMALL_KERNELS for kind in kinds)


class Factor:
    """A weight matrix, laid out for products with a few rows. Immutable.

    Parameters
    ----------
    weights : (K, N) float32
    blocks : bool, optional
        Whether it is kept in blocks of columns; by default where that is quicker here.
    """

    def __init__(self, weights: Matrix, *, blocks: bool | None = None) -> None:
        self.shape = weights.shape
        if blocks is None:
            blocks = weights.size > SMALL and not copies_small_matrices()
        self._blocks = blocks and weights.shape[1] % COLUMNS == 0
        self._kept = _blocks(weights) if self._blocks else np.ascontiguousarray(weights)
        self._kept.flags.writeable = False

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return int(self._kept.size)

    def whole(self) -> Matrix:
        """Return the matrix, (K, N)."""
        if not self._blocks:
            return self._kept
        joined: Matrix = self._kept.transpose(1, 0, 2).reshape(self.shape)
        return joined

    def of(self, x: Matrix) -> Matrix:
        """Return x @ matrix, (m, N), of rows (m, K)."""
        m = len(x)
        product: Matrix
        if self._blocks:
            each = np.matmul(_padded(x, m, 2), self._kept)  # (N / 64, rows, 64)
            product = each.transpose(1, 0, 2).reshape(-1, self.shape[1])
        elif m == 1:
            product = (x[0] @ self._kept)[None]
        else:
            product = _padded(x, m, LEAST_ROWS) @ self._kept
        return product[:m]


def _blocks(weights: Matrix) -> Matrix:
    """Return the columns in blocks, (N / 64, K, 64)."""
    rows = len(weights)
    return np.ascontiguousarray(weights.reshape(rows, -1, COLUMNS).transpose(1, 0, 2))


def _padded(x: Matrix, m: int, step: int) -> Matrix:
    """Return x with rows of zeros below it: the kernels take some numbers of rows faster."""
    rows = max(LEAST_ROWS, -(-m // step) * step)
    if rows == m or m > 4 * LEAST_ROWS:
        return x
    return np.concatenate((x, np.zeros((rows - m, x.shape[1]), np.float32)))
