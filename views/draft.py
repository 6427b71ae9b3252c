"""Step 1 on the screen: the sentence with its chips, and what each of the five steps shows."""

from __future__ import annotations

import streamlit as st

from lessons import Lesson
from specdec import Check, Round
from views import html_parts
from views.bars import bars, legend
from views.draft_scene import Ledger, Scene
from views.html_parts import Chip, decimal
from views.words import say

STEPS = 5


def stage(lesson: Lesson, scene: Scene, step: int) -> None:
    """Show the sentence being written, with what has happened to each word by this step."""
    over = step == STEPS
    written = scene.continuation.sentence(scene.after if over else scene.before)
    blank = lesson.text("draft.blank") if over and not scene.finished else ""
    chips = [] if over else _chips(lesson, scene, step)
    text = f"{lesson.prompt} {written}".strip()
    st.html(html_parts.sentence(text, chips, who=lesson.text("draft.who"), blank=blank))


def title(lesson: Lesson, scene: Scene, step: int) -> tuple[str, str]:
    """Return heading and lead: what happened in this step of this round."""
    now = scene.now
    case = "any"
    if step in (3, 4):
        case = outcome(now)
    elif step == STEPS and scene.finished:
        case = "finished"
    values = {
        "count": _words(lesson, len(now.drafted)),
        "emitted": _words(lesson, len(now.tokens)),
        "place": lesson.text(f"draft.place.{min(now.accepted + 1, len(now.drafted))}"),
        "word": spoken(lesson, scene, now.checks[-1].token),
        "final": spoken(lesson, scene, now.final.token) if now.final else "",
    }
    key = f"draft.step{step}.{case}"
    return say(lesson, f"{key}.title", values), say(lesson, f"{key}.lead", values)


def spoken(lesson: Lesson, scene: Scene, token: int) -> str:
    """Return a token as a sentence names it: quoted, or "the full stop"."""
    if token == scene.continuation.end_token:
        return lesson.text("draft.full_stop")
    return lesson.text("draft.quoted", word=scene.word(token))


def outcome(now: Round) -> str:
    """Return how a round ended: "corrected", "bonus", or "ended" at an accepted full stop."""
    return now.final.kind if now.final else "ended"


def detail(lesson: Lesson, scene: Scene, step: int) -> None:
    """Show what this step is about, below the sentence."""
    if step == 1:
        _guesses(lesson, scene)
    elif step == 2:
        _one_pass(lesson, scene)
    elif step == 3:
        _coins(lesson, scene)
    elif step == 4:
        _last_word(lesson, scene)
    else:
        _ledger(lesson, scene)


def lanes(lesson: Lesson, scene: Scene, step: int, cost: float) -> None:
    """Show both ways of writing as passes in time, as far as this step has come."""
    st.subheader(lesson.text("draft.lanes.title"), anchor=False)
    settled = scene.ledger() if step >= 4 else scene.ledger(len(scene.rounds) - 1)
    spent = _passes(scene, step, cost)
    full = max(settled.tokens, sum(time for _, time in spent), 1.0)
    plain = [("pass", 1.0)] * settled.tokens
    values = {
        "tokens": _words(lesson, settled.tokens),
        "rounds": str(sum(kind == "pass" for kind, _ in spent)),
        "guesses": str(sum(kind == "guess" for kind, _ in spent)),
    }
    pictures = [f'<p class="sub">{html_parts.escape(lesson.text("draft.lanes.lead"))}</p>']
    for name, passes in (("plain", plain), ("ahead", spent)):
        text = say(lesson, f"draft.lanes.{name}_text", values)
        pictures.append(
            html_parts.lane(lesson.text(f"draft.lanes.{name}"), passes, full=full, text=text)
        )
    if step >= 4:
        pictures.append(f"<p><b>{html_parts.escape(_gain(lesson, settled, cost))}</b></p>")
    st.html("".join(pictures))


def _gain(lesson: Lesson, settled: Ledger, cost: float) -> str:
    speed = settled.tokens / settled.time(cost)
    key = "faster" if speed > 1 else "slower"
    return lesson.text(f"draft.lanes.{key}", speed=decimal(speed, 1), cost=decimal(cost))


def _passes(scene: Scene, step: int, cost: float) -> list[tuple[str, float]]:
    passes: list[tuple[str, float]] = []
    for past in scene.rounds[:-1]:
        passes += [("guess", cost)] * len(past.drafted) + [("pass", 1.0)]
    passes += [("guess", cost)] * len(scene.now.drafted)
    return [*passes, ("pass", 1.0)] if step >= 2 else passes


def _chips(lesson: Lesson, scene: Scene, step: int) -> list[Chip]:
    now = scene.now
    if step <= 2:
        kind = "drafted" if step == 1 else "checked"
        said = lesson.text(f"draft.chip.{kind}")
        return [Chip(scene.word(token), kind, said) for token in now.drafted]
    kept = [
        Chip(scene.word(x), "kept", lesson.text("frame.name.kept"))
        for x in now.drafted[: now.accepted]
    ]
    chips, behind = kept, []
    if now.rejected_at is not None:
        word = scene.word(now.drafted[now.rejected_at])
        chips.append(Chip(word, "rejected", lesson.text("frame.name.rejected"), now=step == 3))
        # Between reject and correct the words behind are still there, only no longer looked at.
        kind = "drafted" if step == 3 else "discarded"
        said = lesson.text("draft.chip.unseen" if step == 3 else "frame.name.discarded")
        behind = [Chip(scene.word(token), kind, said) for token in now.discarded]
    if step == 4 and now.final is not None:
        said = lesson.text(f"frame.name.{now.final.kind}")
        chips.append(Chip(scene.word(now.final.token), now.final.kind, said))
    return chips + behind


def _guesses(lesson: Lesson, scene: Scene) -> None:
    now = scene.now
    st.subheader(
        lesson.text("draft.guesses.title", count=_words(lesson, len(now.drafted))), anchor=False
    )
    rows = [
        (scene.word(token), scene.label(j), decimal(now.q_dists[j][token]))
        for j, token in enumerate(now.drafted)
    ]
    head = [lesson.text(f"draft.column.{name}") for name in ("guess", "place", "q")]
    st.html(html_parts.table(lesson.text("draft.guesses.caption"), head, rows))


def _one_pass(lesson: Lesson, scene: Scene) -> None:
    now = scene.now
    st.subheader(lesson.text("draft.pass.title"), anchor=False)
    rows = []
    for j, token in enumerate(now.drafted):
        q, p = now.q_dists[j][token], now.p_dists[j][token]
        key = "under" if p > q else "over" if p < q else "equal"
        rows.append((scene.word(token), decimal(q), decimal(p), lesson.text(f"draft.pass.{key}")))
    head = [lesson.text(f"draft.column.{name}") for name in ("guess", "q", "p", "verdict")]
    st.html(html_parts.table(lesson.text("draft.pass.caption"), head, rows))
    st.caption(lesson.text("draft.pass.causal"))


def _coins(lesson: Lesson, scene: Scene) -> None:
    st.subheader(lesson.text("draft.coins.title"), anchor=False)
    for check in scene.now.checks:
        _coin(lesson, scene.word(check.token), check)
    if scene.now.discarded:
        unseen = lesson.text(
            "draft.coins.unseen", words=", ".join(f"“{scene.word(x)}”" for x in scene.now.discarded)
        )
        st.html(f'<p class="lead">{html_parts.escape(unseen)}</p>')


def _coin(lesson: Lesson, word: str, check: Check) -> None:
    """Show one coin on its ruler, and the line of the formula that it is."""
    ratio, u = decimal(check.ratio), decimal(check.u)
    verdict = lesson.text("frame.name.kept" if check.accepted else "frame.name.rejected")
    picture = html_parts.ruler(
        check.ratio,
        check.u,
        keep=lesson.text("draft.coins.keep"),
        reject=lesson.text("draft.coins.reject"),
        limit=f"p/q = {ratio}" if check.p < check.q else lesson.text("draft.coins.always"),
        coin=f"u = {u}",
    )
    line = f"min(1, {decimal(check.p)}/{decimal(check.q)}) = <b>{ratio}</b>, u = <b>{u}</b>"
    st.html(
        f'<h3 class="said-word">“{html_parts.escape(word)}”: {html_parts.escape(verdict)}</h3>'
        f'{picture}<p class="eq">{line}</p>'
    )


def _last_word(lesson: Lesson, scene: Scene) -> None:
    now = scene.now
    case = outcome(now)
    st.subheader(lesson.text(f"draft.last.{case}_title"), anchor=False)
    if now.final is None:
        st.write(lesson.text("draft.last.ended"))
        return
    if case == "bonus":
        _bonus(lesson, scene)
        return
    position = now.accepted
    areas = scene.areas(position)
    word, final = scene.word(now.drafted[position]), scene.word(now.final.token)
    alpha = scene.alpha(position)
    values = {"word": word, "final": final, "alpha": decimal(alpha), "z": decimal(1 - alpha)}
    parts = [("kept", "over", "fix"), ("target", "draft")]
    st.html(
        bars(areas, text=say(lesson, "draft.last.bars", values), mark=areas.words.index(final))
        + "".join(
            legend([(kind, lesson.text(f"frame.legend.{kind}")) for kind in kinds])
            for kinds in parts
        )
        + html_parts.numbers(
            [
                (f"α = {values['alpha']}", lesson.text("frame.alpha_is")),
                (f"Z = {values['z']}", lesson.text("frame.z_is")),
            ]
        )
    )
    _law(lesson, scene, position)


def _bonus(lesson: Lesson, scene: Scene) -> None:
    st.html(f'<p class="sub">{html_parts.escape(lesson.text("draft.last.bonus"))}</p>')
    _law(lesson, scene, len(scene.now.drafted))


def _law(lesson: Lesson, scene: Scene, position: int) -> None:
    """Show what the final word was drawn from: as bars, and in a table beside p and q."""
    final = scene.now.final
    if final is None:
        return
    node = scene.node(position)
    words, places = [scene.word(token) for token in node.words], list(node.words)
    mark = places.index(final.token)
    caption = lesson.text("draft.last.caption", word=scene.word(final.token))
    kind = "fix" if final.kind == "corrected" else "bonus"
    picture = html_parts.law_bars(words, final.law[places], kind, mark=mark)
    st.html(f'<p class="lane-name"><b>{html_parts.escape(caption)}</b></p>{picture}')
    if final.kind == "bonus":
        return  # p_target is all there is, and the bars have its numbers
    laws = (scene.now.p_dists[position], scene.now.q_dists[position], final.law)
    rows = [(scene.word(token), *(decimal(law[token]) for law in laws)) for token in places]
    head = [lesson.text(f"draft.column.{name}") for name in ("word", "p", "q", "law")]
    with st.expander(lesson.text("draft.last.table")):
        st.html(html_parts.table(caption, head, rows, mark=mark))


def _ledger(lesson: Lesson, scene: Scene) -> None:
    st.subheader(lesson.text("draft.ledger.title"), anchor=False)
    total = scene.ledger()
    saved = total.tokens - total.target_passes
    rows = []
    for number, one in enumerate(scene.rounds, 1):
        words = " ".join(scene.word(token) for token in one.tokens)
        rows.append((str(number), words, str(len(one.tokens)), str(len(one.drafted)), "1"))
    head = [
        lesson.text(f"draft.column.{name}")
        for name in ("round", "words", "tokens", "guesses", "passes")
    ]
    st.html(
        html_parts.numbers(
            [
                (str(total.tokens), lesson.text("draft.ledger.tokens")),
                (str(total.target_passes), lesson.text("draft.ledger.passes")),
                (str(saved), lesson.text("draft.ledger.saved")),
            ]
        )
        + html_parts.table(lesson.text("draft.ledger.caption"), head, rows)
    )


def _words(lesson: Lesson, count: int) -> str:
    """Spell a number of words: "one word", "four words"; digits from ten on."""
    if count <= 9:
        return lesson.text(f"draft.number.{count}")
    return lesson.text("draft.number.many", count=str(count))
