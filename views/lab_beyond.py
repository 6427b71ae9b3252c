"""The beyond lab's pictures: each rule with its law beside p_target, and all rules ranked."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from lessons import Lesson
from specdec.beyond import tree_tokens
from views import frame, links, state
from views.fields import Learner
from views.html_parts import decimal, escape, table
from views.lab_parts import share_slider, signed
from views.lab_rules import TINY, Outcome, Outcomes, most_gamma

_SAME = 0.005  # a difference in kept guesses that is none


def overview(lesson: Lesson, of: Outcomes) -> None:
    """Show all rules ranked by what they keep."""
    exact = sum(one.exact for one in of.rules)
    with frame.card("all"):
        title = lesson.text("lab_beyond.all.title", exact=exact, count=len(of.rules))
        st.header(title, anchor=False)
        lead = lesson.text("lab_beyond.all.lead", gamma=of.gamma)
        st.html(f'<p class="lead">{escape(lead)}</p>')
        st.html(ranking(lesson, of))
        bound = lesson.text("lab_beyond.all.bound", bound=decimal(of.bound))
        st.html(f'<p class="fine">{escape(bound)}</p>')
        with st.expander(lesson.text("lab_beyond.all.table")):
            st.html(f'<div class="lab-table">{numbers(lesson, of)}</div>')


def pair(lesson: Lesson, gamma: int) -> None:
    """Show p and q as numbers, the way to change them, and gamma as far as it goes."""
    with frame.card("pair"):
        st.header(lesson.text("lab_beyond.pair.title", gamma=gamma), anchor=False)
        _pair(lesson, state.learner())


def rule_card(lesson: Lesson, of: Outcomes, name: str) -> None:
    """Show one rule: its line, whether the law is kept, what it buys, and the law beside p."""
    learner = state.learner()
    one = next(outcome for outcome in of.rules if outcome.rule == name)
    with frame.card(f"rule-{name}"):
        st.header(lesson.text(f"lab_beyond.{name}.name"), anchor=False)
        line = lesson.text(f"lab_beyond.{name}.line", **_line_values(name, of))
        st.html(f'<p class="lead">{escape(line)}</p>')
        _slider(lesson, name)
        left, right = st.columns(2, gap="large")
        with left:
            why = lesson.text(f"lab_beyond.{name}.why", **_why_values(lesson, name, of, learner))
            st.html(
                f"{badge(lesson, one)}"
                f'<p class="prose"><b>{escape(buys(lesson, one, of.rules[0]))}</b></p>'
                f'<p class="fine">{escape(why)}</p>'
            )
        with right:
            caption = escape(lesson.text("lab_beyond.rule.law"))
            st.html(f'<p class="sub">{caption}</p>{law_bars(lesson, learner, one)}')


def key(lesson: Lesson) -> str:
    """Return the key to the pictures of the laws."""
    marks = (("kept", "law"), ("line-target", "target"), ("lost", "over"), ("short", "short"))
    items = "".join(
        f'<li><i class="{kind}"></i>{escape(lesson.text(f"lab_beyond.rule.key.{name}"))}</li>'
        for kind, name in marks
    )
    return f'<ul class="key">{items}</ul>'


def ranking(lesson: Lesson, of: Outcomes) -> str:
    """Return a bar a rule, as long as the guesses it keeps, with the lesson's own marked."""
    mark = 100 * of.rules[0].accepted / (of.most or 1)
    items = []
    for one in of.rules:
        name = lesson.text(f"lab_beyond.{one.rule}.name")
        said = _verdict(lesson, one)
        alt = lesson.text(
            "lab_beyond.all.bar", name=name, accepted=decimal(one.accepted), verdict=said
        )
        fill = "kept" if one.exact else "lost"
        sign = "✓" if one.exact else "✗"
        items.append(
            f'<li class="{"" if one.exact else "lossy"}"><span>{escape(name)}</span>'
            f'<div class="lab-track" role="img" aria-label="{escape(alt)}">'
            f'<i class="{fill}" style="width:{100 * one.accepted / (of.most or 1):.2f}%"></i>'
            f'<b class="is-target" style="left:{mark:.2f}%"></b></div>'
            f"<em>{decimal(one.accepted)}</em>"
            f'<small><span aria-hidden="true">{sign}</span> {escape(said)}</small></li>'
        )
    return f'<ul class="lab-rank">{"".join(items)}</ul>'


def numbers(lesson: Lesson, of: Outcomes) -> str:
    """Return the numbers behind the ranking."""
    token = of.rules[0].accepted
    rows = [
        (
            lesson.text(f"lab_beyond.{one.rule}.name"),
            _verdict(lesson, one),
            _distance(one.distance),
            _distance(one.whole),
            decimal(one.accepted, 3),
            signed(one.accepted - token, 3),
        )
        for one in of.rules
    ]
    columns = ("rule", "law", "distance", "whole", "accepted", "more")
    head = [lesson.text(f"lab_beyond.all.column.{name}") for name in columns]
    return table(lesson.text("lab_beyond.all.caption", gamma=of.gamma), head, rows)


def badge(lesson: Lesson, one: Outcome) -> str:
    """Return whether the law is kept: in a word, with a sign, and red with a pattern if not."""
    values = {"distance": decimal(one.distance, 3)} if one.kind == "lossy" else {}
    said = lesson.text(f"lab_beyond.rule.badge.{one.kind}", **values)
    kind, sign = ("lossy", "✗") if one.kind == "lossy" else ("exact", "✓")
    return f'<p class="verdict {kind}"><span aria-hidden="true">{sign}</span> {escape(said)}</p>'


def buys(lesson: Lesson, one: Outcome, token: Outcome) -> str:
    """Return what the rule keeps, against the lesson's own."""
    gap = one.accepted - token.accepted
    accepted = decimal(one.accepted)
    if abs(gap) < _SAME:
        return lesson.text("lab_beyond.rule.buys.same", accepted=accepted)
    if gap > 0:
        return lesson.text("lab_beyond.rule.buys.more", accepted=accepted, more=decimal(gap))
    return lesson.text("lab_beyond.rule.buys.less", accepted=accepted, less=decimal(-gap))


def law_bars(lesson: Lesson, learner: Learner, one: Outcome) -> str:
    """Return the law of the first word as bars, with p_target as a line across each."""
    scale = 1.08 * max(*one.law, *learner.p)
    words = zip(learner.words, learner.p, one.law, strict=True)
    rows, said = [], []
    for word, p, mass in words:
        said.append(
            lesson.text("lab_beyond.rule.row", word=word, law=decimal(mass, 3), p=decimal(p, 3))
        )
        rows.append(_law_row(lesson, word, p, mass, scale))
    alt = lesson.text("lab_beyond.rule.picture", rows="; ".join(said))
    return (
        f'<p class="sr">{escape(alt)}</p>'
        f'<ul class="lab-law" aria-hidden="true">{"".join(rows)}</ul>'
    )


def _law_row(lesson: Lesson, word: str, p: float, mass: float, scale: float) -> str:
    gap = mass - p
    same = abs(gap) < TINY
    ends = ""
    if not same:
        kind = "lost" if gap > 0 else "short"
        ends = (
            f'<i class="{kind}" style="left:{100 * min(p, mass) / scale:.2f}%;'
            f'width:{100 * abs(gap) / scale:.2f}%"></i>'
        )
    note = lesson.text("lab_beyond.rule.right") if same else signed(gap, 3)
    return (
        f'<li class="{"" if same else "off"}"><span>{escape(word)}</span>'
        f'<div class="lab-track"><i class="kept" style="width:{100 * min(p, mass) / scale:.2f}%">'
        f'</i>{ends}<b class="is-target" style="left:{100 * p / scale:.2f}%"></b></div>'
        f"<em>{decimal(mass, 3)}</em><small>{escape(note)}</small></li>"
    )


def _pair(lesson: Lesson, learner: Learner) -> None:
    most = most_gamma(len(learner.words))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        label = lesson.text("lab_beyond.all.gamma")
        state.bound(st.slider, label, field="gamma", min_value=1, max_value=8)
        if learner.gamma > most:
            said = lesson.text("lab_beyond.all.limited", words=len(learner.words), most=most)
            st.html(f'<p class="fine" role="status">{escape(said)}</p>')
    with right:
        pair = lesson.text(
            "lab_beyond.all.pair", p=_list(learner, learner.p), q=_list(learner, learner.q)
        )
        st.html(f'<p class="fine">{escape(pair)}</p>')
        links.link("math", lesson.text("lab_beyond.all.edit"))


def _list(learner: Learner, row: Sequence[float]) -> str:
    return ", ".join(
        f"{word} {decimal(mass)}" for word, mass in zip(learner.words, row, strict=True)
    )


def _slider(lesson: Lesson, name: str) -> None:
    if name == "tree":
        label = lesson.text("lab_beyond.tree.slider")
        state.bound(st.slider, label, field="drafts", min_value=1, max_value=4)
    elif name == "lenient":
        share_slider(lesson.text("lab_beyond.lenient.slider"), field="lenience", low=0.05, high=1.0)
    elif name == "typical":
        share_slider(lesson.text("lab_beyond.typical.slider"), field="threshold", low=0.0, high=1.0)


def _line_values(name: str, of: Outcomes) -> dict[str, str]:
    return {"limit": decimal(of.limit, 3)} if name == "typical" else {}


def _why_values(lesson: Lesson, name: str, of: Outcomes, learner: Learner) -> dict[str, object]:
    if name == "block":
        return {"source": lesson.sources["sun"]}
    if name == "tree":
        return {"nodes": f"{tree_tokens(learner.drafts, of.gamma):,}", "gamma": of.gamma}
    return {}


def _verdict(lesson: Lesson, one: Outcome) -> str:
    if one.exact:
        return lesson.text("lab_beyond.all.kept")
    return lesson.text("lab_beyond.all.lost", distance=decimal(one.distance, 3))


def _distance(value: float) -> str:
    return "0" if value < TINY else decimal(value, 3)
