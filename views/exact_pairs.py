"""Page 3, part 2 continued: the first two words together, and the same seed without a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from lessons import Lesson
from specdec import (
    chi_squared_test,
    expected_distance,
    running_counts,
    simulate_rounds,
    total_variation,
)
from views import state
from views.exact_convergence import rounds_of, run_of
from views.exact_numbers import count, p_value, small
from views.exact_runs import Laws, Run, Weights, laws, run
from views.html_parts import decimal, escape
from views.remembered import remembered

FULL = 3.0  # standard errors at which a cell has its full shade
SHADE = 34  # percent of ink in a full shade: a number on it is still legible
SHOWN = 12  # words of each text that are shown


@dataclass(frozen=True)
class Drawn:
    """Words from one seed: a text to show, and how far many of them are from p_target."""

    words: tuple[int, ...]
    distance: float


def pairs(lesson: Lesson, fault: str = "") -> None:
    """Show how far each pair's share is from what it should be, as a table with shades."""
    learner = state.learner()
    texts = run_of(lesson, learner, fault)
    exact = laws(learner.p, learner.q, learner.gamma, fault)
    if not fault:
        rounds = count(texts.at[-1])
        st.header(lesson.text("exact.joint.title"), anchor=False)
        st.write(lesson.text("exact.joint.how", rounds=rounds))
    st.html(_table(lesson, learner.words, texts, exact))
    st.write(_verdict(lesson, texts, exact))


def same_seed(lesson: Lesson) -> None:
    """Show two texts of one seed, with and without a draft, and how close both laws are."""
    learner = state.learner()
    rounds = rounds_of(learner)
    expected = small(min(1.0, expected_distance(learner.p, rounds)))
    st.header(lesson.text("exact.alone.title"), anchor=False)
    st.write(lesson.text("exact.alone.says", seed=learner.seed, rounds=count(rounds)))
    for who, gamma in (("target", 0), ("draft", learner.gamma)):
        drawn = written(learner.p, learner.q, gamma, learner.seed, rounds)
        chips = " ".join(
            f'<span class="chip chip-{"kept" if gamma else "checked"}">'
            f"{escape(learner.words[token])}</span>"
            for token in drawn.words
        )
        away = {"distance": small(drawn.distance), "rounds": count(rounds), "expected": expected}
        st.html(
            f'<p class="who">{escape(lesson.text(f"exact.alone.{who}"))}</p>'
            f'<p class="drawn">{chips}</p>'
            f'<p class="who">{escape(lesson.text("exact.alone.distance", **away))}</p>'
        )


@remembered(128)
def written(p: Weights, q: Weights, gamma: int, seed: int, rounds: int) -> Drawn:
    """Write with gamma guesses a round; with none the target writes alone."""
    q_dists, p_dists = [q] * gamma, [p] * (gamma + 1)
    rng = np.random.default_rng(seed)
    first = simulate_rounds(q_dists, p_dists, SHOWN, rng).tokens
    words = first[first >= 0][:SHOWN]  # a round gives a word at least: these are enough
    if gamma:  # the first word of each of the texts above, which begin with this seed
        counts = run(p, q, gamma, seed, rounds).counts[0, -1]
    else:
        many = simulate_rounds([], p_dists, rounds, np.random.default_rng(seed)).tokens[:, 0]
        counts = running_counts(many, [rounds], len(p))[0]
    return Drawn(tuple(words.tolist()), total_variation(counts / rounds, p))


def _table(lesson: Lesson, words: Sequence[str], texts: Run, exact: Laws) -> str:
    n = texts.at[-1]
    wanted = exact.wanted_pairs
    excess = texts.pairs / n - wanted  # (V, V)
    error = np.sqrt(np.maximum(wanted * (1 - wanted), 0) / n)
    score = np.divide(excess, error, out=np.sign(excess) * FULL, where=error > 0)
    caption = escape(lesson.text("exact.joint.caption"))
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in words)
    body = "".join(
        f'<tr><th scope="row">{escape(word)}</th>{_cells(excess[i], score[i])}</tr>'
        for i, word in enumerate(words)
    )
    key = "".join(
        f'<li><i class="pair {kind}" style="--shade:{SHADE}%"></i>{escape(text)}</li>'
        for kind, text in (
            ("more", lesson.text("exact.joint.key_more")),
            ("less", lesson.text("exact.joint.key_less")),
        )
    )
    note = escape(lesson.text("exact.joint.key_note"))
    return (
        f'<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="plain pairs"><caption>{caption}</caption><thead><tr>'
        f'<th scope="col">{escape(lesson.text("exact.joint.corner"))}</th>{head}</tr></thead>'
        f'<tbody>{body}</tbody></table></div><ul class="key">{key}<li>{note}</li></ul>'
    )


def _cells(excess: NDArray[Any], score: NDArray[Any]) -> str:
    cells = []
    for value, size in zip(excess.tolist(), score.tolist(), strict=True):
        kind = "more" if value > 0 else "less"
        shade = SHADE * min(1.0, abs(size) / FULL)
        number = decimal(abs(value), 4)
        sign = "" if number == decimal(0.0, 4) else {"more": "+", "less": "−"}[kind]
        style = f"--shade:{shade:.0f}%"
        cells.append(f'<td class="pair {kind}" style="{style}"><span>{sign}{number}</span></td>')
    return "".join(cells)


def _verdict(lesson: Lesson, texts: Run, exact: Laws) -> str:
    n = int(texts.at[-1])
    wanted = exact.wanted_pairs.ravel()
    test = chi_squared_test(texts.pairs.ravel(), wanted)
    if test.degrees == 0:
        return lesson.text("exact.joint.says_single")
    return lesson.text(
        "exact.joint.says",
        distance=small(total_variation(texts.pairs.ravel() / n, wanted)),
        expected=small(min(1.0, expected_distance(wanted, n))),
        statistic=decimal(test.statistic, 1) if np.isfinite(test.statistic) else "∞",
        degrees=test.degrees,
        p_value=p_value(test.p_value),
    )
