"""views.draft_words: what the walkthrough says, for every way in which a round can end."""

from __future__ import annotations

import re

import pytest

from lessons import load_lesson
from views.draft_scene import play, play_all
from views.draft_words import beats, counted
from views.html_parts import told_apart

LESSON = load_lesson()
SEEDS = range(120)
GAMMAS = (1, 2, 4, 8)


def every_scene():
    for gamma in GAMMAS:
        for seed in SEEDS:
            yield from play_all(LESSON.continuation, seed, gamma)


def titles(seed: int, gamma: int, number: int = 1) -> list[str]:
    return [one.title for one in beats(LESSON, play(LESSON.continuation, seed, gamma, number))]


def test_the_default_draw_is_told_beat_by_beat():
    """Four guesses, one pass, three coins, the last word in two beats, the sentence that grows."""
    found = beats(LESSON, play(LESSON.continuation, LESSON.seeds["default"].seed, 4, 1))

    assert [(one.step, one.kind, one.at) for one in found] == [
        (1, "guess", 0),
        (1, "guess", 1),
        (1, "guess", 2),
        (1, "guess", 3),
        (2, "pass", None),
        (3, "coin", 0),
        (3, "coin", 1),
        (3, "coin", 2),
        (4, "open", None),
        (4, "final", None),
        (5, "grow", None),
    ]
    assert found[7].said == (
        "The coin for “size” fell on .63; kept below .40: rejected. Not looked at: “limit”."
    )
    assert found[8].said == "“size” leaves the sentence. Thrown away: “limit”."
    assert found[9].said == "Drawn from what is left over, with probability .93: “the”."


@pytest.mark.parametrize(
    ("name", "gamma", "number", "title"),
    [
        ("default", 4, 1, "The third guess is corrected"),
        ("all-accepted", 4, 1, "A bonus word comes free"),
        ("first-rejected", 4, 1, "The first guess is corrected"),
        ("stops-early", 4, 1, "The third guess is corrected"),
        ("default", 4, 3, "The sentence ends here"),
    ],
)
def test_the_heading_of_the_fourth_step_says_how_the_round_ended(name, gamma, number, title):
    """Corrected, bonus or full stop: each has its own heading."""
    scene = play(LESSON.continuation, LESSON.seeds[name].seed, gamma, number)
    fourth = [one.title for one in beats(LESSON, scene) if one.step == 4]

    assert fourth[-1] == title


def test_a_lone_guess_is_not_spoken_of_as_many():
    """With gamma = 1 nothing is said about guesses that don't exist."""
    for seed in SEEDS:
        for scene in play_all(LESSON.continuation, seed, 1):
            for one in beats(LESSON, scene):
                said = f"{one.title} {one.lead}"

                assert "one after the other" not in said
                assert "all the guesses" not in said
                assert "Every guess" not in said


def test_nothing_is_thrown_away_where_nothing_stood_behind():
    """A heading that speaks of what was behind a rejected guess needs something there."""
    for scene in every_scene():
        if scene.now.discarded:
            continue
        for one in beats(LESSON, scene):
            assert "thrown away" not in f"{one.lead} {one.said}".lower()
            assert "behind it is looked at" not in one.lead


def test_no_text_is_left_with_a_gap():
    """Every placeholder is filled, every sentence begins with a capital or a quotation mark."""
    for scene in every_scene():
        for one in beats(LESSON, scene):
            for text in (one.title, one.lead, one.said):
                assert not re.search(r"[{}]", text)
                assert text[0] == "“" or text[0].isupper()


def test_the_coin_is_never_contradicted_by_its_own_numbers():
    """ "Below" and "not below" agree with the numbers as they are printed beside them."""
    for scene in every_scene():
        for check in scene.now.checks:
            u, ratio = (float(text) for text in told_apart(check.u, check.ratio))
            if check.ratio < 1 and abs(check.u - check.ratio) > 1e-4:
                assert check.accepted == (u < ratio)


@pytest.mark.parametrize(
    ("u", "ratio", "pair"),
    [
        (0.63, 0.4, (".63", ".40")),
        (0.404, 0.396, (".404", ".396")),
        (0.5, 0.50004, (".5000", ".5000")),
        (0.9996, 1.0, (".9996", "1.0000")),
    ],
)
def test_two_numbers_get_the_digits_that_tell_them_apart(u, ratio, pair):
    """Two digits as a rule, more where they would look the same, four at most."""
    assert pair == told_apart(u, ratio)


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "no pass"), (1, "one pass"), (2, "two passes"), (9, "nine passes"), (12, "12 passes")],
)
def test_numbers_of_things_are_spelt(count, text):
    """None, one, a word up to nine, digits from ten on."""
    assert text == counted(LESSON, "pass", count)


def test_a_round_that_gave_one_word_is_not_praised():
    """One word from one pass is what the target alone would have given."""
    last = titles(LESSON.seeds["first-rejected"].seed, 4)[-1]

    assert last == "The sentence grows by one word"
