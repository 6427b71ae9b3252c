"""What a pass costs here and now, and what the formula makes of it.

Nothing about speed is known in advance: the price of a pass depends on the processor, on who else
uses it, and on its arithmetic library. So it is measured, many times, in shuffled order, and
medians are used.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nimbus.pair import DraftName, Pair
from nimbus.sampling import Settings, sampled
from specdec import LanguageModel, expected_tokens, softmax

POSITIONS = tuple(range(1, 17))


@dataclass(frozen=True)
class Costs:
    """Median seconds.

    Attributes
    ----------
    passes : tuple of (int, float)
        A pass of Nimbus-large over so many positions, with the distributions made of it.
    draft : float
        A pass of the draft over one position, likewise.
    """

    passes: tuple[tuple[int, float], ...]
    draft: float

    def of(self, positions: int) -> float:
        """Return the seconds of a pass of Nimbus-large; between measured sizes, along a line."""
        sizes, seconds = zip(*self.passes, strict=True)
        return float(np.interp(positions, sizes, seconds))

    @property
    def ratio(self) -> float:
        """The formula's c: a draft pass over a pass of Nimbus-large."""
        return self.draft / self.of(1)


@dataclass(frozen=True)
class Prediction:
    """What the formula expects of a measured alpha and measured costs.

    Attributes
    ----------
    tokens : float
        A target pass, expected.
    flat : float
        The speed-up if checking gamma + 1 positions cost what one costs: theorem 3.8 as it stands.
    speedup : float
        The same with the measured price of that pass.
    """

    tokens: float
    flat: float
    speedup: float


def predict(alpha: float, gamma: int, costs: Costs) -> Prediction:
    """Apply the formula: expected tokens over what a round costs, in plain passes."""
    tokens = expected_tokens(alpha, gamma)
    drafting = gamma * costs.ratio
    checking = costs.of(gamma + 1) / costs.of(1)
    return Prediction(tokens, tokens / (drafting + 1), tokens / (drafting + checking))


def measure_costs(
    pair: Pair,
    *,
    draft: DraftName = "mini",
    settings: Settings | None = None,
    positions: Sequence[int] = POSITIONS,
    repeats: int = 13,
    depth: int = 80,
    seed: int = 0,
) -> Costs:
    """Measure passes over 1 to 16 positions at a text of `depth` tokens, in shuffled order.

    The pass that checks gamma drafted tokens is one over gamma + 1 positions.
    """
    rng = np.random.default_rng(seed)
    text = rng.integers(1, pair.tokenizer.vocabulary_size, depth).tolist()
    target, heat = sampled(pair.large.reader(), settings or Settings())
    guesser, _ = sampled(pair.draft(draft).reader(), settings or Settings())
    plan = [(target, m) for m in positions] + [(guesser, 1)] * 3
    spent: dict[tuple[int, int], list[float]] = {}
    for model in (target, guesser):
        _pass(model, text, 1, heat)  # reads the text; later passes redo only its end
    for _ in range(repeats):
        for i in rng.permutation(len(plan)):
            model, m = plan[i]
            key = (id(model), m)
            spent.setdefault(key, []).append(_pass(model, text, m, heat))
    passes = tuple((m, float(np.median(spent[id(target), m]))) for m in positions)
    return Costs(passes, float(np.median(spent[id(guesser), 1])))


def _pass(model: LanguageModel, text: list[int], positions: int, temperature: float) -> float:
    begun = time.perf_counter()
    for row in model.log_probs(text, positions):
        softmax(row, name="log_probs", temperature=temperature)
    return time.perf_counter() - begun
