"""The pictures of the walkthrough as data: a guess, its coin, the last word, the cost so far.

Numbers come twice, as they are drawn and as text: the browser formats nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from lessons import Lesson
from specdec import Check
from views.draft_scene import Scene
from views.draft_words import guesser, listed, opened, outcome, said_coin, spoken
from views.html_parts import decimal, told_apart
from views.words import say

Data = dict[str, Any]
MOST_PAST = 6  # rounds that are listed: the panel keeps the room of its tallest picture
DRAWN_DIGITS = 5  # what is drawn needs no more


def guess(lesson: Lesson, scene: Scene, place: int) -> Data:
    """Return one guess: its numbers, what it was drawn from, and its coin if it has one."""
    now = scene.now
    token = now.drafted[place]
    p, q = float(now.p_dists[place][token]), float(now.q_dists[place][token])
    word = spoken(lesson, scene, token)
    verdict = "under" if p > q else "over" if p < q else "equal"
    shares = {"q": decimal(q), "p": decimal(p)}
    title = lesson.text("draft.panel.guess.title", number=place + 1, word=word)
    said = lesson.text(f"draft.panel.pass.{verdict}")
    law = _law(lesson, scene, place, now.q_dists[place], token)
    pairs = _pairs(lesson, law)
    checked = place < len(now.checks)
    return {
        "word": scene.word(token),
        "label": _label(lesson, scene, token),
        "texts": shares,
        "q": short(q),
        "p": short(p),
        "title": title,
        "lead": joined(
            say(
                lesson,
                "draft.panel.guess.lead",
                {"context": scene.label(place), "draft": guesser(lesson, scene)},
            ),
            others(lesson, scene, place),
        ),
        "law": law,
        "law_text": lesson.text("draft.panel.guess.bars", pairs=pairs, word=word),
        "verdict": said,
        "row": lesson.text("draft.panel.pass.row", word=word, verdict=said, **shares),
        "numbers": [
            lesson.text("draft.chip.number", q=shares["q"]),
            lesson.text("draft.chip.numbers", **shares),
        ],
        "coin": _coin(lesson, scene, now.checks[place]) if checked else None,
    }


def _coin(lesson: Lesson, scene: Scene, check: Check) -> Data:
    word = spoken(lesson, scene, check.token)
    u, ratio = told_apart(check.u, check.ratio)
    p, q = decimal(check.p), decimal(check.q)
    always = check.ratio == 1
    verdict = "kept" if check.accepted else "rejected"
    return {
        "title": lesson.text("draft.panel.coin.title", word=word),
        "verdict": opened(lesson.text(f"draft.panel.coin.{verdict}", word=word)),
        "said": said_coin(lesson, scene, check),
        "keep": lesson.text("draft.panel.coin.keep"),
        "reject": lesson.text("draft.panel.coin.reject"),
        "limit": lesson.text("draft.panel.coin.always")
        if always
        else lesson.text("draft.panel.coin.limit", ratio=ratio),
        "coin": lesson.text("draft.panel.coin.coin", u=u),
        "formula": lesson.text("draft.panel.coin.formula", p=p, q=q, ratio=ratio),
        "chip": lesson.text("draft.chip.coin", u=u, ratio=ratio),
        "ratio": short(check.ratio),
        "u": short(check.u),
        "accepted": check.accepted,
    }


def one_pass(lesson: Lesson) -> Data:
    """Return the heading of the pass, which each guess has a row under."""
    return {name: lesson.text(f"draft.panel.pass.{name}") for name in ("title", "lead")}


def last_word(lesson: Lesson, scene: Scene) -> Data:
    """Return what the last word was drawn from; a kept full stop has none."""
    now = scene.now
    case = "fix" if outcome(scene) == "corrected" else outcome(scene)
    data: Data = {"title": lesson.text(f"draft.panel.{case}.title"), "kind": outcome(scene)}
    if now.final is None:
        return data | {"lead": lesson.text("draft.panel.ended.lead")}
    place = now.accepted if case == "fix" else len(now.drafted)
    law = _law(lesson, scene, place, now.final.law, now.final.token)
    data |= {
        "word": scene.word(now.final.token),
        "label": _label(lesson, scene, now.final.token),
        "law": law,
    }
    if case == "bonus":
        text = lesson.text("draft.panel.bonus.bars", pairs=_pairs(lesson, law))
        lead = lesson.text("draft.panel.bonus.lead", context=scene.label(place))
        return data | {"lead": joined(lead, others(lesson, scene, place)), "law_text": text}
    return data | _leftover(lesson, scene, place)


def _leftover(lesson: Lesson, scene: Scene, place: int) -> Data:
    areas, alpha = scene.areas(place), scene.alpha(place)
    shares = {"alpha": decimal(alpha), "z": decimal(1 - alpha)}
    columns = (
        lesson.text("draft.panel.fix.column", word=word, p=decimal(p), q=decimal(q))
        for word, p, q in zip(areas.words, areas.p_target, areas.q_draft, strict=True)
    )
    return {
        "lead": joined(lesson.text("draft.panel.fix.lead"), hidden(lesson, scene, place)),
        "bars": {
            "words": [_label(lesson, scene, token) for token in scene.node(place).words],
            "p": _shorts(areas.p_target),
            "q": _shorts(areas.q_draft),
            "kept": _shorts(areas.kept),
            "over": _shorts(areas.over),
            "left": _shorts(areas.leftover),
        },
        "bars_text": lesson.text(
            "draft.panel.fix.bars",
            context=scene.label(place),
            pairs="; ".join(columns),
            **shares,
        ),
        "numbers": [
            [
                lesson.text("draft.panel.fix.alpha", alpha=shares["alpha"]),
                lesson.text("frame.alpha_is"),
            ],
            [lesson.text("draft.panel.fix.z", z=shares["z"]), lesson.text("frame.z_is")],
        ],
    }


def others(lesson: Lesson, scene: Scene, place: int) -> str:
    """Say how many pieces the last bar stands for; nothing where each has a bar of its own."""
    lump = scene.bars(place)
    return lesson.text("draft.pair.lump", count=f"{lump.others:,}") if lump else ""


def hidden(lesson: Lesson, scene: Scene, place: int) -> str:
    """Say what the bar for all others doesn't show."""
    lump = scene.bars(place)
    if lump is None:
        return ""
    more = lesson.text("draft.pair.hidden", hidden=decimal(lump.hidden))
    return joined(others(lesson, scene, place), more)


def joined(*sentences: str) -> str:
    """Return sentences behind each other; those that say nothing are left out."""
    return " ".join(sentence for sentence in sentences if sentence)


def cost_so_far(lesson: Lesson, scene: Scene) -> Data:
    """Return what all rounds so far have cost, and what the last of them gave."""
    total = scene.ledger()
    counts = {
        "tokens": total.tokens,
        "passes": total.target_passes,
        "saved": total.tokens - total.target_passes,
    }
    return {
        "title": lesson.text("draft.panel.grow.title"),
        "numbers": [
            [str(count), lesson.text(f"draft.panel.grow.{name}")] for name, count in counts.items()
        ],
        "past": [
            {
                "name": lesson.text("draft.crumb", round=number),
                "words": scene.continuation.sentence(one.tokens),
                "now": one is scene.now,
            }
            for number, one in [*enumerate(scene.rounds, 1)][-MOST_PAST:]
        ],
    }


def gain(lesson: Lesson, scene: Scene, cost: float) -> str:
    """Say how much sooner the words of all rounds so far were there."""
    settled = scene.ledger()
    speed = settled.tokens / settled.time(cost)
    key = "faster" if speed > 1 else "slower"
    return lesson.text(f"draft.lanes.{key}", speed=decimal(speed, 1), cost=decimal(cost))


def _law(lesson: Lesson, scene: Scene, place: int, law: NDArray[Any], drawn: int) -> list[Data]:
    """Return what one word was drawn from, as bars; what can't be drawn is left out."""
    return [
        {
            "word": _label(lesson, scene, token),
            "value": short(float(law[token])),
            "text": decimal(float(law[token])),
            "drawn": token == drawn,
        }
        for token in scene.node(place).words
        if law[token] > 0
    ]


def _pairs(lesson: Lesson, law: Sequence[Data]) -> str:
    return listed(
        lesson,
        (lesson.text("draft.panel.guess.pair", word=x["word"], chance=x["text"]) for x in law),
    )


def _label(lesson: Lesson, scene: Scene, token: int) -> str:
    """Return a token as a picture labels it: a lone full stop would not be seen."""
    is_end = token == scene.continuation.end_token and not scene.real
    return lesson.text("draft.full_stop_label") if is_end else scene.word(token)


def short(value: float) -> float:
    """Round what is only drawn."""
    return round(float(value), DRAWN_DIGITS)


def _shorts(values: Any) -> list[float]:  # noqa: ANN401 - a row of numbers of any kind
    return [short(float(value)) for value in values]
