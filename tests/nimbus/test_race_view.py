"""What the race's page part draws, without a browser."""

from __future__ import annotations

import pytest

from lessons import load_lesson
from nimbus import Settings
from nimbus.lanes import Entry, Piece, Step
from nimbus.race import MAX_GAMMA, MAX_PROMPT
from views import race_result
from views.race import PRESETS, TOKENS
from views.race_lanes import Lanes, key

LESSON = load_lesson()


def step(lane, pieces, rejected=""):
    drawn = tuple(Piece(text, kind) for text, kind in pieces)
    return Step(lane, drawn, rejected, (), 0, 0, len(drawn), 0.5, 1)


def test_each_piece_has_its_mark():
    """Kept, corrected with what was rejected, bonus; the plain lane has none."""
    lanes = Lanes(LESSON, Entry("Hi"))
    lanes.add(step("plain", [(" a", "plain")]))
    lanes.add(step("speculative", [(" b", "kept"), (" c", "corrected")], rejected=" x"))
    lanes.add(step("speculative", [(" d", "bonus")]))

    for drawn in (
        '<span class="is-kept"> b</span>',
        ' <s>x</s><span class="is-corrected"> c</span>',
        '<span class="is-bonus"> d</span>',
        "Hi</span> a</p>",
    ):
        assert drawn in lanes.html()


def test_what_is_typed_or_written_is_harmless():
    """A prompt is a learner's, a piece a model's: neither is HTML."""
    lanes = Lanes(LESSON, Entry("<img src=x>"))
    lanes.add(step("speculative", [("<b>", "corrected")], rejected="<i>"))

    assert not {"<img", "<b>", "<i>"} & set(lanes.html().replace(">", "> ").split())
    assert "&lt;img src=x&gt;" in lanes.html()


def test_same_text_is_compared_as_far_as_both_go():
    """One lane may have been cut."""
    lanes = Lanes(LESSON, Entry(""))
    lanes.add(step("plain", [("ab", "plain")]))
    lanes.add(step("speculative", [("abc", "kept")]))
    first = lanes.same_text
    lanes.add(step("plain", [("x", "plain")]))

    assert (first, lanes.same_text) == (True, False)


@pytest.mark.parametrize(
    ("temperature", "same", "said"),
    [
        (0.7, False, "same_law"),
        (0.7, True, "same_draw"),
        (0.0, True, "same_text"),
        (0.0, False, "near_tie"),
    ],
)
def test_what_is_said_of_the_texts_is_what_stands_there(temperature, same, said):
    """A cut to one piece leaves nothing to chance above temperature 0 either."""
    entry = Entry("Hi", settings=Settings(temperature, top_k=1))

    assert race_result._texts(LESSON, entry, same) == LESSON.text(f"race.result.{said}")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_within_the_bounds(pair, name):
    """And their prompts leave room."""
    prompt = LESSON.text(f"race.prompt.{name}")

    assert len(prompt) <= MAX_PROMPT
    assert PRESETS[name]["race_gamma"] <= MAX_GAMMA
    assert pair.encode(prompt, TOKENS)


def test_the_key_names_three_marks():
    """In the words of the lesson."""
    assert key(LESSON).count("<li>") == 3


@pytest.mark.parametrize("gamma", [1, 7, 15])
@pytest.mark.parametrize("speed", [0.5, 1.0, 2.5])
def test_every_result_has_its_words(gamma, speed):
    """Faster, the same, slower; all texts get the values they need."""
    from nimbus.costs import Costs, predict
    from nimbus.race import LaneResult, Result

    costs = Costs(tuple((m, 0.001 + m * 1e-4) for m in range(1, 17)), 1e-4)
    found = Result(
        LaneResult(80, 80, speed, False),
        LaneResult(80, 30, 1.0, False),
        60,
        90,
        costs,
        predict(0.67, gamma, costs),
    )
    entry = Entry("", gamma)
    chart = race_result.figure(LESSON, entry, found)

    assert race_result._why(LESSON, entry, found)
    assert race_result._title(LESSON, found)
    assert chart.bars.points == [(m, 1000 * time) for m, time in costs.passes]
    assert chart.bars.marked == gamma + 1
    assert "<table" in race_result._table(LESSON, entry, found)
