"""The promise of the module as one sentence that is drafted, checked and corrected.

The motion is CSS alone (assets/css/home.css) and plays once. The words are the first round of the
lesson's default seed: what step 1 then shows again, slowly.
"""

from __future__ import annotations

from lessons import Lesson
from specdec import Round
from views.draft_scene import Scene, play
from views.html_parts import escape

GAMMA = 4  # "draft model proposes 4 tokens ahead"
_FIRST, _NEXT = 0.3, 0.35  # seconds: the guesses come one after the other
_SETTLED = (1.1, 1.4, 1.75, 2.3)  # seconds from the check until a guess has its verdict


def promise(lesson: Lesson, plays: int) -> str:
    """Return the sentence; another number of `plays` makes the browser play it anew."""
    sentence = _sentence(lesson)
    return (
        f'<div class="promise"><div class="promise-ghost" aria-hidden="true">{sentence}</div>'
        f'<div class="promise-live" data-plays="{plays}">{sentence}</div></div>'
    )


def phases(lesson: Lesson, plays: int) -> str:
    """Return what happens in the sentence, as a list in its order, and what it comes to."""
    items = (
        f'<li class="{phase}" style="--from:{start}s">'
        f"<b>{escape(lesson.text(f'home.phase.{phase}.name'))}</b>"
        f"{escape(lesson.text(f'home.phase.{phase}.text'))}</li>"
        for phase, start in (("drafted", _FIRST), ("checked", 1.9), ("corrected", 3.3))
    )
    end = escape(lesson.text("home.promise.end"))
    return (
        f'<ol class="promise-phases" data-plays="{plays}">{"".join(items)}</ol>'
        f'<p class="promise-end">{end}</p>'
    )


def first_round(lesson: Lesson) -> Scene:
    """Return the round that the promise shows: the first of the lesson's default seed."""
    return play(lesson.continuation, lesson.seeds["default"].seed, GAMMA, 1)


def _sentence(lesson: Lesson) -> str:
    scene = first_round(lesson)
    chips = (
        _chip(lesson, kind, scene.word(token), place) for token, kind, place in _verdicts(scene.now)
    )
    return f'<p class="sentence">{escape(lesson.prompt)} {" ".join(chips)}</p>'


def _verdicts(now: Round) -> list[tuple[int, str, int]]:
    """Return token, verdict and place of every word the round touched, in reading order."""
    kinds = ["kept"] * now.accepted
    if now.rejected_at is not None:
        kinds += ["rejected"] + ["discarded"] * len(now.discarded)
    verdicts = [
        (token, kind, place)
        for place, (token, kind) in enumerate(zip(now.drafted, kinds, strict=True))
    ]
    if now.final is not None:
        after = now.accepted + (now.final.kind == "corrected")
        verdicts.insert(after, (now.final.token, now.final.kind, now.accepted))
    return verdicts


def _chip(lesson: Lesson, kind: str, word: str, place: int) -> str:
    said = escape(lesson.text(f"frame.name.{kind}"))
    when = f"--drafted:{_FIRST + _NEXT * place:.2f}s;--lasts:{_SETTLED[min(place, 3)]}s"
    inside = f'<b class="said">{escape(word)}</b> <small>{said}</small>'
    return f'<span class="chip chip-{kind}" style="{when}">{inside}</span>'
