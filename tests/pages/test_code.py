"""Page 4 as a script: first run, every control, bad addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from lessons import load_lesson
from views.code_run import all_kept, first_rejected, traced_run
from views.fields import Learner
from views.state import first_visit

LESSON = load_lesson()
QUESTIONS = ("code-all-kept", "code-zero-p", "code-cache")


@pytest.fixture
def page() -> Iterator:
    """Open page 4 with a query, as a learner's browser does."""

    def open_one(**query: str) -> AppTest:
        app = AppTest.from_file("../../app.py", default_timeout=30)
        app.run()
        app.switch_page("pages/4_The_code.py")
        for name, value in query.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return open_one


def learner_of(app: AppTest) -> Learner:
    return app.session_state["_learner"]


def html_of(app: AppTest) -> str:
    return "\n".join(one.proto.body for one in app.get("html"))


def button(app: AppTest, label: str):
    return next(one for one in app.button if one.label == label)


def test_first_run_shows_the_default_run(page) -> None:
    """With no click the verdict of a real run, its controls and both downloads are there."""
    app = page()

    verdicts = [one.value for one in (*app.header, *app.subheader)]
    assert "This run: accept, accept, reject and correct" in verdicts
    assert [one.label for one in app.get("download_button")] == ["The Python file", "The notebook"]
    assert "accepted = []" not in html_of(app)  # it is coloured, so its parts stand apart
    assert "code-line" in html_of(app)


def test_every_question_of_the_page_is_asked(page) -> None:
    """The questions placed on page 4 are there, and nothing they ask about is shown before."""
    app = page()
    placed = tuple(one.id for one in LESSON.questions.values() if one.page == "code")

    assert sorted(placed) == sorted(QUESTIONS)
    assert [one.label for one in app.radio] == [LESSON.questions[name].prompt for name in QUESTIONS]
    assert LESSON.text("code.bonus.heading") not in [
        one.value for one in (*app.header, *app.subheader)
    ]
    assert 'class="compare"' not in html_of(app)


@pytest.mark.parametrize(
    ("question", "revealed"),
    [
        ("code-all-kept", "code.bonus.heading"),
        ("code-zero-p", "code.edges.revealed"),
        ("code-cache", "code.cache.revealed"),
    ],
)
def test_a_skipped_question_reveals(page, question: str, revealed: str) -> None:
    """Skipping is an answer: what was asked about is shown."""
    app = page()

    app.button(key=f"skip-{question}").click().run()

    assert LESSON.text(revealed) in [one.value for one in (*app.header, *app.subheader)]


def test_the_bonus_is_priced_by_specdec(page) -> None:
    """3.36 and 2.95 at the reference numbers."""
    shown = html_of(page(answers="code-all-kept:b"))

    assert "<b>3.36</b>" in shown
    assert "<b>2.95</b>" in shown


@pytest.mark.parametrize(
    ("label", "wanted"), [("All kept", all_kept), ("Rejected at once", first_rejected)]
)
def test_a_round_can_be_brought_about(page, label: str, wanted) -> None:
    """The button finds a seed whose round does that, and begins at its call."""
    app = page(line="7")

    button(app, label).click().run()

    assert wanted(traced_run(learner_of(app)).result)
    assert learner_of(app).line == 0
    assert app.query_params["seed"] == str(learner_of(app).seed)


def test_what_cannot_be_is_said(page) -> None:
    """A perfect draft is never rejected: one line says so and the seed stays."""
    app = page()
    app.selectbox[0].set_value("perfect").run()
    before = learner_of(app).seed

    button(app, "Rejected at once").click().run()

    assert "is the first guess rejected" in html_of(app)
    assert learner_of(app).seed == before


def test_another_draw_takes_the_next_seed(page) -> None:
    """One click, one seed further."""
    app = page(seed="5")

    button(app, "Another draw").click().run()

    assert learner_of(app).seed == 6


def test_a_preset_is_taken_over_whole(page) -> None:
    """Words, p and q come from the preset, and the run starts over."""
    app = page(line="5")
    pair = next(one for one in LESSON.presets if one.key == "B")

    app.selectbox[0].set_value("B").run()

    now = learner_of(app)
    assert (now.words, now.p, now.q, now.line) == (pair.words, pair.p_target, pair.q_draft, 0)
    assert app.selectbox[0].value == "B"


def test_own_numbers_are_named_so(page) -> None:
    """p and q of no preset show as the learner's own, and choosing that changes nothing."""
    app = page(p=".5,.5", q=".9,.1", words="a|b")

    assert app.selectbox[0].value == ""
    assert learner_of(app).words == ("a", "b")


def test_another_gamma_starts_over(page) -> None:
    """A changed gamma is another run: it begins at its call."""
    app = page(line="9")

    app.slider[0].set_value(2).run()

    now = learner_of(app)
    assert (now.gamma, now.line) == (2, 0)
    assert len(traced_run(now).drafted) == 2


@pytest.mark.parametrize("name", ["line", "seed", "gamma", "p"])
def test_a_bad_address_falls_back_and_says_so(page, name: str) -> None:
    """A value that breaks its rule is replaced by the default, with one line that names it."""
    app = page(**{name: "<b>x"})

    assert getattr(learner_of(app), name) == getattr(first_visit(LESSON), name)
    assert html_of(app).count('class="notice"') == 1


@pytest.mark.parametrize("preset", [one.key for one in LESSON.presets])
def test_every_preset_runs(page, preset: str) -> None:
    """No preset of the lesson breaks the page, with everything revealed."""
    app = page(answers="|".join(f"{name}:skip" for name in QUESTIONS), gamma="8")

    app.selectbox[0].set_value(preset).run()

    assert not app.exception


def test_zero_and_certain_words_run(page) -> None:
    """p and q with zeros and ones, where division would fail, run as any other."""
    app = page(
        p="1,0", q="0,1", words="a|b", answers="|".join(f"{name}:skip" for name in QUESTIONS)
    )

    expected = replace(first_visit(LESSON), words=("a", "b"), p=(1.0, 0.0), q=(0.0, 1.0))
    assert learner_of(app).p == expected.p
    assert traced_run(expected).result.rejected_at == 0
