"""Lists that are typed or pasted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from views.typed import TypedError, read_all, read_numbers, read_words, spell_numbers


@pytest.mark.parametrize(
    "text",
    [
        "50 30 20",
        ".5,.3,.2",
        "0.5; 0.3; 0.2",
        "[0.5, 0.3, 0.2]",
        "50%\n30%\n20%",
        "5\t3\t2",
        "5e1 3e1 2e1",
    ],
)
def test_every_usual_way_of_writing_a_list_is_read(text: str) -> None:
    """Commas, semicolons, tabs, lines, brackets, percentages and counts give the same."""
    assert read_numbers(text, "p") == (0.5, 0.3, 0.2)


@pytest.mark.parametrize(
    ("text", "rule", "value"),
    [
        ("", "count", "0"),
        ("1", "count", "1"),
        (" ".join("1" * 13), "count", "13"),
        ("a b", "number", "a"),
        (".5 <script>", "number", "<script>"),
        ("1 -1", "weights", "-1.0"),
        ("nan 1", "weights", "nan"),
        ("inf 1", "weights", "inf"),
        ("0 0", "weights", "zeros only"),
    ],
)
def test_what_is_no_list_of_weights_is_named(text: str, rule: str, value: str) -> None:
    """The error names field, rule and value."""
    with pytest.raises(TypedError) as caught:
        read_numbers(text, "q")

    assert (caught.value.field, caught.value.rule, caught.value.value) == ("q", rule, value)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("one", "count"), ("a, a", "same"), ("a, " + "x" * 25, "word"), ("a,\x07b", "word")],
)
def test_words_that_cannot_be_used_are_named(text: str, rule: str) -> None:
    """Too few, alike, too long or unprintable."""
    with pytest.raises(TypedError) as caught:
        read_words(text)

    assert (caught.value.field, caught.value.rule) == ("words", rule)


def test_words_follow_the_numbers() -> None:
    """Three numbers for two words add a letter; for four words the last goes."""
    assert read_all("x, B", "1 1 2", "1 2 1")[0] == ("x", "B", "A")
    assert read_all("a, b, c, d", "1 1 2", "1 2 1")[0] == ("a", "b", "c")


def test_p_and_q_must_have_one_length() -> None:
    """Both lengths are said."""
    with pytest.raises(TypedError, match="q: lengths: 2; 3"):
        read_all("a, b", "1 1 1", "1 1")


@given(st.lists(st.integers(0, 100), min_size=2, max_size=12).filter(any))
def test_what_is_shown_can_be_pasted_back(weights: list[int]) -> None:
    """Numbers as the form spells them read as the same distribution."""
    once = read_numbers(spell_numbers(weights), "p")

    assert read_numbers(spell_numbers(once), "p") == once
