"""The lesson in German: every page, in German throughout, and the language kept on the way."""

from __future__ import annotations

import json
import re

import pytest
from google.protobuf import text_format

from lessons import Lesson, load_lesson
from tests.pages.helpers import address, texts, visit
from views.state import first_visit

ENGLISH, GERMAN = load_lesson("8.3"), load_lesson("8.3", language="de")
SKIPPED = "|".join(f"{name}:skip" for name in ENGLISH.questions)
PAGES = {
    "home": {},
    "1_Draft_ahead": {"step": "5"},
    "2_Accept_or_correct": {"rolls": "3"},
    "3_Why_it_is_exact": {"rounds": "1000"},
    "3_Why_it_is_exact#2": {"part": "2", "rounds": "1000"},
    "3_Why_it_is_exact#3": {"part": "3", "rounds": "1000", "fault": "no-coin"},
    "4_The_code": {"line": "9"},
    "5_So_what": {},
    "6_Speed_lab": {},
    "7_Beyond_lab": {"gamma": "2"},
    "8_For_instructors": {},
}


def page_of(name: str) -> str:
    return "" if name == "home" else name.partition("#")[0]


def told(page) -> str:
    """Return all that a page sends to the browser, data of components and pictures included."""
    pieces = []
    for element in page:
        if (proto := getattr(element, "proto", None)) is not None:
            written = text_format.MessageToString(proto, as_utf8=True)
            written = re.sub(r"(?m)^\s*(js|css)_content: .*$|<style>.*?</style>", "", written)
            pieces.append(written.replace('\\"', '"').replace("\\\\", "\\"))
    # JSON inside may spell what is not ASCII as escapes.
    return re.sub(r"\\u[0-9a-f]{4}", lambda m: json.loads(f'"{m[0]}"'), "\n".join(pieces))


def sentences(lesson: Lesson) -> set[str]:
    """Return pieces of at least four words in a row, from every text that a page may show."""
    words = [lesson.raw(key) for key in lesson.keys()]  # noqa: SIM118 - a method of Lesson
    words += [part for step in lesson.steps for part in (step.title, step.does)]
    words += [part for preset in lesson.presets for part in (preset.name, preset.note)]
    words += [part for seed in lesson.seeds.values() for part in (seed.label, seed.shows)]
    words += [part for fault in lesson.faults.values() for part in (fault.name, fault.why)]
    for question in lesson.questions.values():
        words += [question.prompt, question.explanation]
        words += [part for option in question.options for part in (option.text, option.feedback)]
    words += [lesson.prompt, lesson.module.hook, lesson.module.nimbus, lesson.module.so_what]
    pieces = (piece for text in words for piece in re.split(r"\{[^}]*\}|[^\w ,.'’-]", text))
    return {p.strip() for p in pieces if len(re.findall(r"[A-Za-z]{2,}", p)) >= 4}


ONLY_ENGLISH = sentences(ENGLISH) - sentences(GERMAN)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_in_german_is_german_throughout(name):
    """It runs, shows its German title, and holds no piece of an English sentence of the lesson."""
    page = visit(page_of(name), lang="de", answers=SKIPPED, **PAGES[name])
    said = told(page)
    left = sorted(piece for piece in ONLY_ENGLISH if piece in said)

    assert not page.exception
    assert GERMAN.text("frame.copy_link") in said
    assert [piece for piece in left if piece not in MEANT] == []


# What the German lesson says in English on purpose: what the models, being English, go on from.
MEANT = {"Your export failed because your"}


def test_the_english_lesson_would_not_pass():
    """The same look at an English page finds English sentences: it can fail."""
    said = told(visit("2_Accept_or_correct", answers=SKIPPED))

    assert len([piece for piece in ONLY_ENGLISH if piece in said]) > 20


def test_the_choice_changes_the_language_and_the_words_and_nothing_else():
    """One press: the page is German, the address says so, and the preset's words are too."""
    page = visit("2_Accept_or_correct", seed="7")
    page.button(key="lang-de").click().run()
    learner = page.session_state["_learner"]

    assert not page.exception
    assert page.title[0].value == GERMAN.module.math_title
    assert address(page) == {"lang": "de", "seed": "7"}
    assert learner.words == GERMAN.presets[0].words
    assert learner.p == first_visit(ENGLISH).p


def test_words_of_ones_own_stay():
    """What a learner typed is not translated."""
    page = visit("2_Accept_or_correct", words="one|two", p=".5,.5", q=".4,.6")
    page.button(key="lang-de").click().run()

    assert page.session_state["_learner"].words == ("one", "two")


def test_a_link_keeps_the_language():
    """Start, Next: the page behind a link speaks the language of the page before it."""
    page = visit(lang="de")
    page.button(key="start").click().run()

    assert page.session_state["_page"] == "draft"
    assert page.session_state["_learner"].lang == "de"
    assert address(page)["lang"] == "de"
    assert GERMAN.text("frame.copy_link") in told(page)


def test_starting_over_keeps_the_language():
    """The language is no answer and no number."""
    page = visit(lang="de", done="draft", seed="7")
    label = GERMAN.text("home.over")
    next(one for one in page.button if one.label == label).click().run()

    assert address(page) == {"lang": "de"}


def test_an_unknown_language_is_said():
    """The page is shown in the lesson's own language, with one line that says what was wrong."""
    page = visit("1_Draft_ahead", lang="xx")

    assert not page.exception
    assert "lang must be one of: en, de; “xx” is not" in texts(page)
    assert page.session_state["_learner"].lang == "en"


@pytest.mark.parametrize("away", [{"hide": "language"}, {"view": "present"}])
def test_the_choice_can_be_taken_away(away):
    """An exercise and an audience need no choice of language."""
    page = visit("1_Draft_ahead", **away)

    assert all(one.key != "lang-de" for one in page.button)
