"""The instructors' page as a script: every choice, bad addresses, the code, the packages."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from lessons import load_lesson
from tests.pages.helpers import address, texts, visit
from tests.scorm.helpers import config_of
from views import instructors
from views.site import SCRIPTS

LESSON = load_lesson()
ELSEWHERE = LESSON.text("instructors.address.elsewhere")
PAGE = "8_For_instructors"


def code(page) -> str:
    """Return the code of the frame."""
    return next(one.value for one in page.code if one.value.startswith("<iframe"))


def source(page) -> tuple[str, dict[str, str]]:
    """Return the path and the query of the frame's address."""
    src = code(page).split('src="')[1].split('"')[0].replace("&amp;", "&")
    parts = urlsplit(src)
    return parts.path, {key: value[0] for key, value in parse_qs(parts.query).items()}


def control(page, kind: str, label: str):
    """Return a widget by its label."""
    return next(one for one in getattr(page, kind) if one.label == label)


def test_a_first_visit_shows_step_1_in_a_frame():
    """Page, code, preview, two packages, and what the score can't promise."""
    page = visit(PAGE)
    frame = page.get("iframe")[0].proto

    assert not page.exception
    assert source(page) == ("/Draft_ahead", {"embed": "true"})
    assert frame.src == "/Draft_ahead?embed=true"
    assert [one.proto.label for one in page.get("download_button")] == [
        LESSON.text("instructors.scorm.download", version=version) for version in ("1.2", "2004")
    ]
    assert LESSON.text("instructors.scorm.honest") in texts(page)
    assert address(page) == {}


@pytest.mark.parametrize("slug", list(SCRIPTS))
def test_every_page_can_be_chosen_and_its_address_is_that_of_its_script(slug):
    """The path is the page's own; what can be left out is the page's own."""
    page = visit(PAGE, class_page=slug.replace("_", "-"))
    hide = control(page, "multiselect", LESSON.text("instructors.choose.hide"))
    path = source(page)[0].removeprefix("/")

    assert not page.exception
    assert f"pages/{SCRIPTS[slug].split('/')[-1]}".endswith(f"{path}.py" if path else "app.py")
    assert hide.options == list(instructors.hideable(LESSON, slug).values())


def test_every_choice_is_in_the_code_and_in_the_address():
    """Step, seed, view, hidden parts, colours, height: each by its control."""
    page = visit(PAGE)
    choose = "instructors.choose."
    control(page, "number_input", LESSON.text(f"{choose}step")).set_value(3).run()
    control(page, "number_input", LESSON.text(f"{choose}seed")).set_value(12).run()
    control(page, "number_input", LESSON.text(f"{choose}height")).set_value(900).run()
    control(page, "selectbox", LESSON.text(f"{choose}view")).select("present").run()
    control(page, "selectbox", LESSON.text(f"{choose}theme")).select("dark").run()
    control(page, "multiselect", LESSON.text(f"{choose}hide")).select("nav").select("seeds").run()
    again = visit(PAGE, **address(page))

    assert source(page) == (
        "/Draft_ahead",
        {
            "embed": "true",
            "embed_options": "dark_theme",
            "seed": "12",
            "step": "3",
            "view": "present",
            "hide": "nav|seeds",
        },
    )
    assert 'height="900"' in code(page)
    assert code(again) == code(page)


def test_the_instructors_own_answers_stay_out():
    """What is set comes along; done, answers, place in a talk and the page's own view don't."""
    page = visit(
        PAGE,
        words="red|green",
        p=".7,.3",
        q=".4,.6",
        gamma="2",
        done="draft",
        answers="draft-one-pass:c",
        slide="3",
        class_page="math",
    )
    path, query = source(page)

    assert path == "/Accept_or_correct"
    assert set(query) == {"embed", "words", "p", "q", "gamma"}


def test_what_was_set_can_be_left_out():
    """One button, there only when there is something, brings back the lesson's own screen."""
    page = visit(PAGE, gamma="2", class_page="math", done="draft")
    forget = LESSON.text("instructors.choose.forget")
    control(page, "button", forget).click().run()

    assert source(page) == ("/Accept_or_correct", {"embed": "true"})
    assert address(page) == {"class_page": "math", "done": "draft"}
    assert forget not in [one.label for one in page.button]


def test_a_part_can_be_chosen_on_the_page_that_has_parts():
    """Page 3 opens at its part; a step is asked for on page 1 alone."""
    page = visit(PAGE, class_page="exact")
    control(page, "number_input", LESSON.text("instructors.choose.part")).set_value(3).run()

    assert source(page) == ("/Why_it_is_exact", {"embed": "true", "part": "3"})
    assert LESSON.text("instructors.choose.step") not in [one.label for one in page.number_input]


def test_bad_values_in_the_address_are_said_and_not_used():
    """Each in one line; a page that isn't there is the first one."""
    page = visit(
        PAGE,
        class_page="no-such-page",
        class_height="9",
        class_theme="<b>",
        class_hide="nonsense",
        class_needs="nonsense",
        class_mastery="200",
    )
    said = texts(page)

    assert not page.exception
    assert source(page)[0] == "/Draft_ahead"
    assert all(name in said for name in ("class_height", "class_theme", "class_mastery"))
    assert 'height="720"' in code(page)


@pytest.mark.parametrize(
    ("typed", "used"),
    [
        ("https://lesson.example", "https://lesson.example/Draft_ahead"),
        ("https://lesson.example/s0/", "https://lesson.example/s0/Draft_ahead"),
        (' "><script>', f"{ELSEWHERE}Draft_ahead"),
        ("javascript:alert(1)", f"{ELSEWHERE}Draft_ahead"),
        ("https://lesson.example/?x=1", f"{ELSEWHERE}Draft_ahead"),
    ],
)
def test_the_address_of_the_lesson_can_be_typed(typed, used):
    """What is no web address is said, and the usual one stays in the code."""
    page = visit(PAGE)
    control(page, "text_input", LESSON.text("instructors.address.label")).set_value(typed).run()
    said = LESSON.text("instructors.address.broken", used=ELSEWHERE)

    assert not page.exception
    assert f'src="{used}?embed=true"' in code(page)
    assert (said in texts(page)) == used.startswith(ELSEWHERE)


def test_a_server_that_only_this_computer_reaches_is_said():
    """Before an instructor pastes it into a course."""
    page = visit(PAGE)
    label = LESSON.text("instructors.address.label")
    control(page, "text_input", label).set_value("http://localhost:8501/").run()

    assert LESSON.text("instructors.address.local", host="localhost") in texts(page)


def test_the_packages_open_what_the_code_opens(monkeypatch):
    """Same address, with the steps and the share of the quiz that were asked for."""
    made = {}
    real = instructors.package

    def kept(lesson, address, **options):
        made[options.get("version")] = real(lesson, address, **options)
        return made[options.get("version")]

    monkeypatch.setattr(instructors, "package", kept)
    visit(PAGE, class_page="math", seed="12", class_needs="math|nonsense", class_mastery="70")
    configs = {version: config_of(made[version]) for version in ("1.2", "2004")}

    assert {one["address"] for one in configs.values()} == {
        f"{ELSEWHERE}Accept_or_correct?embed=true&seed=12"
    }
    assert all(one["needs"] == ["math"] and one["mastery"] == 0.7 for one in configs.values())


def test_the_landing_page_leads_here():
    """In the instructors' corner."""
    links = [one.proto for one in visit().get("page_link")]

    assert ("For_instructors", LESSON.text("home.course")) in [(x.page, x.label) for x in links]


# Where a part stands that the first visit to its page doesn't show.
SKIPPED = {"answers": "exact-fresh-draw:skip|exact-approximation:skip|exact-same-seed:skip"}
RUN = {"part": "2", "rounds": "1000", "kept": ".1,.6,.3/.6,.3,.1/4//1000/1", **SKIPPED}
NOT_AT_FIRST = {"exact": {"fresh": SKIPPED, "break": {"part": "3"}}}
LOSSY = {"answers": "lab-beyond-plausible:skip"}
NOT_AT_FIRST["lab_beyond"] = {"lenient": LOSSY, "typical": LOSSY, "all": LOSSY}
NOT_AT_FIRST["exact"] |= dict.fromkeys(("converge", "pairs", "seed", "kept"), RUN)


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        (slug, name)
        for slug in SCRIPTS
        for name in instructors.hideable(LESSON, slug)
        if name not in instructors.hideable(LESSON, "nowhere")
    ],
)
def test_each_part_that_can_be_left_out_is_one_of_the_page(slug, name):
    """Leaving it out takes something off the page; a name that no page knows would not."""
    script = "" if slug == "home" else SCRIPTS[slug].removeprefix("pages/").removesuffix(".py")
    there = NOT_AT_FIRST.get(slug, {}).get(name, {})
    whole = len(list(visit(script, **there)._tree))
    left = len(list(visit(script, hide=name, **there)._tree))

    assert left < whole
