"""What the address may hold: each key with its rule, its default and its spelling.

The state of a learner is one frozen `Learner`. Every field is written to the address under its
own name (`?seed=7&step=3`), unless it holds its default. A value that breaks its rule is never
used: `parse_address` falls back to the default and says so, naming field, rule and value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from lessons import load_lesson

Words = tuple[str, ...]
Weights = tuple[float, ...]

MAX_WORDS = 12
MAX_WORD_LENGTH = 24
MOST_ROLLS = 500
MOST_KEPT = 8
MOST_PROMPT = 400  # characters; nimbus.race takes as many
MOST_AFTER = 40  # of the text behind which p and q were taken over
SEPARATOR = "|"  # between words in the address; a word can't hold it
DIGITS = 4  # of a probability in the address: what is shown is what is copied


class KeptRun(NamedTuple):
    """A Monte Carlo run that the learner keeps to compare: what it takes to run it again."""

    p: Weights
    q: Weights
    gamma: int
    fault: str
    rounds: int
    seed: int


class Taken(NamedTuple):
    """Where p and q come from, if they are the real pair's at one place of a text."""

    draft: str
    temperature: float
    alpha: float  # over all pieces
    others: int  # pieces in the last bar
    stamp: str  # of words, p and q: other numbers are the learner's own
    after: str  # the end of the text


class Mine(NamedTuple):
    """What a learner had, to go back to."""

    words: Words
    p: Weights
    q: Weights


@dataclass(frozen=True)
class Learner:
    """All that a learner can set, with the values of a first visit.

    `words`, `p` and `q` are empty until the learner edits them: the lesson's own preset then
    stands in (see `views.state.open_state`).
    """

    # shared by every page
    words: Words = ()
    p: Weights = ()
    q: Weights = ()
    seed: int = 0
    gamma: int = 4
    done: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    lang: str = "en"
    view: str = ""
    slide: int = 1
    hide: tuple[str, ...] = ()
    # 1 draft ahead
    source: str = ""
    round: int = 1
    step: int = 1
    # 2 accept or correct
    rolls: int = 0
    taken: Taken | None = None  # p and q are the real pair's
    mine: Mine | None = None  # and these were the learner's own
    # 3 why it is exact
    part: int = 1
    word: int = 1
    rounds: int = 100_000
    position: int = 1
    fault: str = ""
    kept: tuple[KeptRun, ...] = ()
    # 4 the code
    line: int = 0
    # 5 so what
    alpha: float = 0.8
    cost: float = 0.1
    race_prompt: str = ""
    race_draft: str = "mini"
    race_gamma: int = 7
    temperature: float = 0.7
    top_k: int = 0
    top_p: float = 1.0
    # for instructors: what is put into a course page
    class_page: str = "draft"
    class_view: str = ""
    class_hide: tuple[str, ...] = ()
    class_theme: str = ""
    class_height: int = 720
    class_needs: tuple[str, ...] = ()
    class_mastery: int = 0
    # labs: speed
    batch: int = 16
    ridge: int = 153
    spread: float = 0.15
    # labs: beyond
    lenience: float = 0.5
    drafts: int = 2
    threshold: float = 0.09


class FieldError(ValueError):
    """A value that breaks the rule of its field.

    Attributes
    ----------
    rule : str
        The rule's key in the lesson's words (`frame.rule.<key>`).
    values : dict
        What stands in it.
    """

    def __init__(self, rule: str, **values: float | str) -> None:
        self.rule, self.values = rule, values
        super().__init__(" ".join([rule, *(f"{name}={value}" for name, value in values.items())]))


@dataclass(frozen=True)
class Notice:
    """A value of the address that could not be used, for one visible line."""

    field: str
    broken: FieldError
    value: str
    used: str


def parse_address(
    query: Mapping[str, str], first_visit: Learner
) -> tuple[Learner, tuple[Notice, ...]]:
    """Read what an address holds.

    Parameters
    ----------
    query
        Key to value, as in the address. Keys that are not ours are ignored: course pages add
        theirs.
    first_visit
        The defaults.

    Returns
    -------
    The state, and one `Notice` for each value that broke a rule and was replaced by its default.
    """
    learner, notices = first_visit, []
    for name, rule in RULES.items():
        if name not in query:
            continue
        try:
            learner = replace(learner, **{name: rule.parse(query[name])})
        except FieldError as broken:
            used = rule.spell(getattr(first_visit, name))
            notices.append(Notice(name, broken, _shortened(query[name]), used))
    learner, mismatch = _same_vocabulary(learner, first_visit, query)
    return learner, (*notices, *mismatch)


def spell_address(learner: Learner, first_visit: Learner) -> dict[str, str]:
    """Write a state as the keys and values of an address; defaults are left out."""
    changed = {
        name: rule.spell(getattr(learner, name))
        for name, rule in RULES.items()
        if getattr(learner, name) != getattr(first_visit, name)
    }
    if changed.keys() & VOCABULARY:  # the three mean something only together
        changed |= {name: RULES[name].spell(getattr(learner, name)) for name in VOCABULARY}
    return {name: changed[name] for name in RULES if name in changed}


def checked(learner: Learner, names: Iterable[str] | None = None) -> Learner:
    """Return the state as its own address would give it back, or raise `FieldError`.

    What is kept is what is copied: both ways of setting a value pass the same rules. `names` are
    the fields that have changed; without them, all are checked.
    """
    rules = {name: RULES[name] for name in (RULES if names is None else names)}
    values = {name: rule.parse(rule.spell(getattr(learner, name))) for name, rule in rules.items()}
    return replace(learner, **values)


@lru_cache(maxsize=1024)
def rounded(weights: Weights) -> Weights:
    """Round probabilities to `DIGITS` decimals so that they still sum to 1 (largest remainder)."""
    scale = 10**DIGITS
    total = math.fsum(weights)
    exact = [weight / total * scale for weight in weights]
    floors = [math.floor(value + 1e-9) for value in exact]
    missing = scale - sum(floors)
    by_remainder = sorted(range(len(exact)), key=lambda i: floors[i] - exact[i])
    for i in by_remainder[:missing]:
        floors[i] += 1
    return tuple(value / scale for value in floors)


# --- the rules -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """How one field is read from text and written to it."""

    parse: Callable[[str], Any]
    spell: Callable[[Any], str]


def _whole(low: int, high: int) -> Rule:
    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise FieldError("whole", low=low, high=high)
        return int(text)

    return Rule(parse, str)


def _number(low: float, high: float) -> Rule:
    def parse(text: str) -> float:
        value = _float(text)
        if value is None or not low <= value <= high:
            raise FieldError("number", low=low, high=high)
        return value

    return Rule(parse, _spell_number)


def _slug() -> Rule:
    def parse(text: str) -> str:
        if not re.fullmatch(r"[a-z0-9-]{0,40}", text):
            raise FieldError("name", most=40)
        return text

    return Rule(parse, str)


def _one_of(*names: str) -> Rule:
    def parse(text: str) -> str:
        if text not in names:
            raise FieldError("choice", names=", ".join(name for name in names if name))
        return text

    return Rule(parse, str)


def _language() -> Rule:
    """Return the rule of a language: one of those that the lesson has a folder for."""

    def parse(text: str) -> str:
        _one_of(*load_lesson().languages).parse(text)
        return text

    return Rule(parse, str)


def _text(most: int) -> Rule:
    def parse(text: str) -> str:
        if len(text) > most or not all(letter.isprintable() or letter == "\n" for letter in text):
            raise FieldError("text", most=most)
        return text

    return Rule(parse, str)


def _slugs(most: int) -> Rule:
    one = _slug()

    def parse(text: str) -> tuple[str, ...]:
        parts = [part for part in text.split(SEPARATOR) if part]
        if len(parts) > most:
            raise FieldError("names", most=most)
        return tuple(dict.fromkeys(one.parse(part) for part in parts))

    return Rule(parse, SEPARATOR.join)


def _answers(most: int) -> Rule:
    def parse(text: str) -> tuple[tuple[str, str], ...]:
        pairs = [part.partition(":") for part in text.split(SEPARATOR) if part]
        if len(pairs) > most:
            raise FieldError("answers", most=most)
        if not all(re.fullmatch(r"[a-z0-9-]{1,40}:[a-z0-9-]{1,8}", "".join(p)) for p in pairs):
            raise FieldError("answers", most=most)
        return tuple({question: answer for question, _, answer in pairs}.items())

    def spell(answers: tuple[tuple[str, str], ...]) -> str:
        return SEPARATOR.join(f"{question}:{answer}" for question, answer in answers)

    return Rule(parse, spell)


def _kept(most: int) -> Rule:
    broken = FieldError("kept", most=most)

    def parse(text: str) -> tuple[KeptRun, ...]:
        runs = [part.split("/") for part in text.split(SEPARATOR) if part]
        if len(runs) > most or any(len(run) != len(KeptRun._fields) for run in runs):
            raise broken
        try:
            kept = [KeptRun(*(_KEPT[i].parse(part) for i, part in enumerate(run))) for run in runs]
        except FieldError:
            raise broken from None
        if any(len(run.p) != len(run.q) for run in kept):
            raise broken
        return tuple(dict.fromkeys(kept))

    def spell(kept: tuple[KeptRun, ...]) -> str:
        runs = (
            "/".join(rule.spell(part) for rule, part in zip(_KEPT, run, strict=True))
            for run in kept
        )
        return SEPARATOR.join(runs)

    return Rule(parse, spell)


def _taken() -> Rule:
    broken = FieldError("taken")

    def parse(text: str) -> Taken | None:
        parts = text.split("/", len(_TAKEN) - 1)
        if not text:
            return None
        if len(parts) != len(_TAKEN):
            raise broken
        try:
            return Taken(*(rule.parse(part) for rule, part in zip(_TAKEN, parts, strict=True)))
        except FieldError:
            raise broken from None

    def spell(taken: Taken | None) -> str:
        if taken is None:
            return ""
        return "/".join(rule.spell(part) for rule, part in zip(_TAKEN, taken, strict=True))

    return Rule(parse, spell)


def _mine() -> Rule:
    words, numbers = _words(), _distribution()
    broken = FieldError("mine")

    def parse(text: str) -> Mine | None:
        if not text:
            return None
        try:
            # A word may hold a slash, numbers hold none.
            spelled, p, q = text.rsplit("/", 2)
            mine = Mine(words.parse(spelled), numbers.parse(p), numbers.parse(q))
        except ValueError:
            raise broken from None
        if not len(mine.words) == len(mine.p) == len(mine.q):
            raise broken
        return mine

    def spell(mine: Mine | None) -> str:
        if mine is None:
            return ""
        return "/".join((words.spell(mine.words), numbers.spell(mine.p), numbers.spell(mine.q)))

    return Rule(parse, spell)


def _words() -> Rule:
    broken = FieldError("words", most=MAX_WORDS, length=MAX_WORD_LENGTH)

    def parse(text: str) -> Words:
        words = tuple(word.strip() for word in text.split(SEPARATOR))
        sizes_fit = all(1 <= len(word) <= MAX_WORD_LENGTH for word in words)
        printable = all(word.isprintable() for word in words)
        different = len(set(words)) == len(words)
        if not (2 <= len(words) <= MAX_WORDS and sizes_fit and printable and different):
            raise broken
        return words

    return Rule(parse, SEPARATOR.join)


def _distribution() -> Rule:
    broken = FieldError("distribution", most=MAX_WORDS)

    def parse(text: str) -> Weights:
        parts = [_float(part) for part in text.split(",")]
        weights = tuple(part for part in parts if part is not None and 0 <= part <= 1)
        near_one = abs(math.fsum(weights) - 1) <= 0.005  # as typed by hand: .333,.333,.333
        if not (2 <= len(parts) <= MAX_WORDS and len(weights) == len(parts) and near_one):
            raise broken
        return rounded(weights)

    return Rule(parse, lambda weights: ",".join(_spell_number(weight) for weight in weights))


def _float(text: str) -> float | None:
    """Read a plain decimal: no `nan`, `inf` or `1_0`, which Python takes for numbers too."""
    if not re.fullmatch(r"[0-9]{0,3}\.?[0-9]{0,17}(e-?[0-9]{1,2})?", text.strip()):
        return None
    try:
        return float(text)
    except ValueError:  # no digit at all
        return None


def _spell_number(value: float) -> str:
    return f"{value:.{DIGITS}f}".rstrip("0").rstrip(".").removeprefix("0") or "0"


def _shortened(value: str) -> str:
    return value if len(value) <= 60 else value[:57] + "…"


# The parts of a kept run, in the order of KeptRun.
_KEPT = (
    _distribution(),
    _distribution(),
    _whole(1, 8),
    _slug(),
    _whole(1_000, 1_000_000),
    _whole(0, 999_999),
)

# The parts of what was taken over, in the order of Taken.
_TAKEN = (
    _one_of("mini", "trigram"),
    _number(0.0, 1.5),
    _number(0.0, 1.0),
    _whole(0, 99_999),
    _slug(),
    _text(MOST_AFTER),
)

RULES: dict[str, Rule] = {
    "words": _words(),
    "p": _distribution(),
    "q": _distribution(),
    "seed": _whole(0, 999_999),
    "gamma": _whole(1, 8),
    "done": _slugs(12),
    "answers": _answers(60),
    "lang": _language(),
    "view": _one_of("", "present"),
    "slide": _whole(1, 20),
    "hide": _slugs(20),
    "source": _one_of("", "pair"),
    "round": _whole(1, 99),
    "step": _whole(1, 5),
    "rolls": _whole(0, MOST_ROLLS),
    "taken": _taken(),
    "mine": _mine(),
    "part": _whole(1, 3),
    "word": _whole(1, MAX_WORDS),
    "rounds": _whole(1_000, 1_000_000),
    "position": _whole(1, 9),
    "fault": _slug(),
    "kept": _kept(MOST_KEPT),
    "line": _whole(0, 9_999),
    "alpha": _number(0.0, 1.0),
    "cost": _number(0.0, 1.0),
    "race_prompt": _text(MOST_PROMPT),
    "race_draft": _one_of("mini", "trigram"),
    "race_gamma": _whole(1, 15),
    "temperature": _number(0.0, 1.5),
    "top_k": _whole(0, 200),
    "top_p": _number(0.1, 1.0),
    "class_page": _slug(),
    "class_view": _one_of("", "present"),
    "class_hide": _slugs(20),
    "class_theme": _one_of("", "light", "dark"),
    "class_height": _whole(300, 4_000),
    "class_needs": _slugs(12),
    "class_mastery": _whole(0, 100),
    "batch": _whole(1, 1024),
    "ridge": _whole(10, 600),
    "spread": _number(0.0, 0.5),
    "lenience": _number(0.05, 1.0),
    "drafts": _whole(1, 4),
    "threshold": _number(0.0, 1.0),
}
VOCABULARY = {"words", "p", "q"}

if {field.name for field in fields(Learner)} != set(RULES):  # pragma: no cover
    raise RuntimeError("every field of Learner needs one rule, and every rule a field")


def _same_vocabulary(
    learner: Learner, first_visit: Learner, query: Mapping[str, str]
) -> tuple[Learner, tuple[Notice, ...]]:
    """Hold words, p and q to one length; numbers without words get letters for words."""
    if "words" not in query and len(learner.p) != len(first_visit.words):
        letters = tuple("ABCDEFGHIJKL"[: len(learner.p)])
        learner = replace(learner, words=letters)
    if len(learner.words) == len(learner.p) == len(learner.q):
        return learner, ()
    sizes = f"{len(learner.words)}, {len(learner.p)} and {len(learner.q)}"
    defaults = {name: getattr(first_visit, name) for name in VOCABULARY}
    used = RULES["words"].spell(first_visit.words)
    notice = Notice("words, p, q", FieldError("lengths"), sizes, used)
    return replace(learner, **defaults), (notice,)
