"""Learn the tokenizer and encode the corpus.

Byte-level BPE: every text can be encoded, and decoding gives back its very bytes. Words are cut by
a pattern of plain ASCII classes, so that the loader at run time cuts alike whatever Unicode
tables its Python was built with. The file it writes is read by `nimbus.tokenizer`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

END = "<|end|>"
PATTERN = r" ?[A-Za-z]+| ?[0-9]| ?[^A-Za-z0-9 \t\r\n]+|[ \t\r\n]+"


def learn(texts: Iterable[str], vocabulary_size: int) -> Tokenizer:
    """Learn the merges of byte-level BPE from texts."""
    tokenizer = _shell(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary_size,
        special_tokens=[END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def save(tokenizer: Tokenizer, path: Path) -> None:
    """Write what the loader needs: the pattern, the pieces by number, the merges in order."""
    learned = json.loads(tokenizer.to_str())["model"]
    vocabulary = learned["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.__getitem__)
    merges = [[vocabulary[left], vocabulary[right]] for left, right in learned["merges"]]
    data = {"format": 1, "pattern": PATTERN, "end": END, "pieces": pieces, "merges": merges}
    path.write_text(json.dumps(data, ensure_ascii=True, separators=(",", ":")) + "\n", "utf-8")


def load(path: Path) -> Tokenizer:
    """Rebuild the tokenizer from the file of `save`."""
    data = json.loads(path.read_text("utf-8"))
    pieces = data["pieces"]
    merges = [(pieces[left], pieces[right]) for left, right in data["merges"]]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = _shell(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.add_special_tokens([data["end"]])
    tokenizer.encode_special_tokens = True  # "<|end|>" in a text is text
    return tokenizer


def encode(tokenizer: Tokenizer, texts: Sequence[str]) -> list[NDArray[np.int64]]:
    """Encode documents, each with the end token before and after it."""
    end = tokenizer.token_to_id(END)
    rows = tokenizer.encode_batch(list(texts))
    return [np.array([end, *row.ids, end], dtype=np.int64) for row in rows]


def _shell(model: models.BPE) -> Tokenizer:
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PATTERN), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer
