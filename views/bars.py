"""p_target and q_draft as bars of one picture: kept, over-drafted and left over, word by word.

Drawn in HTML and CSS, so that labels stay readable on a phone. The areas come from specdec.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from views.html_parts import decimal, escape

Row = Sequence[float] | NDArray[Any]
# Above the highest line there is room for its own width; below 1 the picture would be all air.
# Each with as many lines as have round numbers.
SCALES = {0.2: 4, 0.3: 3, 0.4: 4, 0.5: 5, 0.6: 3, 0.8: 4, 1.0: 4}


@dataclass(frozen=True)
class Areas:
    """What the bars of one position are made of; each a row of V probabilities."""

    words: Sequence[str]
    p_target: Row
    q_draft: Row
    kept: Row
    over: Row
    leftover: Row


def bars(areas: Areas, *, text: str, mark: int | None = None, height: int = 190) -> str:
    """Return the picture of one position.

    Parameters
    ----------
    text
        The picture in one sentence, for those who don't see it.
    mark
        The word that the page speaks of: underlined, in bold.
    height
        Of the plot, in pixels.
    """
    highest = max(*areas.p_target, *areas.q_draft)
    scale = next(top for top in SCALES if highest <= top * 0.98 or top == max(SCALES))
    lines = SCALES[scale]
    ticks = "".join(_tick(scale * line / lines, scale) for line in range(1, lines + 1))
    columns = "".join(_column(areas, i, scale, marked=i == mark) for i in range(len(areas.words)))
    return (
        f'<div class="bars" role="img" aria-label="{escape(text)}" style="--h:{height}px">'
        f'<div class="bars-grid">{ticks}</div><div class="bars-columns">{columns}</div></div>'
    )


def legend(names: Sequence[tuple[str, str]]) -> str:
    """Return the key of the picture: (kind, words), kind one of kept, over, fix, target, draft."""
    marks = {"target": "line-target", "draft": "line-draft"}
    items = (
        f'<li><i class="{marks.get(kind, kind)}"></i>{escape(words)}</li>' for kind, words in names
    )
    return f'<ul class="key">{"".join(items)}</ul>'


def _tick(value: float, scale: float) -> str:
    return f'<span style="bottom:{100 * value / scale:.2f}%"><em>{decimal(value)}</em></span>'


def _column(areas: Areas, i: int, scale: float, *, marked: bool) -> str:
    def area(kind: str, start: float, size: float) -> str:
        if size <= 0:
            return ""
        return (
            f'<i class="{kind}" style="bottom:{100 * start / scale:.2f}%;'
            f'height:{100 * size / scale:.2f}%"></i>'
        )

    kept, over, leftover = areas.kept[i], areas.over[i], areas.leftover[i]
    lines = "".join(
        f'<i class="{kind}" style="bottom:{100 * row[i] / scale:.2f}%"></i>'
        for kind, row in (("is-target", areas.p_target), ("is-draft", areas.q_draft))
    )
    word = escape(areas.words[i])
    return (
        f'<div class="bars-column{" marked" if marked else ""}"><div class="bars-plot">'
        f"{area('kept', 0, kept)}{area('over', kept, over)}{area('fix', kept, leftover)}"
        f"{lines}</div>"
        f'<span class="bars-word" title="{word}">{word}</span></div>'
    )
