"""Pieces as words: told apart, printable, short, and fit for the address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from views.fields import MAX_WORD_LENGTH, RULES
from views.pair_pieces import distinct, lines, marked, named, tail


@pytest.mark.parametrize(
    ("piece", "shown"),
    [
        (" export", "export"),
        ("s", "…s"),
        (".", "."),
        (" (", "␣("),
        ("\n", "↵"),
        (" ", "␣"),
        ("  ", "␣␣"),
        ("|", "¦"),
        ("\x00", "�"),
        ("", "�"),
    ],
)
def test_what_stands_before_a_piece_is_seen(piece, shown):
    """A space is the rule and left out; its absence before letters, and what else, has a sign."""
    assert marked(piece) == shown


@given(st.lists(st.text(max_size=30), min_size=1, max_size=11))
def test_words_of_any_pieces_can_be_kept(pieces):
    """Different, and spelled in an address they come back."""
    words = named(pieces, "all others")
    rule = RULES["words"]

    assert len(set(words)) == len(words) == len(pieces) + 1
    assert max(map(len, words)) <= MAX_WORD_LENGTH
    assert rule.parse(rule.spell(words)) == words


def test_look_alikes_are_numbered():
    """Each gets a name of its own."""
    assert distinct(["a", "a", "b", "a"]) == ("a", "a 2", "b", "a 3")


@given(st.text(max_size=200))
def test_a_text_is_one_printable_line(text):
    """Whatever a prompt holds."""
    assert lines(text).isprintable()
    assert len(tail(text)) <= 31
