"""The curated continuation: a small graph of words that stands in for two language models.

A node is a context ("…your file ___"). In it both models choose among the same few words, with
the probabilities p_target and q_draft written by hand; each word leads to the next node, and every
path ends with the end token, the full stop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

END = "end"  # the node after the end token: reserved, made by the loader
_NO_SPACE_BEFORE = {".", ",", ";", ":", "!", "?"}


def glued(word: str) -> bool:
    """Return whether no space stands before a word: it is or begins with a mark (", als")."""
    return word[:1] in _NO_SPACE_BEFORE


@dataclass(frozen=True, eq=False)
class Node:
    """One context and what may follow it.

    Attributes
    ----------
    name : str
        The node's name in continuation.toml.
    context : str
        A label for people: ``…your file ___``.
    words : tuple of int, k entries
        The tokens that may follow, as indices into ``Continuation.words``.
    p_target, q_draft : (k,) float64, read-only
        Their probabilities under the target and under the draft; each sums to 1.
    next : tuple of str, k entries
        The name of the node that each word leads to.
    """

    name: str
    context: str
    words: tuple[int, ...]
    p_target: Floats
    q_draft: Floats
    next: tuple[str, ...]

    @property
    def alpha(self) -> float:
        """The share of guesses kept here: the sum of min(p, q) (Leviathan et al. 2022, sec. 3)."""
        return float(np.minimum(self.p_target, self.q_draft).sum())

    @property
    def is_end(self) -> bool:
        """Whether the sentence is over here."""
        return self.name == END

    def after(self, token: int) -> str | None:
        """Return the name of the node that a token leads to, or None if it cannot follow."""
        return self.next[self.words.index(token)] if token in self.words else None


class WordModel:
    """One of the two models of a continuation: what follows a list of tokens, and how likely.

    Parameters
    ----------
    continuation : Continuation
        The graph of words.
    rows : mapping of node name to (V,) float64
        The log-probabilities over the whole vocabulary in each node.
    """

    def __init__(self, continuation: Continuation, rows: Mapping[str, Floats]) -> None:
        self._continuation = continuation
        self._rows = rows

    @property
    def vocabulary_size(self) -> int:
        """How many words there are in all, V."""
        return len(self._continuation.words)

    def log_probs(self, tokens: Sequence[int], last: int) -> Floats:
        """Return the log-probabilities of the next token after the ``last`` longest prefixes.

        Parameters
        ----------
        tokens : sequence of int
            The tokens written since the prompt.
        last : int
            How many prefixes, from 1 to ``len(tokens) + 1``.

        Returns
        -------
        (last, V) float64
            Row j is what follows ``tokens[:len(tokens) - last + 1 + j]``; -inf for a word that
            cannot follow. After the end token the end token is certain.
        """
        if not 1 <= last <= len(tokens) + 1:
            raise ValueError(f"last must be from 1 to {len(tokens) + 1}, got {last}")
        path = self._continuation.path(tokens)
        return np.stack([self._rows[name] for name in path[-last:]])  # (last, V)


@dataclass(frozen=True, eq=False)
class Continuation:
    """The graph of words after the prompt.

    Attributes
    ----------
    prompt : str
        What stands before the first word.
    words : tuple of str, V entries
        The vocabulary; a token is an index into it.
    end_token : int
        The token that ends the sentence.
    nodes : mapping of str to Node
        Every context by name, with the reserved node ``end`` after the end token.
    start : str
        The name of the node right after the prompt.
    """

    prompt: str
    words: tuple[str, ...]
    end_token: int
    nodes: Mapping[str, Node]
    start: str

    @cached_property
    def target(self) -> WordModel:
        """The model whose distribution must be kept."""
        return WordModel(self, {n: self._row(v, v.p_target) for n, v in self.nodes.items()})

    @cached_property
    def draft(self) -> WordModel:
        """The cheap model that guesses ahead."""
        return WordModel(self, {n: self._row(v, v.q_draft) for n, v in self.nodes.items()})

    def path(self, tokens: Sequence[int]) -> list[str]:
        """Return the names of the nodes passed: the start, then one after each token."""
        names = [self.start]
        for token in tokens:
            name = self.nodes[names[-1]].after(int(token))
            if name is None:
                context = self.nodes[names[-1]].context
                raise ValueError(f"token {token} ({self._word(token)}) cannot follow {context!r}")
            names.append(name)
        return names

    def node_after(self, tokens: Sequence[int]) -> Node:
        """Return the node in which the next word is chosen."""
        return self.nodes[self.path(tokens)[-1]]

    def sentence(self, tokens: Sequence[int], *, prompt: bool = False) -> str:
        """Return the words as text, with no space before a full stop or a comma.

        Parameters
        ----------
        tokens : sequence of int
            The tokens written since the prompt.
        prompt : bool
            Whether to put the prompt in front.
        """
        text = self.prompt if prompt else ""
        for token in tokens:
            word = self.words[token]
            text += word if not text or glued(word) else f" {word}"
        return text

    def label(self, tokens: Sequence[int]) -> str:
        """Return the context with the words really written: ``…your report ___``."""
        written = self.sentence(tokens, prompt=True).split(" ")
        return f"…{' '.join(written[-2:])} ___"

    def tokens_of(self, *words: str) -> tuple[int, ...]:
        """Return the tokens of words: ``tokens_of("file", "exceeded")``."""
        return tuple(self.words.index(word) for word in words)

    def _row(self, node: Node, probabilities: Floats) -> Floats:
        """Return one node's log-probabilities over the whole vocabulary."""
        row = np.full(len(self.words), -np.inf)  # (V,)
        with np.errstate(divide="ignore"):
            row[list(node.words)] = np.log(probabilities)
        return row

    def _word(self, token: int) -> str:
        """Return a token's word for a message, also where there is none."""
        return repr(self.words[token]) if 0 <= token < len(self.words) else "no such word"
