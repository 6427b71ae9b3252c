"""A draft still cheaper than the small transformer: a table of which token follows which two.

Counts of training text, discounted and mixed from three tokens down to one (absolute discounting,
Ney, Essen and Kneser 1994). A pass is a look-up; it forgets all but two tokens, so that it is
rejected where a longer memory is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nimbus.errors import ModelFileError
from nimbus.weights import archive, verified

DISCOUNT = 0.5
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Table:
    """Counts of one order: which tokens followed each context, and how often.

    Attributes
    ----------
    contexts : (n,) int64
        Sorted codes of the contexts seen.
    starts : (n + 1,) int64
        Where each context's entries begin.
    tokens, counts : (entries,) int64
    """

    contexts: Whole
    starts: Whole
    tokens: Whole
    counts: Whole


@dataclass(frozen=True)
class TrigramWeights:
    """The mixed table; immutable, shared by all runs."""

    unigram: NDArray[np.float64]
    bigram: Table
    trigram: Table
    end: int = 0

    def reader(self) -> Trigram:
        """Return a model over this table."""
        return Trigram(self)


class Trigram:
    """The table as a LanguageModel of specdec."""

    def __init__(self, weights: TrigramWeights) -> None:
        self._weights = weights
        self.passes = 0

    @property
    def vocabulary_size(self) -> int:
        """V."""
        return len(self._weights.unigram)

    def log_probs(self, tokens: Sequence[int], last: int) -> NDArray[np.float64]:
        """Return log-probabilities after the `last` longest prefixes, (last, V)."""
        end = self._weights.end
        text = [end, end, *tokens]
        self.passes += 1
        rows = [self._law(text[j], text[j + 1]) for j in range(len(text) - 1 - last, len(text) - 1)]
        logs: NDArray[np.float64] = np.log(np.array(rows))
        return logs

    def _law(self, before: int, latest: int) -> NDArray[np.float64]:
        weights = self._weights
        law = _mixed(weights.bigram, latest, weights.unigram)
        return _mixed(weights.trigram, before * self.vocabulary_size + latest, law)


def _mixed(table: Table, context: int, lower: NDArray[np.float64]) -> NDArray[np.float64]:
    """Take a discount off each count of the context and spread it as the lower order says."""
    i = int(np.searchsorted(table.contexts, context))
    if i == len(table.contexts) or table.contexts[i] != context:
        return lower
    here = slice(table.starts[i], table.starts[i + 1])
    counts = table.counts[here]
    total = counts.sum()
    law: NDArray[np.float64] = lower * (DISCOUNT * len(counts) / total)
    law[table.tokens[here]] += (counts - DISCOUNT) / total
    return law


def count(documents: Sequence[Whole], vocabulary_size: int, least: int = 2) -> TrigramWeights:
    """Count documents that begin and end with the end token; drop triples rarer than `least`."""
    v = vocabulary_size
    text = np.concatenate([np.concatenate(([d[0]], d)) for d in documents])
    end = int(documents[0][0])
    inside = text[2:] != end
    inside |= text[1:-1] != end  # no triple reaches over into the next document
    ones = np.bincount(text[1:], minlength=v) + 0.1
    two = _table(text[:-1], text[1:], v, 1)
    codes = text[:-2] * v + text[1:-1]
    three = _table(codes[inside], text[2:][inside], v, least)
    return TrigramWeights(ones / ones.sum(), two, three, end)


def _table(contexts: Whole, tokens: Whole, v: int, least: int) -> Table:
    codes, counts = np.unique(contexts * v + tokens, return_counts=True)
    codes, counts = codes[counts >= least], counts[counts >= least]
    seen, starts = np.unique(codes // v, return_index=True)
    return Table(seen, np.append(starts, len(codes)), codes % v, counts)


def pack(weights: TrigramWeights) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a file, as small as they can be written."""
    packed: dict[str, NDArray[np.generic]] = {"unigram": weights.unigram}
    for name, table in (("bigram", weights.bigram), ("trigram", weights.trigram)):
        packed[f"{name}.contexts"] = table.contexts.astype(np.uint32)
        packed[f"{name}.sizes"] = np.diff(table.starts).astype(np.uint16)
        packed[f"{name}.tokens"] = table.tokens.astype(np.uint16)
        packed[f"{name}.counts"] = table.counts.astype(np.uint32)
    return packed


def load_trigram(folder: Path, name: str) -> TrigramWeights:
    """Read and check the table.

    Raises
    ------
    ModelFileError
        Naming file, rule and value.
    """
    packed = archive(verified(folder, name), name)
    try:
        bigram, trigram = (
            Table(
                packed[f"{order}.contexts"].astype(np.int64),
                np.append(0, np.cumsum(packed[f"{order}.sizes"], dtype=np.int64)),
                packed[f"{order}.tokens"].astype(np.int64),
                packed[f"{order}.counts"].astype(np.int64),
            )
            for order in ("bigram", "trigram")
        )
        return TrigramWeights(packed["unigram"], bigram, trigram)
    except KeyError as error:
        raise ModelFileError(name, "must hold its tables", f"none named {error}") from None
