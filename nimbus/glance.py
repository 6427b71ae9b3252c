"""A prompt's next token as a few bars: the top pieces of both models, and one bar for the rest.

For steps 1 to 4, whose pictures hold a handful of words where the pair has a vocabulary of
hundreds. See `Glance` for what one bar for all others keeps and what it doesn't.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nimbus.pair import DraftName, Pair
from nimbus.sampling import Settings, sampled
from specdec import LanguageModel, Round, acceptance_rate, generate, softmax

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Glance:
    """p_target and q_draft over the leading pieces and one lumped rest.

    What is honest about the lump, and what isn't
        `p` and `q` are true distributions: each shown piece has its full probability, and the
        last bar the sum of all others, for both models alike; nothing is renormalised. So every
        sum over *shown* pieces is exact: what is kept, over-drafted and left over of each.
        Accept-or-correct on the lumped pair is exact too, for the lumped pair: its output law is
        `p`, which is Nimbus-large's law with all other pieces counted as one.
        But it is not what happens to the pair: within the rest, the models agree less than the
        lump says, since sum min(p, q) <= min(sum p, sum q). `lumped_alpha` is therefore an upper
        bound of `alpha`, the pair's own acceptance rate here, and `hidden_disagreement` is the
        gap. Show both, or choose more pieces until the gap is small.

    Attributes
    ----------
    pieces : tuple of str
        What each shown token adds to the text; the lumped rest has none.
    tokens : tuple of int
        Their numbers.
    p, q : (len(pieces) + 1,) float64
        The last one is the rest.
    others : int
        How many tokens the rest holds.
    alpha : float
        sum min(p, q) over the whole vocabulary.
    """

    pieces: tuple[str, ...]
    tokens: tuple[int, ...]
    p: Floats
    q: Floats
    others: int
    alpha: float

    @property
    def lumped_alpha(self) -> float:
        """The acceptance rate of the lumped pair, at least `alpha`."""
        return acceptance_rate(self.p, self.q)

    @property
    def hidden_disagreement(self) -> float:
        """How much the lump hides: `lumped_alpha` - `alpha`."""
        return max(0.0, self.lumped_alpha - self.alpha)

    def lumped(self, law: Floats) -> Floats:
        """Return another law over the vocabulary, (V,), on the same bars, (len(pieces) + 1,)."""
        shown = list(self.tokens)
        return np.append(law[shown], np.delete(law, shown).sum())


def glance(
    pair: Pair,
    prompt: str,
    *,
    top: int = 6,
    settings: Settings | None = None,
    draft: DraftName = "mini",
) -> Glance:
    """Look at the next token after a prompt.

    Parameters
    ----------
    pair : Pair
    prompt : str
    top : int
        How many pieces are shown by themselves: those with the largest max(p, q), so that a piece
        which only one of the models likes is among them.
    settings : Settings, optional
        Temperature, top-k and top-p of both models.
    draft : {"mini", "trigram"}

    Raises
    ------
    TooLongError
        If the prompt doesn't fit into the context.
    """
    text = pair.encode(prompt)
    chosen = settings or Settings()
    target, heat = sampled(pair.large.reader(), chosen)
    guesser, _ = sampled(pair.draft(draft).reader(), chosen)
    return lump(pair, _laws(target, text, heat)[0], _laws(guesser, text, heat)[0], top)


def lump(pair: Pair, p: Floats, q: Floats, top: int, named: Iterable[int] = ()) -> Glance:
    """Show the leading pieces of two laws over the vocabulary, (V,), and lump the rest.

    Parameters
    ----------
    named : iterable of int
        Tokens that are shown however small they are: those that a round is about.
    """
    leading = np.maximum(p, q)
    shown = np.argsort(-leading, kind="stable")[:top]
    shown = np.array(_with(shown[leading[shown] > 0], named), dtype=np.intp)
    rest = np.ones(len(p), dtype=bool)
    rest[shown] = False
    return Glance(
        pieces=tuple(shown_piece(pair, int(token)) for token in shown),
        tokens=tuple(int(token) for token in shown),
        p=np.append(p[shown], p[rest].sum()),
        q=np.append(q[shown], q[rest].sum()),
        others=int(rest.sum()),
        alpha=acceptance_rate(p, q),
    )


def _with(shown: Iterable[int], named: Iterable[int]) -> list[int]:
    """Return the shown tokens with the named ones in place of the last."""
    kept, wanted = [int(token) for token in shown], list(dict.fromkeys(named))
    for token in wanted:
        if token not in kept:
            spare = [one for one in kept if one not in wanted]
            if len(spare) > 1:  # the leading piece stays
                kept.remove(spare[-1])
            kept.append(token)
    return kept


def shown_piece(pair: Pair, token: int) -> str:
    """Return what a token adds to the text; the end as ⏹, a line break as ↵."""
    if token == pair.tokenizer.end:
        return "⏹"
    return pair.tokenizer.decode([token]).replace("\n", "↵")


@dataclass(frozen=True, eq=False)
class GlanceRound:
    """One round of the pair, each position lumped for showing.

    Attributes
    ----------
    positions : tuple of Glance
        gamma + 1 of them: what each drafted token was compared on, and the one after.
    drafted : tuple of str
    checks : tuple of (float, float, float, bool)
        p, q, u and whether it was kept, of each token that was looked at. These are the pair's
        own numbers, over its whole vocabulary: nothing of the round is lumped.
    final : str
        The corrected or the bonus piece; empty where the text ended.
    kind : str
        "corrected", "bonus" or "ended".
    text : str
        What the round added.
    played : Round
        The round itself, over the whole vocabulary.
    """

    positions: tuple[Glance, ...]
    drafted: tuple[str, ...]
    checks: tuple[tuple[float, float, float, bool], ...]
    final: str
    kind: str
    text: str
    played: Round


def glance_round(
    pair: Pair,
    prompt: str,
    *,
    gamma: int,
    rng: np.random.Generator,
    top: int = 6,
    settings: Settings | None = None,
    draft: DraftName = "mini",
) -> GlanceRound:
    """Play one real round after a prompt: drafted by the draft, checked by Nimbus-large.

    Raises
    ------
    TooLongError
        If prompt and round don't fit into the context.
    """
    return next(
        glance_rounds(
            pair,
            prompt,
            gamma=gamma,
            rng=rng,
            most=gamma + 1,
            top=top,
            settings=settings,
            draft=draft,
        )
    )


def glance_rounds(
    pair: Pair,
    prompt: str,
    *,
    gamma: int,
    rng: np.random.Generator,
    most: int,
    top: int = 6,
    settings: Settings | None = None,
    draft: DraftName = "mini",
) -> Iterator[GlanceRound]:
    """Play round after round until the text ends, has `most` tokens, or the context is full.

    Raises
    ------
    TooLongError
        At the call, if prompt and one round don't fit into the context.
    """
    text = pair.encode(prompt, gamma + 1)
    chosen = settings or Settings()
    target, heat = sampled(pair.large.reader(), chosen)
    guesser, _ = sampled(pair.draft(draft).reader(), chosen)
    rounds = generate(
        target,
        guesser,
        text,
        gamma=gamma,
        max_tokens=min(most, pair.limit - len(text)),
        temperature=heat,
        rng=rng,
        end_token=pair.tokenizer.end,
    )

    def glances() -> Iterator[GlanceRound]:
        written = list(text)
        for one in rounds:
            q_after = _laws(guesser, [*written, *one.drafted], heat)
            yield _glanced(pair, one, np.concatenate((one.q_dists, q_after)), top)
            written += one.tokens

    return glances()


def _glanced(pair: Pair, one: Round, q_dists: Floats, top: int) -> GlanceRound:
    """Return a round for showing; q_dists has gamma + 1 rows, (gamma + 1, V)."""
    end, final = pair.tokenizer.end, one.final
    named: list[list[int]] = [[token] for token in one.drafted] + [[]]
    if final is not None:
        named[one.accepted].append(final.token)
    return GlanceRound(
        positions=tuple(
            lump(pair, p, q, top, tokens)
            for p, q, tokens in zip(one.p_dists, q_dists, named, strict=True)
        ),
        drafted=tuple(shown_piece(pair, token) for token in one.drafted),
        checks=tuple((check.p, check.q, check.u, check.accepted) for check in one.checks),
        final="" if final is None else shown_piece(pair, final.token),
        kind="ended" if final is None else final.kind,
        text=pair.tokenizer.decode(token for token in one.tokens if token != end),
        played=one,
    )


def _laws(model: LanguageModel, text: Sequence[int], temperature: float) -> Floats:
    """Return what the token after a text is drawn from, (1, V)."""
    row = np.asarray(model.log_probs(text, 1))[0]
    return softmax(row, name="log_probs", temperature=temperature)[None]
