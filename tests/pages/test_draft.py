"""Step 1 without a browser: what surrounds the scene (which tests/browser/test_draft.py plays)."""

from __future__ import annotations

import json

import pytest

from lessons import load_lesson
from tests.pages.helpers import address, texts, visit

PAGE = "1_Draft_ahead"
LESSON = load_lesson()
QUESTIONS = (
    "draft-sees-future",
    "draft-what-decides",
    "draft-behind-rejected",
    "draft-how-many",
    "draft-one-pass",
)


def sent(page) -> dict:
    """What the scene was given."""
    found = [
        json.loads(one.proto.json)
        for one in page.get("bidi_component")
        if one.proto.component_name == "scene"
    ]
    assert len(found) == 1
    return found[0]


def test_first_run_shows_a_complete_scenario():
    """No click is needed: the default draw, round 1, step 1, all its rounds, a clean address."""
    page = visit(PAGE)
    data = sent(page)

    assert not page.exception
    assert (data["round"], data["step"], data["seed"]) == (1, 1, LESSON.seeds["default"].seed)
    assert len(data["sentence"]["rounds"]) == 3
    assert address(page) == {}


@pytest.mark.parametrize("step", range(1, 6))
def test_each_step_of_the_first_round_asks_before_it_goes_on(step):
    """One question a step, predict before reveal; the scene knows which have no answer."""
    page = visit(PAGE, step=str(step))

    assert [radio.label for radio in page.radio] == [LESSON.questions[QUESTIONS[step - 1]].prompt]
    assert sent(page)["open"] == [1, 2, 3, 4, 5]


def test_an_answer_meets_its_misconception_and_frees_the_way():
    """The feedback of the chosen option is shown; playing does not wait at this step any more."""
    question = LESSON.questions[QUESTIONS[0]]
    page = visit(PAGE)
    page.radio[0].set_value(question.options[0].key).run()

    assert question.options[0].feedback in texts(page)
    assert sent(page)["open"] == [2, 3, 4, 5]


def test_a_skipped_question_frees_the_way_too():
    """Nobody is asked twice."""
    page = visit(PAGE, step="3")
    page.button(key=f"skip-{QUESTIONS[2]}").click().run()

    assert sent(page)["open"] == [1, 2, 4, 5]


def test_later_rounds_ask_nothing():
    """The questions are about the first round."""
    page = visit(PAGE, round="2", step="3")

    assert len(page.radio) == 0


def test_the_transcript_tells_the_round_without_motion():
    """Every sentence of the round, and every number of its coins, as text."""
    shown = texts(visit(PAGE, step="5"))

    assert "The coin for “size” fell on .63; kept below .40: rejected." in shown
    assert "Thrown away: “limit”." in shown
    for number in (".30", ".22", ".66", ".85", ".09", ".93"):
        assert f"{number}<" in shown


@pytest.mark.parametrize("seed", LESSON.seeds.values(), ids=lambda seed: str(seed.seed))
def test_every_named_draw_can_be_called_up(seed):
    """Its button sets seed and gamma and begins at the first step."""
    page = visit(PAGE, seed="77", gamma="2", round="2", step="4")
    label = f"{seed.label} ({seed.seed})"
    next(button for button in page.button if button.label == label).click().run()
    data = sent(page)

    assert not page.exception
    assert (data["seed"], data["gamma"], data["round"], data["step"]) == (seed.seed, 4, 1, 1)


def test_the_settings_reach_the_scene_and_the_address():
    """Seed and gamma change the draw, the cost changes what the passes take."""
    page = visit(PAGE)
    page.slider[0].set_value(8).run()
    page.slider[1].set_value(0.25).run()
    page.number_input[0].set_value(5).run()
    data = sent(page)

    assert (data["gamma"], data["seed"], data["sentence"]["cost"]) == (8, 5, 0.25)
    assert {"gamma": "8", "seed": "5", "cost": ".25"}.items() <= address(page).items()


def test_a_round_beyond_the_last_is_the_last():
    """A round that a draw does not have shows its last one."""
    data = sent(visit(PAGE, round="40", step="5"))

    assert (data["round"], data["step"]) == (len(data["sentence"]["rounds"]), 5)


def test_the_end_of_the_sentence_marks_the_step_as_done():
    """Reaching the full stop is what "gone through" means here; before it nothing is marked."""
    assert "done" not in address(visit(PAGE, round="3", step="4"))
    assert address(visit(PAGE, round="3", step="5"))["done"] == "draft"


@pytest.mark.parametrize(
    ("field", "value"),
    [("step", "6"), ("step", "x"), ("round", "0"), ("gamma", "9"), ("seed", "-1")],
)
def test_nonsense_in_the_address_is_said_and_left_out(field, value):
    """One visible line names the field; the page shows its default."""
    page = visit(PAGE, **{field: value})

    assert not page.exception
    assert f"{field} must be" in texts(page)
    assert sent(page)["round"] == 1


@pytest.mark.parametrize("seed", [seed.seed for seed in LESSON.seeds.values()])
def test_every_round_of_every_named_seed_shows_whole(seed):
    """To the full stop: also a round that ends at an accepted full stop and draws nothing."""
    for number in range(1, 8):
        page = visit(PAGE, seed=str(seed), round=str(number), step="5")

        assert not page.exception
        assert page.button(key="seed-default")
