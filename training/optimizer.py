"""Muon: momentum whose every matrix is made orthogonal before the step (Jordan et al. 2024).

For small transformers it needs far fewer tokens than AdamW. The orthogonal factor comes from a few
Newton-Schulz iterations, in float32 and for all matrices of one shape at once.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor

ITERATIONS = 4
A, B, C = 3.4445, -4.7750, 2.0315  # pulls singular values into about [.7, 1.2]


def orthogonal(matrices: Tensor) -> Tensor:
    """Bring all singular values of (n, rows, columns) near to 1."""
    tall = matrices.shape[-2] > matrices.shape[-1]
    x = matrices.mT if tall else matrices
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(ITERATIONS):
        gram = x @ x.mT
        x = A * x + (B * gram + C * gram @ gram) @ x
    return x.mT if tall else x


class Muon(torch.optim.Optimizer):
    """For matrices, or stacks of them; embeddings are left to AdamW."""

    def __init__(self, parameters: Iterable[Tensor], lr: float, momentum: float = 0.95) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """Take one step."""
        for group in self.param_groups:
            by_shape: dict[tuple[int, ...], list[tuple[Tensor, Tensor]]] = {}
            for parameter in group["params"]:
                speed = self.state[parameter].setdefault("speed", torch.zeros_like(parameter))
                speed.lerp_(parameter.grad, 1 - group["momentum"])
                ahead = parameter.grad.lerp(speed, group["momentum"])
                for matrix, update in zip(_stack(parameter), _stack(ahead), strict=True):
                    by_shape.setdefault(tuple(matrix.shape), []).append((matrix, update))
            for (rows, columns), pairs in by_shape.items():
                updates = orthogonal(torch.stack([update for _, update in pairs]))
                scale = group["lr"] * max(1.0, rows / columns) ** 0.5
                for (matrix, _), update in zip(pairs, updates, strict=True):
                    matrix.sub_(update, alpha=scale)


def _stack(tensor: Tensor) -> Tensor:
    return tensor if tensor.ndim == 3 else tensor[None]
