"""Step 2 without a browser: first run, every control, and addresses that hold nonsense."""

from __future__ import annotations

import pytest

from lessons import load_lesson
from tests.pages.helpers import address, texts, visit

PAGE = "2_Accept_or_correct"
LESSON = load_lesson()
SHOWN = "math-always-rejected:c|math-where-corrected:b|math-what-z:b"


def test_first_run_shows_a_complete_scenario() -> None:
    """No click is needed: the lesson's own pair, its numbers, no error, a clean address."""
    page = visit(PAGE)

    assert not page.exception
    assert page.title[0].value == LESSON.module.math_title
    assert page.selectbox[0].value == LESSON.presets[0].key
    assert "editor" in [one.proto.component_name for one in page.get("bidi_component")]
    assert LESSON.presets[0].note in texts(page)
    assert address(page) == {}


@pytest.mark.parametrize("preset", LESSON.presets[1:], ids=lambda preset: preset.key)
def test_every_preset_is_taken_over(preset) -> None:
    """Choosing a preset sets words, p and q, here and in the address."""
    page = visit(PAGE, answers=SHOWN)
    page.selectbox[0].select(preset.key).run()

    assert not page.exception
    assert address(page)["words"] == "|".join(preset.words)
    assert page.selectbox[0].value == preset.key
    assert all(word in texts(page) for word in preset.words)


def test_an_edited_pair_is_called_the_learners_own() -> None:
    """Numbers that are no preset's get a name of their own."""
    page = visit(PAGE, p=".5,.3,.2", q=".2,.2,.6")

    assert page.selectbox[0].value == ""
    assert page.selectbox[0].options[0] == LESSON.text("math.own")


def test_typed_lists_are_scaled_and_kept() -> None:
    """Counts become probabilities; the address holds them."""
    page = visit(PAGE)
    words, p, q = page.text_input
    words.set_value("red, green")
    p.set_value("30 10")
    q.set_value("1; 1")
    page.button(key=next(b.key for b in page.button if "FormSubmitter" in (b.key or ""))).click()
    page.run()

    assert not page.exception
    assert address(page) == {"words": "red|green", "p": ".75,.25", "q": ".5,.5"}


@pytest.mark.parametrize(
    ("p", "rule"), [("a b", "number"), ("1 -1", "weights"), ("1", "count"), ("1 1 1", "lengths")]
)
def test_typed_nonsense_changes_nothing_and_is_named(p: str, rule: str) -> None:
    """The error holds the rule; p and q stay."""
    page = visit(PAGE, p=".5,.5", q=".5,.5", words="a|b")
    page.text_input[1].set_value(p)
    page.button(key=next(b.key for b in page.button if "FormSubmitter" in (b.key or ""))).click()
    page.run()

    assert LESSON.text(f"math.typed.rule.{rule}") in page.error[0].value
    assert address(page)["p"] == ".5,.5"


def test_the_rules_come_after_the_question() -> None:
    """Predict, then reveal: the acceptance rule is shown once its question is answered."""
    page = visit(PAGE)
    rule = LESSON.module.acceptance[0]
    before = rule in texts(page)
    page.radio(key="ask-math-always-rejected-None").set_value("a").run()

    assert not before
    assert rule in texts(page)
    assert LESSON.questions["math-always-rejected"].options[0].feedback in texts(page)
    assert address(page)["answers"] == "math-always-rejected:a"


def test_a_question_can_be_skipped() -> None:
    """Skipping reveals without feedback."""
    page = visit(PAGE)
    page.button(key="skip-math-where-corrected").click().run()

    assert LESSON.module.correction[0] in texts(page)
    assert address(page)["answers"] == "math-where-corrected:skip"


def test_rolls_are_counted_kept_in_the_address_and_cleared() -> None:
    """One, many, none; the same address rolls the same."""
    page = visit(PAGE)
    page.button(key="roll-one").click().run()
    page.button(key="roll-many").click().run()
    rolled, link = texts(page), address(page)
    again = texts(visit(PAGE, **link))
    page.button(key="roll-clear").click().run()

    assert link == {"rolls": "26"}
    assert LESSON.text("math.roll.number", number="26") in rolled
    assert again == rolled
    assert address(page) == {}


def test_the_chosen_word_is_followed() -> None:
    """The formulas speak of the word that was chosen."""
    page = visit(PAGE, answers=SHOWN, word="2")
    latex = " ".join(element.value for element in page.latex)

    assert r"p(\text{size})" in latex
    assert r"\frac{.18}{.45}" in latex


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("p", "nan,1"),
        ("q", "<script>alert(1)</script>"),
        ("words", "a|a"),
        ("rolls", "-3"),
        ("rolls", "9" * 4000),
        ("word", "99"),
        ("seed", "one"),
        ("answers", "nonsense"),
        ("gamma", "0"),
        ("step", "\u0661"),
    ],
)
def test_bad_values_are_said_and_replaced(key: str, value: str) -> None:
    """One visible line names the field; the page is whole."""
    page = visit(PAGE, **{key: value})
    notices = [e.proto.body for e in page.get("html") if 'class="notice"' in e.proto.body]

    assert not page.exception
    assert len(notices) == 1
    assert key in notices[0]
    assert "<script>" not in notices[0]


def test_foreign_keys_of_the_address_are_left_alone() -> None:
    """A course page may add keys of its own."""
    page = visit(PAGE, utm_source="course", rolls="2")

    assert not page.exception
    assert address(page) == {"utm_source": "course", "rolls": "2"}
