"""Page 5, both drafts: asked first, raced one after the other, told from the numbers alone."""

from __future__ import annotations

import pytest

from lessons import load_lesson
from nimbus.costs import Costs, predict
from nimbus.errors import TooLongError
from nimbus.race import LaneResult, Result
from tests.pages.helpers import address, texts, visit
from views.race_drafts import verdict

LESSON = load_lesson()
ASKED = "nimbus-two-drafts"
PAGE = "5_So_what"


def result(alpha: float, cost: float, speed: float) -> Result:
    """A race that came to these numbers."""
    costs = Costs(tuple((m, 0.01) for m in range(1, 17)), cost / 100)
    plain, ahead = LaneResult(80, 80, speed, cut=False), LaneResult(80, 30, 1.0, cut=False)
    return Result(plain, ahead, round(alpha * 100), 100, costs, predict(alpha, 7, costs))


def said(verdict_of: dict[str, Result]) -> str:
    return verdict(LESSON, verdict_of)


@pytest.mark.parametrize("order", [("mini", "trigram"), ("trigram", "mini")])
@pytest.mark.parametrize(
    ("more", "less", "words"),
    [
        ((0.9, 0.2, 1.2), (0.7, 0.01, 1.6), "and was slower: 1.20 times the speed, the other 1.60"),
        ((0.9, 0.2, 1.6), (0.7, 0.01, 1.2), "here it was faster: 1.60 times the speed"),
        ((0.9, 0.2, 1.5), (0.7, 0.01, 1.48), "was no faster: 1.50 and 1.48 times the speed"),
        ((0.71, 0.2, 1.5), (0.7, 0.01, 0.8), "about as many guesses kept, .71 and .70"),
    ],
)
def test_the_sentence_follows_from_the_numbers(order, more, less, words):
    """Whichever draft keeps more: faster, slower, the same, or nothing to be told."""
    told = said({order[0]: result(*more), order[1]: result(*less)})

    assert words in told


def test_nothing_races_before_the_question():
    """Predict, then try: the button comes with the answer, and the address remembers it."""
    page = visit(PAGE)
    assert not any(button.key == "race-two" for button in page.button)
    page.button(key=f"skip-{ASKED}").click().run()

    assert page.button(key="race-two")
    assert address(page)["answers"] == f"{ASKED}:skip"


def test_both_drafts_race_and_stay_side_by_side(monkeypatch):
    """Same prompt, seed, temperature and γ; both results stand until the next race."""
    entries = []

    def queued(pair, entry):
        entries.append(entry)
        yield result(0.9, 0.2, 1.2) if entry.draft == "mini" else result(0.7, 0.01, 1.6)

    monkeypatch.setattr("views.race.queued", queued)
    monkeypatch.setattr("views.race.load_pair", lambda: None)
    page = visit(PAGE, answers=f"{ASKED}:b", race_gamma="3", seed="9")
    page.button(key="race-two").click().run()

    assert not page.exception
    assert [entry.draft for entry in entries] == ["mini", "trigram"]
    assert len({(e.prompt, e.gamma, e.seed, e.settings) for e in entries}) == 1
    shown = texts(page)
    assert "Nimbus-mini had more guesses kept, .90 against .70, and was slower" in shown
    assert LESSON.text("race.two.caption") in shown
    page.run()
    assert LESSON.text("race.two.caption") in texts(page)


def test_a_refused_race_compares_nothing(monkeypatch):
    """It is said once, and no half of a comparison is shown."""

    def queued(pair, entry):
        raise TooLongError(300, 100)
        yield

    monkeypatch.setattr("views.race.queued", queued)
    monkeypatch.setattr("views.race.load_pair", lambda: None)
    page = visit(PAGE, answers=f"{ASKED}:b")
    page.button(key="race-two").click().run()

    assert not page.exception
    assert texts(page).count("too long for these small models") == 1
    assert LESSON.text("race.two.caption") not in texts(page)
