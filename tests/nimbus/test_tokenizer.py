"""The loader encodes and decodes exactly as the tokenizer that training used."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimbus.errors import ModelFileError
from nimbus.pair import FOLDER, TOKENIZER
from nimbus.tokenizer import load_tokenizer

FIXTURES = json.loads((Path(__file__).parent / "encodings.json").read_text("utf-8"))
TOKENS = load_tokenizer(FOLDER / TOKENIZER)
no_surrogates = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@pytest.mark.parametrize("case", FIXTURES["encode"], ids=lambda case: ascii(case["text"])[:24])
def test_encodes_as_the_recorded_outputs_of_the_reference(case):
    """Emoji, scripts, controls, line ends, numbers, the end token's spelling, nothing at all."""
    assert case["tokens"] == TOKENS.encode(case["text"])


@pytest.mark.parametrize("case", FIXTURES["decode"], ids=lambda case: str(case["tokens"])[:24])
def test_decodes_as_the_recorded_outputs_of_the_reference(case):
    """Tokens in any order, whose bytes are mostly no UTF-8."""
    assert case["text"] == TOKENS.decode(case["tokens"])


@pytest.mark.skipif(not importlib.util.find_spec("tokenizers"), reason="tokenizers not installed")
def test_equals_the_reference_itself_on_many_texts():
    """2,000 random texts from all of Unicode, and as many random token lists."""
    from training.tokens import load

    reference = load(FOLDER / TOKENIZER)
    rng = np.random.default_rng(8)
    ranges = [(32, 127), (32, 127), (0, 256), (0x370, 0x600), (0x4E00, 0x9FFF), (0x1F300, 0x1FAFF)]
    for _ in range(2000):
        low, high = ranges[rng.integers(len(ranges))]
        text = "".join(map(chr, rng.integers(low, high, rng.integers(0, 40))))
        assert reference.encode(text).ids == TOKENS.encode(text)
        some = rng.integers(0, TOKENS.vocabulary_size, rng.integers(0, 12)).tolist()
        assert reference.decode(some) == TOKENS.decode(some)


@given(no_surrogates)
def test_decoding_what_was_encoded_gives_the_text_back(text):
    """Byte-level: nothing is lost, nothing is changed."""
    assert text == TOKENS.decode(TOKENS.encode(text))


@given(st.text(st.characters(categories=["Cs"]), min_size=1, max_size=8))
def test_lone_surrogates_are_read_as_replacement_characters(text):
    """A browser can send them; they have no bytes, and must not break a run."""
    decoded = TOKENS.decode(TOKENS.encode(text))

    assert decoded == text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def test_the_end_token_is_never_made_from_text():
    """Whoever types its spelling gets text."""
    assert TOKENS.end not in TOKENS.encode("a<|end|>b")


@given(no_surrogates)
def test_a_stream_adds_up_to_the_text(text):
    """A character appears with the last of its tokens."""
    show = TOKENS.stream()

    assert text == "".join(show(token) for token in TOKENS.encode(text))


def test_any_byte_is_a_token():
    """256 of them, whatever was learned."""
    assert {bytes([value]) for value in range(256)} <= set(TOKENS.pieces)


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("", "must be a tokenizer in JSON"),
        ("[]", "must be a tokenizer in JSON"),
        ('{"format": 1}', "must be a tokenizer in JSON"),
        (
            '{"format": 2, "pieces": ["e"], "merges": [], "pattern": "", "end": "e"}',
            "format must be 1",
        ),
    ],
)
def test_a_bad_file_is_named_with_its_rule(tmp_path, content, rule):
    """File, rule and value."""
    path = tmp_path / "tokenizer.json"
    path.write_text(content, "utf-8")
    with pytest.raises(ModelFileError, match=rule) as caught:
        load_tokenizer(path)

    assert caught.value.file == "tokenizer.json"
