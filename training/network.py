"""The transformer as it is trained; `nimbus.transformer` runs the same one in numpy.

Pre-norm (RMSNorm without gain), rotary positions, ReLU squared, tied embeddings, no biases.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812 - as torch's own examples call it
from torch import Tensor, nn

EPSILON = 1e-5
ROTARY_BASE = 1000.0


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    layers: int
    width: int
    heads: int
    vocabulary: int
    context: int


def rotary(context: int, size: int) -> Tensor:
    """Return exp(i t w) for each position t and each pair of channels, (context, size / 2)."""
    speeds = ROTARY_BASE ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)
    angles = torch.arange(context, dtype=torch.float64)[:, None] * speeds
    return torch.polar(torch.ones_like(angles), angles).to(torch.complex64)


class Block(nn.Module):
    """Attention, then two dense layers; each adds to what it was given."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        d = shape.width
        self.heads = shape.heads
        self.qkv = nn.Parameter(torch.empty(3, d, d))
        self.out = nn.Parameter(torch.empty(d, d))
        self.up = nn.Parameter(torch.empty(4 * d, d))
        self.down = nn.Parameter(torch.empty(d, 4 * d))
        nn.init.normal_(self.qkv, std=0.5 / math.sqrt(d))
        nn.init.normal_(self.up, std=0.5 / math.sqrt(d))
        nn.init.zeros_(self.out)
        nn.init.zeros_(self.down)

    def forward(self, x: Tensor, turn: Tensor, mask: Tensor) -> Tensor:
        """Return what the next block is given, (B, T, d)."""
        b, t, d = x.shape
        parts = F.linear(F.rms_norm(x, (d,), eps=EPSILON), self.qkv.view(3 * d, d))
        q, k, v = parts.view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(_turned(q, turn), _turned(k, turn), v, mask)
        x = x + F.linear(mixed.transpose(1, 2).reshape(b, t, d), self.out)
        hidden = F.relu(F.linear(F.rms_norm(x, (d,), eps=EPSILON), self.up)).square()
        return x + F.linear(hidden, self.down)


class Network(nn.Module):
    """Token numbers in, logits of the next token out. Without layers until it has grown some."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.embedding = nn.Parameter(torch.empty(shape.vocabulary, shape.width))
        self.blocks = nn.ModuleList()
        self.register_buffer("turn", rotary(shape.context, shape.width // shape.heads))
        nn.init.normal_(self.embedding, std=0.04)

    def grow(self, layers: int) -> list[nn.Parameter]:
        """Put layers on top until there are so many; each begins as the identity.

        What the network computes stays the same, so that most of the training can be done with
        few layers, at a fraction of the price (gradual stacking, Gong et al. 2019).

        Returns
        -------
        The new parameters.
        """
        new = [Block(self.shape) for _ in range(layers - len(self.blocks))]
        self.blocks.extend(new)
        return [parameter for block in new for parameter in block.parameters()]

    def forward(self, tokens: Tensor, end: int = 0) -> Tensor:
        """Return logits, (B, T, V), of tokens, (B, T)."""
        t = tokens.shape[1]
        document = (tokens == end).cumsum(1)  # a token sees its own document alone
        same = document[:, None, :, None] == document[:, None, None, :]
        mask = same & torch.ones(t, t, dtype=torch.bool).tril()
        x = self.embedding[tokens]
        for block in self.blocks:
            x = block(x, self.turn[:t], mask)
        return F.linear(F.rms_norm(x, (self.shape.width,), eps=EPSILON), self.embedding)


def _turned(x: Tensor, turn: Tensor) -> Tensor:
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * turn).flatten(-2)
