"""The SCORM packages in a course system: scorm-again, in Chromium, the lesson on another site."""

from __future__ import annotations

import re

import pytest

from lessons import load_lesson
from scorm import VERSIONS, package
from tests.browser.courses import ANY_COURSE, Site, lesson_for, strict_browser
from tests.scorm.helpers import RUNTIME, needs_fetched, opened

LESSON = load_lesson()
QUIZ = LESSON.quiz
RIGHT = {one.id: next(o.key for o in one.options if o.right) for one in QUIZ}
DONE = "done=draft|math|exact|code|nimbus"
# The course system: scorm-again with a shelf in localStorage, where a real one has a database.
LMS = """<!doctype html><title>LMS</title><script src="/runtime.js"></script><script>
const api = new %(api)s({});
const saved = localStorage.getItem("shelf");
if (saved) api.loadFromJSON(JSON.parse(saved), "cmi");
window.calls = [];
for (const name of %(methods)s) {
  const method = api[name].bind(api);
  api[name] = (...values) => {
    const answer = method(...values);
    calls.push([name, ...values, api.getLastErrorCode?.() ?? 0]);
    if (name.endsWith("Commit")) localStorage.setItem("shelf", JSON.stringify(api.cmi));
    return answer;
  };
}
window.%(hook)s = api;
</script><iframe style="width:100%%;height:700px;border:0"></iframe>
<script>document.querySelector("iframe").src = "/course/index.html"</script>"""
STANDARD = {
    "1.2": {
        "file": "scorm12.min.js",
        "api": "Scorm12API",
        "hook": "API",
        "methods": ["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSFinish"],
        "get": "LMSGetValue",
        "end": "LMSFinish",
        "status": "cmi.core.lesson_status",
        "score": "cmi.core.score.raw",
        "time": "cmi.core.session_time",
    },
    "2004": {
        "file": "scorm2004.min.js",
        "api": "Scorm2004API",
        "hook": "API_1484_11",
        "methods": ["Initialize", "GetValue", "SetValue", "Commit", "Terminate"],
        "get": "GetValue",
        "end": "Terminate",
        "status": "cmi.completion_status",
        "score": "cmi.score.raw",
        "time": "cmi.session_time",
    },
}
pytestmark = needs_fetched


@pytest.fixture(scope="module")
def lesson():
    with lesson_for(ANY_COURSE) as running:
        yield running


@pytest.fixture(scope="module")
def still_lesson():
    """A page in the lesson's place that says only what a test lets it say."""
    site = Site("localhost")
    site.pages["/"] = site.pages["/Draft_ahead"] = "<!doctype html><h1>Lesson</h1>"
    yield site
    site.close()


@pytest.fixture(scope="module")
def open_strict(chromium, tmp_path_factory):
    """One browser that blocks third-party cookies, for all course systems."""
    with strict_browser(chromium, tmp_path_factory.mktemp("chromium")) as open_one:
        yield open_one


@pytest.fixture
def system(open_strict):
    """A course system, on a site of its own: its shelf is empty; `of(version, address)`."""
    site = Site()

    def of(version: str, address: str, *, lms: str = LMS, **options):
        standard = STANDARD[version]
        for name, text in opened(package(LESSON, address, version=version, **options)).items():
            site.pages[f"/course/{name}"] = text
        site.pages["/runtime.js"] = (RUNTIME / standard["file"]).read_bytes()
        site.pages["/lms"] = lms % standard
        return Course(open_strict(f"{site.url}/lms"), standard)

    yield of
    site.close()


class Course:
    """A package that runs in the course system."""

    def __init__(self, page, standard: dict) -> None:
        self.page, self.standard = page, standard

    @property
    def player(self):
        """The frame of the package."""
        return next(one for one in self.page.frames if one.url.endswith("/course/index.html"))

    @property
    def inside(self):
        """What is in the lesson, settled."""
        inside = self.page.frame_locator("iframe").frame_locator("iframe >> nth=0")
        inside.locator("h1").first.wait_for()
        return inside

    def kept(self, key: str) -> str:
        """Return what the course system holds: a key of STANDARD, or of the data model."""
        key = self.standard.get(key, key)
        return self.page.evaluate(f"api.{self.standard['get']}('{key}')")

    def wait(self, key: str, pattern: str) -> None:
        """Wait until the course system holds something like this."""
        key = self.standard.get(key, key)
        self.page.wait_for_function(
            f"/{pattern}/.test(api.{self.standard['get']}('{key}'))", polling=200
        )

    def say(self, **told) -> None:
        """Let the page in the lesson's place tell of progress."""
        message = {
            "source": "faster-not-different",
            "version": 1,
            "type": "progress",
            "page": "draft",
            "steps": [],
            "done": [],
            "quiz": {"count": 10, "answered": 0, "right": 0},
            "at": "/Draft_ahead",
            **told,
        }
        self.inside.locator("h1").evaluate("(_, m) => parent.postMessage(m, '*')", message)
        self.page.wait_for_timeout(300)

    def refused(self) -> list:
        """Return the calls that the course system answered with an error."""
        return [call for call in self.page.evaluate("calls") if int(call[-1] or 0)]

    def leave(self) -> None:
        """Close the package as a learner who goes elsewhere does."""
        self.page.evaluate("document.querySelector('iframe').remove()")
        self.page.wait_for_function(f"calls.some(c => c[0] === '{self.standard['end']}')")


@pytest.mark.parametrize("version", VERSIONS)
def test_a_learner_begins_leaves_and_comes_back(system, lesson, version):
    """The place follows every step, is kept without a farewell, and is where one comes back to."""
    first = system(version, f"{lesson.url}/Draft_ahead?seed=7")
    first.inside.get_by_role("button", name=re.compile("^Next(?!:)")).click()
    # On the shelf, before anything says farewell: that is what a crash would leave.
    first.page.wait_for_function("localStorage.getItem('shelf').includes('step=2')")
    began = first.kept("status")
    refused = first.refused()
    first.page.close(run_before_unload=False)

    again = system(version, f"{lesson.url}/Draft_ahead?seed=7")
    again.inside.get_by_role("button", name=re.compile("^Next(?!:)")).wait_for()
    framed = again.player.locator("iframe").get_attribute("src")
    again.leave()
    spent = again.page.evaluate(f"calls.filter(c => c[1] === '{again.standard['time']}').at(-1)[2]")

    assert began == "incomplete"
    assert refused == []
    assert framed == f"{lesson.url}/Draft_ahead?seed=7&step=2&embed=true"
    assert re.fullmatch(r"00:00:\d\d" if version == "1.2" else r"PT\d+S", spent)
    assert again.refused() == []


@pytest.mark.parametrize("version", VERSIONS)
def test_the_quiz_is_scored_and_the_course_completed(system, lesson, version):
    """All steps done, the last question answered wrongly: completed, passed, 90 of 100."""
    *most, last = QUIZ
    answers = "|".join(f"quiz-{one.id}:{RIGHT[one.id]}" for one in most)
    course = system(
        version, f"{lesson.url}/So_what?{DONE}&hide=race|speed&answers={answers}", mastery=0.7
    )
    card = course.inside.locator(f".st-key-card-quiz-{last.id}")
    course.wait("score", r"^\d+$")
    before = (course.kept("status"), course.kept("score"))
    wrong = next(option for option in last.options if not option.right)
    card.get_by_text(wrong.text, exact=True).click()
    card.get_by_role("button").click()
    passed = {"1.2": ("status", "passed"), "2004": ("cmi.success_status", "passed")}[version]
    course.wait(*passed)
    share = round(100 * len(most) / len(QUIZ))

    assert before == ("incomplete", str(share))
    assert course.kept("score") == str(share)
    assert course.kept("status") == ("passed" if version == "1.2" else "completed")
    if version == "2004":
        assert float(course.kept("cmi.score.scaled")) == share / 100
        assert float(course.kept("cmi.progress_measure")) == 1
    assert course.refused() == []


@pytest.mark.parametrize("version", VERSIONS)
def test_the_best_score_counts_and_what_is_completed_stays(system, still_lesson, version):
    """A second, worse try of the quiz and a start over take nothing away, today or later."""
    steps = [step.slug for step in LESSON.steps]
    course = system(version, f"{still_lesson.url}/")
    course.say(done=steps, quiz={"count": 10, "answered": 10, "right": 8})
    course.say(done=[], quiz={"count": 10, "answered": 1, "right": 0})
    same_day = (course.kept("status"), course.kept("score"))
    measure = course.kept("cmi.progress_measure") if version == "2004" else "1"
    course.page.close()
    course = system(version, f"{still_lesson.url}/")
    course.say(done=[], quiz={"count": 10, "answered": 1, "right": 1})

    assert same_day == ("completed", "80")
    assert float(measure) == 1
    assert (course.kept("status"), course.kept("score")) == ("completed", "80")
    assert course.refused() == []


@pytest.mark.parametrize("version", VERSIONS)
def test_below_mastery_is_failed_until_it_is_passed(system, still_lesson, version):
    """Only the steps that are needed count, and the judgement waits for the whole quiz."""
    key = "status" if version == "1.2" else "cmi.success_status"
    course = system(version, f"{still_lesson.url}/", needs=("draft",), mastery=0.7)
    seen = []
    for answered, right in ((9, 6), (10, 6), (10, 7)):
        course.say(done=["draft"], quiz={"count": 10, "answered": answered, "right": right})
        seen.append(course.kept(key))

    assert seen == ["incomplete" if version == "1.2" else "unknown", "failed", "passed"]


@pytest.mark.parametrize("version", VERSIONS)
def test_only_the_framed_lesson_is_believed(system, still_lesson, version):
    """The same words from the course's own page, from another frame of the lesson's, from another
    site in the lesson's own frame, or of another version, are not."""
    course = system(version, f"{still_lesson.url}/")
    course.say(at="/Draft_ahead?seed=1")
    forged = {
        "source": "faster-not-different",
        "version": 1,
        "type": "progress",
        "done": [step.slug for step in LESSON.steps],
        "quiz": {"count": 1, "answered": 1, "right": 1},
        "at": "/forged",
    }
    course.player.evaluate("m => window.postMessage(m, '*')", forged)
    course.player.evaluate(
        """address => new Promise(done => {
          const other = document.createElement("iframe");
          other.onload = done;
          other.src = address;
          document.body.append(other);
        })""",
        f"{still_lesson.url}/Draft_ahead",
    )
    course.page.frames[-1].evaluate("m => parent.postMessage(m, '*')", forged)
    for wrong in ({"version": 2}, {"source": "x"}, {"type": "other"}):
        course.say(**{**forged, **wrong})
    second = course.page.frames[-1].url
    stranger = Site("127.0.0.1")
    stranger.pages["/"] = "<!doctype html><h1>Not the lesson</h1>"
    course.inside.locator("h1").evaluate("(_, to) => { location.href = to; }", stranger.url)
    course.inside.get_by_text("Not the lesson").wait_for()
    course.say(**forged)
    stranger.close()

    assert second == f"{still_lesson.url}/Draft_ahead"
    assert course.kept("cmi.suspend_data") == "/Draft_ahead?seed=1"
    assert course.kept("status") == "incomplete"
    assert course.kept("score") == ""


@pytest.mark.parametrize("version", VERSIONS)
def test_a_place_that_is_not_the_lessons_is_not_gone_to(system, still_lesson, version):
    """What the course system gives back is opened only below the lesson's own origin."""
    key = "cmi.suspend_data"
    setter = "LMSSetValue" if version == "1.2" else "SetValue"
    commit = "LMSCommit" if version == "1.2" else "Commit"
    course = system(version, f"{still_lesson.url}/Draft_ahead")
    for saved in ("//other.example/x", "https://other.example/", "/\\\\other.example", "x"):
        course.say()
        course.page.evaluate(f"api.{setter}('{key}', '{saved}'); api.{commit}('')")
        course.page.close()
        course = system(version, f"{still_lesson.url}/Draft_ahead")
        framed = course.player.locator("iframe").get_attribute("src")

        assert framed == f"{still_lesson.url}/Draft_ahead?embed=true", saved


@pytest.mark.parametrize("version", VERSIONS)
def test_a_place_too_long_for_the_standard_leaves_the_last_one(system, still_lesson, version):
    """4096 characters in 1.2, 64000 in 2004: more would be refused or cut."""
    room = 4096 if version == "1.2" else 64000
    course = system(version, f"{still_lesson.url}/")
    fits, too_long = ("/?a=" + "x" * (length - 4) for length in (room, room + 1))
    course.say(at=fits)
    course.say(at=too_long)

    assert course.kept("cmi.suspend_data") == fits
    assert course.refused() == []


@pytest.mark.parametrize("version", VERSIONS)
def test_without_a_course_system_the_lesson_works_and_says_so(system, still_lesson, version):
    """The package opened by itself shows the lesson, with one line that nothing is recorded."""
    course = system(version, f"{still_lesson.url}/Draft_ahead")
    alone = course.page.context.new_page()
    alone.goto(course.player.url)
    alone.frame_locator("iframe").locator("h1").wait_for()

    assert alone.get_by_role("status").inner_text() == LESSON.text("instructors.player.alone")


@pytest.mark.parametrize("version", VERSIONS)
def test_a_report_that_is_not_taken_is_said(system, still_lesson, version):
    """The learner reads it until the next report is taken."""
    course = system(version, f"{still_lesson.url}/")
    commit = "LMSCommit" if version == "1.2" else "Commit"
    course.page.evaluate(f"window.taken = api.{commit}; api.{commit} = () => 'false'")
    course.say()
    said = course.player.get_by_role("status").inner_text()
    course.page.evaluate(f"api.{commit} = taken")
    course.say(at="/Draft_ahead?seed=2")

    assert said == LESSON.text("instructors.player.unrecorded")
    assert course.player.get_by_role("status").inner_text() == ""
