"""What the walkthrough of step 1 says: one heading and one spoken sentence for each of its beats.

A round has five steps. A step has beats: one for each guess that is drafted, one for the pass, one
for each coin, two for the last word, one for the sentence that grows. The scene shows them one
after the other, the transcript lists them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lessons import Lesson
from specdec import Check
from views.draft_scene import Scene
from views.html_parts import decimal, told_apart
from views.words import say

STEPS = 5


@dataclass(frozen=True)
class Beat:
    """One thing that happens.

    `kind` is one of guess, pass, coin, open, final, grow; `at` is the guess that it is about,
    None where it is about all of them.
    """

    step: int
    kind: str
    at: int | None
    title: str
    lead: str
    said: str


def beats(lesson: Lesson, scene: Scene) -> list[Beat]:
    """Return all that happens in the round on the stage, in order."""
    now = scene.now
    found = [_beat(lesson, scene, 1, "guess", place) for place in range(len(now.drafted))]
    found.append(_beat(lesson, scene, 2, "pass"))
    found += [_beat(lesson, scene, 3, "coin", place) for place in range(len(now.checks))]
    if now.final is not None:
        found.append(_beat(lesson, scene, 4, "open"))
    found.append(_beat(lesson, scene, 4, "final"))
    found.append(_beat(lesson, scene, 5, "grow"))
    return found


def outcome(scene: Scene) -> str:
    """Return how a round ended: "corrected", "bonus", or "ended" at an accepted full stop."""
    return scene.now.final.kind if scene.now.final else "ended"


def spoken(lesson: Lesson, scene: Scene, token: int) -> str:
    """Return a token as a sentence names it: quoted, or "the full stop"."""
    if token == scene.continuation.end_token:
        return lesson.text("draft.pair.end" if scene.real else "draft.full_stop")
    return lesson.text("draft.quoted", word=scene.word(token))


def guesser(lesson: Lesson, scene: Scene) -> str:
    """Return the name of the model that guesses."""
    return lesson.text(f"race.field.draft_{scene.draft}")


def listed(lesson: Lesson, words: Iterable[str]) -> str:
    """Return words one after the other, as a sentence lists them."""
    found = ""
    for word in words:
        found = lesson.text("draft.and_more", before=found, word=word) if found else word
    return found


def counted(lesson: Lesson, what: str, count: int) -> str:
    """Return a number of things: "no pass", "one pass", "three passes"; what: word, pass, guess."""
    if count < 2:
        return lesson.text(f"draft.{what}.{'one' if count else 'none'}")
    number = lesson.text(f"draft.numeral.{count}") if count <= 9 else str(count)
    return lesson.text(f"draft.{what}.many", count=number)


def opened(sentence: str) -> str:
    """Let a sentence that begins with a filled place ("the full stop …") begin in upper case."""
    return sentence[:1].upper() + sentence[1:]


def _beat(lesson: Lesson, scene: Scene, step: int, kind: str, at: int | None = None) -> Beat:
    values = _values(lesson, scene, at)
    key = f"draft.step{step}.{_case(scene, step, kind, at)}"
    title, lead = say(lesson, f"{key}.title", values), say(lesson, f"{key}.lead", values)
    return Beat(step, kind, at, opened(title), opened(lead), _said(lesson, scene, kind, at))


def _values(lesson: Lesson, scene: Scene, at: int | None) -> dict[str, str]:
    now = scene.now
    place = min(now.accepted if at is None else at, len(now.drafted) - 1)
    return {
        "count": counted(lesson, "word", len(now.drafted)),
        "emitted": counted(lesson, "word", len(now.tokens)),
        "place": lesson.text(f"draft.place.{place + 1}"),
        "word": spoken(lesson, scene, now.checks[-1].token),
        "final": spoken(lesson, scene, now.final.token) if now.final else "",
        "draft": guesser(lesson, scene),
        "written": str(scene.ledger().tokens),
    }


def _case(scene: Scene, step: int, kind: str, at: int | None) -> str:
    """Return which of a step's headings fits this beat."""
    now, how = scene.now, outcome(scene)
    lone = len(now.drafted) == 1
    if step <= 2:
        return "one" if lone else "any"
    if step == 3 and at is not None and at < len(now.checks) - 1:
        return "kept"
    if kind == "open":
        return "open" if how == "corrected" else "free"
    if step == 5 and scene.cut:
        return "cut"
    if step == 5 and scene.finished:
        total = scene.ledger()
        return "finished" if total.target_passes < total.tokens else "finished_even"
    if step == 5:
        return "one" if len(now.tokens) == 1 else "any"
    if how == "corrected" and not now.discarded:
        return "corrected_last"
    return f"{how}_one" if step == 3 and lone and how != "corrected" else how


def _said(lesson: Lesson, scene: Scene, kind: str, at: int | None) -> str:
    def text(key: str, **values: Any) -> str:  # noqa: ANN401
        return opened(lesson.text(f"draft.said.{key}", **values))

    now = scene.now
    if kind == "guess" and at is not None:
        token = now.drafted[at]
        chance = decimal(now.q_dists[at][token])
        return text("guess", number=at + 1, word=spoken(lesson, scene, token), q=chance)
    if kind == "pass":
        pairs = (
            lesson.text(
                "draft.said.pair",
                word=spoken(lesson, scene, token),
                p=decimal(now.p_dists[j][token]),
            )
            for j, token in enumerate(now.drafted)
        )
        return text("pass", pairs=listed(lesson, pairs))
    if kind == "coin" and at is not None:
        return said_coin(lesson, scene, now.checks[at])
    behind = listed(lesson, (spoken(lesson, scene, token) for token in now.discarded))
    if kind == "open" and now.rejected_at is not None:
        leaves = text("open", word=spoken(lesson, scene, now.drafted[now.rejected_at]))
        return f"{leaves} {text('thrown', words=behind)}" if behind else leaves
    if kind == "open":
        return text("free")
    if kind == "final" and now.final is None:
        return text("ended")
    if kind == "final" and now.final is not None:
        drawn = "drawn_bonus" if now.final.kind == "bonus" else "drawn_fix"
        chance = decimal(now.final.law[now.final.token])
        return text(drawn, chance=chance, word=spoken(lesson, scene, now.final.token))
    sentence = scene.continuation.sentence(scene.after, prompt=True)
    return text("grown", sentence=sentence)


def said_coin(lesson: Lesson, scene: Scene, check: Check) -> str:
    """Say how a coin fell, and at a rejection what is not looked at any more."""
    u, ratio = told_apart(check.u, check.ratio)
    values = {"word": spoken(lesson, scene, check.token), "u": u, "ratio": ratio}
    if check.accepted:
        case = "kept" if check.ratio < 1 else "always"
    else:
        case = "rejected" if check.p > 0 else "never"
    said = opened(say(lesson, f"draft.said.{case}", values))
    behind = scene.now.discarded
    if check.accepted or not behind:
        return said
    words = listed(lesson, (spoken(lesson, scene, token) for token in behind))
    return f"{said} {lesson.text('draft.said.unseen', words=words)}"
