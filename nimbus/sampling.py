"""Temperature, top-k and top-p, applied to a model before anyone draws from it.

Speculative decoding keeps exactly the distribution that is called the target's. Whoever cuts or
sharpens does so to p_target *and* to q_draft, before they are compared (Leviathan et al. 2022,
sec. 2.2): wrapped in the same `Sampling`, both models give what is really drawn from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from specdec import LanguageModel, softmax, top_k, top_p


@dataclass(frozen=True)
class Settings:
    """How to draw.

    Attributes
    ----------
    temperature : float
        At least 0; 0 is greedy.
    top_k : int
        Only the so many most probable tokens; 0 means all.
    top_p : float
        Only the fewest tokens that hold this mass together; 1 means all.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0

    @property
    def cuts(self) -> bool:
        """Whether some tokens are cut off."""
        return self.top_k > 0 or self.top_p < 1

    def law(self, log_probs: NDArray[np.float64], name: str = "log_probs") -> NDArray[np.float64]:
        """Return what is drawn from, (V,): temperature first, then top-k, then top-p."""
        law = softmax(log_probs, name=name, temperature=self.temperature)
        if self.top_k:
            law = np.asarray(top_k(law, self.top_k), dtype=np.float64)
        if self.top_p < 1:
            law = np.asarray(top_p(law, self.top_p), dtype=np.float64)
        return law


class Sampling:
    """A model as it is sampled: its log-probabilities after temperature, top-k and top-p.

    Give it to `specdec.generate` with temperature 1: its own is already applied.
    """

    def __init__(self, model: LanguageModel, settings: Settings) -> None:
        self._model = model
        self._settings = settings

    @property
    def vocabulary_size(self) -> int:
        """V."""
        return self._model.vocabulary_size

    def log_probs(self, tokens: Sequence[int], last: int) -> NDArray[np.float64]:
        """Return the logarithms of what is drawn from, (last, V); -inf for what is cut."""
        rows = np.asarray(self._model.log_probs(tokens, last), dtype=np.float64)
        laws = np.array([self._settings.law(row) for row in rows])
        with np.errstate(divide="ignore"):
            logs: NDArray[np.float64] = np.log(laws)
        return logs


def sampled(model: LanguageModel, settings: Settings) -> tuple[LanguageModel, float]:
    """Return the model to give to `generate`, and the temperature to give with it.

    Where nothing is cut, `generate` applies the temperature itself, which costs less.
    """
    if settings.cuts:
        return Sampling(model, settings), 1.0
    return model, settings.temperature
