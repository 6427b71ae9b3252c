"""The two labs as scripts: first visit, every control, bad addresses, what is copied."""

from __future__ import annotations

import pytest

from lessons import load_lesson
from nimbus.costs import Costs, predict
from nimbus.lanes import Entry
from nimbus.race import LaneResult, Result
from specdec import batch_speedup, speedup
from tests.pages.helpers import address, grown_old, pictures, said, texts, visit
from views import race
from views.html_parts import decimal
from views.race import Shown

LESSON = load_lesson()
SPEED, BEYOND = "6_Speed_lab", "7_Beyond_lab"


SKIPPED = "lab-speed-batch:skip|lab-beyond-plausible:skip"


def opened(page: str, **query: str):
    test = visit(page, **{"answers": SKIPPED} | query)
    assert not test.exception
    return test


def headings(page) -> list[str]:
    return [one.value for one in page.header]


def control(kind, key: str):
    return next(one for one in kind if one.label == LESSON.text(key))


# --- the speed lab -------------------------------------------------------------------------------


def test_the_speed_lab_is_useful_at_once() -> None:
    """Numbers, map, batch, the papers' tables and the rounds played, behind its one question."""
    page = opened(SPEED)
    said = texts(page)

    assert "3.36 tokens a pass, 2.40 times as fast" in headings(page)
    assert "12 of 12 computed cells agree with the paper to its last digit" in headings(page)
    assert len(pictures(page)) == 2
    assert "12 of 12 printed values lie there" in said
    assert "1.92 × 7.52 ms is 14.4 ms" in said


@pytest.mark.parametrize(
    ("field", "value"), [("alpha", 0.55), ("gamma", 7), ("cost", 0.3)], ids=["alpha", "gamma", "c"]
)
def test_each_number_moves_the_speed(field: str, value: float) -> None:
    """A slider sets its field; the heading follows the formula; the address holds it."""
    page = opened(SPEED)
    control(page.slider, f"lab_speed.gain.{field}").set_value(value).run()
    numbers = {"alpha": 0.8, "gamma": 4, "cost": 0.1} | {field: value}

    assert f"{decimal(speedup(*numbers.values()))} times" in headings(page)[0]
    assert float(address(page)[field]) == value


@pytest.mark.parametrize(("field", "value"), [("alpha", 0.5), ("gamma", 6), ("cost", 0.9)])
def test_a_slider_reaches_every_place_that_shows_its_number(field: str, value: float) -> None:
    """Headings, map, batch and the rounds played; the papers' tables are spared."""
    page = opened(SPEED)
    before = said(page)
    control(page.slider, f"lab_speed.gain.{field}").set_value(value).run()

    assert grown_old(page, before) == set()


@pytest.mark.parametrize("key", ["mine", "reset-gain"])
def test_a_button_reaches_every_place_too(key: str) -> None:
    """And what it puts in place of the learner's numbers is another page."""
    page = opened(SPEED, alpha=".4", gamma="2", cost=".3")
    before = said(page)
    page.button(key=key).click().run()

    assert said(page) - before
    assert grown_old(page, before) == set()


def test_my_alpha_and_reset() -> None:
    """One button takes step 2's alpha, the other goes back to the first visit's numbers."""
    page = opened(SPEED)
    page.button(key="mine").click().run()
    assert address(page)["alpha"] == ".73"
    page.button(key="reset-gain").click().run()

    assert "alpha" not in address(page)


def test_where_alpha_is_not_above_c_nothing_gains() -> None:
    """Said in the map's heading and in the line on the best gamma."""
    page = opened(SPEED, alpha=".2", cost=".3")

    assert "α = .20 is not above c = .30: no γ gains" in headings(page)
    assert LESSON.text("lab_speed.gain.best.none", alpha=".20", cost=".30") in texts(page)


def test_a_large_batch_slows_down() -> None:
    """Beyond the ridge the heading says slower, by one over the operations."""
    page = opened(SPEED)
    control(page.select_slider, "lab_speed.batch.batch").set_value(512).run()
    speed = batch_speedup(0.8, 4, 0.1, 512, 153)

    assert f"With 512 texts at once drafting slows down, to {decimal(speed)}" in headings(page)[2]
    assert address(page)["batch"] == "512"


def test_a_machine_sets_the_ridge() -> None:
    """H100: 989 / 3.35 = 295 positions; the slider, too, and back."""
    page = opened(SPEED)
    page.button(key="machine-2").click().run()
    assert address(page)["ridge"] == "295"
    control(page.slider, "lab_speed.batch.ridge").set_value(153).run()

    assert "ridge" not in address(page)


def test_spread_and_playing_again() -> None:
    """The spread is kept in the address; another play takes another seed, and says its cut."""
    page = opened(SPEED, alpha=".9")
    control(page.slider, "lab_speed.uneven.spread").set_value(0.4).run()
    assert LESSON.text("lab_speed.uneven.cut", width=".10") in texts(page)
    seed = address(page).get("seed")
    page.button(key="play-again").click().run()

    assert not page.exception
    assert address(page)["spread"] == ".4"
    assert address(page).get("seed") != seed


def test_the_batch_waits_for_a_prediction() -> None:
    """The picture that answers the question stands behind it; numbers and map don't wait."""
    page = opened(SPEED, answers="")
    asked = LESSON.questions["lab-speed-batch"]
    assert len(pictures(page)) == 1
    control_of(page, asked.prompt).set_value("a").run()

    assert len(pictures(page)) == 2
    assert asked.options[0].feedback in texts(page)
    assert address(page)["answers"] == "lab-speed-batch:a"


def control_of(page, prompt: str):
    return next(one for one in page.radio if one.label == prompt)


def raced(alpha: float, cost: float) -> Shown:
    """A race that was run: 100 guesses looked at, passes over 8 positions twice as dear."""
    costs = Costs(((1, 0.01), (8, 0.02)), 0.01 * cost)
    plain, ahead = LaneResult(80, 80, 0.01, False), LaneResult(80, 30, 0.008, False)
    accepted = round(100 * alpha)
    found = Result(plain, ahead, accepted, 100, costs, predict(alpha, 7, costs))
    return Shown(Entry("Your", 7), "", True, found)


def test_a_race_is_laid_over_the_map() -> None:
    """Its measured alpha and c are a star on the map, its speed-up a label; the formula beside."""
    page = opened(SPEED)
    assert LESSON.text("lab_speed.map.none_raced") in texts(page)
    mine = raced(alpha=0.7, cost=0.05)
    page.session_state[race.SHOWN] = mine
    page.run()
    drawn = pictures(page)[0]

    assert not page.exception
    assert 'class="chart-star" style="left:5.00%;bottom:70.00%"' in drawn
    assert LESSON.text("lab_speed.map.raced_label", speed="1.25") in drawn
    said = texts(page)
    assert "γ = 7: α = .70 and c = .05 were measured, and 1.25 times the speed" in said
    assert f"The formula says {decimal(speedup(0.7, 7, 0.05))} times for them" in said
    assert LESSON.text("lab_speed.map.none_raced") not in said


@pytest.mark.parametrize("alpha", ["0", "1"])
@pytest.mark.parametrize("cost", ["0", "1"])
def test_the_ends_of_every_range(alpha: str, cost: str) -> None:
    """alpha and c at 0 and 1, largest batch and smallest ridge: no division by zero, no NaN."""
    page = opened(SPEED, alpha=alpha, cost=cost, batch="1024", ridge="10", gamma="8", spread="0")

    assert "nan" not in texts(page).lower()
    assert "Your batch of 1,024" in pictures(page)[1]


# --- the beyond lab ------------------------------------------------------------------------------


def test_the_beyond_lab_says_which_rules_keep_the_law() -> None:
    """Four keep it; lenience and typical acceptance lose it, with their distance from p."""
    page = opened(BEYOND)
    said = texts(page)

    assert "4 of 6 rules keep p_target on your p and q" in headings(page)
    assert said.count(LESSON.text("lab_beyond.rule.badge.exact")) == 4
    assert LESSON.text("lab_beyond.rule.badge.lossy", distance=".191") in said
    assert LESSON.text("lab_beyond.rule.badge.lossy", distance=".284") in said


def test_the_verdicts_wait_for_a_prediction() -> None:
    """The rules that lose the law, and how many keep it, come after the question."""
    page = opened(BEYOND, answers="")
    asked = LESSON.questions["lab-beyond-plausible"]
    before = headings(page)
    control_of(page, asked.prompt).set_value("b").run()

    assert len(before) == 5  # the learner's pair, and the four rules that keep the law
    assert LESSON.text("lab_beyond.lenient.name") not in before
    assert "4 of 6 rules keep p_target on your p and q" in headings(page)
    assert len(headings(page)) == 8


def test_block_verification_on_the_pair_of_the_facts() -> None:
    """p = (1/3, 2/3), q = (2/3, 1/3), gamma 2: 1.11 token by token, 1.22 block, 1.33 the bound."""
    page = opened(BEYOND, words="A|B", p=".3333,.6667", q=".6667,.3333", gamma="2")
    said = texts(page)

    assert "1.11 guesses kept a round, as many" in said
    assert "1.22 guesses kept a round, .11 more" in said
    assert "can keep more than 1.33 here" in said


def test_lenience_at_one_is_exact() -> None:
    """At l = 1 it is the lesson's rule: the badge says that this is by these numbers."""
    page = opened(BEYOND)
    control(page.slider, "lab_beyond.lenient.slider").set_value(1.0).run()

    assert LESSON.text("lab_beyond.rule.badge.chance") in texts(page)
    assert headings(page)[-1].startswith("5 of 6 rules")
    assert address(page)["lenience"] == "1"


def test_every_slider_of_a_rule_is_in_the_address() -> None:
    """More guesses at a place, another threshold, another gamma."""
    page = opened(BEYOND)
    control(page.slider, "lab_beyond.tree.slider").set_value(3).run()
    control(page.slider, "lab_beyond.typical.slider").set_value(0.5).run()
    control(page.slider, "lab_beyond.all.gamma").set_value(2).run()

    assert not page.exception
    kept = {"drafts": "3", "threshold": ".5", "gamma": "2", "answers": SKIPPED}
    assert address(page) == kept
    assert LESSON.text("lab_beyond.all.lead", gamma=2) in texts(page)


def test_many_words_limit_gamma_and_say_so() -> None:
    """Twelve words: every path of two guesses is walked, and the line says why."""
    words = "|".join("ABCDEFGHIJKL")
    even = ",".join([".0834"] * 4 + [".0833"] * 8)
    page = opened(BEYOND, words=words, p=even, q=even)

    assert LESSON.text("lab_beyond.all.limited", words=12, most=2) in texts(page)
    assert "6 of 6 rules" in headings(page)[-1]


def test_words_that_share_nothing() -> None:
    """Disjoint p and q: nothing is kept by exact rules, and nothing breaks."""
    page = opened(BEYOND, words="A|B", p="1,0", q="0,1")

    assert "0 guesses kept a round" in texts(page)
    assert "nan" not in texts(page).lower()


def test_hostile_words_stay_words() -> None:
    """Markup in a word is shown, never run."""
    page = opened(BEYOND, words="<img src=x>|b", p=".5,.5", q=".4,.6")
    bodies = "".join(one.proto.body for one in page.get("html"))

    assert "&lt;img src=x&gt;" in bodies
    assert "<img" not in bodies


@pytest.mark.parametrize(
    ("page", "query"),
    [
        (SPEED, {"batch": "0", "ridge": "9", "spread": "-1", "alpha": "2"}),
        (BEYOND, {"lenience": "0", "drafts": "9", "threshold": "x", "gamma": "99"}),
    ],
    ids=["speed", "beyond"],
)
def test_bad_values_in_the_address_are_said_and_replaced(page: str, query: dict) -> None:
    """One line for each; the page is that of a first visit."""
    bad, good = opened(page, **query), opened(page)

    assert headings(bad) == headings(good)
    for field in query:
        assert f"In the address, {field} must be" in texts(bad)


@pytest.mark.parametrize("page", [SPEED, BEYOND])
def test_an_audience_sees_a_section_at_a_time(page: str) -> None:
    """Presenter view shows one heading; hidden sections stay away."""
    assert len(headings(opened(page, view="present"))) == 1
    assert len(headings(opened(page, hide="gain|all"))) == len(headings(opened(page))) - 1
