"""Page 3, part 3: break it, see the law it lands on instead, and when anyone could tell."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from lessons import FaultText, Lesson, Option, Preset, Question
from specdec import FAULTS, acceptance_rate, expected_tokens
from views import html_parts, state
from views.exact_convergence import rounds_of, run_of
from views.exact_kept import offer
from views.exact_numbers import count, small
from views.exact_pairs import pairs
from views.exact_playback import Scene, playback
from views.exact_runs import LEVEL, SAME, Laws, Run, laws, looks, noise
from views.fields import Learner
from views.html_parts import decimal, escape
from views.questions import ask

FIRST = "resample-target"  # shown before a learner picks: the mistake most people would make
ASKED = {"reseeded": "exact-second-word"}  # faults with a question of their own in the lesson
OUTCOMES = ("same", "law", "length", "error")


@dataclass(frozen=True)
class Broken:
    """A fault on the learner's numbers, and what comes of it.

    `outcome` is law, later (only from the second word on), pairs (each word right, two together
    not), length, error or hidden.
    """

    text: FaultText
    learner: Learner
    laws: Laws
    outcome: str

    @property
    def place(self) -> int:
        """The position, from 0, at which there is most to see."""
        return 1 if self.outcome in ("later", "pairs") else 0

    @property
    def distance(self) -> float:
        """Of the law at that position from the wanted one."""
        return self.laws.distances[self.place]


def fault_of(learner: Learner) -> str:
    """Return the fault that is shown; a name that isn't one gives the first."""
    return learner.fault if learner.fault in FAULTS else FIRST


def broken(lesson: Lesson, learner: Learner) -> Broken:
    """Return what the learner's fault does to the learner's numbers."""
    key = fault_of(learner)
    exact = laws(learner.p, learner.q, learner.gamma, key)
    first, second, both = exact.distances
    if exact.broke_off > SAME:
        outcome = "error"
    elif first > SAME:
        outcome = "law"
    elif max(second, both) > SAME:
        outcome = "later" if second > SAME else "pairs"
    else:
        outcome = "length" if FAULTS[key].changes == "length" else "hidden"
    return Broken(lesson.faults[key], learner, exact, outcome)


def break_it(lesson: Lesson) -> None:
    """Show the pick, both lines of code, the question, and once it is answered the result."""
    learner = state.learner()
    st.header(lesson.text("exact.break.title"), anchor=False)
    st.write(lesson.text("exact.break.how"))
    if learner.fault and learner.fault not in FAULTS:
        say = lesson.text(
            "exact.break.unknown", fault=learner.fault, used=lesson.faults[FIRST].name
        )
        st.html(f'<p class="notice" role="status">{escape(say)}</p>')
    state.bound(
        st.selectbox,
        lesson.text("exact.break.pick"),
        field="fault",
        value_name="index",
        options=list(FAULTS),
        format_func=lambda key: lesson.faults[key].name,
        read=lambda _: list(FAULTS).index(fault_of(learner)),
    )
    case = broken(lesson, learner)
    st.html(_code(lesson, case.text))
    if predicted(lesson, case):
        _result(lesson, case)


def predicted(lesson: Lesson, case: Broken) -> bool:
    """Ask what will come of it; say whether it may be shown."""
    own = ASKED.get(case.text.key)
    if own:
        return ask(lesson, own)
    question = _question(lesson, case)
    return ask(replace(lesson, questions={question.id: question}), question.id)


def _question(lesson: Lesson, case: Broken) -> Question:
    """Make the question of a fault: what it does depends on the learner's numbers."""
    right = {"hidden": "same", "later": "law", "pairs": "law"}.get(case.outcome, case.outcome)
    answer = {"hidden": "same"}.get(case.outcome, case.outcome)
    feedback = _filled(lesson, f"exact.break.answer.{answer}", case)
    options = tuple(
        Option(key, lesson.text(f"exact.break.predict.{name}"), feedback, name == right)
        for key, name in zip("abcd", OUTCOMES, strict=True)
    )
    prompt = lesson.text("exact.break.predict.prompt", rounds=count(rounds_of(case.learner)))
    name = f"fault-{case.text.key}"
    return Question(
        id=name,
        misconception=case.text.misconception,
        page="exact",
        prompt=prompt,
        options=options,
        explanation=case.text.why,
        quiz=False,
    )


def _code(lesson: Lesson, text: FaultText) -> str:
    sides = (("wrong", text.code), ("right", text.instead))
    return (
        '<div class="versus">'
        + "".join(
            f'<div class="versus-{kind}"><p>{escape(lesson.text(f"exact.break.{kind}"))}</p>'
            f'<pre tabindex="0"><code>{escape(code)}</code></pre></div>'
            for kind, code in sides
        )
        + "</div>"
    )


def _result(lesson: Lesson, case: Broken) -> None:
    st.header(_filled(lesson, f"exact.break.result.{case.outcome}.title", case), anchor=False)
    st.write(_filled(lesson, f"exact.break.result.{case.outcome}.says", case))
    if case.outcome == "hidden":
        _offer(lesson, case)
    if case.outcome == "error":
        _offer(lesson, case)
        return
    texts = run_of(lesson, case.learner, case.text.key)
    if case.outcome not in ("hidden", "pairs"):
        _numbers(lesson, case, texts)
    _play(lesson, case, texts)
    if case.outcome in ("law", "later", "pairs"):
        st.html(_where(lesson, case, texts))
        once = round(1 / (LEVEL * looks(rounds_of(case.learner))), -2)
        st.caption(
            lesson.text(
                "exact.break.noticed_how",
                looks=looks(rounds_of(case.learner)),
                once=count(once),
            )
        )
    if case.place:
        pairs(lesson, case.text.key)
    offer(lesson, case.learner, rounds_of(case.learner), case.text.key)
    with st.expander(lesson.text("exact.break.table")):
        st.html(_table(lesson, case, texts))
    if case.outcome != "hidden":
        _offer(lesson, case)


def _play(lesson: Lesson, case: Broken, texts: Run) -> None:
    wanted = case.laws.wanted
    law = case.laws.second if case.place else case.laws.first
    scene = Scene(
        case.learner.words,
        texts,
        noise(tuple(wanted.tolist()), tuple(texts.at.tolist())),
        case.place,
        wanted,
        law if case.distance > SAME else None,
        texts.noticed[case.place] if case.distance > SAME else None,
    )
    playback(lesson, scene, key="playback-broken")


def _numbers(lesson: Lesson, case: Broken, texts: Run) -> None:
    """Show what is lost: the distance and when it shows, or the words a round."""
    learner = case.learner
    if case.outcome == "length":
        alpha = acceptance_rate(learner.p, learner.q)
        named = [
            (decimal(texts.emitted), lesson.text("exact.break.tokens_is")),
            (
                decimal(expected_tokens(alpha, learner.gamma)),
                lesson.text("exact.break.tokens_right"),
            ),
        ]
    else:
        noticed = _noticed(lesson, texts.noticed[case.place], case)
        named = [
            (small(case.distance), lesson.text("exact.break.distance_is")),
            (noticed, lesson.text("exact.break.noticed_is")),
        ]
    st.html(html_parts.numbers(named))


def _noticed(lesson: Lesson, at: int | None, case: Broken) -> str:
    if at is None:
        return lesson.text("exact.break.not_noticed", rounds=count(rounds_of(case.learner)))
    return lesson.text("exact.break.noticed", rounds=count(at))


def _where(lesson: Lesson, case: Broken, texts: Run) -> str:
    names = ("1", "2", "joint")
    rows = []
    for name, distance, at in zip(names, case.laws.distances, texts.noticed, strict=True):
        wrong = distance > SAME
        noticed = _noticed(lesson, at, case) if wrong else lesson.text("exact.break.nothing")
        rows.append([lesson.text(f"exact.break.where_{name}"), small(distance), noticed])
    head = [lesson.text(f"exact.break.head_{name}") for name in ("where", "distance", "noticed")]
    return html_parts.table(lesson.text("exact.break.where_caption"), head, rows)


def _table(lesson: Lesson, case: Broken, texts: Run) -> str:
    law = case.laws.second if case.place else case.laws.first
    head = [lesson.text(f"exact.break.head_{name}") for name in ("word", "wanted", "law", "share")]
    seen = texts.counts[case.place][-1] / texts.at[-1]
    rows = [
        [word, *(decimal(value, 4) for value in values)]
        for word, *values in zip(case.learner.words, case.laws.wanted, law, seen, strict=True)
    ]
    return html_parts.table(lesson.text("exact.break.table_caption"), head, rows)


def _offer(lesson: Lesson, case: Broken) -> None:
    """Offer the numbers on which the fault shows best, unless they are these."""
    learner = case.learner
    if learner.gamma == 1 and case.text.key == "reseeded":
        st.button(
            lesson.text("exact.break.use_gamma"), key="use-gamma", on_click=state.act(gamma=4)
        )
    preset = next(one for one in lesson.presets if one.key == case.text.pair)
    if (preset.p_target, preset.q_draft) != (learner.p, learner.q):
        st.button(
            lesson.text("exact.break.use_pair", pair=preset.name),
            key="use-pair",
            on_click=use(preset),
        )


def use(preset: Preset):  # type: ignore[no-untyped-def]  # noqa: ANN201 - a callback, as state.act
    """Return a callback that takes a preset's words, p and q."""
    return state.act(
        words=tuple(preset.words), p=tuple(preset.p_target), q=tuple(preset.q_draft), word=1
    )


def _filled(lesson: Lesson, key: str, case: Broken) -> str:
    values = {
        "why": case.text.why,
        "distance": small(case.distance) if case.outcome != "error" else "",
        "together": small(case.laws.distances[2]) if case.outcome != "error" else "",
        "gamma": str(case.learner.gamma),
        "broke": f"{100 * case.laws.broke_off:.0f} %",
    }
    needed = lesson.placeholders(key)
    return lesson.text(key, **{name: value for name, value in values.items() if name in needed})
