"""Whole texts with two models."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdec import (
    ArgumentError,
    DistributionError,
    chi_squared_test,
    generate,
    generate_plain,
    softmax,
    with_temperature,
)
from specdec.generation import _laws_at_once
from tests.helpers import LEVEL, float_rows, reproducible

END = 2


class TableModel:
    """Next-token rows by the last token; counts its passes and keeps what it was asked."""

    def __init__(self, rows):
        self.rows = np.asarray(rows, dtype=np.float64)
        self.vocabulary_size = len(self.rows)
        self.calls = []

    def log_probs(self, tokens, last):
        self.calls.append((tuple(tokens), last))
        first = len(tokens) - last
        with np.errstate(divide="ignore"):
            return np.log(self.rows[[tokens[first + j] for j in range(last)]])


class CachedModel(TableModel):
    """Computes only behind the prefix it shares with the call before, as a KV cache does."""

    def __init__(self, rows):
        super().__init__(rows)
        self.cache = []
        self.computed = 0

    def log_probs(self, tokens, last):
        shared = 0
        for (token, _), new in zip(self.cache, tokens, strict=False):
            if token != new:
                break
            shared += 1
        self.cache = self.cache[:shared]
        for token in tokens[shared:]:
            self.computed += 1
            with np.errstate(divide="ignore"):
                self.cache.append((token, np.log(self.rows[token])))
        return np.array([row for _, row in self.cache[-last:]])


TARGET = [[0.1, 0.6, 0.3], [0.5, 0.2, 0.3], [0.3, 0.3, 0.4]]
DRAFT = [[0.6, 0.3, 0.1], [0.2, 0.4, 0.4], [0.1, 0.1, 0.8]]


def text_law(rows, prompt, length, end_token=None):
    """Exact law of the target's own texts: up to `length` tokens, or up to the end token."""
    law = {}
    for tokens in product(range(len(rows)), repeat=length):
        before, mass, text = prompt[-1], 1.0, ()
        for x in tokens:
            mass *= rows[before][x]
            text += (x,)
            before = x
            if x == end_token:
                break
        law[text] = mass
    return law


def texts(n, seed, *, temperature=1.0, end_token=None, max_tokens=4, gamma=2):
    """Texts of one generator, and the rounds they took."""
    rng = np.random.default_rng(seed)
    options = {"gamma": gamma, "max_tokens": max_tokens, "temperature": temperature}
    for _ in range(n):
        rounds = generate(
            TableModel(TARGET), TableModel(DRAFT), [0], rng=rng, end_token=end_token, **options
        )
        yield tuple(x for result in rounds for x in result.tokens)


def assert_follows(emitted, law):
    """Counted tuples pass the chi-squared test against their law at LEVEL."""
    counts = Counter(emitted)

    assert counts.keys() <= law.keys()
    assert chi_squared_test([counts[key] for key in law], list(law.values())).p_value > LEVEL


@pytest.fixture(scope="module")
def open_texts():
    """3,000 texts of four tokens, gamma 2: rounds begin at all positions, and are cut short."""
    return np.array(list(texts(3_000, 1)))


def test_every_position_follows_the_target(open_texts):
    """Each token alone against the exact law of plain decoding. False-alarm rate 1e-6 at each."""
    law = text_law(TARGET, [0], 4)
    for j in range(4):
        expected = [sum(mass for text, mass in law.items() if text[j] == x) for x in range(3)]
        counts = np.bincount(open_texts[:, j], minlength=3)
        assert chi_squared_test(counts, expected).p_value > LEVEL


def test_joint_laws_follow_the_target(open_texts):
    """The first two tokens, and whole texts of four. False-alarm rate 1e-6 each."""
    assert_follows(map(tuple, open_texts[:, :2].tolist()), text_law(TARGET, [0], 2))
    assert_follows(map(tuple, open_texts.tolist()), text_law(TARGET, [0], 4))


def test_texts_with_an_end_follow_the_target():
    """Texts of any length up to four, ended by the end token. False-alarm rate 1e-6."""
    assert_follows(texts(3_000, 2, end_token=END), text_law(TARGET, [0], 4, END))


def test_temperature_is_the_models():
    """At temperature .5 the text has the law of the sharpened target. False-alarm rate 1e-6."""
    sharp = [with_temperature(row, 0.5) for row in TARGET]

    assert_follows(texts(2_000, 3, temperature=0.5, max_tokens=3), text_law(sharp, [0], 3))


def test_plain_decoding_follows_the_target():
    """The reference itself. False-alarm rate 1e-6."""
    rng = np.random.default_rng(4)
    options = {"max_tokens": 3, "temperature": 1, "rng": rng, "end_token": END}
    emitted = [tuple(generate_plain(TableModel(TARGET), [0], **options)) for _ in range(3_000)]

    assert_follows(emitted, text_law(TARGET, [0], 3, END))


@pytest.mark.parametrize("gamma", [0, 1, 2, 5])
def test_greedy_text_is_plain_greedy_text(gamma):
    """At temperature 0 both give the same tokens, whatever the draft says."""
    options = {"max_tokens": 9, "temperature": 0, "rng": np.random.default_rng(0)}
    plain = tuple(generate_plain(TableModel(TARGET), [0], **options))
    rounds = generate(TableModel(TARGET), TableModel(DRAFT), [0], gamma=gamma, **options)

    assert plain == tuple(x for result in rounds for x in result.tokens)


@settings(reproducible, max_examples=60)
@given(
    st.integers(0, 5),
    st.integers(0, 12),
    st.sampled_from([None, END]),
    st.sampled_from([0.0, 0.7, 1.0]),
    st.integers(0, 2**32),
)
def test_any_run_keeps_its_promises(gamma, max_tokens, end_token, temperature, seed):
    """One target pass a round, never too many tokens, nothing behind the end, only the end or the
    limit stops it; and each round sees what the text was.
    """
    target, draft = TableModel(TARGET), TableModel(DRAFT)
    rounds = list(
        generate(
            target,
            draft,
            [1, 0],
            gamma=gamma,
            max_tokens=max_tokens,
            temperature=temperature,
            rng=np.random.default_rng(seed),
            end_token=end_token,
        )
    )
    text = [x for result in rounds for x in result.tokens]

    assert len(rounds) == len(target.calls)
    assert len(draft.calls) == sum(len(result.drafted) for result in rounds)
    assert len(text) <= max_tokens
    assert end_token not in text[:-1]
    assert len(text) == max_tokens or text[-1] == end_token
    written = [1, 0]
    for result, (tokens, last) in zip(rounds, target.calls, strict=True):
        assert tokens == (*written, *result.drafted)
        assert last == len(result.drafted) + 1 <= gamma + 1
        assert end_token not in result.drafted[:-1]
        written += result.tokens


def test_drafting_stops_behind_the_end_token():
    """A certain end token is drafted once, accepted, and ends the text without a bonus."""
    always_end = [[0, 0, 1]] * 3
    options = {"max_tokens": 8, "temperature": 1, "rng": np.random.default_rng(0)}
    rounds = list(
        generate(
            TableModel(always_end), TableModel(always_end), [0], gamma=4, end_token=END, **options
        )
    )

    assert [result.tokens for result in rounds] == [(END,)]
    assert rounds[0].drafted == (END,)
    assert rounds[0].final is None


def test_a_cache_that_is_cut_back_gives_the_same_text_for_less_work():
    """One seed, with and without caches: same rounds; and prefixes are computed once."""
    options = {"gamma": 3, "max_tokens": 40, "temperature": 1}
    cached = CachedModel(TARGET), CachedModel(DRAFT)
    plain = TableModel(TARGET), TableModel(DRAFT)
    runs = [
        [
            result.tokens
            for result in generate(*models, [0], rng=np.random.default_rng(6), **options)
        ]
        for models in (cached, plain)
    ]

    assert runs[0] == runs[1]
    assert cached[0].computed <= sum(last for _, last in plain[0].calls) + 1


def test_one_seed_gives_one_text():
    """All randomness comes from the generator that is passed in."""
    assert list(texts(20, 5)) == list(texts(20, 5))


class WrongModel(TableModel):
    """Answers with whatever it was given."""

    def __init__(self, answer):
        super().__init__(TARGET)
        self.answer = answer

    def log_probs(self, tokens, last):
        return self.answer


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (np.zeros((1, 2)), r"log_probs: must have shape \(1, 3\), got \(1, 2\)"),
        (np.zeros(3), r"log_probs: must have shape \(1, 3\), got \(3,\)"),
        (np.full((1, 3), np.nan), r"log_probs\[0\]: must hold no NaN"),
        (np.full((1, 3), -np.inf), r"log_probs\[0\]: must hold no NaN"),
    ],
)
def test_a_model_that_breaks_its_promise_is_named(answer, message):
    """Shape and numbers of what a model returns are checked."""
    options = {"max_tokens": 3, "temperature": 1, "rng": np.random.default_rng(0)}
    with pytest.raises(ArgumentError, match=message):
        list(generate_plain(WrongModel(answer), [0], **options))
    with pytest.raises((ArgumentError, DistributionError), match=message):
        list(generate(TableModel(TARGET), WrongModel(answer), [0], gamma=2, **options))


def test_the_row_that_is_wrong_is_named():
    """Of three rows of one pass only the last is none."""
    answer = np.log([[0.2, 0.3, 0.5]] * 3)
    answer[2, 0] = np.nan
    rounds = generate(
        WrongModel(answer),
        TableModel(TARGET),
        [0],
        gamma=2,
        max_tokens=3,
        temperature=1,
        rng=np.random.default_rng(0),
    )

    with pytest.raises(DistributionError, match=r"log_probs\[2\]: must hold no NaN"):
        list(rounds)


@reproducible
@given(st.lists(float_rows(5), min_size=1, max_size=4), st.sampled_from([1e-310, 0.3, 1.0, 2.0]))
def test_rows_become_laws_as_softmax_makes_them(rows, temperature):
    """All rows of a pass at once give what `softmax` gives of each, to the last bit."""
    with np.errstate(divide="ignore"):
        logs = np.log(rows)

    expected = [softmax(row, name="row", temperature=temperature) for row in logs]
    assert np.array_equal(expected, _laws_at_once(logs, temperature))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"gamma": -1}, "gamma: must be at least 0, got -1"),
        ({"gamma": 1.5}, "gamma: must be an integer, got 1.5"),
        ({"max_tokens": -1}, "max_tokens: must be at least 0, got -1"),
        ({"temperature": -0.5}, "temperature: must be finite, at least 0, got -0.5"),
        ({"temperature": np.inf}, "temperature: must be finite, at least 0, got inf"),
    ],
)
def test_wrong_numbers_are_refused_at_the_call(changed, message):
    """Not at the first token, where nobody would look for it."""
    options = {"gamma": 2, "max_tokens": 3, "temperature": 1.0} | changed
    with pytest.raises(ArgumentError, match=message):
        generate(TableModel(TARGET), TableModel(DRAFT), [0], rng=None, **options)
    if "gamma" not in changed:
        del options["gamma"]
        with pytest.raises(ArgumentError, match=message):
            generate_plain(TableModel(TARGET), [0], rng=None, **options)


def test_models_must_share_a_vocabulary():
    """Other vocabularies can't be compared token by token."""
    with pytest.raises(ArgumentError, match=r"draft.vocabulary_size: must have 3 tokens.* got 2"):
        generate(
            TableModel(TARGET),
            TableModel([[0.5, 0.5]] * 2),
            [0],
            gamma=2,
            max_tokens=3,
            temperature=1,
            rng=None,
        )
