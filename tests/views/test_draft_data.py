"""views.draft_data: what the browser gets to play is what the core computed."""

from __future__ import annotations

import json

import pytest

from lessons import load_lesson
from views import draft_data
from views.draft_scene import play_all

LESSON = load_lesson()
SEEDS = [*range(40), 2, 22, 185, 224, 552, 643]


@pytest.fixture(params=[1, 4, 8], ids=lambda gamma: f"gamma={gamma}")
def sentences(request):
    """All sentences of the seeds: their scenes and their data."""
    found = []
    for seed in SEEDS:
        scenes = play_all(LESSON.continuation, seed, request.param)
        found.append((scenes, draft_data.sentence(LESSON, scenes, 0.1)))
    return found


def test_it_can_be_sent(sentences):
    """Plain JSON, and small: it goes over the wire at every step."""
    for _, data in sentences:
        assert len(json.dumps(data, allow_nan=False)) < 80_000


def test_the_rounds_give_the_sentence(sentences):
    """Prompt and words of all rounds, joined as the browser does, end with a full stop."""
    for scenes, data in sentences:
        text = data["rounds"][0]["written"]
        for one in data["rounds"]:
            for new in one["new"]:
                text += ("" if new["glued"] else " ") + new["word"]

        assert text == scenes[-1].continuation.sentence(scenes[-1].after, prompt=True)
        assert text.endswith(".")
        assert [one["finished"] for one in data["rounds"]] == [False] * (len(scenes) - 1) + [True]


def test_every_coin_is_the_core_s_coin(sentences):
    """What is drawn (p, q, ratio, u, kept or not) is what `speculative_round` returned."""
    for scenes, data in sentences:
        for scene, one in zip(scenes, data["rounds"], strict=True):
            coins = [guess["coin"] for guess in one["guesses"] if guess["coin"]]
            for check, coin, guess in zip(scene.now.checks, coins, one["guesses"], strict=False):
                drawn = (guess["p"], guess["q"], coin["ratio"], coin["u"])

                assert drawn == pytest.approx((check.p, check.q, check.ratio, check.u), abs=1e-5)
                assert coin["accepted"] == check.accepted
            assert len(coins) == len(scene.now.checks)


def test_the_areas_of_the_correction_add_up(sentences):
    """Kept and over-drafted make q_draft, kept and left over make p_target, word by word."""
    for _, data in sentences:
        for one in data["rounds"]:
            bars = one["final"].get("bars")
            if bars is None:
                continue
            columns = zip(*(bars[name] for name in ("p", "q", "kept", "over", "left")), strict=True)
            for p, q, kept, over, left in columns:
                assert kept + over == pytest.approx(q, abs=3e-5)
                assert kept + left == pytest.approx(p, abs=3e-5)


def test_the_last_word_is_marked_where_it_was_drawn(sentences):
    """A law of the last word sums to 1 and marks exactly that word."""
    for _, data in sentences:
        for one in data["rounds"]:
            law = one["final"].get("law")
            if law is None:
                assert one["outcome"] == "ended"
                continue
            drawn = [row["word"] for row in law if row["drawn"]]

            assert drawn == [one["final"]["label"]]
            assert sum(row["value"] for row in law) == pytest.approx(1, abs=1e-4)


def test_the_timeline_ends_with_what_the_sentence_cost(sentences):
    """The last beat counts all words; the first nothing but one guess."""
    for scenes, data in sentences:
        first, last = data["rounds"][0]["beats"][0], data["rounds"][-1]["beats"][-1]

        assert (first["tokens"], first["settled"]) == (0, False)
        assert first["lanes"] == ["nothing written yet", "one guess, no pass of Nimbus-large"]
        assert last["tokens"] == scenes[-1].ledger().tokens
        assert last["settled"]


def test_a_full_stop_has_a_label_that_can_be_seen():
    """In a picture a lone dot would be lost."""
    stop = LESSON.text("draft.full_stop_label")
    data = draft_data.sentence(LESSON, play_all(LESSON.continuation, 22, 4), 0.1)
    labels = [row["word"] for one in data["rounds"] for g in one["guesses"] for row in g["law"]]

    assert stop in labels
    assert "." not in labels


def test_a_title_begins_with_a_capital():
    """Also where it begins with the full stop, which is named in lower case."""
    data = draft_data.sentence(LESSON, play_all(LESSON.continuation, 22, 4), 0.1)
    stop = data["rounds"][0]["guesses"][2]["coin"]

    assert stop["verdict"] == "The full stop is rejected"


def test_no_word_of_the_scene_is_missing():
    """Each label is there and says something."""

    def leaves(value):
        if isinstance(value, dict):
            return [leaf for one in value.values() for leaf in leaves(one)]
        return (
            [leaf for one in value for leaf in leaves(one)] if isinstance(value, list) else [value]
        )

    assert all(
        isinstance(leaf, str) and leaf
        for leaf in leaves(draft_data.labels(LESSON, play_all(LESSON.continuation, 2, 4)[0]))
    )
