"""The module's listing beside the round that runs here, part by part, and what the parts teach."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import streamlit as st

from lessons import Lesson
from specdec import acceptance_rate, expected_tokens, leftover, residual
from views.code_run import ROUND, tokens_without_bonus, traced_run
from views.code_source import Line, code_block, source_lines
from views.fields import Learner
from views.frame import card
from views.html_parts import decimal, escape, numbers
from views.styles import sheet
from views.words import say


@dataclass(frozen=True)
class Part:
    """Lines of the listing, the lines of ours that do the same, and what differs."""

    key: str
    theirs: list[Line]
    ours: list[Line]
    note: str


def style() -> str:
    """Return the style sheet of source code and of the comparison."""
    return f"<style>{sheet('code')}</style>"


def listing(lesson: Lesson, *, compared: bool) -> None:
    """Show the module's listing; once `compared`, with ours beside it."""
    with card("listing"):
        if compared:
            st.subheader(lesson.text("code.listing.revealed"), anchor=False)
        st.html(_both(lesson) if compared else _theirs(lesson))


@lru_cache(maxsize=8)
def _theirs(lesson: Lesson) -> str:
    name = lesson.text("code.listing.file", file=lesson.module.code_file)
    return f'<p class="who">{escape(name)}</p>{code_block(source_lines(lesson.module.listing))}'


@lru_cache(maxsize=8)
def _both(lesson: Lesson) -> str:
    rows = "".join(_row(lesson, part) for part in parts(lesson, inspect.getsource(ROUND)))
    label = escape(lesson.text("code.listing.table"))
    return (
        f'<div class="compare" role="table" aria-label="{label}">{_head(lesson)}{rows}</div>'
        f'<p class="lead">{escape(lesson.module.code_note)}</p>'
    )


def parts(lesson: Lesson, source: str) -> list[Part]:
    """Return both listings cut into the parts that belong together; no line is left out.

    Parameters
    ----------
    source
        Of the function that runs; its docstring is not shown.
    """
    known = lesson.keys()
    keys = sorted({key.split(".")[2] for key in known if key.startswith("code.compare.")})
    cuts = {}
    for side, lines in (
        ("theirs", source_lines(lesson.module.listing)),
        ("ours", without_docstring(source_lines(source))),
    ):
        names = [f"code.compare.{key}.{side}" for key in keys]
        cuts[side] = cut(lines, [lesson.text(name) if name in known else "" for name in names])
    notes = [lesson.text(f"code.compare.{key}.note") for key in keys]
    return [Part(*one) for one in zip(keys, cuts["theirs"], cuts["ours"], notes, strict=True)]


def cut(lines: Sequence[Line], starts: Sequence[str]) -> list[list[Line]]:
    """Cut lines into consecutive pieces, each beginning at the line that starts so; "" is none.

    Raises
    ------
    ValueError
        If no line behind the piece before starts so: the lesson and the code have parted.
    """
    places, at = [], 0
    for start in starts:
        if start:
            found = [i for i in range(at, len(lines)) if lines[i].text.startswith(start)]
            if not found:
                raise ValueError(f"code.compare: no line of the code starts with {start!r}")
            at = found[0]
        places.append(at if start else None)
        at += bool(start)
    ends = [place for place in places if place is not None]
    following = dict(zip(ends, [*ends[1:], len(lines)], strict=True))
    return [[] if place is None else list(lines[place : following[place]]) for place in places]


def without_docstring(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a function without its docstring."""
    quotes = [place for place, line in enumerate(lines) if '"""' in line.text]
    return [*lines[: quotes[0]], *lines[quotes[-1] + 1 :]]


def bonus_cost(lesson: Lesson, learner: Learner) -> None:
    """Show what the bonus is worth: at the textbook numbers and at the learner's."""
    alpha = min(1.0, acceptance_rate(learner.p, learner.q))
    shown = []
    for key, rate, gamma in (("", 0.8, 4), ("yours_", alpha, learner.gamma)):
        words = {"alpha": decimal(rate), "gamma": str(gamma)}
        with_bonus = decimal(expected_tokens(rate, gamma))
        without = decimal(tokens_without_bonus(rate, gamma))
        shown.append((with_bonus, lesson.text(f"code.bonus.{key}with", **words)))
        shown.append((without, lesson.text(f"code.bonus.{key}without")))
    with card("bonus"):
        st.subheader(lesson.text("code.bonus.heading"), anchor=False)
        lead = escape(lesson.text("code.bonus.lead"))
        st.html(f'<p class="lead">{lead}</p>{numbers(shown)}')


def edge_cases(lesson: Lesson, learner: Learner) -> None:
    """Show the three cases in which the short way of writing it goes wrong."""
    p, q = learner.p, learner.q
    same = ", ".join(decimal(value) for value in residual(p, p))
    texts = {
        "zero_p": {"u": "0", "q": decimal(max(q)), "p": "0"},
        "equal": {"q": decimal(max(p)), "p": decimal(max(p))},
        "residual": {"z": decimal(float(leftover(p, p).sum()), 0), "law": same},
    }
    items = "".join(
        f"<li><b>{escape(lesson.text(f'code.edges.{key}_title'))}</b> "
        f"{escape(lesson.text(f'code.edges.{key}', **values))}</li>"
        for key, values in texts.items()
    )
    with card("edges"):
        st.subheader(lesson.text("code.edges.revealed"), anchor=False)
        st.html(f'<ul class="cases">{items}</ul>')


def caches(lesson: Lesson, learner: Learner) -> None:
    """Show what the caches hold after the learner's run, and where they are cut."""
    result = traced_run(learner).result
    words = [learner.words[token] for token in result.drafted]
    case = {0: "none", len(words): "all"}.get(result.accepted, "some")
    values = {
        "drafted": " ".join(words),
        "kept": str(result.accepted),
        "final": lesson.text("draft.quoted", word=learner.words[result.tokens[-1]]),
    }
    note = say(lesson, f"code.cache.{case}", values)
    kept = "".join(f"<span>{escape(word)}</span>" for word in words[: result.accepted])
    gone = "".join(f"<s>{escape(word)}</s>" for word in words[result.accepted :])
    label = escape(
        lesson.text("code.cache.picture", kept=result.accepted, gone=len(words) - result.accepted)
    )
    with card("caches"):
        st.subheader(lesson.text("code.cache.revealed"), anchor=False)
        st.html(
            f'<div class="cache" role="img" aria-label="{label}">{kept}<i></i>{gone}</div>'
            f'<p class="lead">{escape(note)}</p>'
        )


def _head(lesson: Lesson) -> str:
    names = (lesson.text("code.listing.theirs"), lesson.text("code.listing.ours"))
    cells = "".join(f'<div role="columnheader">{escape(name)}</div>' for name in names)
    note = f'<div role="columnheader">{escape(lesson.text("code.listing.note"))}</div>'
    return f'<div class="compare-row compare-head" role="row">{cells}{note}</div>'


def _row(lesson: Lesson, part: Part) -> str:
    bonus = " is-bonus" if part.key == "j" else ""
    return (
        f'<div class="compare-row{bonus}" role="row">'
        f"{_cell(lesson, 'theirs', part.theirs, part.key)}"
        f"{_cell(lesson, 'ours', part.ours, part.key)}"
        f'<div role="cell" class="compare-note">{escape(part.note)}</div></div>'
    )


def _cell(lesson: Lesson, side: str, lines: list[Line], key: str) -> str:
    name = escape(lesson.text(f"code.listing.{side}"))
    if lines:
        inside = code_block(lines)
    else:
        nothing = lesson.text(f"code.compare.{key}.nothing")
        inside = f'<p class="compare-nothing">{escape(nothing)}</p>'
    return f'<div role="cell" class="compare-code"><b class="compare-name">{name}</b>{inside}</div>'
