"""Fit one network: on the text alone, or on what a larger network says about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - as torch's own examples call it
from numpy.typing import NDArray
from torch import Tensor

from training.network import Network
from training.optimizer import Muon

Documents = Sequence[NDArray[np.int64]]


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train.

    The rate is steady for `steady` steps, then goes down to zero along a line until `steps`.
    `growth` gives the number of layers from a step on, the first being step 0.
    """

    steps: int
    steady: int
    rows: int
    growth: Mapping[int, int]
    matrix_rate: float = 0.02
    embedding_rate: float = 0.004
    seed: int = 0


def batches(documents: Documents, rows: int, length: int, seed: int) -> Iterator[Tensor]:
    """Yield (rows, length): whole documents one after the other, each row from a beginning."""
    rng = np.random.default_rng(seed)
    order: list[int] = []
    while True:
        batch = np.empty((rows, length), dtype=np.int64)
        for row in batch:
            filled = 0
            while filled < length:
                if not order:
                    order = rng.permutation(len(documents)).tolist()
                text = documents[order.pop()][:-1]  # the next document begins with the end token
                part = text[: length - filled]
                row[filled : filled + len(part)] = part
                filled += len(part)
        yield torch.from_numpy(batch)


def fit(
    network: Network,
    documents: Documents,
    plan: Plan,
    *,
    teacher: Network | None = None,
    watch: Callable[[int, float], None] = lambda step, loss: None,
) -> None:
    """Train in place.

    With a teacher, half of the loss is the distance to its distributions: a draft is judged by how
    often the target agrees with it, not by the text.
    """
    torch.manual_seed(plan.seed)
    network.grow(plan.growth[0])
    hidden = [p for name, p in network.named_parameters() if name != "embedding"]
    muon = Muon(hidden, lr=plan.matrix_rate)
    adam = torch.optim.AdamW(
        [network.embedding], lr=plan.embedding_rate, betas=(0.9, 0.97), weight_decay=0.0
    )
    feed = batches(documents, plan.rows, network.shape.context + 1, plan.seed)
    for step in range(plan.steps):
        if step and step in plan.growth and (new := network.grow(plan.growth[step])):
            muon.add_param_group({"params": new})
        for optimizer, rate in ((muon, plan.matrix_rate), (adam, plan.embedding_rate)):
            for group in optimizer.param_groups:
                group["lr"] = rate * _share(step, plan)
        tokens = next(feed)
        loss = _loss(network, tokens, teacher)
        network.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        muon.step()
        adam.step()
        watch(step + 1, float(loss.detach()))


def held_out_loss(network: Network, documents: Documents, rows: int = 16) -> float:
    """Return the mean loss, nats a token, over whole documents, none seen with another."""
    total, count = 0.0, 0
    by_length = sorted((d[: network.shape.context + 1] for d in documents), key=len)
    for start in range(0, len(by_length), rows):
        group = by_length[start : start + rows]
        tokens = np.zeros((len(group), max(map(len, group))), dtype=np.int64)
        wanted = np.full(tokens.shape, -100)
        for i, document in enumerate(group):
            tokens[i, : len(document)] = document
            wanted[i, : len(document)] = document
        with torch.no_grad():
            logits = network(torch.from_numpy(tokens[:, :-1]))
            aim = torch.from_numpy(wanted[:, 1:]).reshape(-1)
            total += float(F.cross_entropy(logits.flatten(0, 1), aim, reduction="sum"))
        count += int((wanted[:, 1:] >= 0).sum())
    return total / count


def narrator(name: str, steps: int, every: int = 25) -> Callable[[int, float], None]:
    """Return a `watch` that prints the loss and the time left."""
    begun = time.monotonic()

    def watch(step: int, loss: float) -> None:
        if step % every == 0 or step == steps:
            spent = time.monotonic() - begun
            left = spent / step * (steps - step)
            print(
                f"{name} {step}/{steps} loss {loss:.3f} {spent:.0f} s, {left:.0f} s left",
                flush=True,
            )

    return watch


def _loss(network: Network, tokens: Tensor, teacher: Network | None) -> Tensor:
    logits = network(tokens[:, :-1]).flatten(0, 1)
    loss = F.cross_entropy(logits, tokens[:, 1:].flatten())
    if teacher is None:
        return loss
    with torch.no_grad():
        aim = F.log_softmax(teacher(tokens[:, :-1]).flatten(0, 1), -1)
    distance = F.kl_div(F.log_softmax(logits, -1), aim, log_target=True, reduction="batchmean")
    return 0.5 * loss + 0.5 * distance


def _share(step: int, plan: Plan) -> float:
    warm = min(1.0, (step + 1) / 20)
    return warm * min(1.0, (plan.steps - step) / (plan.steps - plan.steady))
