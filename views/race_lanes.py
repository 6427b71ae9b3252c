"""The two lanes of the race as HTML: each piece of text with what became of it."""

from __future__ import annotations

from lessons import Lesson
from nimbus.lanes import LANES, Entry, LaneName, Step
from nimbus.race import Result
from views.html_parts import escape

_KINDS = ("kept", "corrected", "bonus")


class Lanes:
    """Takes the steps of a race as they come and draws both lanes."""

    def __init__(self, lesson: Lesson, entry: Entry) -> None:
        self._lesson = lesson
        self._entry = entry
        self._drawn: dict[LaneName, list[str]] = {name: [] for name in LANES}
        self._text: dict[LaneName, list[str]] = {name: [] for name in LANES}
        self._last: dict[LaneName, Step] = {}

    @property
    def begun(self) -> bool:
        """Whether a step was taken."""
        return bool(self._last)

    @property
    def same_text(self) -> bool:
        """Whether both lanes have written the same, as far as the shorter goes."""
        plain, other = ("".join(self._text[name]) for name in LANES)
        shorter = min(len(plain), len(other))
        return plain[:shorter] == other[:shorter]

    def add(self, step: Step) -> None:
        """Take a step."""
        self._last[step.lane] = step
        for piece in step.pieces:
            self._text[step.lane].append(piece.text)
            struck = ""
            if piece.kind == "corrected" and step.rejected:
                guess = step.rejected.strip(" ")
                struck = f"{' ' * (guess != step.rejected)}<s>{escape(guess)}</s>"
            drawn = escape(piece.text)
            if piece.kind != "plain":
                drawn = f'{struck}<span class="is-{piece.kind}">{drawn}</span>'
            self._drawn[step.lane].append(drawn)

    def html(self, result: Result | None = None) -> str:
        """Return both lanes as they stand."""
        return f'<div class="race-lanes">{"".join(self._lane(n, result) for n in LANES)}</div>'

    def _lane(self, name: LaneName, result: Result | None) -> str:
        lesson, step = self._lesson, self._last.get(name)
        heading = lesson.text("race.lane.plain")
        if name == "speculative":
            draft = lesson.text(f"race.field.draft_{self._entry.draft}")
            heading = lesson.text("race.lane.speculative", draft=draft)
        seconds, passes = (step.elapsed, step.passes) if step else (0.0, 0)
        told = lesson.text("race.lane.state", seconds=f"{seconds:.2f}", passes=passes)
        if result and getattr(result, name).cut:
            told += f" {lesson.text('race.lane.cut')}"
        return (
            f'<section class="race-lane" aria-label="{escape(heading)}"><h3>{escape(heading)}</h3>'
            f'<p class="race-state">{escape(told)}</p>'
            f'<p class="race-text"><span class="asked">{escape(self._entry.prompt)}</span>'
            f"{''.join(self._drawn[name])}</p></section>"
        )


def key(lesson: Lesson) -> str:
    """Return what the marks of the lanes mean."""
    marks = "".join(
        f'<li><span class="is-{kind}">{escape(lesson.text(f"race.key.{kind}"))}</span></li>'
        for kind in _KINDS
    )
    return f'<ul class="race-key">{marks}</ul>'
