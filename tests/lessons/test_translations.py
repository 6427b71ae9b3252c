"""A translation says all that its lesson says, with the same gaps, and nothing of its own."""

import numpy as np
import pytest

from lessons import LessonError, lesson_names, load_lesson, translation_errors
from lessons.__main__ import main, sentences
from lessons.published import load_published
from specdec import generate

TRANSLATED = [
    (name, language)
    for name in lesson_names()
    for language in load_lesson(name).languages
    if language != load_lesson(name).own_language
]
ENGLISH, GERMAN = load_lesson("8.3"), load_lesson("8.3", language="de")


def _errors(copy):
    return [str(error) for error in translation_errors("8.3", copy.root, language="de")]


@pytest.mark.parametrize(("name", "language"), TRANSLATED)
def test_a_translation_is_whole(name, language):
    """Every key is there, none is unknown, and each has the placeholders of the original."""
    assert [str(error) for error in translation_errors(name, language=language)] == []


def test_a_missing_key_is_named_and_english_meanwhile(copy):
    """A text that came after the translation is found; until it is translated, pages go on."""
    copy.replace("de/text/home.toml", 'start = "Los"\n', "")

    assert _errors(copy) == [
        "8.3/de/text/home.toml: start is missing; the original says 'Start'",
    ]
    assert load_lesson("8.3", copy.root, language="de").text("home.start") == "Start"


def test_a_missing_file_is_named(copy):
    """A whole file that is not there is one error, and its texts are the original's."""
    copy.path("de/text/race.toml").unlink()
    german = load_lesson("8.3", copy.root, language="de")

    assert _errors(copy) == ["8.3/de/text/race.toml: the file is missing"]
    assert german.raw("race.title") == ENGLISH.raw("race.title")


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        ("text/home.toml", 'start = "Los"', 'strat = "Los"',
         "strat is not a text of 8.3/text/home.toml; did you mean 'start'? (found 'Los')"),
        ("text/home.toml", "Fünf Schritte, etwa {minutes} Minuten", "Fünf Schritte",
         "steps.title must have the placeholders {minutes} (found 'Fünf Schritte')"),
        ("text/home.toml", 'done = "fertig"', 'done = ""',
         "done must be text and not empty (found '')"),
        ("questions.toml", "bleiben {alpha} der", "bleiben {a} der",
         "math-what-z.prompt must have the placeholders {alpha}, {z}"),
        ("seeds.toml", "[all-accepted]\n", "[all-accepted]\nseed = 3\n",
         "all-accepted.seed is not a text of 8.3/seeds.toml"),
        ("continuation.toml", '"Bericht", "Zugang"', '"Zugang", "Zugang"',
         "nodes.your.words must not repeat an entry"),
        ("continuation.toml", '[".", "für", "von"', '["für", ".", "von"',
         "nodes.limit.words must be '.' exactly where the original is"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_original_is_named(copy, file, old, new, rule):
    """File, key, rule and value; the page shows the original's words there."""
    copy.replace(f"de/{file}", old, new)

    assert any(rule in error for error in _errors(copy)), _errors(copy)
    load_lesson("8.3", copy.root, language="de")


def test_an_unknown_language_is_refused():
    """The message names the lesson and the nearest language."""
    with pytest.raises(LessonError, match=r"8\.3: dee is not a language of it; did you mean"):
        load_lesson("8.3", language="dee")


def test_languages_are_called_by_their_own_names():
    """The original comes first; German is there since its folder is."""
    assert dict(ENGLISH.languages) == {"en": "English", "de": "Deutsch"}
    assert (ENGLISH.language, GERMAN.language) == ("en", "de")
    assert load_lesson("8.3", language="en") is ENGLISH


def test_no_number_differs():
    """Probabilities, seeds, ids, right answers and what papers print are the original's."""
    for one, other in zip(ENGLISH.presets, GERMAN.presets, strict=True):
        assert (one.key, one.p_target, one.q_draft) == (other.key, other.p_target, other.q_draft)
    for name, node in ENGLISH.continuation.nodes.items():
        assert np.array_equal(node.p_target, GERMAN.continuation.nodes[name].p_target)
        assert np.array_equal(node.q_draft, GERMAN.continuation.nodes[name].q_draft)
    assert [s.seed for s in ENGLISH.seeds.values()] == [s.seed for s in GERMAN.seeds.values()]
    for name, question in ENGLISH.questions.items():
        right = [option.right for option in question.options]
        assert right == [option.right for option in GERMAN.questions[name].options]
    assert load_published("8.3").ours == load_published("8.3", language="de").ours


def _path(lesson, seed):
    words = lesson.continuation
    rounds = generate(
        words.target, words.draft, [], gamma=4, max_tokens=24, temperature=1.0,
        rng=np.random.default_rng(seed), end_token=words.end_token,
    )  # fmt: skip
    tokens = [token for one in rounds for token in one.tokens]
    return words.path(tokens), words.sentence(tokens)


@pytest.mark.parametrize("seed", [*(seed.seed for seed in ENGLISH.seeds.values()), *range(40)])
def test_a_seed_draws_the_same_contexts(seed):
    """The named draws show in German what they show in English: token order is kept."""
    assert _path(ENGLISH, seed)[0] == _path(GERMAN, seed)[0]


def test_the_seeds_name_the_words_that_are_drawn():
    """The quoted words of the default draw stand in its sentence, or were guessed for it."""
    assert _path(GERMAN, 552)[1] == "Dokument überschritt die Grenze für den teuren Tarif."
    assert _path(GERMAN, 185)[1] == "Dokument war noch offen, als der Export startete, leider."


def test_a_word_may_be_said_differently_in_different_contexts():
    """ "over" is "größer als" behind "war" and "über" behind "hatte": two tokens here."""
    words = sentences(GERMAN.continuation, 200)

    assert any("war größer als" in sentence for sentence in words)
    assert any("hatte über" in sentence for sentence in words)
    assert all(" ," not in sentence and " ." not in sentence for sentence in words)


def test_the_command_prints_what_a_translation_lacks(copy, monkeypatch, capsys):
    """``python -m lessons`` fails, and names the key."""
    copy.replace("de/text/home.toml", 'start = "Los"\n', "")
    monkeypatch.setattr("lessons.__main__.load_lesson", lambda name: load_lesson(name, copy.root))
    monkeypatch.setattr(
        "lessons.__main__.translation_errors",
        lambda name, language: translation_errors(name, copy.root, language=language),
    )

    assert main(["8.3", "0"]) == 1
    assert "home.toml: start is missing" in capsys.readouterr().err
