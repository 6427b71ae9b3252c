"""What the browser needs to play a whole sentence: every round with its words, numbers, pictures.

All of it is sent at once, so that playing never waits for the server. Numbers come twice: as they
are drawn, and as text. The browser formats nothing and holds no word of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from lessons import Lesson
from specdec import Check
from views.draft_scene import Scene
from views.draft_words import (
    STEPS,
    Beat,
    beats,
    counted,
    listed,
    opened,
    outcome,
    said_coin,
    spoken,
    told_apart,
)
from views.html_parts import decimal

Data = dict[str, Any]
DRAWN_DIGITS = 5  # what is drawn needs no more
LABELS = (
    "stage",
    "guesses",
    "thrown",
    "controls",
    "back",
    "next",
    "next_round",
    "on",
    "play",
    "pause",
    "speed",
    "another",
    "again",
    "alt",
    "play_key",
    "keys",
    "look",
    "question",
    "waiting",
)
KINDS = ("drafted", "checked", "unseen", "discarded")
NAMES = ("kept", "rejected", "corrected", "bonus")


def sentence(lesson: Lesson, scenes: Sequence[Scene], cost: float) -> Data:
    """Return the rounds of one sentence, to be drawn and said."""
    last = scenes[-1].ledger()
    return {
        "prompt": lesson.prompt,
        "rounds": [one_round(lesson, scene, cost) for scene in scenes],
        "full": _short(max(last.tokens, last.time(cost), 1.0)),
        "cost": _short(cost),
    }


def labels(lesson: Lesson) -> Data:
    """Return the words that stay the same from beat to beat."""
    texts: Data = {name: lesson.text(f"draft.scene.{name}") for name in LABELS}
    chips = {kind: lesson.text(f"draft.chip.{kind}") for kind in KINDS}
    chips |= {name: lesson.text(f"frame.name.{name}") for name in NAMES}
    kinds = ("kept", "over", "fix", "target", "draft")
    lanes = ("title", "plain", "ahead", "pass_is", "guess_is")
    return texts | {
        "who": lesson.text("draft.who"),
        "blank": lesson.text("draft.blank"),
        "page": lesson.text("draft.title"),
        "chips": chips,
        "steps": [lesson.text("draft.step_of", step=n + 1, steps=STEPS) for n in range(STEPS)],
        "legend": {kind: lesson.text(f"frame.legend.{kind}") for kind in kinds},
        "lanes": {name: lesson.text(f"draft.lanes.{name}") for name in lanes},
    }


def one_round(lesson: Lesson, scene: Scene, cost: float) -> Data:
    """Return one round: its words, its guesses, its last word, its beats."""
    end = scene.continuation.end_token
    return {
        "crumb": lesson.text("draft.crumb", round=len(scene.rounds)),
        "before": scene.continuation.sentence(scene.before),
        "new": [{"word": scene.word(token), "glued": token == end} for token in scene.now.tokens],
        "finished": scene.finished,
        "accepted": scene.now.accepted,
        "outcome": outcome(scene),
        "guesses": [_guess(lesson, scene, place) for place in range(len(scene.now.drafted))],
        "final": _final(lesson, scene),
        "pass": _pass(lesson),
        "grow": _grow(lesson, scene),
        "gain": _gain(lesson, scene, cost),
        "beats": _beats(lesson, scene),
    }


def _guess(lesson: Lesson, scene: Scene, place: int) -> Data:
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
        "q": _short(q),
        "p": _short(p),
        "title": title,
        "lead": lesson.text("draft.panel.guess.lead", context=scene.label(place)),
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
        "ratio": _short(check.ratio),
        "u": _short(check.u),
        "accepted": check.accepted,
    }


def _final(lesson: Lesson, scene: Scene) -> Data:
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
        "glued": now.final.token == scene.continuation.end_token,
        "law": law,
    }
    if case == "bonus":
        text = lesson.text("draft.panel.bonus.bars", pairs=_pairs(lesson, law))
        lead = lesson.text("draft.panel.bonus.lead", context=scene.label(place))
        return data | {"lead": lead, "law_text": text}
    return data | _leftover(lesson, scene, place)


def _leftover(lesson: Lesson, scene: Scene, place: int) -> Data:
    areas, alpha = scene.areas(place), scene.alpha(place)
    shares = {"alpha": decimal(alpha), "z": decimal(1 - alpha)}
    columns = (
        lesson.text("draft.panel.fix.column", word=word, p=decimal(p), q=decimal(q))
        for word, p, q in zip(areas.words, areas.p_target, areas.q_draft, strict=True)
    )
    return {
        "lead": lesson.text("draft.panel.fix.lead"),
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


def _label(lesson: Lesson, scene: Scene, token: int) -> str:
    """Return a token as a picture labels it: a lone full stop would not be seen."""
    is_end = token == scene.continuation.end_token
    return lesson.text("draft.full_stop_label") if is_end else scene.word(token)


def _law(lesson: Lesson, scene: Scene, place: int, law: NDArray[Any], drawn: int) -> list[Data]:
    """Return what one word was drawn from, as bars; what can't be drawn is left out."""
    return [
        {
            "word": _label(lesson, scene, token),
            "value": _short(float(law[token])),
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


def _pass(lesson: Lesson) -> Data:
    return {name: lesson.text(f"draft.panel.pass.{name}") for name in ("title", "lead")}


def _grow(lesson: Lesson, scene: Scene) -> Data:
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
            for number, one in enumerate(scene.rounds, 1)
        ],
    }


def _gain(lesson: Lesson, scene: Scene, cost: float) -> str:
    """Say how much sooner the words of all rounds so far were there."""
    settled = scene.ledger()
    speed = settled.tokens / settled.time(cost)
    key = "faster" if speed > 1 else "slower"
    return lesson.text(f"draft.lanes.{key}", speed=decimal(speed, 1), cost=decimal(cost))


def _beats(lesson: Lesson, scene: Scene) -> list[Data]:
    earlier = scene.ledger(len(scene.rounds) - 1)
    found = []
    for beat in beats(lesson, scene):
        over = beat.step == STEPS or (beat.step == 4 and beat.kind == "final")
        tokens = scene.ledger().tokens if over else earlier.tokens
        guesses = earlier.draft_passes + _guessed(scene, beat)
        passes = earlier.target_passes + (beat.step > 1)
        found.append(
            {
                "step": beat.step,
                "kind": beat.kind,
                "at": beat.at,
                "title": beat.title,
                "lead": beat.lead,
                "said": beat.said,
                "tokens": tokens,
                "settled": over,
                "lanes": [_written(lesson, tokens), _spent(lesson, guesses, passes)],
            }
        )
    return found


def _guessed(scene: Scene, beat: Beat) -> int:
    whole = len(scene.now.drafted)
    return whole if beat.at is None or beat.step > 1 else beat.at + 1


def _written(lesson: Lesson, tokens: int) -> str:
    if tokens == 0:
        return lesson.text("draft.lanes.plain_none")
    words, passes = counted(lesson, "word", tokens), counted(lesson, "pass", tokens)
    return lesson.text("draft.lanes.plain_text", words=words, passes=passes)


def _spent(lesson: Lesson, guesses: int, passes: int) -> str:
    counts = {
        "guesses": counted(lesson, "guess", guesses),
        "passes": counted(lesson, "pass", passes),
    }
    return lesson.text("draft.lanes.ahead_text", **counts)


def _short(value: float) -> float:
    return round(float(value), DRAWN_DIGITS)


def _shorts(values: Any) -> list[float]:  # noqa: ANN401 - a row of numbers of any kind
    return [_short(float(value)) for value in values]
