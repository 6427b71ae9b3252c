"""Small pictures in HTML and CSS: word chips, the coin on its ruler, time lanes, tables.

Text stays text (it wraps, scales and is read aloud), patterns come from assets/css/app.css, and
every word that a learner could have typed is escaped here.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

MOST_DIGITS = 4
_NOISE = 12  # decimals of a number: behind them stands what adding up has left
_NEAR_HALF = 1e-6  # of the last digit


@dataclass(frozen=True)
class Chip:
    """A word of the sentence that something happened to.

    `kind` is one of drafted, checked, kept, rejected, corrected, bonus, discarded; `said` is the
    word for it, shown small beside it.
    """

    word: str
    kind: str
    said: str
    now: bool = False  # the one that is being looked at


def sentence(written: str, chips: Sequence[Chip], *, who: str, blank: str = "") -> str:
    """Return the sentence so far, with the chips of this round behind it.

    Parameters
    ----------
    blank
        What a screen reader says for the empty place at the end; "" draws none.
    """
    drawn = [_chip(chip, place) for place, chip in enumerate(chips)]
    if blank:
        drawn.append(f'<span class="blank" role="img" aria-label="{escape(blank)}"></span>')
    return (
        f'<p class="who">{escape(who)}</p>'
        f'<p class="sentence">{escape(written)} {" ".join(drawn)}</p>'
    )


def ruler(ratio: float, u: float, *, keep: str, reject: str, limit: str, coin: str) -> str:
    """Return the ruler of length 1 on which the coin u falls; below `ratio` the token is kept.

    Parameters
    ----------
    ratio, u
        min(1, p/q) and the coin, both in 0 to 1.
    keep, reject, limit, coin
        The words on the kept part, on the rest, at the limit and beside the coin.
    """
    name = f"{coin}; {limit}"
    side = f"right: {100 * (1 - u) + 2.5:.2f}%" if u > 0.6 else f"left: calc({100 * u:.2f}% + 14px)"
    # The limit's label keeps clear of both ends; near an end it takes the place of the 0 or the 1.
    at = (
        f"left:{100 * ratio:.2f}%"
        if 0.25 < ratio < 0.75
        else "left:0"
        if ratio <= 0.25
        else "right:0"
    )
    side_class = "" if 0.25 < ratio < 0.75 else ' class="at-end"'
    scale = f'<span{side_class} style="{at}">{escape(limit)}</span>'
    zero = '<span style="left:0">0</span>' if ratio > 0.25 else ""
    one = '<span style="left:100%">1</span>' if ratio < 0.75 else ""
    return (
        f'<div class="ruler" role="img" aria-label="{escape(name)}"><div class="ruler-coin">'
        f'<span class="fall" style="left:{100 * u:.2f}%"></span>'
        f'<em style="{side}">{escape(coin)}</em></div>'
        f'<div class="ruler-bar"><b class="kept" style="width:{100 * ratio:.2f}%">'
        f"{escape(keep if ratio > 0.15 else '')}</b><b class='over' "
        f'style="width:{100 * (1 - ratio):.2f}%" title="{escape(reject)}"></b></div>'
        f'<div class="ruler-scale">{zero}{scale}{one}</div></div>'
    )


def law_bars(words: Sequence[str], law: Iterable[float], kind: str, *, mark: int) -> str:
    """Return a law as one bar a word, for a draw from it; zeros are left out.

    Parameters
    ----------
    kind
        The class of the fill: "fix" for the residual, "bonus" for p_target.
    mark
        The word that was drawn.
    """
    rows = "".join(
        f'<li class="{"marked" if i == mark else ""}"><span>{escape(words[i])}</span>'
        f'<i class="{kind}" style="width:{60 * chance:.2f}%"></i><em>{decimal(chance)}</em></li>'
        for i, chance in enumerate(law)
        if chance > 0
    )
    return f'<ul class="law">{rows}</ul>'


def lane(name: str, passes: Sequence[tuple[str, float]], *, full: float, text: str) -> str:
    """Return one way of writing as a row of passes in time, and the same in words below it.

    Parameters
    ----------
    passes
        (kind, duration) with kind "pass" (the target) or "guess" (the draft).
    full
        The duration that fills the width.
    text
        The same in words.
    """
    # 3 px between passes: what they take is taken off each pass, so that lanes stay comparable.
    bars = "".join(
        f'<i class="{kind}" style="width:calc({100 * time / full:.3f}% - 3px)"></i>'
        for kind, time in passes
    )
    return (
        f'<p class="lane-name">{escape(name)}</p>'
        f'<div class="lane" aria-hidden="true">{bars}</div><p class="lane-text">{escape(text)}</p>'
    )


def numbers(pairs: Iterable[tuple[str, str]]) -> str:
    """Return large numbers, each with the words that say what it is."""
    parts = (f"<div><b>{escape(value)}</b>{escape(words)}</div>" for value, words in pairs)
    return f'<div class="num">{"".join(parts)}</div>'


def dots(done: int, of: int, text: str) -> str:
    """Return the row of dashes that says how far one is, with `text` beside it."""
    marks = "".join(f'<i class="{"on" if place < done else ""}"></i>' for place in range(of))
    return (
        f'<span class="far"><span class="dots" aria-hidden="true">{marks}</span>'
        f"<span>{escape(text)}</span></span>"
    )


def table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    mark: int | None = None,
) -> str:
    """Return a plain table; the first cell of a row is its heading.

    Parameters
    ----------
    mark
        The row to set in bold, counted from 0.
    """
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = []
    for place, (first, *rest) in enumerate(rows):
        style = ' style="font-weight:650"' if place == mark else ""
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        body.append(f'<tr{style}><th scope="row">{escape(first)}</th>{cells}</tr>')
    return (
        f'<p class="sub">{escape(caption)}</p>'
        f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f'<table class="plain"><thead><tr>{names}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def stack(*pieces: str) -> str:
    """Return pieces below each other as one, apart as `st.html` would set them."""
    return f'<div class="stack">{"".join(f"<div>{piece}</div>" for piece in pieces)}</div>'


def decimal(value: float, digits: int = 2) -> str:
    """Spell a number as the lesson does: .40 for 0.4, 1 for 1, 0 for 0.

    What only rounds to 0 is .00: it is not nothing. Half way it is the even digit, in decimals and
    not in binary: so what makes 1 together, as alpha and Z do, still does as it is shown. The
    editor writes the same (`fixed` in editor_math.js).
    """
    if value == 0:
        return "0"
    text = f"{value:.{digits}f}"
    if abs(value * 10**digits % 1 - 0.5) < _NEAR_HALF:  # elsewhere both say the same
        text = f"{Decimal(str(round(float(value), _NOISE))):.{digits}f}"
    if float(text) == 1 and digits <= 2:
        return "1"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def told_apart(u: float, ratio: float) -> tuple[str, str]:
    """Spell coin and limit with as few digits as show which is the smaller, two at least."""
    for digits in range(2, MOST_DIGITS + 1):
        pair = decimal(u, digits), decimal(ratio, digits)
        if pair[0] != pair[1]:
            break
    return pair


def escape(text: str) -> str:
    """Make any text harmless inside HTML, attributes included."""
    return html.escape(text, quote=True)


def _chip(chip: Chip, place: int) -> str:
    now = " chip-now" if chip.now else ""
    said = f"<small>{escape(chip.said)}</small>" if chip.said else ""
    return (
        f'<span class="chip chip-{chip.kind}{now} come" style="--after:{0.12 * place:.2f}s">'
        f"<b class='said'>{escape(chip.word)}</b>{said}</span>"
    )
