"""The playback of a run: shares per word and their distance, drawn and played in the browser.

A component and no chart of `views/charts.py`: its bars and its curve move with one playhead, which
keyboard and hand can hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from lessons import Lesson
from views.exact_component import linked
from views.exact_numbers import count, small
from views.exact_runs import Noise, Run
from views.html_parts import decimal

PLAIN = ("locale", "play", "pause", "scrub", "speed", "until", "keys", "value_one")
FILLED_THERE = ("value", "stopped")  # with numbers that change as it plays
SHOWN = ("curve_title", "axis_rounds", "rounds_is", "distance_is", "expected_is")


@dataclass(frozen=True)
class Scene:
    """What is played: the words at one position (from 0) of a run's texts.

    `wanted` is what their shares should be; `wrong`, where the program is broken, what they will
    be; `noticed` is the count of texts at which a test first objects.
    """

    words: Sequence[str]
    run: Run
    noise: Noise
    position: int
    wanted: NDArray[Any]
    wrong: NDArray[Any] | None = None
    noticed: int | None = None


def playback(lesson: Lesson, scene: Scene, key: str) -> None:
    """Show the picture with play, pause, scrub and speed."""
    linked("playback")(key=key, data=data(lesson, scene))


def data(lesson: Lesson, scene: Scene) -> dict[str, Any]:
    """Return everything the browser draws and says."""
    run, place = scene.run, scene.position
    return {
        "words": list(scene.words),
        "target": scene.wanted.tolist(),
        "wrong": None if scene.wrong is None else scene.wrong.tolist(),
        "at": run.at.tolist(),
        "counts": run.counts[place].tolist(),
        "distance": _short(run.distance[place]),
        "expected": _short(scene.noise.expected),
        "low": _short(scene.noise.low),
        "high": _short(scene.noise.high),
        "detected": scene.noticed,
        "text": _text(lesson, scene),
    }


def _short(values: NDArray[Any]) -> list[float]:
    """Round what is only drawn: it travels to every learner."""
    return [float(f"{value:.5g}") for value in values]


def _text(lesson: Lesson, scene: Scene) -> dict[str, Any]:
    bars = ("seen", "target") if scene.wrong is None else ("seen", "target", "wrong")
    texts: dict[str, Any] = {n: lesson.text(f"exact.playback.{n}") for n in (*PLAIN, *SHOWN)}
    texts |= {name: lesson.raw(f"exact.playback.{name}") for name in FILLED_THERE}
    noticed = "" if scene.noticed is None else count(scene.noticed)
    return texts | {
        "shares_title": lesson.text("exact.playback.shares_title", position=scene.position + 1),
        "shares_key": [[n, lesson.text(f"exact.playback.shares_key.{n}")] for n in bars],
        "curve_key": [
            [n, lesson.text(f"exact.playback.curve_key.{n}")]
            for n in ("distance", "expected", "band")
        ],
        "detected": lesson.text("exact.playback.detected", rounds=noticed),
        "alt": _alt(lesson, scene),
        "curve_alt": _curve_alt(lesson, scene),
    }


def _alt(lesson: Lesson, scene: Scene) -> str:
    last = scene.run.counts[scene.position][-1] / scene.run.at[-1]
    pairs = [
        lesson.text(
            "exact.playback.alt_pair", word=word, share=decimal(share, 3), p=decimal(wanted, 3)
        )
        for word, share, wanted in zip(scene.words, last, scene.wanted, strict=True)
    ]
    return lesson.text(
        "exact.playback.alt",
        position=scene.position + 1,
        rounds=count(scene.run.at[-1]),
        pairs=", ".join(pairs),
    )


def _curve_alt(lesson: Lesson, scene: Scene) -> str:
    distance = scene.run.distance[scene.position]
    values = {
        "last": small(distance[-1]),
        "rounds": count(scene.run.at[-1]),
        "expected": small(scene.noise.expected[-1]),
    }
    if scene.wrong is not None:
        return lesson.text("exact.playback.curve_alt_wrong", **values)
    return lesson.text(
        "exact.playback.curve_alt",
        first=small(distance[0]),
        low=small(scene.noise.low[-1]),
        high=small(scene.noise.high[-1]),
        **values,
    )
