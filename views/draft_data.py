"""What the browser needs to play a whole sentence: every round with its words, numbers, pictures.

All of it is sent at once, so that playing never waits for the server. Numbers come twice: as they
are drawn, and as text. The browser formats nothing and holds no word of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from lessons import Lesson
from views.draft_panels import Data, cost_so_far, gain, guess, last_word, one_pass, short
from views.draft_scene import Scene
from views.draft_words import STEPS, Beat, beats, counted, guesser, outcome
from views.words import say

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
LANES = ("title", "plain", "ahead", "pass_is")
NAMES = ("kept", "rejected", "corrected", "bonus")


def sentence(lesson: Lesson, scenes: Sequence[Scene], cost: float) -> Data:
    """Return the rounds of one sentence, to be drawn and said."""
    last = scenes[-1].ledger()
    return {
        "rounds": [one_round(lesson, scene, cost) for scene in scenes],
        "full": short(max(last.tokens, last.time(cost), 1.0)),
        "cost": short(cost),
    }


def labels(lesson: Lesson, scene: Scene) -> Data:
    """Return the words that stay the same from beat to beat."""
    texts: Data = {name: lesson.text(f"draft.scene.{name}") for name in LABELS}
    chips = {kind: lesson.text(f"draft.chip.{kind}") for kind in KINDS}
    chips |= {name: lesson.text(f"frame.name.{name}") for name in NAMES}
    kinds = ("kept", "over", "fix", "target", "draft")
    lanes = {name: lesson.text(f"draft.lanes.{name}") for name in LANES}
    guess_is = {"guess_is": say(lesson, "draft.lanes.guess_is", {"draft": guesser(lesson, scene)})}
    return texts | {
        "who": lesson.text("draft.pair.who" if scene.real else "draft.who"),
        "blank": lesson.text("draft.blank"),
        "page": lesson.text("draft.title"),
        "chips": chips,
        "steps": [lesson.text("draft.step_of", step=n + 1, steps=STEPS) for n in range(STEPS)],
        "legend": {kind: lesson.text(f"frame.legend.{kind}") for kind in kinds},
        "lanes": lanes | guess_is,
    }


def one_round(lesson: Lesson, scene: Scene, cost: float) -> Data:
    """Return one round: its words, its guesses, its last word, its beats."""
    return {
        "crumb": lesson.text("draft.crumb", round=len(scene.rounds)),
        "written": scene.continuation.sentence(scene.before, prompt=True),
        "new": [
            {"word": word, "glued": glued} for word, glued in map(scene.added, scene.now.tokens)
        ],
        "finished": scene.finished,
        "accepted": scene.now.accepted,
        "outcome": outcome(scene),
        "guesses": [guess(lesson, scene, place) for place in range(len(scene.now.drafted))],
        "final": last_word(lesson, scene),
        "pass": one_pass(lesson),
        "grow": cost_so_far(lesson, scene),
        "gain": gain(lesson, scene, cost),
        "beats": _beats(lesson, scene),
    }


def _beats(lesson: Lesson, scene: Scene) -> list[Data]:
    earlier = scene.ledger(len(scene.rounds) - 1)
    found = []
    for beat in beats(lesson, scene):
        over = beat.step == STEPS  # how many words a round adds is asked at the end of step 4
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
