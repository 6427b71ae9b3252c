"""Step 1 on the screen: the animated round, its question, its transcript, the settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from lessons import Lesson
from specdec import Check
from views import draft_data, draft_source, html_parts, sections, state
from views.draft_panels import Data
from views.draft_scene import Scene, play_all
from views.draft_words import STEPS, beats, spoken
from views.fragments import only
from views.html_parts import decimal, told_apart
from views.remembered import remembered
from views.scene import Place, scene

LAST_SEED = 999_999
ALL = ("scene", "below", "seeds")  # the parts of the page
QUESTION_BOX = '[class*="st-key-card-ask-draft"]'


def scenes(lesson: Lesson) -> tuple[Scene, ...]:
    """Return the rounds of the learner's draw, of the lesson's sentence or of the real pair.

    Raises
    ------
    TooLongError, ModelFileError
        Of the real pair.
    """
    learner = state.learner()
    if learner.source == draft_source.REAL:
        return draft_source.play(lesson)
    return play_all(lesson.continuation, learner.seed, learner.gamma)


def shown(lesson: Lesson) -> tuple[Scene, int]:
    """Return the round that is on the stage, and its step."""
    learner, played = state.learner(), scenes(lesson)
    return played[min(learner.round, len(played)) - 1], learner.step


def note_the_end(lesson: Lesson) -> bool:
    """Keep that the text was played to its end; say whether that is news."""
    now, step = shown(lesson)
    news = step == STEPS and now.finished and "draft" not in state.learner().done
    if news:
        state.mark_done("draft")
    return news


def walkthrough(lesson: Lesson, questions: dict[int, str]) -> bool:
    """Show the rounds of the learner's draw.

    Parameters
    ----------
    questions
        Step to the question that is asked at its end, in the first round.

    Returns
    -------
    Whether the learner asked for the next page.
    """
    learner, played = state.learner(), scenes(lesson)
    place = Place(learner.seed, learner.gamma, min(learner.round, len(played)), learner.step)
    answered = dict(learner.answers)
    name = f"{lesson.name}/{lesson.language}/{draft_source.name()}/{learner.cost}"
    return scene(
        _sentence(name, learner.cost, lesson, played),
        draft_data.labels(lesson, played[0]),
        place,
        key="scene",
        name=name,
        unanswered=[step for step, name in questions.items() if name not in answered],
        question=QUESTION_BOX,
        on_place=partial(_moved, lesson),
        on_another=_another,
    )


def answered() -> None:
    """End the callback of a question: playing waits no longer."""
    only("scene", "below")


def transcript(lesson: Lesson, shown: Scene) -> None:
    """List all that happens in the round, in words and in numbers; needs no motion."""
    with st.expander(lesson.text("draft.transcript.title")):
        learner = state.learner()
        if learner.source == draft_source.REAL:
            st.html(_told(lesson, shown))
        else:
            st.html(_told_of(lesson, learner.seed, learner.gamma, len(shown.rounds)))


@remembered(256)
def _told_of(lesson: Lesson, seed: int, gamma: int, number: int) -> str:
    return _told(lesson, play_all(lesson.continuation, seed, gamma)[number - 1])


def _told(lesson: Lesson, shown: Scene) -> str:
    items = "".join(f"<li>{html_parts.escape(beat.said)}</li>" for beat in beats(lesson, shown))
    pieces = [f"<ol>{items}</ol>", _coins(lesson, shown)]
    if shown.now.final is not None:  # an accepted full stop ends the round without a draw
        pieces.append(_law(lesson, shown))
    return html_parts.stack(*pieces, _ledger(lesson, shown))


def seeds(lesson: Lesson) -> None:
    """Offer the draws that the lesson names, and every setting of this page."""
    with st.expander(lesson.text("draft.seeds.title")):
        if state.learner().source != draft_source.REAL:
            _named_draws(lesson)
        one, two, three = st.columns(3)
        with one:
            state.bound(
                st.number_input,
                lesson.text("draft.seeds.seed"),
                field="seed",
                then=_another_text,
                min_value=0,
                max_value=LAST_SEED,
                step=1,
            )
        with two:
            state.bound(
                st.slider,
                lesson.text("draft.seeds.gamma"),
                field="gamma",
                then=_another_text,
                min_value=1,
                max_value=8,
            )
        with three:
            state.bound(
                st.slider,
                lesson.text("draft.seeds.cost"),
                field="cost",
                then=_another_text,
                min_value=0.0,
                max_value=1.0,
                step=0.01,
            )


def _named_draws(lesson: Lesson) -> None:
    st.write(lesson.text("draft.seeds.lead"))
    with st.container(horizontal=True):
        for name, seed in lesson.seeds.items():
            st.button(
                f"{seed.label} ({seed.seed})",
                key=f"seed-{name}",
                help=seed.shows,
                on_click=_named_draw,
                args=(seed.seed,),
            )


def _named_draw(seed: int) -> None:
    state.put(seed=seed, gamma=4, round=1, step=1)
    _another_text()


def _another_text() -> None:
    """End a callback that changes what is played."""
    if state.learner().source == draft_source.REAL:
        st.rerun()  # the whole page, which says so where the pair can't play
    only(*ALL)


def page_keys(lesson: Lesson) -> None:
    """Let a presenter turn the steps of every round with Page Up and Page Down."""
    rounds = len(scenes(lesson))
    now, step = shown(lesson)
    place = (len(now.rounds) - 1) * STEPS + step
    sections.keys(
        lesson,
        place,
        rounds * STEPS,
        on=state.act(round=place // STEPS + 1, step=place % STEPS + 1),
        back=state.act(round=max(place - 2, 0) // STEPS + 1, step=max(place - 2, 0) % STEPS + 1),
    )


@remembered(64)
def _sentence(name: str, cost: float, _lesson: Lesson, _played: Sequence[Scene]) -> Data:
    """Return what the browser plays; a step on changes none of it."""
    return draft_data.sentence(_lesson, _played, cost)


def _moved(lesson: Lesson, place: Place) -> None:
    """Keep where the learner is; a message about another draw, or from a left page, is late."""
    learner = state.learner()
    if state.page() == "draft" and (place.seed, place.gamma) == (learner.seed, learner.gamma):
        state.put(round=place.round, step=place.step)
        draft_source.start_over_if_new()  # notes the place: a run of the whole page may be far off
        if note_the_end(lesson):
            st.rerun()  # the whole page: its head shows what is done
    only("below")


def _another() -> None:
    state.put(seed=(state.learner().seed + 1) % (LAST_SEED + 1), round=1, step=1)
    _another_text()


def _head(lesson: Lesson, *names: str) -> list[str]:
    return [lesson.text(f"draft.column.{name}") for name in names]


def _coins(lesson: Lesson, shown: Scene) -> str:
    now = shown.now
    rows = []
    for place, token in enumerate(now.drafted):
        p, q = decimal(now.p_dists[place][token]), decimal(now.q_dists[place][token])
        check = now.checks[place] if place < len(now.checks) else None
        rows.append((spoken(lesson, shown, token), q, p, *_fate(lesson, check)))
    head = _head(lesson, "guess", "q", "p", "ratio", "coin", "happened")
    return html_parts.table(lesson.text("draft.transcript.coins"), head, rows)


def _fate(lesson: Lesson, check: Check | None) -> tuple[str, str, str]:
    if check is None:
        return "–", "–", lesson.text("draft.chip.discarded")
    u, ratio = told_apart(check.u, check.ratio)
    return ratio, u, lesson.text("frame.name.kept" if check.accepted else "frame.name.rejected")


def _law(lesson: Lesson, shown: Scene) -> str:
    """Return what the last word was drawn from, beside p_target and q_draft where it has both."""
    now = shown.now
    if now.final is None:
        return ""
    place = now.accepted
    words = shown.node(place).words
    laws = [now.p_dists[place], now.final.law]
    names = ["word", "p", "law"]
    if now.final.kind == "corrected":
        laws.insert(1, now.q_dists[place])
        names.insert(2, "q")
    rows = [
        (spoken(lesson, shown, token), *(decimal(law[token]) for law in laws)) for token in words
    ]
    caption = lesson.text("draft.transcript.law", word=spoken(lesson, shown, now.final.token))
    mark = words.index(now.final.token)
    return html_parts.table(caption, _head(lesson, *names), rows, mark=mark)


def _ledger(lesson: Lesson, shown: Scene) -> str:
    rows = [
        (
            shown.continuation.sentence(one.tokens),
            str(number),
            str(len(one.tokens)),
            str(len(one.drafted)),
        )
        for number, one in enumerate(shown.rounds, 1)
    ]
    head = _head(lesson, "words", "round", "tokens", "guesses")
    return html_parts.table(lesson.text("draft.transcript.ledger"), head, rows)


__all__ = [
    "STEPS",
    "answered",
    "note_the_end",
    "page_keys",
    "scenes",
    "seeds",
    "shown",
    "transcript",
    "walkthrough",
]
