"""What lesson 8.3 says: quoted as it stands, complete, and true to the core's numbers."""

import ast
import re
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from lessons import ASKING, FAULT_KEYS, LESSONS, PAGES, LessonError, load_lesson
from specdec import (
    FAULTS,
    acceptance_rate,
    accepted_share,
    first_tokens_law,
    generate,
    residual,
)
from tests.helpers import assert_close

MODULE = (Path(__file__).parent / "module-8.3.txt").read_text(encoding="utf-8")
LESSON = load_lesson("8.3")


def _rounds(name):
    lesson = LESSON.continuation
    rng = np.random.default_rng(LESSON.seeds[name].seed)
    return list(
        generate(
            lesson.target, lesson.draft, [], gamma=4, max_tokens=24, temperature=1.0,
            rng=rng, end_token=lesson.end_token,
        )
    )  # fmt: skip


def _words(tokens):
    return [LESSON.continuation.words[token] for token in tokens]


def _sentence(rounds):
    return LESSON.continuation.sentence([token for one in rounds for token in one.tokens])


def test_the_default_seed_keeps_two_corrects_one_and_discards_one():
    """The walkthrough's first round is the story on the page: size rejected, the, limit gone."""
    rounds = _rounds("default")
    first = rounds[0]

    assert _words(first.drafted) == ["file", "exceeded", "size", "limit"]
    assert [check.accepted for check in first.checks] == [True, True, False]
    assert (first.final.kind, *_words([first.final.token])) == ("corrected", "the")
    assert _words(first.discarded) == ["limit"]
    assert rounds[1].final.kind == "bonus"
    assert _sentence(rounds) == "file exceeded the limit for the Pro plan."


def test_a_seed_keeps_all_four():
    """all-accepted shows four kept guesses and the bonus in its first round."""
    first = _rounds("all-accepted")[0]

    assert first.accepted == 4
    assert (first.final.kind, *_words([first.final.token])) == ("bonus", "limit")
    assert _words(first.drafted) == ["report", "exceeded", "our", "size"]


def test_a_seed_rejects_the_first_guess():
    """first-rejected shows one check, a corrected word and three discarded guesses."""
    first = _rounds("first-rejected")[0]

    assert (first.accepted, len(first.checks), len(first.discarded)) == (0, 1, 3)
    assert _words([first.checks[0].token, first.final.token]) == ["account", "session"]


def test_a_seed_needs_two_passes_for_a_sentence():
    """two-rounds shows nine words and the full stop, every guess kept, from two passes."""
    rounds = _rounds("two-rounds")

    assert [(one.accepted, one.final.kind) for one in rounds] == [(4, "bonus"), (4, "bonus")]
    assert _sentence(rounds) == "file was still open when the export started today."


def test_a_seed_stops_the_draft_from_ending_early():
    """stops-early shows a full stop that is rejected and becomes "before"."""
    first = _rounds("stops-early")[0]

    assert first.checks[-1].token == LESSON.continuation.end_token
    assert not first.checks[-1].accepted
    assert _words(first.tokens) == ["session", "expired", "before"]


def test_a_seed_shows_a_word_the_target_never_says():
    """never-said shows a guess with p_target 0, rejected although its coin is very low."""
    first = _rounds("never-said")[0]
    check = first.checks[-1]

    assert (check.p, check.accepted) == (0.0, False)
    assert check.u < 0.1
    assert _words([check.token, first.final.token]) == ["limit", "limits"]


@pytest.mark.parametrize("name", LESSON.seeds)
def test_a_seed_ends_its_sentence(name):
    """Each named draw ends with a full stop after 2 to 4 rounds."""
    rounds = _rounds(name)

    assert rounds[-1].tokens[-1] == LESSON.continuation.end_token
    assert 2 <= len(rounds) <= 4


@pytest.mark.parametrize(
    "part", [field.name for field in fields(LESSON.module) if field.name != "listing"]
)
def test_the_module_is_quoted_as_it_stands(part):
    """Every line that pages quote is a line of the module's text, to the letter."""
    quoted = getattr(LESSON.module, part)
    lines = {line.strip() for line in MODULE.splitlines()}

    assert set([quoted] if isinstance(quoted, str) else quoted) <= lines


def test_the_listing_is_the_modules_own():
    """The listing stands in the module's text as a whole, and it is Python."""
    names = [node.name for node in ast.parse(LESSON.module.listing).body]

    assert LESSON.module.listing in MODULE
    assert names == ["speculative_round"]


def test_nothing_of_the_module_is_left_out():
    """Each line of the module's text is quoted somewhere: none got lost."""
    module = [getattr(LESSON.module, field.name) for field in fields(LESSON.module)]
    parts = {"Module 8.3", LESSON.title}
    for part in module:
        parts.update(part.splitlines() if isinstance(part, str) else part)

    assert {line for line in MODULE.splitlines() if line.strip()} <= parts


def test_the_opening_is_the_modules_own():
    """Number, title, hook and prompt come from the module."""
    assert f"Module {LESSON.number}" in MODULE
    assert LESSON.hook == LESSON.module.hook
    for words in (LESSON.title, LESSON.prompt, LESSON.draft_name, LESSON.target_name):
        assert words in MODULE
    assert [(step.number, step.slug) for step in LESSON.steps] == list(enumerate(PAGES, start=1))


def test_all_sixteen_misconceptions_are_met():
    """Each mistake that learners make is met by a question, and each page asks at least one."""
    met = {question.misconception for question in LESSON.questions.values()}
    pages = {question.page for question in LESSON.questions.values()}

    assert set(range(1, 17)) <= met
    assert pages == set(ASKING)


def test_the_quiz_is_eight_to_ten_questions_from_every_part():
    """The quiz asks about 8 to 10 different mistakes and needs nothing from a page."""
    asked = [question.misconception for question in LESSON.quiz]

    assert 8 <= len(asked) <= 10
    assert len(set(asked)) == len(asked)
    assert 0 not in asked
    assert not any(question.values for question in LESSON.quiz)


@pytest.mark.parametrize("question", LESSON.questions.values(), ids=lambda q: q.id)
def test_a_question_answers_each_answer(question):
    """Every answer has feedback of its own, short enough to read at a glance."""
    said = [option.feedback for option in question.options]

    assert len(set(said)) == len(said) >= 3
    assert question.id.startswith(f"{question.page.replace('_', '-')}-")
    for text in (question.prompt, question.explanation, *said):
        assert len(text) <= 240, text
        assert text[-1] in ".?:", text


def test_right_answers_are_spread():
    """The right answer is not always the same letter, nor always the longest one."""
    right = [next(o for o in q.options if o.right) for q in LESSON.questions.values()]
    letters = {option.key for option in right}
    longest = [max(q.options, key=lambda o: len(o.text)).right for q in LESSON.questions.values()]

    assert letters == {"a", "b", "c"}
    assert sum(longest) <= 0.7 * len(longest)


def test_a_question_is_filled_with_the_learners_numbers():
    """filled() puts the values in every text and leaves no placeholder."""
    question = LESSON.questions["math-what-z"].filled(alpha=".73", z=".27")

    assert (
        question.prompt
        == "With these bars .73 of the guesses are kept. What becomes of the other .27?"
    )
    assert question.options[1].feedback.startswith("Right. .73 kept and .27 corrected make 1")
    assert "{" not in question.explanation


@pytest.mark.parametrize("values", [{}, {"alpha": 1}, {"alpha": 1, "z": 0, "p": 2}])
def test_a_question_wants_exactly_its_values(values):
    """A missing or an undeclared value is refused, and the message names what is wanted."""
    with pytest.raises(ValueError, match="'math-what-z' takes alpha, z"):
        LESSON.questions["math-what-z"].filled(**values)


def test_the_logged_rate_is_the_formulas():
    """The number in the question about server logs is what the core computes: .59."""
    text = LESSON.questions["nimbus-logged-rate"].explanation

    assert f"{accepted_share(0.8, 4):.2f}".removeprefix("0") in text


def test_presets_have_two_to_twelve_words_and_come_from_the_desk():
    """The lesson's own preset is first; names and notes differ."""
    assert LESSON.presets[0].key == "module"
    assert len({preset.name for preset in LESSON.presets}) == len(LESSON.presets)
    assert len({preset.note for preset in LESSON.presets}) == len(LESSON.presets)
    assert all(2 <= len(preset.words) <= 12 for preset in LESSON.presets)


@pytest.mark.parametrize(
    ("key", "alpha", "left_over"),
    [
        ("module", 0.73, ["the", "our", "its"]),
        ("A", 0.7, ["refund"]),
        ("B", 0.5, ["tomorrow", "Friday"]),
        ("perfect", 1.0, []),
        ("hostile", 0.07, ["sorry", "thanks"]),
        ("overconfident", 0.52, ["billing", "profile", "security", "members"]),
        ("greedy-agree", 1.0, []),
        ("greedy-disagree", 0.0, ["yes"]),
    ],
)
def test_a_preset_shows_what_its_note_says(key, alpha, left_over):
    """Alpha and the words that are left over are those which the preset is there to show."""
    preset = next(preset for preset in LESSON.presets if preset.key == key)
    p_target, q_draft = np.array(preset.p_target), np.array(preset.q_draft)
    rest = residual(p_target, q_draft) if left_over else np.zeros(len(p_target))

    assert_close(alpha, acceptance_rate(p_target, q_draft))
    assert [w for w, r in zip(preset.words, rest, strict=True) if r > 1e-12] == left_over


def test_the_faults_are_those_of_the_core():
    """Each fault that the core can run has its text, under the same key."""
    assert set(FAULTS) == set(FAULT_KEYS) == set(LESSON.faults)


@pytest.mark.parametrize("key", [k for k, fault in FAULTS.items() if fault.changes == "law"])
def test_a_fault_shows_on_the_pair_that_is_named(key):
    """On its pair the joint law of the first two words is visibly off: by .03 or more."""
    pair = next(preset for preset in LESSON.presets if preset.key == LESSON.faults[key].pair)
    p_target, q_draft = np.array(pair.p_target), np.array(pair.q_draft)
    wanted = np.array(FAULTS[key].wanted(p_target))
    law = FAULTS[key].law([q_draft, q_draft], [p_target, p_target, p_target])
    pairs = first_tokens_law(law, [wanted, wanted], 2)
    right = {(x, y): a * b for x, a in enumerate(wanted) for y, b in enumerate(wanted)}

    assert sum(abs(pairs.get(xy, 0) - mass) for xy, mass in right.items()) / 2 >= 0.03


@pytest.mark.parametrize("fault", LESSON.faults.values(), ids=lambda fault: fault.key)
def test_a_faults_code_differs_from_the_right_code(fault):
    """The wrong and the right lines are short enough for a phone and not the same."""
    assert fault.code != fault.instead
    for line in (*fault.code.splitlines(), *fault.instead.splitlines()):
        assert len(line) <= 66, line


def test_the_sources_are_cited():
    """The three papers have a citation with their number."""
    numbers = {"leviathan": "2211.17192", "chen": "2302.01318", "sun": "2403.10444"}

    assert set(numbers) == set(LESSON.sources)
    for name, number in numbers.items():
        assert f"arXiv {number}" in LESSON.sources[name]


def test_texts_are_filled_exactly():
    """A text takes exactly the values it has places for; keys name file and table."""
    assert LESSON.text("frame.name.kept") == "kept"
    assert "frame.name.kept" in set(LESSON.keys())
    assert LESSON.raw("frame.name.kept") == "kept"
    assert LESSON.placeholders("frame.name.kept") == frozenset()


@pytest.mark.parametrize(
    ("key", "values", "message"),
    [
        ("extra.say", {}, "needs a value for {alpha}"),
        ("extra.say", {"alpha": 1, "z": 2}, "has no placeholder {z}"),
        ("extra.say", {"alpha": "x"}, "must fit the values it is given"),
        ("extra.sya", {"alpha": 1}, "did you mean 'extra.say'?"),
        ("nowhere.at.all", {}, "8.3/text/nowhere.toml: nowhere.at.all is not defined"),
    ],
)
def test_a_text_that_cannot_be_filled_is_named(copy, key, values, message):
    """A missing text, a missing value and a superfluous one are reported with file and key."""
    copy.path("text/extra.toml").write_text('say = "α = {alpha:.2f}, {{x}}"', encoding="utf-8")
    lesson = copy.load()

    assert lesson.text("extra.say", alpha=0.5) == "α = 0.50, {x}"
    with pytest.raises(LessonError) as caught:
        lesson.text(key, **values)
    assert message in str(caught.value)
    assert caught.value.file == f"8.3/text/{key.split('.')[0]}.toml"


def test_a_lesson_is_read_once():
    """Loading again gives the same object, so that pages may load it at each run."""
    assert load_lesson("8.3") is load_lesson(name="8.3")


@pytest.mark.parametrize("name", ["8.4", "../lessons/8.3", "", "8.3/text"])
def test_only_a_lesson_folder_is_loaded(name):
    """A name from outside reads nothing but lesson folders, and the message lists them."""
    with pytest.raises(LessonError, match=r"is not a lesson.*there are: .*8\.3"):
        load_lesson(name)


def test_the_loader_needs_numpy_alone():
    """lessons/ imports the standard library, numpy and itself: no core, no views, no Streamlit."""
    allowed = {*sys.stdlib_module_names, "numpy", "lessons"}
    for path in LESSONS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name.split(".")[0] for alias in node.names} <= allowed, path.name
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] in allowed, path.name


def test_no_prose_wastes_a_readers_time():
    """No text doubles a word or leaves a mark of an unfinished one."""
    for key in set(LESSON.keys()):
        text = LESSON.raw(key)
        assert not re.search(r"\b([A-Za-z]{2,}) \1\b", text), key
        assert not re.search(r"TODO|FIXME|lorem|\?\?", text), key
