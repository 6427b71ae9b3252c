"""Text to tokens and back: byte-level BPE as the training's tokenizer does it, in plain Python.

A text is cut into words by a pattern of ASCII classes; each word's UTF-8 bytes are joined, pair by
pair, in the order in which training learned the pairs (Sennrich et al. 2016, arXiv 1508.07909).
Example: " exports" starts as eight bytes; learned pairs make " e", "x", "port", "s" of them, then
" export", "s", then " exports". Every byte is a token by itself, so every text can be encoded.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from nimbus.errors import ModelFileError

FORMAT = 1


class Tokenizer:
    """Encodes and decodes; immutable, shared by all sessions.

    Parameters
    ----------
    pieces : sequence of bytes
        What each token number stands for; the end token's own is empty.
    merges : sequence of (int, int)
        Pairs of tokens to join, the earliest first.
    pattern : str
        Regular expression of a word.
    end : int
        The token that begins and ends a text.
    """

    def __init__(
        self,
        pieces: Sequence[bytes],
        merges: Sequence[tuple[int, int]],
        pattern: str,
        end: int,
    ) -> None:
        self.pieces = tuple(pieces)
        self.end = end
        self._word = re.compile(pattern)
        numbers = {piece: number for number, piece in enumerate(pieces)}
        self._bytes = [numbers[bytes([value])] for value in range(256)]
        self._joined = {
            (left, right): (rank, numbers[pieces[left] + pieces[right]])
            for rank, (left, right) in enumerate(merges)
        }
        self._encode_word = lru_cache(maxsize=16_384)(self._join)

    @property
    def vocabulary_size(self) -> int:
        """How many tokens there are."""
        return len(self.pieces)

    def encode(self, text: str) -> list[int]:
        """Return the tokens of a text, without an end token.

        A lone surrogate, which is no character and has no UTF-8, is read as U+FFFD. The end
        token's own spelling in a text is text.
        """
        clean = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return [
            token
            for word in self._word.findall(clean)
            for token in self._encode_word(word.encode("utf-8"))
        ]

    def decode(self, tokens: Iterable[int]) -> str:
        """Return the text of tokens; bytes that are no UTF-8 become U+FFFD."""
        return b"".join(self.pieces[token] for token in tokens).decode("utf-8", "replace")

    def stream(self) -> Callable[[int], str]:
        """Return a function that tells what each further token of a text adds to it.

        A character whose bytes are spread over several tokens appears with the last of them.
        """
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        return lambda token: decoder.decode(self.pieces[token])

    def _join(self, word: bytes) -> tuple[int, ...]:
        tokens = [self._bytes[value] for value in word]
        while len(tokens) > 1:
            pairs = pairwise(tokens)
            ranked = [
                (self._joined[pair], i) for i, pair in enumerate(pairs) if pair in self._joined
            ]
            if not ranked:
                break
            (_, joined), i = min(ranked)  # the earliest learned; of equals, the leftmost
            tokens[i : i + 2] = [joined]
        return tuple(tokens)


def load_tokenizer(path: Path) -> Tokenizer:
    """Read a tokenizer file.

    Raises
    ------
    ModelFileError
        Naming file, rule and value, if it is none.
    """
    name = path.name
    try:
        data = json.loads(path.read_text("utf-8"))
        version, spelled, merges = data["format"], data["pieces"], data["merges"]
        pattern, end = data["pattern"], spelled.index(data["end"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelFileError(name, "must be a tokenizer in JSON", repr(error)) from None
    if version != FORMAT:
        raise ModelFileError(name, f"format must be {FORMAT}", version)
    pieces = [b"" if i == end else _as_bytes(piece) for i, piece in enumerate(spelled)]
    return Tokenizer(pieces, [(left, right) for left, right in merges], pattern, end)


def _as_bytes(spelled: str) -> bytes:
    return bytes(_BYTE_OF[character] for character in spelled)


def _byte_of() -> dict[str, int]:
    """Undo the spelling of bytes as visible characters that byte-level BPE files use (GPT-2's)."""
    visible = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [value for value in range(256) if value not in set(visible)]
    spelled = {chr(value): value for value in visible}
    return spelled | {chr(256 + i): value for i, value in enumerate(hidden)}


_BYTE_OF = _byte_of()
