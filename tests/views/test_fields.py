"""The address: what it may hold, how it is written, and what happens to nonsense."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from views.fields import (
    DIGITS,
    MAX_WORDS,
    RULES,
    FieldError,
    Learner,
    checked,
    parse_address,
    rounded,
    spell_address,
)

FIRST = Learner(words=("the", "size"), p=(0.6, 0.4), q=(0.3, 0.7), seed=1)

slugs = st.from_regex(r"[a-z0-9-]{1,12}", fullmatch=True)
words = st.lists(
    st.text(
        st.characters(categories=["L", "N", "P", "S"], exclude_characters="|"),
        min_size=1,
        max_size=24,
    ),
    min_size=2,
    max_size=MAX_WORDS,
    unique=True,
)


@st.composite
def learners(draw: st.DrawFn) -> Learner:
    """Any state that a learner can bring about."""
    names = tuple(draw(words))
    weights = st.lists(st.integers(0, 1000), min_size=len(names), max_size=len(names)).filter(any)
    return Learner(
        words=names,
        p=rounded(tuple(map(float, draw(weights)))),
        q=rounded(tuple(map(float, draw(weights)))),
        seed=draw(st.integers(0, 999_999)),
        gamma=draw(st.integers(1, 8)),
        done=tuple(draw(st.lists(slugs, max_size=6, unique=True))),
        answers=tuple(draw(st.dictionaries(slugs, st.sampled_from("abc"), max_size=20)).items()),
        round=draw(st.integers(1, 99)),
        step=draw(st.integers(1, 5)),
        rolls=draw(st.integers(0, 500)),
        alpha=draw(st.integers(0, 10_000)) / 10_000,
        cost=draw(st.integers(0, 10_000)) / 10_000,
    )


@given(learners())
def test_an_address_gives_back_the_state_it_was_made_from(learner: Learner) -> None:
    """Copying the address is copying the screen: nothing is lost on the way."""
    read, notices = parse_address(spell_address(learner, FIRST), FIRST)

    assert notices == ()
    assert read == learner


@given(learners())
def test_a_checked_state_is_the_state(learner: Learner) -> None:
    """What the rules let through they don't change."""
    assert checked(learner) == learner


@given(st.dictionaries(st.sampled_from(sorted(RULES)), st.text(max_size=80)))
def test_any_address_gives_a_usable_state_and_says_what_it_replaced(query: dict[str, str]) -> None:
    """No address breaks the page; each value that was not used is named with its rule."""
    learner, notices = parse_address(query, FIRST)

    assert checked(learner) == learner
    assert all(notice.broken.rule and notice.field for notice in notices)


HOSTILE = {
    "words": ["", "one", "a|a", "a|" + "x" * 25, "|".join("abcdefghijklm"), "a|\x00", "a| "],
    "p": [
        "nan,1",
        "inf,0",
        "-.5,1.5",
        "1",
        ".5,.6",
        "a,b",
        "",
        "1e999,0",
        "1_0,0",
        ",".join([".05"] * 20),
    ],
    "q": ["0,0", "2,-1", "½,½", "<script>,1"],
    "seed": ["-1", "1.5", "1000000", "١", "0x1", "9" * 5000, "", "NaN"],
    "gamma": ["0", "9", "four"],
    "step": ["0", "6", "1e0"],
    "alpha": ["nan", "1.1", "-0", "2"],
    "cost": ["inf", "1.1", "--1"],
    "fault": ["Reseeded", "../etc", "a" * 41, "<b>"],
    "answers": ["a", "a:b:c", "a:", ":a", "|".join(f"q{i}:a" for i in range(61))],
    "done": ["A", "|".join(f"s{i}" for i in range(13))],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in HOSTILE.items() for value in values]
)
def test_nonsense_falls_back_to_the_default_and_is_named(name: str, value: str) -> None:
    """The notice names field, rule, value and what is used instead."""
    learner, notices = parse_address({name: value}, FIRST)

    assert getattr(learner, name) == getattr(FIRST, name)
    assert [notice.field for notice in notices] == [name]
    assert notices[0].broken.rule
    assert len(notices[0].value) <= 60
    assert notices[0].used == RULES[name].spell(getattr(FIRST, name))


def test_defaults_are_left_out_of_the_address() -> None:
    """A first visit has a clean address; a change shows alone."""
    assert spell_address(FIRST, FIRST) == {}
    assert spell_address(replace(FIRST, seed=7), FIRST) == {"seed": "7"}


def test_words_p_and_q_travel_together() -> None:
    """A changed q takes words and p with it: they mean something only as three."""
    changed = replace(FIRST, q=(0.5, 0.5))

    assert spell_address(changed, FIRST) == {"words": "the|size", "p": ".6,.4", "q": ".5,.5"}


def test_numbers_without_words_get_letters() -> None:
    """An instructor may type ?p=.5,.3,.2&q=.2,.5,.3 and no more."""
    learner, notices = parse_address({"p": ".5,.3,.2", "q": ".2,.5,.3"}, FIRST)

    assert notices == ()
    assert learner.words == ("A", "B", "C")


def test_three_lists_of_different_lengths_are_refused_together() -> None:
    """Words, p and q fall back as one, and the notice says their lengths."""
    learner, notices = parse_address({"p": ".5,.3,.2"}, FIRST)

    assert (learner.words, learner.p, learner.q) == (FIRST.words, FIRST.p, FIRST.q)
    assert [notice.field for notice in notices] == ["words, p, q"]


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=12).filter(lambda ws: math.fsum(ws) > 1e-3))
def test_rounded_probabilities_sum_to_one_and_stay_near(weights: list[float]) -> None:
    """Rounding keeps the sum at 1 exactly and moves no value by more than one unit."""
    result = rounded(tuple(weights))
    total = math.fsum(weights)

    assert round(math.fsum(result), 12) == 1
    for before, after in zip(weights, result, strict=True):
        assert abs(before / total - after) <= 10**-DIGITS + 1e-9


def test_checked_refuses_what_the_address_would_refuse() -> None:
    """Code can't set a value that a copied address would lose."""
    with pytest.raises(FieldError, match="whole low=1 high=8"):
        checked(replace(FIRST, gamma=9))
    with pytest.raises(FieldError, match="whole low=1 high=8"):
        checked(replace(FIRST, gamma=9), ["seed", "gamma"])


@given(learners(), st.sets(st.sampled_from(sorted(RULES))))
def test_the_fields_that_changed_are_enough(learner: Learner, names: set[str]) -> None:
    """The others have been checked, and stay as they are."""
    assert checked(learner, names) == learner


def test_every_field_has_a_rule() -> None:
    """A field without a rule could not be copied."""
    assert {field.name for field in fields(Learner)} == set(RULES)
