"""Step 5 as a script: first visit, every control, the quiz to its end, bad addresses."""

from __future__ import annotations

import html

import pytest

from lessons import load_lesson
from specdec import acceptance_rate, speedup
from tests.pages.helpers import address, grown_old, pictures, said, texts, visit
from views.html_parts import decimal

LESSON = load_lesson()
ASKED = [question.id for question in LESSON.questions.values() if question.page == "nimbus"]
SEEN = "|".join(f"{name}:skip" for name in ASKED)
RIGHT = {q.id: next(o.key for o in q.options if o.right) for q in LESSON.quiz}


@pytest.fixture
def there(monkeypatch) -> None:
    """The page has an address, so that the text to take along links to it."""
    url = property(lambda _: "https://example.org/So_what")
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.url", url)


@pytest.fixture
def page():
    """Open step 5 with an address."""

    def open_one(**query: str):
        opened = visit("5_So_what", **query)
        assert not opened.exception
        return opened

    return open_one


def headings(page) -> list[str]:
    return [one.value for one in page.header]


def slider(page, field: str):
    label = LESSON.text(f"nimbus.speed.{field}")
    return next(one for one in page.slider if one.label == label)


def taken(page) -> str:
    """Return the text to take along, as it stands on the page."""
    bodies = [one.proto.body for one in page.get("html") if 'class="taken"' in one.proto.body]
    (body,) = bodies
    return html.unescape(body.removeprefix('<pre class="taken">').removesuffix("</pre>"))


def button(page, key: str):
    return page.button(key=key)


def answer(page, option: str) -> None:
    """Answer the question of the quiz that is open."""
    radio = next(one for one in page.radio if one.key.startswith("quiz-"))
    radio.set_value(option)
    check = next(one for one in page.button if one.label == LESSON.text("nimbus.quiz.check"))
    check.click().run()
    assert not page.exception


def test_a_first_visit_is_useful_at_once(page):
    """The thread, the speed with its curve, and the first question of the quiz are there."""
    one = page()
    said = texts(one)

    assert LESSON.module.nimbus in said
    assert "With these numbers a reply comes 2.40 times as fast" in headings(one)
    assert "γ = 6 would be fastest: 2.47 times" in headings(one)
    assert len(pictures(one)) == 1
    assert f"Question 1 of {len(LESSON.quiz)}" in said


def test_what_a_question_asks_for_comes_after_it(page):
    """Asked: nothing is given away. Answered or skipped: everything is there."""
    before, after = page(), page(answers=SEEN)
    revealed = {
        LESSON.text("nimbus.promised.title"),
        LESSON.text("nimbus.logged.title", share=".59"),
        LESSON.text("nimbus.measured.title"),
        LESSON.text("nimbus.stops.title"),
        LESSON.module.so_what_heading,
    }

    assert revealed.isdisjoint(headings(before))
    assert revealed <= set(headings(after))
    assert LESSON.module.so_what in texts(after)


@pytest.mark.parametrize("name", ASKED)
def test_every_question_of_the_page_is_asked(page, name):
    """Each can be skipped with one click, and the address remembers."""
    one = page()
    button(one, f"skip-{name}").click().run()

    assert not one.exception
    assert address(one)["answers"] == f"{name}:skip"


def test_the_three_numbers_are_under_the_hand(page):
    """Each slider reaches the address, the heading, the formulas and the curve."""
    one = page()
    slider(one, "alpha").set_value(0.6).run()
    slider(one, "gamma").set_value(2).run()
    slider(one, "cost").set_value(0.25).run()
    speed = speedup(0.6, 2, 0.25)
    (drawn,) = pictures(one)

    assert address(one) == {"alpha": ".6", "gamma": "2", "cost": ".25"}
    assert f"With these numbers a reply comes {decimal(speed)} times as fast" in headings(one)
    assert rf"2\cdot .25+1}} = {decimal(speed)}" in texts(one)
    assert LESSON.text("nimbus.curve.both", gamma=2, speed=decimal(speed)) in drawn
    assert f"Your γ = 2 gives {decimal(speed)} times the speed" in drawn


@pytest.mark.parametrize(
    ("field", "value"), [("alpha", 0.5), ("alpha", 0), ("gamma", 6), ("gamma", 1), ("cost", 0.95)]
)
def test_a_slider_reaches_every_place_that_shows_its_number(page, there, field, value):
    """Headings, formulas, curve and table, what follows, so what, and the text to take along."""
    one = page(answers=SEEN)
    before = said(one)
    slider(one, field).set_value(value).run()
    numbers = {"alpha": 0.8, "gamma": 4, "cost": 0.1} | {field: value}
    speed = f"{decimal(speedup(*numbers.values()))}×"

    assert texts(one).count(f">{speed} <small>") == 2
    assert f"{field}=" in taken(one)
    assert grown_old(one, before) == set()


@pytest.mark.parametrize("key", ["mine", "reset-speed"])
def test_a_button_reaches_every_place_too(page, there, key):
    """And the sliders stand where it put them."""
    one = page(answers=SEEN, alpha=".4", gamma="2")
    before = said(one)
    button(one, key).click().run()

    assert slider(one, "alpha").value != 0.4
    assert grown_old(one, before) == set()


def race_field(page, kind: str, name: str):
    label = LESSON.text(f"race.field.{name}")
    return next(one for one in getattr(page, kind) if one.label == label)


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("slider", "temperature", 0.2),
        ("slider", "gamma", 3),
        ("radio", "draft", "trigram"),
        ("number_input", "seed", 12),
        ("number_input", "top_k", 5),
        ("text_area", "prompt", "My export"),
    ],
)
def test_what_is_raced_reaches_the_text_to_take_along(page, there, kind, name, value):
    """Its link holds all, and its draws are those of the seed."""
    one = page()
    before, text = said(one), taken(one)
    race_field(one, kind, name).set_value(value).run()

    assert taken(one) != text
    assert grown_old(one, before) == set()


def test_a_preset_of_the_race_reaches_it_too(page, there):
    """Four fields at once."""
    one = page()
    before = said(one)
    button(one, "race-preset-greedy").click().run()

    assert grown_old(one, before) == set()


def test_an_answer_in_the_quiz_reaches_the_text_to_take_along(page, there):
    """Right or wrong, and taken back; the last one draws the whole page, whose head ticks it."""
    one = page()
    first, *_, last = RIGHT
    before = said(one)
    answer(one, next(key for key in "abc" if key != RIGHT[first]))
    assert grown_old(one, before) == set()

    done = page(answers="|".join(f"quiz-{name}:{RIGHT[name]}" for name in RIGHT if name != last))
    answer(done, RIGHT[last])
    assert LESSON.module.nimbus in texts(done)
    before = said(done)
    button(done, "quiz-again").click().run()
    assert grown_old(done, before) == set()


def test_alpha_comes_from_the_learners_own_bars(page):
    """One click takes it over from step 2, and the slider shows it."""
    one = page(words="red|green", p=".7,.3", q=".4,.6")
    button(one, "mine").click().run()

    assert acceptance_rate((0.7, 0.3), (0.4, 0.6)) == pytest.approx(0.7)
    assert address(one)["alpha"] == ".7"
    assert slider(one, "alpha").value == 0.7


def test_reset_brings_the_three_numbers_back(page):
    """And leaves everything else as it was."""
    one = page(alpha=".5", gamma="2", cost=".4", seed="7")
    button(one, "reset-speed").click().run()

    assert address(one) == {"seed": "7"}


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ({"alpha": ".3", "cost": ".4"}, "No γ gains anything: α = .30 is not above c = .40"),
        ({"alpha": "0", "cost": "0"}, "No γ gains anything: α = 0 is not above c = 0"),
        (
            {"alpha": "1", "cost": "0"},
            "The more guesses the better: at this c a guess costs next to nothing",
        ),
        ({"gamma": "6"}, "Your γ = 6 is the best there is: 2.47 times as fast"),
        ({"cost": "1"}, "No γ gains anything: α = .80 is not above c = 1"),
    ],
)
def test_every_corner_of_the_three_numbers_is_said_in_words(page, query, heading):
    """A draft that is perfect, free, useless or dearer than the target breaks nothing."""
    assert heading in headings(page(answers=SEEN, **query))


def test_the_quiz_to_its_end(page):
    """One after the other; explained; counted; the step is done; it can be tried again."""
    one = page(answers="draft-one-pass:c")
    for number, (name, right) in enumerate(RIGHT.items(), 1):
        assert f"Question {number} of {len(RIGHT)}" in texts(one)
        assert LESSON.questions[name].explanation not in texts(one)
        answer(one, right if number > 1 else next(k for k in "abc" if k != right))
        assert LESSON.questions[name].explanation in texts(one)
    finished = headings(one)
    done = address(one)["done"]
    button(one, "quiz-again").click().run()

    assert f"{len(RIGHT) - 1} of {len(RIGHT)} right" in finished
    assert done == "nimbus"
    assert address(one) == {"answers": "draft-one-pass:c", "done": "nimbus"}


def test_checking_without_an_answer_asks_for_one(page):
    """Nothing is counted, and one line says what to do."""
    one = page()
    check = next(b for b in one.button if b.label == LESSON.text("nimbus.quiz.check"))
    check.click().run()

    assert LESSON.text("nimbus.quiz.choose") in texts(one)
    assert "answers" not in address(one)


def test_the_summary_can_be_copied_and_kept(page):
    """The text on the screen is the text in the file, with the learner's own numbers."""
    one = page(words="red|green", p=".7,.3", q=".4,.6", seed="7")

    assert "| red | .70 | .40 | .40 | .30 |" in taken(one)
    assert "Seed 7" in taken(one)
    assert one.get("download_button")[0].proto.label == LESSON.text("nimbus.take.download")


@pytest.mark.parametrize(
    "query",
    [
        {"alpha": "nan"},
        {"alpha": "1.5"},
        {"gamma": "0"},
        {"cost": "-1"},
        {"answers": "quiz-<script>:a"},
    ],
)
def test_bad_values_in_the_address_are_said_and_not_used(page, query):
    """One line names the value; the page is the one of a first visit."""
    one = page(**query)

    assert next(iter(query.values())) in texts(one)
    assert "With these numbers a reply comes 2.40 times as fast" in headings(one)
