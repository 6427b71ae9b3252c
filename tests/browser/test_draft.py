"""Step 1 in a real Chromium: the scene by mouse, finger and keys, played, cut, deep-linked."""

from __future__ import annotations

import re
from urllib.parse import urlparse

import pytest

from lessons import load_lesson
from tests.browser.conftest import overflow, settle, violations

pytestmark = pytest.mark.browser

LESSON = load_lesson()
ANSWERED = "answers=" + "|".join(
    f"{name}:skip" for name, one in LESSON.questions.items() if name.startswith("draft-")
)
STEP = re.compile(r"Step (\d) of 5")
MOVING = "no-preference"


def button(page, name: str):
    return page.locator(".scene").get_by_role("button", name=name, exact=True)


def next_button(page):
    """The primary button, whatever it is called now."""
    return page.locator(".scene .next")


def title(page) -> str:
    return page.locator("h1").inner_text()


def step(page) -> int:
    return int(STEP.search(page.locator(".crumb").inner_text())[1])


def chips(page) -> list[tuple[str, str]]:
    """Each word of the round with what happened to it."""
    return [
        tuple(chip.locator(name).inner_text() for name in (".word", ".status"))
        for chip in page.locator(".chip").all()
    ]


def said(page) -> str:
    return page.locator('.scene [role="status"]').inner_text()


def wait_for_title(page, text: str) -> None:
    page.locator("h1", has_text=text).wait_for()


# ---- the click path ----------------------------------------------------------------------------


def test_five_steps_tell_one_round(open_page):
    """Drafted, checked, coin by coin, corrected, grown: chips and heading say so at each step."""
    page = open_page("/Draft_ahead")
    seen = [(title(page), chips(page))]
    for number in range(2, 6):
        next_button(page).click()
        assert step(page) == number
        seen.append((title(page), chips(page)))

    assert seen == [
        (
            "The draft guesses ahead",
            [(word, "guessed") for word in ("file", "exceeded", "size", "limit")],
        ),
        (
            "One pass checks every guess",
            [(word, "checked") for word in ("file", "exceeded", "size", "limit")],
        ),
        (
            "The third guess is rejected",
            [
                ("file", "kept"),
                ("exceeded", "kept"),
                ("size", "rejected"),
                ("limit", "not looked at"),
            ],
        ),
        (
            "The third guess is corrected",
            [("file", "kept"), ("exceeded", "kept"), ("the", "corrected")],
        ),
        ("The sentence grows by three words", []),
    ]
    assert page.locator(".sentence .text").inner_text().strip().endswith("your file exceeded the")


def test_p_target_appears_under_every_chip_at_one_moment(open_page):
    """Before the pass only q_draft is there, after it both numbers stand under each guess."""
    page = open_page("/Draft_ahead", motion=MOVING)
    wait_for_title(page, "The draft guesses ahead")
    page.locator(".chip").nth(3).wait_for()
    shown = "chips => chips.map(c => getComputedStyle(c.querySelector('.p')).visibility)"
    before = page.locator(".chip").evaluate_all(shown)
    next_button(page).click()
    sweeps = page.locator(".sweep").count()
    after = page.locator(".chip").evaluate_all(shown)

    assert before == ["hidden"] * 4
    assert after == ["visible"] * 4
    assert sweeps == 4


def test_the_coin_comes_before_the_verdict(open_page):
    """Moving, no word and no chip says how a coin fell before it lies on its ruler."""
    page = open_page("/Draft_ahead?step=2", motion=MOVING)
    page.evaluate(
        """() => {
          const scene = [...document.querySelectorAll('*')]
            .map(one => one.shadowRoot?.querySelector('.scene')).find(Boolean);
          window.early = [];
          const look = () => {
            const coin = scene.querySelector('.ruler-coin')?.getAnimations()[0];
            if (coin?.effect.getComputedTiming().progress < 0.9)
              window.early.push([scene.querySelector('h1').textContent,
                scene.querySelector('.chip.now .status').textContent,
                scene.querySelector('[role=status]').textContent]);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    next_button(page).click()
    wait_for_title(page, "The third guess is rejected")
    early = page.evaluate("window.early")

    assert len(early) > 10
    assert all("size" not in text or "fell" not in text for _, _, text in early)
    assert {status for _, status, _ in early} == {"checked"}
    assert {heading for heading, _, _ in early} <= {
        "One pass checks every guess",
        "The first guess is kept",
        "The second guess is kept",
    }


def test_back_goes_step_by_step_across_rounds(open_page):
    """From the first step of a round Back leads to the last step of the one before."""
    page = open_page("/Draft_ahead?round=2&step=2")
    button(page, "Back").click()
    button(page, "Back").click()

    assert title(page) == "The sentence grows by three words"
    page.wait_for_url(re.compile(r"step=5(?!.*round)"))
    for _ in range(4):
        button(page, "Back").click()
    assert step(page) == 1
    assert button(page, "Back").get_attribute("aria-disabled") == "true"


def test_a_press_is_always_a_step(open_page):
    """Pressed faster than the scene moves, Next still goes on by one step a press."""
    page = open_page("/Draft_ahead", motion=MOVING)
    for _ in range(3):
        next_button(page).click()

    assert step(page) == 4
    page.wait_for_url("**step=4**")
    wait_for_title(page, "The third guess is corrected")


def test_the_end_of_the_sentence_leads_on(open_page):
    """At the full stop the primary button opens step 2; the step is marked as done."""
    page = open_page(f"/Draft_ahead?round=3&step=4&{ANSWERED}")
    next_button(page).click()
    settle(page)

    assert title(page) == "The sentence is finished"
    assert next_button(page).locator(".label").inner_text() == "On to step 2"
    assert button(page, "Play").get_attribute("aria-disabled") == "true"
    page.wait_for_timeout(800)  # a hurried press does not leave the page
    next_button(page).click()
    page.wait_for_url("**/Accept_or_correct?**")
    settle(page)
    assert "done=draft" in page.url


def test_another_draw_begins_another_sentence(open_page):
    """The next seed, from its first step; From the start begins the same one again."""
    page = open_page("/Draft_ahead?seed=1&step=3")
    before = chips(page)
    button(page, "Another draw").click()
    page.wait_for_url("**seed=2**")
    page.locator(".chip .word", has_text="report").wait_for()

    assert "step=" not in page.url
    assert [status for _, status in chips(page)] == ["guessed"] * 4
    assert "report" not in [word for word, _ in before]
    next_button(page).click()
    button(page, "From the start").click()
    assert step(page) == 1


def test_a_word_shows_its_numbers_again(open_page):
    """Pressing a chip brings back its own coin; pressing it again returns to the beat."""
    page = open_page("/Draft_ahead?step=3")
    panel = page.locator(".panel")
    page.get_by_role("button", name=re.compile("^exceeded")).click()

    assert "“exceeded” is kept" in panel.inner_text()
    assert "min(1, .34/.40) = .85" in panel.inner_text()
    page.get_by_role("button", name=re.compile("^exceeded")).click()
    assert "“size” is rejected" in panel.inner_text()


# ---- playing -----------------------------------------------------------------------------------


def test_play_goes_to_the_end_of_the_sentence(open_page):
    """Through all steps and rounds to the full stop, with no press in between."""
    page = open_page(f"/Draft_ahead?seed=185&{ANSWERED}", motion=MOVING)
    button(page, "2×").click()
    button(page, "Play").click()
    assert button(page, "Pause").is_visible()
    page.locator("h1", has_text="The sentence is finished").wait_for(timeout=45_000)
    page.wait_for_url("**done=draft**")

    assert "round=2" in page.url
    assert "step=5" in page.url
    assert button(page, "Play").get_attribute("aria-disabled") == "true"
    assert page.locator(".sentence .text").inner_text().endswith(".")


def test_play_waits_at_a_question_once(open_page):
    """It stops before the answer is shown and says so; pressed again it stops no more."""
    page = open_page("/Draft_ahead")
    button(page, "2×").click()
    button(page, "Play").click()
    waiting = page.locator(".ask", has_text="Play goes on")
    waiting.wait_for()

    assert step(page) == 1
    waiting.click()
    assert page.evaluate("document.activeElement.type") == "radio"
    button(page, "Play").click()
    page.wait_for_url("**step=3**")
    button(page, "Pause").click()
    stopped = step(page)
    page.wait_for_timeout(1500)
    assert step(page) == stopped


def test_speed_is_a_choice_of_three(open_page):
    """The chosen one is pressed, for those who don't see it too."""
    page = open_page("/Draft_ahead")
    button(page, "0.5×").click()
    pressed = [button(page, name).get_attribute("aria-pressed") for name in ("0.5×", "1×", "2×")]

    assert pressed == ["true", "false", "false"]


# ---- keys, fingers, no motion ------------------------------------------------------------------


def test_everything_works_from_the_keyboard(open_page):
    """Alt and an arrow anywhere; in the scene arrows go by beats, K plays and pauses."""
    page = open_page(f"/Draft_ahead?{ANSWERED}")
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    assert title(page) == "The third guess is rejected"
    page.get_by_role("group", name="The round, step by step").focus()
    page.keyboard.press("ArrowLeft")
    assert title(page) == "The second guess is kept"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert title(page) == "The third place is open"
    page.keyboard.press("k")
    assert button(page, "Pause").is_visible()
    page.keyboard.press("Space")
    assert button(page, "Play").is_visible()
    page.keyboard.press("Alt+ArrowLeft")
    assert step(page) == 3
    assert "/Draft_ahead" in page.url
    page.keyboard.press("Alt+ArrowUp")
    page.wait_for_url("**seed=553**")


def test_the_focus_stays_where_it_is_and_is_seen(open_page):
    """A button keeps the focus through the steps, with an outline around it."""
    page = open_page("/Draft_ahead")
    next_button(page).focus()
    for _ in range(5):
        page.keyboard.press("Enter")
    settle(page)
    state = next_button(page).evaluate(
        "b => [b.getRootNode().activeElement === b, getComputedStyle(b).outlineStyle]"
    )

    assert state == [True, "solid"]
    assert page.locator(".crumb").inner_text().find("Round 2") >= 0


def test_a_finger_goes_through_a_round_on_a_phone(open_page):
    """At 360 px: targets of 44 px, the buttons in reach without scrolling, nothing too wide."""
    page = open_page("/Draft_ahead", width=360, height=740, touch=True)
    sizes = page.locator(".controls button").evaluate_all(
        "all => all.map(b => [b.getBoundingClientRect().width, b.getBoundingClientRect().height])"
    )
    for _ in range(4):
        next_button(page).tap()
    box = next_button(page).bounding_box()

    assert all(width >= 44 and height >= 44 for width, height in sizes)
    assert title(page) == "The sentence grows by three words"
    assert box["y"] + box["height"] <= 740
    assert overflow(page) == 0


def test_nothing_moves_where_motion_is_unwanted(open_page):
    """With prefers-reduced-motion a step is cut to its end: nothing runs, nothing is waited for."""
    page = open_page("/Draft_ahead")
    next_button(page).click()
    next_button(page).click()
    running = page.locator(".scene").evaluate(
        """scene => scene.getAnimations({subtree: true})
                        .filter(one => one.playState === "running").length"""
    )

    assert running == 0
    assert title(page) == "The third guess is rejected"


def test_a_screen_reader_hears_each_beat(open_page):
    """A polite sentence for a beat, a list of words with their fate, the ruler as a text."""
    page = open_page("/Draft_ahead?step=2")
    next_button(page).click()
    ruler = page.get_by_role("img", name="u = .63; p/q = .40")
    guesses = page.get_by_role("list", name="The guesses of this round")
    chip = guesses.get_by_role("listitem").nth(2).get_by_role("button")

    assert said(page) == (
        "The coin for “size” fell on .63; kept below .40: rejected. Not looked at: “limit”."
    )
    assert ruler.is_visible()
    assert chip.locator(".word").inner_text() == "size"
    assert chip.locator(".status").inner_text() == "rejected"
    assert chip.locator(".spoken").inner_text() == (
        "; q_draft .45, p_target .18; coin .63, kept below .40"
    )


# ---- the address -------------------------------------------------------------------------------


def test_an_address_restores_the_very_screen(open_page):
    """Round, step, seed and gamma: a copied address shows the same words to another person."""
    page = open_page("/Draft_ahead?seed=5&gamma=8")
    for _ in range(3):
        next_button(page).click()
    page.wait_for_url("**step=4**")
    there = urlparse(page.url)
    other = open_page(f"{there.path}?{there.query}")

    assert (title(other), chips(other)) == (title(page), chips(page))
    assert title(other) == "The seventh guess is corrected"


def test_python_wins_when_it_names_another_place(open_page):
    """A named draw of the instructor's shows its first step, wherever the scene was."""
    page = open_page("/Draft_ahead?round=2&step=3")
    next_button(page).click()
    page.get_by_text("For instructors").click()
    page.get_by_role("button", name="All four kept (2)").click()
    page.wait_for_url("**seed=2**")
    page.locator(".chip .word", has_text="report").wait_for()

    assert step(page) == 1
    assert [word for word, _ in chips(page)] == ["report", "exceeded", "our", "size"]


def test_an_answer_does_not_disturb_the_scene(open_page):
    """Python runs again; the scene keeps its place and its picture."""
    page = open_page("/Draft_ahead")
    next_button(page).click()
    page.locator(".panel").evaluate("panel => { panel.firstChild.dataset.mine = 'yes' }")
    page.get_by_text("Skip the question").click()
    settle(page)

    assert step(page) == 2
    assert page.locator(".panel").evaluate("panel => panel.firstChild.dataset.mine") == "yes"


# ---- looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "width", "height"),
    [
        ("", 1280, 900),
        ("", 360, 740),
        ("seed=224&gamma=8", 1280, 600),
        ("gamma=1&seed=5", 360, 740),
    ],
)
def test_the_next_button_stays_under_the_cursor(open_page, address, width, height):
    """Pressed from the first step to the last of a sentence, it moves by less than a pixel."""
    page = open_page(f"/Draft_ahead?{address}", width=width, height=height)
    places = []
    for _ in range(60):
        box = next_button(page).bounding_box()
        places.append((box["x"], box["y"], box["width"], box["height"]))
        if next_button(page).locator(".label").inner_text() == "On to step 2":
            break
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settle(page)
    spread = [max(values) - min(values) for values in zip(*places, strict=True)]

    assert title(page) == "The sentence is finished"
    assert max(spread) < 1


def test_stage_and_controls_fit_a_low_window(open_page):
    """At 1280 x 600 (an iframe of a course page) sentence, picture and buttons all show."""
    page = open_page("/Draft_ahead", height=600)
    for _ in range(10):
        next_button(page).click()
        card = page.locator(".card").bounding_box()
        controls = page.locator(".controls").bounding_box()

        assert card["y"] >= 0
        assert card["y"] + card["height"] <= controls["y"] + 1
        assert controls["y"] + controls["height"] <= 600


def test_axe_finds_nothing(open_page):
    """WCAG 2.2 AA where the picture is another one, in light and dark by turns."""
    page = open_page("/Draft_ahead")
    found = violations(page)
    for press in range(8):
        page.emulate_media(color_scheme="light" if press % 2 else "dark")
        next_button(page).click()
        if press in (0, 1, 2, 7):  # checked, judged, corrected, and a bonus
            found += violations(page)

    assert chips(page)[-1] == ("plan", "★ bonus")
    assert found == []


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("seed=224&step=4", "The first guess is corrected"),
        ("seed=643&step=3", "The fourth guess is rejected"),
        ("seed=22&round=2&step=4", "The sentence ends here"),
        ("seed=5&gamma=8&step=4", "The seventh guess is corrected"),
        ("seed=5&gamma=1&step=3", "The guess is kept"),
        ("cost=0&step=5", "The sentence grows by three words"),
    ],
)
def test_every_way_a_round_can_end_fits_a_phone(open_page, address, heading):
    """First guess rejected, p_target 0, full stop, bonus, eight guesses, one: said, in bounds."""
    page = open_page(f"/Draft_ahead?{address}", width=360, height=740)

    assert title(page) == heading
    assert overflow(page) == 0


def test_the_real_pair_plays_on_a_phone(open_page):
    """Chosen and asked on 360 px: the same scene, round after round, in bounds and accessible."""
    page = open_page(f"/Draft_ahead?step=4&gamma=1&{ANSWERED}", width=360, scheme="dark")
    page.get_by_role("radio", name=LESSON.text("draft.pair.real")).click()
    page.get_by_text(LESSON.text("draft.pair.who")).wait_for()
    settle(page)
    for _ in range(5):
        next_button(page).click()

    assert step(page) == 1
    assert page.locator(".crumb").inner_text().startswith("Round 2")
    assert "source=pair" in page.url
    assert overflow(page) == 0
    assert violations(page) == []
