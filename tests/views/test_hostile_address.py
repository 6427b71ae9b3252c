"""Ten thousand values that should not be in an address: each is refused, said, and forgotten."""

from __future__ import annotations

import random

import pytest

from lessons import load_lesson
from tests.hostile import TEXTS, any_value, big, values
from tests.pages.helpers import address, texts, visit
from views.fields import RULES, Learner, checked, parse_address, spell_address
from views.state import first_visit

MANY = 10_000
EACH = MANY // len(RULES) + 1
PAGES = ("", "1_Draft_ahead", "2_Accept_or_correct", "3_Why_it_is_exact", "4_The_code", "5_So_what")


@pytest.fixture(scope="module")
def start() -> Learner:
    return first_visit(load_lesson())


@pytest.mark.parametrize("key", RULES)
def test_a_value_is_used_as_it_is_spelled_or_said_to_be_unusable(key: str, start: Learner) -> None:
    """Nothing raises; what is taken survives being copied; what is refused leaves the default."""
    for value in values(key, EACH):
        learner, notices = parse_address({key: value}, start)
        again, more = parse_address(spell_address(learner, start), start)

        assert len(notices) <= 2, value[:80]  # the value; and its length beside the others'
        assert (again, more) == (learner, ()), value[:80]
        assert checked(learner) == learner, value[:80]
        assert all(len(notice.value) <= 60 for notice in notices), value[:80]
        if any(notice.field == key for notice in notices):
            assert getattr(learner, key) == getattr(start, key), value[:80]


def test_all_keys_at_once_are_read_each_by_itself(start: Learner) -> None:
    """One bad value doesn't take a good one with it."""
    for seed in range(200):
        chance = random.Random(seed)
        query = {key: any_value(key, chance) for key in RULES if key != "seed"}
        learner, notices = parse_address({**query, "seed": "41"}, start)

        assert learner.seed == 41
        assert "seed" not in {notice.field for notice in notices}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page or "home")
def test_a_page_shows_no_exception_and_says_what_it_could_not_use(page: str) -> None:
    """Every key hostile at once, three times over, on each page; once each is very long."""
    chance = random.Random(page)
    hostile = [{key: any_value(key, chance) for key in RULES} for _ in range(2)]
    for query in (*hostile, {key: chance.choice(big(3_000)) for key in RULES}):
        shown = visit(page, **query)

        assert [element.message for element in shown.exception] == []
        assert 'class="notice"' in texts(shown)
        assert set(address(shown)) <= set(RULES)


def test_a_megabyte_in_the_address_is_no_concern_of_the_page() -> None:
    """Streamlit drops a query of more than half a megabyte; the page is that of a first visit."""
    for text in big():
        shown = visit("2_Accept_or_correct", words=text)

        assert [element.message for element in shown.exception] == []
        assert shown.session_state["_learner"] == first_visit(load_lesson())


def test_nothing_of_a_bad_value_reaches_the_page_as_html() -> None:
    """What the address holds is said as text."""
    for text in (text for name, text in TEXTS.items() if name != "surrogate"):
        shown = visit("2_Accept_or_correct", seed=text)
        said = [
            piece.proto.body for piece in shown.get("html") if 'class="notice"' in piece.proto.body
        ]

        assert len(said) == 1
        assert "<script" not in said[0]
        assert "<img" not in said[0]
        assert "<style" not in said[0]


def test_what_was_said_stays_until_the_field_is_set() -> None:
    """A second run, as a component's first report causes it, does not take the line away."""
    shown = visit("1_Draft_ahead", seed="banana")
    again = 'class="notice"' in texts(shown.run())
    shown.number_input[0].set_value(7).run()

    assert again
    assert 'class="notice"' not in texts(shown)


def test_two_sessions_keep_their_state_apart() -> None:
    """What one learner sets, the other never sees, run by run in turn."""
    one, two = visit("5_So_what", seed="1"), visit("5_So_what", seed="2")
    for alpha in (0.3, 0.6, 0.9):
        one.slider[0].set_value(alpha).run()
        two.slider[0].set_value(1 - alpha).run()

        assert (one.slider[0].value, two.slider[0].value) == (alpha, pytest.approx(1 - alpha))
        assert (address(one)["seed"], address(two)["seed"]) == ("1", "2")
