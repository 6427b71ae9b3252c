"""The distribution editor in a real Chromium: mouse, finger, keys, words, echoes, looks."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator

import pytest

from tests.browser.conftest import ROOT, Server, overflow, settle, violations

pytestmark = pytest.mark.browser

P = [0.47, 0.18, 0.16, 0.12, 0.07]
Q = [0.22, 0.45, 0.15, 0.11, 0.07]


@pytest.fixture(scope="module")
def editor_server() -> Iterator[Server]:
    """A server of its own for the page that holds nothing but the editor."""
    running = Server(ROOT / "tests" / "browser" / "apps" / "editor_app.py")
    yield running
    running.stop()


@pytest.fixture
def editor(open_page, editor_server):
    """Open the editor's page; options as for `open_page`."""

    def open_editor(query: str = "", **options):
        page = open_page(f"/?{query}", at=editor_server, **options)
        page.locator(".stage").wait_for()
        return page

    return open_editor


def held(page) -> dict:
    """What Python holds."""
    return json.loads(page.locator("code").inner_text())


def told(page, calls: int) -> dict:
    """What Python holds once it has been told so many times; it is told no more often."""
    page.wait_for_function(
        """(calls) => JSON.parse(document.querySelector("code").innerText).calls >= calls""",
        arg=calls,
    )
    settle(page)
    now = held(page)

    assert now["calls"] == calls
    return now


def handle(page, name: str, word: str):
    return page.get_by_role("slider", name=f"{name} of {word}", exact=True)


def button(page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def text(page, name: str, word: str) -> str:
    return handle(page, name, word).get_attribute("aria-valuetext")


def centre(locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, locator, dx: float, dy: float, *, release: bool = True) -> None:
    x, y = centre(locator)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=12)
    page.wait_for_timeout(60)
    if release:
        page.mouse.up()


# ---- mouse -------------------------------------------------------------------------------------


def test_a_drag_is_followed_at_once_and_told_on_release(editor):
    """While the hand moves the picture follows; Python hears on release, once."""
    page = editor()
    drag(page, handle(page, "q_draft", "size"), 0, 60, release=False)

    assert text(page, "q_draft", "size") == "0.35"
    assert page.locator(".sum-alpha b").inner_text() == "α = .79"
    assert page.locator(".sum-sum b").inner_text() == ".79 + .21 = 1"
    assert held(page)["calls"] == 0

    page.mouse.up()
    now = told(page, 1)

    assert now["p"] == P
    assert now["q"][1] == pytest.approx(0.35)
    assert math.fsum(now["q"]) == pytest.approx(1, abs=1e-12)
    for j in (0, 2, 3, 4):  # the others have kept their proportions
        assert now["q"][j] / now["q"][0] == pytest.approx(Q[j] / Q[0], abs=1e-3)
    assert page.locator(".spoken").inner_text() == "size: q_draft is now 0.35. alpha is 0.79."


def test_the_areas_of_the_picture_are_the_formulas(editor):
    """Kept is min(p, q) high; above it lies q - p, hatched, or p - q, dotted."""
    page = editor()
    drag(page, handle(page, "p_target", "size"), 0, 36)
    now = told(page, 1)
    heights = page.evaluate(
        """() => {
          const root = document.querySelector('[data-testid="stBidiComponentIsolated"]').shadowRoot;
          const bars = [...root.querySelectorAll(".bars rect")];
          return bars.map((bar) => [bar.getAttribute("class"), bar.height.baseVal.value]);
        }"""
    )
    for j, (p, q) in enumerate(zip(now["p"], now["q"], strict=True)):
        kept, upper = heights[2 * j : 2 * j + 2]

        assert kept[1] == pytest.approx(min(p, q) * 300 / 1, abs=0.5) or kept[1] == pytest.approx(
            min(p, q) * 300 / 0.5, abs=0.5
        )
        assert upper[1] / kept[1] == pytest.approx(abs(p - q) / min(p, q), abs=0.02)
        assert upper[0] == ("over" if q > p else "left")


def test_taking_hold_moves_nothing(editor):
    """A press without a move tells Python nothing, wherever on the handle it lands."""
    page = editor()
    x, y = centre(handle(page, "p_target", "the"))
    page.mouse.click(x + 7, y + 7)
    page.wait_for_timeout(700)

    assert held(page)["calls"] == 0
    assert text(page, "p_target", "the") == "0.47"


def test_a_drag_on_the_bar_takes_the_nearer_line(editor):
    """Between the handles of a word, the line nearer to the mouse comes along."""
    page = editor()
    (x1, y1), (x2, _) = (centre(handle(page, n, "size")) for n in ("q_draft", "p_target"))
    page.mouse.move((x1 + x2) / 2, y1 + 20)
    page.mouse.down()
    page.mouse.move((x1 + x2) / 2, y1 + 80, steps=8)
    page.mouse.up()
    now = told(page, 1)

    assert now["p"] == P
    assert now["q"][1] == pytest.approx(0.35)


def test_a_drag_beyond_the_axis_takes_the_axis_along(editor):
    """The line stays in the picture, and the value can reach 1 in one pull."""
    page = editor()
    page.set_viewport_size({"width": 1280, "height": 1500})
    button(page, "Swap p and q").scroll_into_view_if_needed()
    told_before = handle(page, "q_draft", "size").bounding_box()
    drag(page, handle(page, "q_draft", "size"), 0, -(told_before["y"] - 5))

    assert told(page, 1)["q"][1] > 0.5
    page.wait_for_timeout(400)
    ticks = page.locator(".tick:not([hidden])").all_inner_texts()
    assert ticks[-1] == "1.0"


def test_escape_takes_a_drag_back(editor):
    """Escape while dragging restores the value, and Python never hears of it."""
    page = editor()
    drag(page, handle(page, "q_draft", "size"), 0, 60, release=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(600)

    assert text(page, "q_draft", "size") == "0.45"
    assert held(page)["calls"] == 0


# ---- finger ------------------------------------------------------------------------------------


def swipe(page, start: tuple[float, float], dx: float, dy: float) -> None:
    """A finger put down, moved and lifted."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, points: list[dict]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = start
    send("touchStart", [{"x": x, "y": y}])
    for step in range(1, 11):
        send("touchMove", [{"x": x + dx * step / 10, "y": y + dy * step / 10}])
        page.wait_for_timeout(16)
    send("touchEnd", [])


@pytest.mark.parametrize("name", ["p_target", "q_draft"])
def test_a_finger_drags_either_handle_on_a_phone(editor, name: str):
    """On 360 px the bars lie, and each of two close handles is reached on its own."""
    page = editor(width=360, height=740, touch=True)
    target = handle(page, name, "its")  # .12 and .11: the lines nearly touch
    target.scroll_into_view_if_needed()
    before = float(text(page, name, "its"))
    swipe(page, centre(target), 60, 0)
    now = told(page, 1)
    moved, still = ("p", "q") if name == "p_target" else ("q", "p")

    assert page.locator(".stage").get_attribute("data-layout") == "rows"
    assert now[moved][3] > before + 0.05
    assert now[still] == {"p": P, "q": Q}[still]
    assert math.fsum(now[moved]) == pytest.approx(1, abs=1e-12)


def test_a_finger_on_the_picture_scrolls_the_page(editor):
    """Off the handles a swipe is the page's."""
    page = editor(width=360, height=740, touch=True)
    box = page.locator(".stage").bounding_box()
    swipe(page, (box["x"] + box["width"] * 0.7, box["y"] + 3 * 84 + 50), 0, -200)
    page.wait_for_timeout(600)
    scrolled = page.evaluate("""document.querySelector('[data-testid="stMain"]').scrollTop""")

    assert scrolled > 80
    assert held(page)["calls"] == 0


# ---- keys --------------------------------------------------------------------------------------


STEPS = {
    "ArrowUp": 0.46, "ArrowRight": 0.46, "ArrowDown": 0.44, "ArrowLeft": 0.44,
    "Shift+ArrowUp": 0.5, "Shift+ArrowDown": 0.4, "PageUp": 0.55, "PageDown": 0.35,
    "Home": 0.0, "End": 1.0,
}  # fmt: skip


def test_each_key_moves_the_value_by_its_step(editor):
    """Arrows .01, with Shift .05, Page .10, Home 0, End 1; the sum stays 1."""
    page = editor()
    for turn, (key, expected) in enumerate(STEPS.items()):
        handle(page, "q_draft", "size").press(key)
        now = told(page, 2 * turn + 1)

        assert now["q"][1] == pytest.approx(expected), key
        assert math.fsum(now["q"]) == pytest.approx(1, abs=1e-12)
        assert text(page, "q_draft", "size") == f"{expected:.2f}"
        button(page, "Undo").click()
        told(page, 2 * turn + 2)


def test_a_burst_of_keys_is_one_message_and_one_step_back(editor):
    """Python hears after the last key; undo takes the whole burst back."""
    page = editor()
    handle(page, "q_draft", "size").focus()
    for _ in range(6):
        page.keyboard.press("ArrowUp")

    assert told(page, 1)["q"][1] == pytest.approx(0.51)
    page.keyboard.press("Control+z")
    assert told(page, 2)["q"] == Q


def test_going_to_one_and_back_gives_the_others_back_their_proportions(editor):
    """In one stroke or in several: what was squeezed to nothing grows as it was."""
    page = editor()
    handle(page, "q_draft", "size").press("End")
    told(page, 1)
    for _ in range(6):
        page.keyboard.press("PageDown")
    now = told(page, 2)

    assert now["q"][1] == pytest.approx(0.4)
    for j in (0, 2, 3, 4):
        assert now["q"][j] == pytest.approx(Q[j] * 0.6 / 0.55, abs=2e-4)


def test_a_word_that_came_with_everything_lets_the_others_share_evenly(editor):
    """A one-hot distribution from Python is recoverable."""
    page = editor()
    button(page, "One word has it all").click()
    settle(page)
    handle(page, "q_draft", "size").press("PageDown")
    handle(page, "q_draft", "size").press("PageDown")

    assert told(page, 1)["q"] == pytest.approx([0.05, 0.8, 0.05, 0.05, 0.05])


def test_tab_goes_word_by_word(editor):
    """p_target, then q_draft, of each word in turn; the focus can be seen."""
    page = editor()
    handle(page, "p_target", "the").focus()
    names = []
    for _ in range(4):
        active = "document.activeElement.shadowRoot.activeElement"
        names.append(page.evaluate(f"{active}.getAttribute('aria-label')"))
        page.keyboard.press("Tab")

    assert names == ["p_target of the", "q_draft of the", "p_target of size", "q_draft of size"]
    ring = f"() => getComputedStyle({active}.firstElementChild).outlineStyle === 'solid'"
    page.wait_for_function(ring)


# ---- buttons -----------------------------------------------------------------------------------


def test_undo_redo_reset_and_swap(editor):
    """Each does what it says, tells Python, and is greyed where it would do nothing."""
    page = editor()
    assert button(page, "Undo").get_attribute("aria-disabled") == "true"
    assert button(page, "Reset").get_attribute("aria-disabled") == "true"

    handle(page, "q_draft", "size").press("PageUp")
    moved = told(page, 1)["q"]
    button(page, "Undo").click()
    assert told(page, 2)["q"] == Q
    button(page, "Redo").click()
    assert told(page, 3)["q"] == moved
    button(page, "Swap p and q").click()
    now = told(page, 4)
    assert (now["p"], now["q"]) == (moved, P)
    button(page, "Reset").click()
    now = told(page, 5)
    assert (now["p"], now["q"]) == (P, Q)
    assert button(page, "Reset").get_attribute("aria-disabled") == "true"
    button(page, "Undo").click()
    assert told(page, 6)["q"] == P


def test_the_quality_slider_runs_from_hostile_over_yours_to_perfect(editor):
    """0 is all on the word p_target likes least, 1 is q = p, the middle the own draft."""
    page = editor("quality")
    slider = page.get_by_role("slider", name="Draft quality")
    slider.press("Home")
    assert told(page, 1)["q"] == [0, 0, 0, 0, 1]
    slider.press("End")
    now = told(page, 2)
    assert now["q"] == now["p"]
    assert page.locator(".sum-alpha b").inner_text() == "α = 1.00"
    slider.fill("0.75")
    between = told(page, 3)["q"]
    assert between == pytest.approx([(p + q) / 2 for p, q in zip(P, Q, strict=True)], abs=1e-4)
    slider.fill("0.5")
    assert told(page, 4)["q"] == pytest.approx(Q, abs=1e-9)


# ---- words -------------------------------------------------------------------------------------


def test_words_are_added_renamed_and_removed(editor):
    """Each reaches Python with sums of 1, and the focus goes where it is useful."""
    page = editor()
    button(page, "Edit words").click()
    button(page, "Add a word").click()
    now = told(page, 1)
    assert now["words"][-1] == "word 6"
    assert now["p"][-1] == now["q"][-1] == pytest.approx(0.05)
    assert math.fsum(now["p"]) == pytest.approx(1, abs=1e-12)

    page.keyboard.type(
        "crc"
    )  # goes into the new field; c and r are Streamlit's shortcuts elsewhere
    page.keyboard.press("Enter")
    assert told(page, 2)["words"][-1] == "crc"
    assert page.get_by_role("dialog").count() == 0

    button(page, "Remove size").click()
    now = told(page, 3)
    assert now["words"] == ["the", "our", "its", "five", "crc"]
    assert math.fsum(now["q"]) == pytest.approx(1, abs=1e-12)
    active = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')"
    assert page.evaluate(active) == "Remove our"
    button(page, "Undo").click()
    assert told(page, 4)["words"][1] == "size"


def test_a_name_that_is_taken_or_empty_is_not_taken_over(editor):
    """The old name comes back; a taken one is said."""
    page = editor()
    button(page, "Edit words").click()
    field = page.get_by_role("textbox", name="Name of word 2")
    field.fill("the")
    field.press("Enter")
    assert field.input_value() == "size"
    assert page.locator(".note").inner_text() == "There is already a word “the”."
    field.fill("   ")
    field.press("Enter")
    assert field.input_value() == "size"
    field.fill("x" * 40)
    field.press("Enter")

    assert told(page, 1)["words"][1] == "x" * 24


def test_there_are_never_fewer_than_two_words_or_more_than_twelve(editor):
    """At the limits the buttons are greyed and do nothing."""
    page = editor()
    button(page, "Edit words").click()
    for count in range(1, 8):
        button(page, "Add a word").click()
        told(page, count)
    button(page, "Add a word").click(force=True)
    page.wait_for_timeout(500)
    assert len(held(page)["words"]) == 12
    for count in range(8, 18):
        page.get_by_role("button", name=re.compile("^Remove ")).first.click()
        told(page, count)
    page.get_by_role("button", name=re.compile("^Remove ")).first.click(force=True)
    page.wait_for_timeout(500)

    assert len(held(page)["words"]) == 2


def test_hostile_words_are_only_text(editor):
    """Markup, templates and direction marks are shown as they are, here and in what is spoken."""
    page = editor("set=hostile")
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    handle(page, "q_draft", "{value} $& `x`").press("ArrowUp")
    told(page, 1)
    button(page, "Edit words").click()
    field = page.get_by_role("textbox", name="Name of word 1")
    field.fill("<img src=y onerror=a()>")
    field.press("Enter")
    now = told(page, 2)

    assert now["words"][0] == "<img src=y onerror=a()>"
    assert page.locator(".editor img, .editor script").count() == 0
    assert page.locator(".row .word").nth(2).inner_text() == "{value} $& `x`"
    button(page, "Undo").click()
    button(page, "Redo").click()
    handle(page, "q_draft", "{value} $& `x`").press("ArrowUp")
    told(page, 5)
    assert page.locator(".spoken").inner_text().startswith("{value} $& `x`: q_draft is now 0.2")
    assert dialogs == []


# ---- the talk with Python ----------------------------------------------------------------------


def test_new_data_replace_what_is_held_and_can_be_undone(editor):
    """A preset arrives, the elements stay, and undo leads back to the learner's own."""
    page = editor()
    handle(page, "q_draft", "size").press("PageUp")
    own = told(page, 1)["q"]
    button(page, "Preset").click()
    settle(page)
    assert text(page, "q_draft", "the") == "0.60"
    button(page, "Undo").click()

    assert told(page, 2)["q"] == own


@pytest.mark.parametrize("digits", [17, 3])
def test_an_echo_disturbs_nothing(editor, digits: int):
    """What Python sends back, rounded or not, keeps elements, focus and history as they are."""
    page = editor(f"digits={digits}")
    target = handle(page, "q_draft", "size")
    element = target.element_handle()
    target.press("ArrowUp")
    told(page, 1)
    same = page.evaluate("(el) => el === document.activeElement.shadowRoot.activeElement", element)
    assert same
    button(page, "Undo").click()
    told(page, 2)

    assert button(page, "Undo").get_attribute("aria-disabled") == "true"


def test_a_slow_server_never_takes_a_value_back(editor):
    """Two strokes before the first echo: the value never returns to an earlier one."""
    page = editor("slow=0.6")
    target = handle(page, "q_draft", "size")
    target.press("ArrowUp")
    page.wait_for_timeout(350)
    target.press("PageUp")
    page.evaluate(
        """(el) => {
          window.seen = [];
          new MutationObserver(() => window.seen.push(el.getAttribute("aria-valuetext")))
            .observe(el, { attributes: true, attributeFilter: ["aria-valuetext"] });
        }""",
        target.element_handle(),
    )
    now = told(page, 2)

    assert now["q"][1] == pytest.approx(0.56)
    assert set(page.evaluate("window.seen")) <= {"0.56"}


def test_a_drag_outlasts_a_rerun(editor):
    """Data that arrive while the hand holds a line do not take it away."""
    page = editor("slow=0.8")
    handle(page, "q_draft", "size").press("ArrowUp")
    page.wait_for_timeout(300)  # told, and Python is still at it
    drag(page, handle(page, "p_target", "the"), 0, 60, release=False)
    page.wait_for_timeout(1600)
    assert text(page, "p_target", "the") == "0.37"
    page.mouse.up()
    now = told(page, 2)

    assert now["p"][0] == pytest.approx(0.37)
    assert now["q"][1] == pytest.approx(0.46)


def test_it_comes_back_after_it_was_away(editor):
    """Taken off the page and put back, it shows what Python holds and still answers."""
    page = editor()
    handle(page, "q_draft", "size").press("PageUp")
    told(page, 1)
    switch = page.get_by_text("Show the editor")
    switch.click()
    page.locator(".stage").wait_for(state="detached")
    switch.click()
    page.locator(".stage").wait_for()
    assert text(page, "q_draft", "size") == "0.55"
    handle(page, "q_draft", "size").press("PageDown")

    assert told(page, 2)["q"][1] == pytest.approx(0.45)


# ---- looks and ears ----------------------------------------------------------------------------


def test_read_only_is_the_picture_alone(editor):
    """No handles, no buttons; the picture says in words what it shows."""
    page = editor("readonly")
    assert page.get_by_role("slider").count() == 0
    assert page.locator(".editor button, .editor input").count() == 0
    name = page.locator("svg.plot").get_attribute("aria-label")

    assert "size: p_target 0.18, q_draft 0.45" in name
    assert "alpha is 0.73, Z is 0.27" in name
    assert page.locator("svg.plot").get_attribute("role") == "img"


def test_a_lit_word_is_lit_everywhere(editor):
    """Python's word is lit; the page's word goes first; pointing tells the page."""
    page = editor("highlight=1")
    lit = page.locator(".row.lit .word")
    assert lit.all_inner_texts() == ["size"]
    page.evaluate(
        """document.dispatchEvent(new CustomEvent("spec:word", { detail: { word: 3 } }))"""
    )
    assert lit.all_inner_texts() == ["its"]
    page.evaluate(
        """() => {
          window.words = [];
          document.addEventListener("spec:word", (event) => window.words.push(event.detail.word));
        }"""
    )
    handle(page, "p_target", "our").hover()
    assert lit.all_inner_texts() == ["our"]
    button(page, "Preset").hover()

    assert page.evaluate("window.words") == [2, None]
    assert lit.all_inner_texts() == ["size"]


@pytest.mark.parametrize(("motion", "travels"), [("reduce", False), ("no-preference", True)])
def test_bars_travel_only_for_those_who_want_motion(editor, motion: str, travels: bool):
    """New data move the bars for a quarter of a second, or set them at once."""
    page = editor(motion=motion)
    page.evaluate(
        """(el) => {
          window.seen = new Set();
          new MutationObserver(() => window.seen.add(el.getAttribute("aria-valuenow")))
            .observe(el, { attributes: true, attributeFilter: ["aria-valuenow"] });
        }""",
        handle(page, "q_draft", "the").element_handle(),
    )
    button(page, "Preset").click()
    settle(page)

    assert (page.evaluate("window.seen.size") > 2) == travels
    assert text(page, "q_draft", "the") == "0.60"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("query", "width"), [("quality", 1280), ("set=twelve", 360), ("readonly", 1280)]
)
def test_axe_finds_nothing(editor, scheme: str, query: str, width: int):
    """WCAG 2.2 A and AA, with the list of words open."""
    page = editor(query, scheme=scheme, width=width)
    if "readonly" not in query:
        button(page, "Edit words").click()

    assert violations(page) == []


MEASURE = """() => {
  const root = document.querySelector('[data-testid="stBidiComponentIsolated"]').shadowRoot;
  const shown = (el) => el.checkVisibility() && el.getClientRects().length > 0 &&
    getComputedStyle(el.parentElement).clipPath === "none";
  const kinds = ".cell, .tick, .sums b, .sums span, .key span, button";
  const texts = [...root.querySelectorAll(kinds)]
    .filter((el) => shown(el) && el.textContent.trim());
  const small = texts.filter((el) => parseFloat(getComputedStyle(el).fontSize) < 13);
  const box = (el) => {
    const range = document.createRange();
    range.selectNodeContents(el);
    const [a, b] = [range.getBoundingClientRect(), el.getBoundingClientRect()];
    return { left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
             top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) };
  };
  const boxes = texts.map(box);
  const clashes = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, k) => {
    const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
    if (over) clashes.push([texts[i].textContent, texts[i + 1 + k].textContent]);
  }));
  const centres = [...root.querySelectorAll(".handle")].map((el) => {
    const r = el.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2, r.width, r.height];
  });
  // Along the axis handles may meet; across it they never do.
  const across = root.querySelector(".stage").dataset.layout === "columns" ? 0 : 1;
  const gaps = centres.slice(1).map((c, i) => Math.abs(c[across] - centres[i][across]));
  const outside = root.querySelector(".editor").getBoundingClientRect();
  const out = boxes.filter((b) => b.right > outside.right + 1 || b.left < outside.left - 1);
  return { small: small.length, clashes, gap: Math.min(...gaps), out: out.length,
           target: Math.min(...centres.flatMap((c) => [c[2], c[3]])) };
}"""


@pytest.mark.parametrize("query", ["quality", "set=twelve", "set=hostile"])
def test_it_fits_and_nothing_collides(editor, query: str):
    """No sideways scrolling, no text below 13 px, no label on another, handles 24 px apart."""
    page = editor(query)
    button(page, "Edit words").click()
    sizes = [(width, 16) for width in (320, 360, 480, 600, 768, 900, 1280)]
    for width, type_size in [*sizes, (640, 24), (1920, 24)]:  # 24: the presenter view
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(f"document.documentElement.style.fontSize = '{type_size}px'")
        page.wait_for_timeout(500)
        found = page.evaluate(MEASURE)

        assert overflow(page) == 0, width
        assert found["clashes"] == [], width
        assert (found["small"], found["out"]) == (0, 0), width
        assert found["gap"] >= 24 * type_size / 16, width
        assert found["target"] >= 24 * type_size / 16, width
