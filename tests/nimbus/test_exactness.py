"""Speculative decoding on the real pair gives Nimbus-large's own law."""

from __future__ import annotations

import heapq
from itertools import islice

import numpy as np
import pytest

from nimbus.sampling import Settings, sampled
from specdec import chi_squared_test, generate, generate_plain, softmax
from tests.helpers import LEVEL, assert_close

PROMPTS = (
    "Your export failed because your",
    "Customer: Hi, this is Maya from the finance team. I can not import budget-q3.csv.\nNimbus:",
    "How to invite a member\n",
    "Once upon a time there was a",
)
RUNS = 2000
FLOAT32 = 1e-5  # of a probability, between passes of different shapes


def rounds(pair, text, settings, rng, *, gamma, max_tokens, draft="mini"):
    target, heat = sampled(pair.large.reader(), settings)
    guesser, _ = sampled(pair.draft(draft).reader(), settings)
    return generate(
        target,
        guesser,
        text,
        gamma=gamma,
        max_tokens=max_tokens,
        temperature=heat,
        rng=rng,
        end_token=pair.tokenizer.end,
    )


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize(("draft", "heat"), [("mini", 0.0), ("mini", 0.001), ("trigram", 0.001)])
def test_near_greedy_text_is_that_of_plain_decoding(pair, prompt, draft, heat):
    """So cold that nothing is left to chance; near-ties alone could flip (none does here)."""
    text, cold = pair.encode(prompt, 40), Settings(temperature=heat)
    plain = generate_plain(
        pair.large.reader(),
        text,
        max_tokens=40,
        temperature=heat,
        rng=np.random.default_rng(0),
        end_token=pair.tokenizer.end,
    )
    rng = np.random.default_rng(1)
    found = rounds(pair, text, cold, rng, gamma=5, max_tokens=40, draft=draft)

    assert list(plain) == [token for one in found for token in one.tokens]


@pytest.mark.parametrize("settings", [Settings(), Settings(0.7, 40, 0.95)], ids=["plain", "cut"])
def test_each_verified_distribution_is_that_of_plain_decoding(pair, settings):
    """Row j of a round's pass is what a reader that takes one token at a time would draw from."""
    text = pair.encode(PROMPTS[1], 40)
    for one in rounds(pair, text, settings, np.random.default_rng(4), gamma=7, max_tokens=40):
        reader = pair.large.reader()
        for j, law in enumerate(one.p_dists):
            row = reader.log_probs([*text, *one.drafted[:j]], 1)[0]
            expected = softmax(row, name="row", temperature=settings.temperature)
            expected = settings.law(row) if settings.cuts else expected

            assert_close(expected, law, tolerance=FLOAT32)
        text = [*text, *one.tokens]


def likeliest(pair, text, n, length):
    """Return the n most probable continuations of plain decoding, with their probability.

    Best first: a beginning is at least as probable as what it begins.
    """
    reader, end = pair.large.reader(), pair.tokenizer.end
    heap, found = [(-1.0, ())], {}
    while len(found) < n:
        mass, tokens = heapq.heappop(heap)
        if len(tokens) == length or tokens[-1:] == (end,):
            found[tokens] = -mass
            continue
        law = np.exp(reader.log_probs([*text, *tokens], 1)[0])
        for token in np.argsort(-law)[: 4 * n].tolist():
            heapq.heappush(heap, (mass * law[token], (*tokens, token)))
    return found


class Knowing:
    """A reader that is asked once about each beginning: thousands of runs share most of theirs.

    Its cache is cut back and goes on as in a single run, whenever something new is asked.
    """

    def __init__(self, reader):
        self.reader = reader
        self.vocabulary_size = reader.vocabulary_size
        self.known = {}

    def log_probs(self, tokens, last):
        ends = [tuple(tokens[: len(tokens) - last + 1 + j]) for j in range(last)]
        if not all(end in self.known for end in ends):
            rows = self.reader.log_probs(tokens, last)
            self.known.update(zip(ends, rows, strict=True))
        return np.array([self.known[end] for end in ends])


@pytest.mark.parametrize("draft", ["mini", "trigram"])
def test_the_law_of_the_first_three_tokens_is_that_of_plain_decoding(pair, draft):
    """Chi-squared over the 40 likeliest triples and the rest, at temperature 1.

    Their probabilities come from plain decoding's distributions, not from another sample. A right
    program fails with probability 1e-6 (LEVEL), for a new seed; this one is fixed.
    """
    text = pair.encode(PROMPTS[0], 3)
    law = likeliest(pair, text, 40, 3)
    target, guesser = Knowing(pair.large.reader()), Knowing(pair.draft(draft).reader())
    counts = dict.fromkeys([*law, None], 0)
    rng = np.random.default_rng(11)
    for _ in range(RUNS):
        made = generate(
            target, guesser, text, gamma=2, max_tokens=3, temperature=1.0, rng=rng,
            end_token=pair.tokenizer.end,
        )  # fmt: skip
        tokens = tuple(token for one in made for token in one.tokens)
        counts[tokens if tokens in law else None] += 1
    masses = [*law.values(), 1 - sum(law.values())]

    assert chi_squared_test(list(counts.values()), masses).p_value > LEVEL


def test_the_first_round_shows_that_the_draft_matters(pair):
    """Were the draft drawn from alone, the same test would fail: it can tell them apart."""
    text = pair.encode(PROMPTS[0], 3)
    p = np.exp(pair.large.reader().log_probs(text, 1)[0])
    q = np.exp(pair.mini.reader().log_probs(text, 1)[0])
    counts = np.random.default_rng(0).multinomial(3000, q / q.sum())

    assert chi_squared_test(counts, p / p.sum()).p_value < LEVEL


def test_fully_accepted_and_rejected_rounds_both_happen(pair):
    """The tests above meet every way a round can end."""
    rng = np.random.default_rng(2)
    text = pair.encode(PROMPTS[0], 60)
    made = rounds(pair, text, Settings(), rng, gamma=2, max_tokens=60)
    kinds = {one.final.kind for one in islice(made, 30) if one.final}

    assert kinds == {"corrected", "bonus"}
