"""The pair as it is loaded: once in a process, when somebody first asks, for all sessions.

Nothing here is read at import. What is shared (tokenizer, weights, table) never changes; what a
run changes (its caches) belongs to the run.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, Protocol

from nimbus.errors import TooLongError
from nimbus.ngram import TrigramWeights, load_trigram
from nimbus.threads import one_blas_thread
from nimbus.tokenizer import Tokenizer, load_tokenizer
from nimbus.transformer import Transformer
from nimbus.weights import load_weights, verified
from specdec import LanguageModel

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "models"
TOKENIZER, LARGE, MINI, TRIGRAM = "tokenizer.json", "large.npz", "mini.npz", "trigram.npz"
DraftName = Literal["mini", "trigram"]
DRAFTS: tuple[DraftName, ...] = ("mini", "trigram")


class Readable(Protocol):
    """Weights that give a model for one run."""

    def reader(self) -> LanguageModel:
        """Return a model with a cache of its own."""


@dataclass(frozen=True)
class Pair:
    """The tokenizer, Nimbus-large and its drafts."""

    tokenizer: Tokenizer
    large: Transformer
    mini: Transformer
    trigram: TrigramWeights

    def draft(self, name: DraftName) -> Readable:
        """Return the draft of that name."""
        return self.trigram if name == "trigram" else self.mini

    @property
    def limit(self) -> int:
        """The longest text, prompt and output, in tokens."""
        return min(self.large.shape.context, self.mini.shape.context) - 1

    def encode(self, prompt: str, room: int = 1) -> list[int]:
        """Encode a prompt and check that `room` more tokens fit behind it.

        Raises
        ------
        TooLongError
            If they don't.
        """
        tokens = self.tokenizer.encode(prompt)
        if len(tokens) > self.limit - room:
            raise TooLongError(len(tokens), self.limit - room)
        return tokens


def load_pair(folder: Path = FOLDER) -> Pair:
    """Return the pair, loading it at the first call.

    Raises
    ------
    ModelFileError
        Naming file, rule and value, if a file isn't what it should be.
    """
    with _loading:  # two sessions that ask at once load it once
        return _load(folder)


_loading = threading.Lock()


@cache
def _load(folder: Path) -> Pair:
    one_blas_thread()
    verified(folder, TOKENIZER)
    tokenizer = load_tokenizer(folder / TOKENIZER)
    large, mini = (
        Transformer(*load_weights(folder, name), end=tokenizer.end) for name in (LARGE, MINI)
    )
    return Pair(tokenizer, large, mini, load_trigram(folder, TRIGRAM))
