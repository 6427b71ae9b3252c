"""Whole texts with two language models, several tokens a target pass.

Purpose
    The loop around `speculative_round`: the draft model guesses up to gamma tokens, one after
    the other; the target model scores all of them in ONE pass; the round keeps what passes.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, algorithm 1 and figure 1.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from specdec.checks import check_integer, check_real
from specdec.distributions import Floats, sample, softmax
from specdec.errors import ArgumentError
from specdec.rounds import Round, speculative_round


class LanguageModel(Protocol):
    """Whatever gives next-token distributions."""

    @property
    def vocabulary_size(self) -> int:
        """V; draft and target must share tokens and ids."""

    def log_probs(self, tokens: Sequence[int], last: int) -> NDArray[np.floating]:
        """Return log-probabilities of the next token after each of the `last` longest prefixes.

        Parameters
        ----------
        tokens : sequence of int
        last : int
            From 1 to len(tokens) + 1.

        Returns
        -------
        (last, V) ndarray
            Row j is about the token after ``tokens[: len(tokens) - last + 1 + j]``; the last row
            about the one after all of them. One call is one pass. A model that caches its work
            must cut the cache back to the prefix it shares with `tokens`: rejected drafts were
            in earlier calls and are not in this one.
        """


def generate(
    target: LanguageModel,
    draft: LanguageModel,
    prompt: Sequence[int],
    *,
    gamma: int,
    max_tokens: int,
    temperature: float,
    rng: np.random.Generator,
    end_token: int | None = None,
) -> Iterator[Round]:
    """Continue a prompt by speculative decoding; the text has the target's own law.

    Parameters
    ----------
    target, draft : LanguageModel
    prompt : sequence of int
    gamma : int
        Tokens drafted a round, at least 0 (plain decoding, a round a token). Fewer where only
        few tokens are still wanted, so that at most `max_tokens` come out; the number depends on
        the text's length alone, never on what was drafted, and so leaves the law as it is.
        Drafting also stops behind a drafted end token, behind which nothing is of use.
    max_tokens : int
        At least 0.
    temperature : float
        Of both models; at least 0, where 0 is greedy.
    rng : numpy.random.Generator
        Gives every draft, coin and final draw.
    end_token : int, optional
        The text ends with it.

    Yields
    ------
    Round
        Its ``tokens`` continue the text. Each costs one target pass.

    Raises
    ------
    ArgumentError, DistributionError
        At the call: if vocabularies differ or a number is out of range. Later: if a model
        returns something else than log-probabilities, shaped as promised.
    """
    size = _checked_size(target, draft)
    drafts = check_integer(gamma, name="gamma", low=0)
    limit = check_integer(max_tokens, name="max_tokens", low=0)
    heat = check_real(temperature, name="temperature", low=0)

    def rounds() -> Iterator[Round]:
        text = list(prompt)
        while room := len(prompt) + limit - len(text):
            guess, q_dists = _guess(draft, text, min(drafts, room - 1), heat, rng, end_token)
            p_dists = _laws(target, text + guess, len(guess) + 1, heat)  # one pass
            q_rows = np.reshape(q_dists, (len(guess), size))
            result = speculative_round(guess, q_rows, p_dists, rng, end_token=end_token)
            text += result.tokens
            yield result
            if end_token in result.tokens:
                return

    return rounds()


def generate_plain(
    target: LanguageModel,
    prompt: Sequence[int],
    *,
    max_tokens: int,
    temperature: float,
    rng: np.random.Generator,
    end_token: int | None = None,
) -> Iterator[int]:
    """Continue a prompt with the target alone, a token a pass: what `generate` must equal in law.

    Parameters
    ----------
    target : LanguageModel
    prompt, max_tokens, temperature, rng, end_token
        As in `generate`.

    Yields
    ------
    int
        The next token.

    Raises
    ------
    ArgumentError, DistributionError
        As `generate`.
    """
    limit = check_integer(max_tokens, name="max_tokens", low=0)
    heat = check_real(temperature, name="temperature", low=0)

    def tokens() -> Iterator[int]:
        text = list(prompt)
        for _ in range(limit):
            text.append(sample(_laws(target, text, 1, heat)[0], rng))
            yield text[-1]
            if text[-1] == end_token:
                return

    return tokens()


def _guess(
    draft: LanguageModel,
    text: list[int],
    gamma: int,
    temperature: float,
    rng: np.random.Generator,
    end_token: int | None,
) -> tuple[list[int], list[Floats]]:
    """Draw up to gamma tokens from the draft, a pass each; return them and what they came from."""
    guess: list[int] = []
    q_dists: list[Floats] = []
    while len(guess) < gamma and end_token not in guess:
        q_draft = _laws(draft, text + guess, 1, temperature)[0]
        guess.append(sample(q_draft, rng))
        q_dists.append(q_draft)
    return guess, q_dists


def _laws(model: LanguageModel, tokens: list[int], last: int, temperature: float) -> Floats:
    """Return the model's distributions after the `last` longest prefixes, (last, V)."""
    rows = np.asarray(model.log_probs(tokens, last))
    if rows.shape != (last, model.vocabulary_size):
        rule = f"must have shape {(last, model.vocabulary_size)}"
        raise ArgumentError("log_probs", rule, rows.shape)
    laws = _laws_at_once(rows, temperature)
    if laws is None:
        each = [
            softmax(row, name=f"log_probs[{j}]", temperature=temperature)
            for j, row in enumerate(rows)
        ]
        laws = np.array(each)
    return laws


def _laws_at_once(rows: NDArray[np.floating], temperature: float) -> Floats | None:
    """Return what `softmax` makes of each row; None where one is wrong, or needs more care."""
    if temperature == 0 or rows.dtype.kind != "f":
        return None
    tops = rows.max(axis=1, keepdims=True)
    if not np.isfinite(tops).all():  # NaN, +inf, or nothing above -inf
        return None
    with np.errstate(over="ignore"):
        laws: Floats = np.exp((rows.astype(np.float64, copy=False) - tops) / temperature)
    laws /= laws.sum(axis=1, keepdims=True)
    return laws


def _checked_size(target: LanguageModel, draft: LanguageModel) -> int:
    """Return V, having checked that both models share it."""
    size = target.vocabulary_size
    if draft.vocabulary_size != size:
        rule = f"must have {size} tokens, as the target does"
        raise ArgumentError("draft.vocabulary_size", rule, draft.vocabulary_size)
    return size
