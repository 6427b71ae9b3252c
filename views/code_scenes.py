"""What the tracer shows at each step of a run: a sentence, the values, the chips, the pictures.

All of it is made here once and sent to the browser, which only picks: no number is computed and no
word is written there. Every probability is one that the traced run itself had in a variable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lessons import Lesson
from specdec import Step, leftover, overlap, overshoot
from views.bars import Areas, bars, legend
from views.code_run import Run
from views.code_values import shown
from views.fields import Learner
from views.html_parts import Chip, decimal, escape, ruler, sentence
from views.words import say

Values = Mapping[str, Any]


class Scenes:
    """The steps of one run, with pictures that several steps share kept once."""

    def __init__(self, lesson: Lesson, learner: Learner, run: Run) -> None:
        self.lesson, self.learner, self.run = lesson, learner, run
        self.pictures: list[str] = []
        self._legend = legend([(kind, lesson.text(f"frame.legend.{kind}")) for kind in _LEGEND])
        self._known: dict[str, int] = {}

    def steps(self) -> list[dict[str, Any]]:
        """Return the call itself, then one entry for each executed line."""
        trace = self.run.trace
        entries = [self._entry(1, "call", trace.arguments, trace.arguments, Progress())]
        progress = Progress()
        for step in trace.steps:
            progress = progress.after(step)
            changed = {name: step.variables[name] for name in step.changed}
            key = sentence_key(step, progress, self.learner.gamma)
            entries.append(self._entry(step.line, key, step.variables, changed, progress))
        return entries

    def names(self) -> list[str]:
        """Return every variable of this run, arguments first, in the order they are set."""
        found = dict.fromkeys(self.run.trace.arguments)
        for step in self.run.trace.steps:
            found |= dict.fromkeys(step.variables)
        return list(found)

    def _entry(
        self, line: int, key: str, now: Values, changed: Values, progress: Progress
    ) -> dict[str, Any]:
        return {
            "line": line,
            "say": self._sentence(line, key, now, progress),
            "set": {name: self._shown(name, value) for name, value in changed.items()},
            "decides": key in DECISIONS,
            "chips": self._picture(self._chips(progress)),
            "view": self._picture(self._view(now, progress)),
        }

    def _picture(self, html: str) -> int:
        if html not in self._known:
            self._known[html] = len(self.pictures)
            self.pictures.append(html)
        return self._known[html]

    def _shown(self, name: str, value: object) -> dict[str, Any]:
        return shown(self.lesson, name, value, self.learner.words, self.run.result)

    # --- the sentence ----------------------------------------------------------------------------

    def _sentence(self, line: int, key: str, now: Values, progress: Progress) -> str:
        place = min(progress.looked_at, self.learner.gamma)
        values = {
            "gamma": str(self.learner.gamma),
            "place": str(place),
            "words": ", ".join(self._word(x) for x in self.run.drafted),
            "word": self._word(now.get("x")),
            "final": self._word(now.get("token")),
            "kept": str(self.run.result.accepted),
            "tokens": self._quoted(" ".join(self.learner.words[x] for x in self.run.result.tokens)),
            **self._numbers(now),
        }
        what = say(self.lesson, f"code.say.{key}", values)
        return self.lesson.text("code.line_says", line=line, what=what)

    def _numbers(self, now: Values) -> dict[str, str]:
        found = {name: decimal(now[name]) for name in ("p", "q") if name in now}
        if "ratio" in now:
            found["ratio"], found["u"] = apart(now["ratio"], now.get("u", 0.0))
        return found

    def _word(self, token: int | None) -> str:
        return "" if token is None else self._quoted(self.learner.words[token])

    def _quoted(self, words: str) -> str:
        return self.lesson.text("draft.quoted", word=words)

    # --- the chips -------------------------------------------------------------------------------

    def _chips(self, progress: Progress) -> str:
        result, words = self.run.result, self.learner.words
        name = {kind: self.lesson.text(f"frame.name.{kind}") for kind in _NAMED}
        name |= {kind: self.lesson.text(f"code.chip.{kind}") for kind in ("drafted", "checked")}
        chips = []
        for place, token in enumerate(self.run.drafted):
            kind = progress.kind(place, rejected_at=result.rejected_at)
            now = place == progress.looked_at - 1 and not progress.drawn
            chips.append(Chip(words[token], kind, name[kind], now=now and not progress.over))
            if kind == "rejected" and progress.drawn and result.final:
                chips.append(Chip(words[result.final.token], "corrected", name["corrected"]))
        if result.final and result.final.kind == "bonus" and progress.drawn:
            chips.append(Chip(words[result.final.token], "bonus", name["bonus"]))
        return sentence("", chips, who=self.lesson.text("code.chips", gamma=self.learner.gamma))

    # --- the picture beside the code -------------------------------------------------------------

    def _view(self, now: Values, progress: Progress) -> str:
        """Return the bars, which stay in their place, and below them the coin or the draw."""
        if progress.drawing:
            bars_of = "none" if "bonus" in now else "left"
            return self._bars(bars_of) + self._law(now)
        x = now.get("x") if progress.looked_at else None
        shown_bars = self._bars("none" if x is None else "word", x)
        if progress.ratio_known:
            return shown_bars + self._coin(now, fallen=progress.thrown)
        waiting = escape(self.lesson.text("code.coin.waiting"))
        return f'{shown_bars}<p class="t-waiting">{waiting}</p>'

    def _coin(self, now: Values, *, fallen: bool) -> str:
        ratio, u = apart(now["ratio"], now["u"] if fallen else 0.0)
        coin = (
            self.lesson.text("code.coin.u", u=u) if fallen else self.lesson.text("code.coin.none")
        )
        drawn = ruler(
            now["ratio"],
            now["u"] if fallen else 0.0,
            keep=self.lesson.text("code.coin.keep"),
            reject=self.lesson.text("code.coin.reject"),
            limit=self.lesson.text("code.coin.limit", ratio=ratio),
            coin=coin,
        )
        title = self.lesson.text("code.coin.title", word=self._word(now["x"]))
        waiting = "" if fallen else " waiting"
        return f'<h3>{escape(title)}</h3><div class="coin{waiting}">{drawn}</div>'

    def _bars(self, key: str, x: int | None = None) -> str:
        words, p, q = self.learner.words, self.learner.p, self.learner.q
        areas = Areas(
            words, p, q, overlap(p, q).tolist(), overshoot(p, q).tolist(), leftover(p, q).tolist()
        )
        values = {"word": self._word(x)}
        if x is not None:
            values |= {"p": decimal(p[x]), "q": decimal(q[x])}
        title = say(self.lesson, f"code.bars.{key}.title", values)
        text = say(self.lesson, f"code.bars.{key}.text", values)
        return f"<h3>{escape(title)}</h3>{bars(areas, text=text, mark=x, height=130)}{self._legend}"

    def _law(self, now: Values) -> str:
        kind = "bonus" if "bonus" in now else "corrected"
        law, token = now[kind], now.get("token")
        title = self.lesson.text(f"code.law.{kind}")
        rows = "".join(
            self._law_row(word, share, kind, token == place)
            for place, (word, share) in enumerate(zip(self.learner.words, law, strict=True))
        )
        return f'<h3>{escape(title)}</h3><ul class="t-law">{rows}</ul>'

    def _law_row(self, word: str, share: float, kind: str, drawn: bool) -> str:
        fill = {"corrected": "fix", "bonus": "bonus-fill"}[kind]
        said = self.lesson.text("code.law.drawn") if drawn else ""
        mark = f'<b class="t-law-drawn">{escape(said)}</b>' if drawn else ""
        return (
            f'<li class="{"drawn" if drawn else ""}"><span class="t-law-word">{escape(word)}</span>'
            f'<span class="t-law-bar"><i class="{fill}" style="width:{share:.2%}"></i></span>'
            f'<span class="t-law-share">{decimal(share)}{mark}</span></li>'
        )


_NAMED = ("kept", "rejected", "corrected", "bonus", "discarded")
_LEGEND = ("kept", "over", "fix", "target", "draft")
DECISIONS = ("kept", "rejected")


class Progress:
    """How far a run has come, as its executed lines tell it."""

    def __init__(self) -> None:
        self.looked_at = 0  # drafted tokens that a check has begun for
        self.decided = 0  # checks whose coin has been compared
        self.accepted = True  # how the last of them came out
        self.ratio_known = self.thrown = False  # of the check at hand
        self.drawing = self.drawn = False  # the final token
        self.over = False  # no drafted token is being looked at any more

    def after(self, step: Step) -> Progress:
        """Return the progress once one more line is done."""
        next_ = Progress()
        next_.__dict__ |= self.__dict__
        name = first_name(step.text)
        if name == "for":
            next_.ratio_known = next_.thrown = False
            next_.looked_at += 1
        next_.ratio_known |= name == "ratio"
        next_.thrown |= name == "u"
        if name == "accepted":
            next_.decided += 1
            next_.accepted = step.variables["accepted"]
        next_.drawing |= name in ("corrected", "bonus")
        next_.drawn |= name == "token"
        next_.over |= name in ("break", "bonus", "return")
        return next_

    def kind(self, place: int, *, rejected_at: int | None) -> str:
        """Return what has become of one drafted token so far."""
        if place < self.decided:
            return "rejected" if place == rejected_at else "kept"
        if not self.accepted:
            return "discarded"
        return "checked" if place == self.looked_at - 1 else "drafted"


def first_name(text: str) -> str:
    """Return the first word of a statement: its keyword, or the name it sets or calls."""
    found = re.match(r"\w+", text)
    return found.group() if found else ""


def sentence_key(step: Step, progress: Progress, gamma: int) -> str:
    """Return which sentence says what a statement has done."""
    name, now = first_name(step.text), step.variables
    if name == "accepted":
        return "kept" if now["accepted"] else "rejected"
    if name == "for":
        return "for" if progress.looked_at <= gamma else "for_done"
    if name == "checks":
        return "checks" if now["checks"] else "checks_empty"
    if name == "if":
        branch = "if_end" if "end_token" in step.text else "if_not"
        return (
            branch if branch == "if_end" else f"if_not_{'kept' if now['accepted'] else 'rejected'}"
        )
    if name in ("token", "final"):
        if now["final"] is None and name == "final":
            return "final_none"
        return f"{name}_{'bonus' if 'bonus' in now else 'corrected'}"
    return name


def apart(ratio: float, u: float) -> tuple[str, str]:
    """Spell both numbers with as many digits as it takes to see which is larger."""
    for digits in (2, 4, 6):
        spelled = decimal(ratio, digits), decimal(u, digits)
        if spelled[0] != spelled[1] or ratio == u:
            break
    return spelled
