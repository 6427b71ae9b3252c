"""Page 3 as a script: first run, each part, each control, each bad value of the address."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lessons import load_lesson
from specdec import FAULTS
from views.html_parts import escape

ROOT = Path(__file__).resolve().parent.parent.parent
LESSON = load_lesson()
PAGE = "pages/3_Why_it_is_exact.py"
ANSWERED = "exact-approximation:c|exact-same-seed:b|exact-fresh-draw:b|exact-second-word:b"


def opened(**query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.run()
    app.switch_page(PAGE)
    for name, value in query.items():
        app.query_params[name] = str(value)
    app.run()
    assert not app.exception
    return app


def answered(**query):
    faults = "|".join(f"fault-{key}:b" for key in FAULTS)
    return opened(answers=f"{ANSWERED}|{faults}", **query)


def headings(app):
    return [heading.value for heading in (*app.header, *app.subheader)]


def html(app):
    return " ".join(one.proto.body for one in app.get("html"))


def components(app):
    return {one.proto.component_name for one in app.get("bidi_component")}


def by_key(elements, name):
    return next(one for one in elements if name in (one.key or ""))


def test_the_first_run_shows_the_sum_without_a_click():
    """Useful at once: the sum and the coupling are there; only what is asked for waits."""
    app = opened()

    assert LESSON.text("exact.identity.title") in headings(app)
    assert LESSON.text("exact.coupling.title") in headings(app)
    assert {"identity", "coupling"} <= components(app)
    assert LESSON.module.exact[0] in html(app)


def test_the_button_at_the_foot_goes_on_to_the_next_part():
    """From the sum to the run to the mistakes, and there it ends with the key sentence."""
    app = opened()
    by_key(app.button, "next-part").click().run()
    assert app.query_params["part"] == "2"
    by_key(app.button, "next-part").click().run()

    assert app.query_params["part"] == "3"
    assert not [one for one in app.button if "next-part" in (one.key or "")]
    assert "provably identical in distribution" in html(app)


def test_the_run_waits_for_the_question():
    """Nothing is simulated before the prediction is made or skipped."""
    app = opened(part=2)
    assert "playback" not in components(app)
    by_key(app.button, "skip-exact-approximation").click().run()

    assert "playback" in components(app)


def test_a_new_seed_is_another_run():
    """The seed goes up by one, is in the address, and the test has another statistic."""
    app = answered(part=2, seed=7, rounds=5000)
    before = html(app)
    by_key(app.button, "new-seed").click().run()

    assert app.query_params["seed"] == "8"
    assert html(app) != before


def test_the_controls_of_the_run_are_in_the_address():
    """Texts, gamma and position: what is set can be copied."""
    app = answered(part=2, rounds=1000)
    by_key(app.select_slider, "rounds").set_value(5_000).run()
    by_key(app.slider, "gamma").set_value(2).run()
    by_key(app.button_group, "position").set_value(3).run()

    assert not app.exception
    assert app.query_params["rounds"] == "5000"
    assert app.query_params["gamma"] == "2"
    assert app.query_params["position"] == "3"
    assert LESSON.text("exact.converge.bonus_position", number=3) in [c.value for c in app.caption]


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_can_be_shown(fault):
    """Each mistake shows both lines of code and its result on the learner's own numbers."""
    app = answered(part=3, fault=fault, rounds=2000)

    assert escape(LESSON.faults[fault].code) in html(app)
    assert escape(LESSON.faults[fault].instead) in html(app)
    assert len(headings(app)) == 2


def test_picking_a_fault_asks_before_it_tells():
    """The result of a mistake is hidden until it was predicted or skipped."""
    app = opened(part=3, rounds=2000)
    by_key(app.selectbox, "fault").set_value("always-accept").run()
    assert len(headings(app)) == 1
    by_key(app.button, "skip-fault-always-accept").click().run()

    assert app.query_params["fault"] == "always-accept"
    assert len(headings(app)) == 2
    assert "playback" in components(app)


def test_the_offered_pair_shows_a_fault_that_hides():
    """On pair A a reused coin changes nothing; the offered pair brings it to light."""
    a = next(one for one in LESSON.presets if one.key == "A")
    app = answered(
        part=3,
        fault="shared-uniform",
        rounds=2000,
        words="|".join(a.words),
        p=",".join(map(str, a.p_target)),
        q=",".join(map(str, a.q_draft)),
    )
    assert LESSON.text("exact.break.result.hidden.title") in headings(app)
    by_key(app.button, "use-pair").click().run()

    assert not app.exception
    assert LESSON.text("exact.break.result.hidden.title") not in headings(app)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("part", "7"),
        ("word", "0"),
        ("rounds", "10"),
        ("rounds", "1e9"),
        ("position", "-1"),
        ("gamma", "99"),
        ("p", "1,2,nan"),
        ("fault", "DROP TABLE"),
    ],
)
def test_a_bad_value_in_the_address_is_said_and_passed_over(name, value):
    """One visible line, and the page as at a first visit."""
    app = opened(**{name: value})

    assert 'class="notice"' in html(app)
    assert headings(app)


def test_a_fault_that_there_is_not_is_said():
    """Well spelled but unknown: the first fault is shown, and a line says so."""
    app = opened(part=3, fault="gremlin")

    assert "gremlin" in html(app)
    assert by_key(app.selectbox, "fault").value == "resample-target"


@pytest.mark.parametrize("part", [1, 2, 3])
@pytest.mark.parametrize(
    ("p", "q"),
    [
        ("1,0,0", "0,1,0"),
        ("1,0", "1,0"),
        ("0.5,0.5", "0.5,0.5"),
        (",".join(["0.0833"] * 11 + ["0.0837"]), ",".join(["0.0833"] * 11 + ["0.0837"])),
    ],
    ids=["disjoint", "certain", "equal", "twelve"],
)
def test_the_edges_of_what_can_be_set_are_shown(part, p, q):
    """One-hot, equal and twelve words: no part of the page breaks on them."""
    app = answered(part=part, p=p, q=q, rounds=1000)

    assert headings(app)


def test_another_pair_to_start_from_is_seen_everywhere():
    """The presets of step 2 stand here too; the whole page follows."""
    app = opened()
    preset = LESSON.presets[1]
    app.selectbox[0].set_value(preset.key).run()

    assert not app.exception
    assert app.selectbox[0].value == preset.key
    assert all(word in html(app) for word in preset.words)


def test_an_exercise_can_leave_the_pairs_out():
    """`hide=presets` leaves what they are, and nothing to pick."""
    assert not opened(hide="presets").selectbox
