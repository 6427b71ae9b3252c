"""Steps 1 to 4 with the real pair: chosen, asked, taken over, given back."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lessons import load_lesson
from nimbus import Settings, glance_rounds, load_pair
from tests.hostile import TEXTS
from tests.pages.helpers import address, grown_old, said, texts, visit
from views.fields import MOST_PROMPT, rounded
from views.pair_text import MOST, TOP

DRAFT, MATH, EXACT, CODE = (
    "1_Draft_ahead",
    "2_Accept_or_correct",
    "3_Why_it_is_exact",
    "4_The_code",
)
LESSON = load_lesson()
SKIPPED = "|".join(f"{name}:skip" for name in LESSON.questions)
OWN = {"words": "red|green", "p": ".7,.3", "q": ".4,.6"}


def scene(page) -> dict | None:
    """What the scene was given, if there is one."""
    found = [
        json.loads(one.proto.json)
        for one in page.get("bidi_component")
        if one.proto.component_name == "scene"
    ]
    return found[0] if found else None


def press(page, key: str) -> None:
    page.button(key=key).click().run()
    assert not page.exception


def ask_pair(page) -> None:
    """Choose the real pair among the presets."""
    page.selectbox[0].select("pair").run()
    assert not page.exception


def test_who_never_asks_for_the_pair_never_loads_it(monkeypatch):
    """Not on any of the four pages."""

    def load():
        raise AssertionError("the pair was loaded")

    for module in ("views.pair_text", "views.pair_take"):
        monkeypatch.setattr(f"{module}.load_pair", load)
    for page in (DRAFT, MATH, EXACT, CODE):
        assert not visit(page, answers=SKIPPED).exception


def test_the_choice_is_kept_in_the_address():
    """And begins at the first round."""
    page = visit(DRAFT, round="3", step="4")
    page.segmented_control[0].set_value("pair").run()

    assert not page.exception
    assert address(page) == {"source": "pair"}
    assert scene(page)["round"] == 1


@pytest.mark.parametrize("draft", ["mini", "trigram"])
def test_an_address_gives_the_same_text_twice(draft, monkeypatch):
    """On a fresh server too: nothing is kept that isn't in the address."""
    from views import draft_source

    query = {"source": "pair", "seed": "5", "gamma": "1", "race_draft": draft, "round": "2"}
    first = scene(visit(DRAFT, **query))
    monkeypatch.setattr(draft_source, "played", draft_source.played.__wrapped__)  # not from memory
    second = scene(visit(DRAFT, **query))

    assert first == second
    assert len(first["sentence"]["rounds"]) > 1


@pytest.mark.parametrize(("gamma", "temperature"), [(1, 1.0), (4, 0.7), (8, 0.0)])
def test_the_scene_shows_the_pairs_own_numbers(gamma, temperature):
    """p, q, u, what was kept, the last piece: those of `glance_rounds`."""
    page = visit(DRAFT, source="pair", seed="7", gamma=str(gamma), temperature=str(temperature))
    shown = scene(page)["sentence"]["rounds"]
    rounds = glance_rounds(
        load_pair(),
        LESSON.text("race.prompt.on_topic"),
        gamma=gamma,
        rng=np.random.default_rng(7),
        most=MOST,
        top=TOP,
        settings=Settings(temperature),
    )
    played = [one for one in rounds if one.drafted]

    assert len(shown) == len(played)
    for one, drawn in zip(played, shown, strict=True):
        coins = [(guess["p"], guess["q"], guess["coin"]) for guess in drawn["guesses"]]
        for (p, q, u, kept), (p_drawn, q_drawn, coin) in zip(one.checks, coins, strict=False):
            assert (p_drawn, q_drawn, coin["u"]) == pytest.approx((p, q, u), abs=1e-5)
            assert coin["accepted"] == kept
        assert drawn["accepted"] == one.played.accepted
        assert drawn["outcome"] == one.kind
        drawn_words = [row["word"] for row in drawn["final"].get("law", []) if row["drawn"]]
        assert len(drawn_words) == (one.kind != "ended")


def test_every_law_is_whole():
    """Its pieces and the bar for all others sum to 1."""
    for one in scene(visit(DRAFT, source="pair"))["sentence"]["rounds"]:
        for law in [guess["law"] for guess in one["guesses"]] + [one["final"].get("law")]:
            if law:
                assert sum(row["value"] for row in law) == pytest.approx(1, abs=2e-4)


@pytest.mark.parametrize("prompt", ["", " ", "\n\n", *(TEXTS[name] for name in TEXTS)])
def test_no_prompt_breaks_the_page(prompt):
    """Nothing, line ends, markup, half letters: played, or refused in a line; never obeyed."""
    prompt = prompt[:MOST_PROMPT].encode("utf-8", "replace").decode()
    page = visit(DRAFT, source="pair", race_prompt=prompt)

    assert not page.exception
    assert scene(page) or 'class="notice"' in texts(page)
    assert not any("window.hit=1<" in one.proto.body for one in page.get("html"))


def test_too_long_a_prompt_is_said():
    """The choice and the prompt stay, so that it can be mended."""
    page = visit(DRAFT, source="pair", race_prompt="ŧ" * MOST_PROMPT)

    assert not page.exception
    assert scene(page) is None
    assert "too long for these small models" in texts(page)
    assert page.text_area[0].value == "ŧ" * MOST_PROMPT


def test_an_audience_sees_the_pair_without_the_choice():
    """Scene and keys alone; every round can be turned to."""
    page = visit(DRAFT, source="pair", gamma="1", view="present", round="2", step="3")

    assert not page.exception
    assert scene(page)["round"] == 2
    assert len(page.text_area) == 0


def test_the_choice_can_be_hidden():
    """As everything that an exercise leaves out."""
    assert len(visit(DRAFT, hide="source").segmented_control) == 0


def test_another_prompt_begins_at_the_first_round():
    """The place belongs to the text that is gone."""
    page = visit(DRAFT, source="pair", round="2", step="3")
    page.text_area[0].set_value("Please sign in").run()

    assert scene(page)["round"] == 1
    assert scene(page)["sentence"]["rounds"][0]["written"] == "Please sign in"
    assert "round" not in address(page)


def test_the_deciding_place_goes_to_step_two():
    """Words, p and q of the round's place, to four decimals; what was there is kept."""
    page = visit(DRAFT, source="pair", **OWN)
    press(page, "pair-take")
    left = address(page)

    assert len(left["words"].split("|")) == len(left["p"].split(",")) >= 2
    assert left["mine"] == "red|green/.7,.3/.4,.6"
    assert left["taken"].startswith("mini/.7/")


@pytest.mark.parametrize("script", [MATH, EXACT, CODE])
def test_taken_over_said_and_given_back(script):
    """From the list of presets; the way back brings the learner's own p and q."""
    own = OWN | {"answers": SKIPPED}
    page = visit(script, **own)
    ask_pair(page)
    press(page, "pair-take")
    now = address(page)

    assert LESSON.text("draft.pair.others") in now["words"]
    assert "“All others” is" in texts(page)
    assert page.selectbox[0].value == ""
    before = said(page)
    press(page, "pair-back")
    assert address(page) == own
    if script != EXACT:  # which is drawn whole
        assert grown_old(page, before) == set()


@pytest.mark.parametrize("script", [MATH, EXACT, CODE])
@pytest.mark.parametrize("temperature", ["0", "1.5"])
def test_a_copied_address_says_where_the_numbers_come_from(script, temperature, monkeypatch):
    """Without the pair: what is said is in the address. Certain words break nothing."""
    page = visit(MATH, temperature=temperature)
    ask_pair(page)
    press(page, "pair-take")
    copied = address(page) | {"answers": SKIPPED}
    monkeypatch.setattr("views.pair_take.load_pair", None)
    for part in "123" if script == EXACT else "1":
        other = visit(script, **copied, part=part)

        assert not other.exception
        assert "Nimbus-large as p_target, Nimbus-mini as q_draft" in texts(other)


def test_moved_bars_are_the_learners_own():
    """Nothing is said any more of numbers that are no longer the pair's."""
    page = visit(MATH)
    ask_pair(page)
    press(page, "pair-take")
    moved = address(page)
    size = len(moved["words"].split("|"))
    moved["p"] = ",".join(f"{x:g}" for x in rounded((1.0,) * size))

    assert "as q_draft, after" not in texts(visit(MATH, **moved))


def test_too_long_a_prompt_takes_nothing_over():
    """It is said, and p and q stay."""
    page = visit(MATH, race_prompt="ŧ" * MOST_PROMPT, **OWN)
    ask_pair(page)
    press(page, "pair-take")

    assert "too long for these small models" in texts(page)
    assert {key: address(page)[key] for key in OWN} == OWN
