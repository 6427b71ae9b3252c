"""The corpus: support conversations, articles and notes of the made-up product Nimbus.

Purpose
    A `Case` draws the facts first (whose export, which file, which plan, what was tried) and a
    form then tells them, so that what is said early is needed late: a model must look far back to
    know which file, which plan or whose name comes next.

Held-out text
    Each document has a combination: topic, cause, plan and form. One combination in twelve is
    reserved (by a checksum of its name, so that it depends on nothing else) and never appears in
    training text; held-out text consists of reserved combinations alone.

All words are our own and stand in `grammar/*.toml`.
"""

from __future__ import annotations

import random
import re
import tomllib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GRAMMAR = Path(__file__).parent / "grammar"
RESERVED = 12  # one combination in so many is held out
# plan -> limit of a file, rows, storage, members, jobs at a time, price
PLANS = {
    "Free": ("25 MB", "1,000", "1 GB", "3", "one", "$0"),
    "Starter": ("100 MB", "10,000", "10 GB", "10", "two", "$19"),
    "Team": ("250 MB", "50,000", "50 GB", "25", "five", "$49"),
    "Business": ("1 GB", "250,000", "500 GB", "100", "ten", "$99"),
    "Enterprise": ("5 GB", "one million", "2 TB", "500", "fifty", "$299"),
}
PLAN_FACTS = ("limit", "rows", "storage", "seats", "jobs", "price")
ENDING_OF = {"CSV": "csv", "PDF": "pdf", "Excel": "xlsx", "JSON": "json"}
# what a reply may use only if it was said before, or a reader could not know it
FACTS = ("name", "ticket", "deadline", "team", "agent", "thing", "owner", "plan", "code", "file")
ARTICLE = re.compile(r"\b([Aa]) ([aeioAEIO])")
CHOICE = re.compile(r"\[([^\[\]]*)\]")


def _read(name: str) -> dict[str, Any]:
    with (GRAMMAR / name).open("rb") as file:
        return tomllib.load(file)


TOPICS: list[dict[str, Any]] = _read("topics.toml")["topic"]
CAUSES: list[dict[str, Any]] = _read("causes.toml")["cause"]
MOVES: dict[str, Any] = _read("moves.toml")


@dataclass(frozen=True)
class Document:
    """A text and the combination it was made from."""

    text: str
    combination: str

    @property
    def held_out(self) -> bool:
        """Whether its combination is reserved for held-out text."""
        return reserved(self.combination)


def reserved(combination: str) -> bool:
    """Return whether training must not see this combination."""
    return zlib.crc32(combination.encode()) % RESERVED == 0


class Case:
    """The facts of one case, and the ways to tell them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.topic = rng.choice(TOPICS)
        self.cause = rng.choice([c for c in CAUSES if self.topic["key"] in c["topics"]])
        self.slots = self._people() | self._things() | self._plan() | self._time()
        self.slots["failed"] = rng.choice(self.topic["failed"])
        self.slots["retry"] = self.say(rng.choice(self.topic["retry"]))
        self.slots["task"] = self.say(self.topic["task"])
        self.slots["because"] = self.say(rng.choice(self.cause["because"]))
        fixes = [[self.say(part) for part in fix.split(" / ")] for fix in self.cause["fix"]]
        rng.shuffle(fixes)
        self.fixes = fixes
        self.tried = fixes.pop() if rng.random() < 0.4 else None

    def _people(self) -> dict[str, str]:
        name, agent, owner, colleague = self.rng.sample(MOVES["names"], 4)
        return {"name": name, "agent": agent, "owner": owner, "colleague": colleague}

    def _things(self) -> dict[str, str]:
        rng = self.rng
        kind, fmt = rng.choice(self.topic["kinds"]), rng.choice(MOVES["formats"])
        file = f"{rng.choice(MOVES['stems'])}-{rng.choice(MOVES['endings'])}.{ENDING_OF[fmt]}"
        thing = f"{rng.choice(MOVES['labels'])} {kind}"
        at_hand = file if self.topic["file"] else f"the {thing}"
        return {
            "noun": self.topic["noun"],
            "page": self.topic["page"],
            "code": self.cause["code"],
            "label": self.cause["label"],
            "kind": kind,
            "thing": thing,
            "fmt": fmt,
            "file": file,
            "file_or_thing": at_hand,
            "app": rng.choice(MOVES["apps"]),
            "team": rng.choice(MOVES["teams"]),
            "ticket": str(rng.randrange(1000, 10000)),
        }

    def _plan(self) -> dict[str, str]:
        names = list(PLANS)
        low = self.rng.randrange(len(names) - 1)
        high = min(low + self.rng.choice((1, 1, 1, 2)), len(names) - 1)
        slots = {"plan": names[low], "plan2": names[high]}
        slots |= dict(zip(PLAN_FACTS, PLANS[names[low]], strict=True))
        return slots | {f"{k}2": v for k, v in zip(PLAN_FACTS, PLANS[names[high]], strict=True)}

    def _time(self) -> dict[str, str]:
        rng = self.rng
        day, deadline = rng.sample(MOVES["days"], 2)
        slots = {"day": day, "deadline": deadline, "month": rng.choice(MOVES["months"])}
        slots |= {"wait": rng.choice(MOVES["waits"]), "num": rng.choice(MOVES["numbers"])}
        return slots | {"time": rng.choice(MOVES["times"]).format(**slots)}

    def say(self, template: str, **more: str) -> str:
        """Choose among the alternatives of a template and fill in the facts."""
        while "[" in template:
            template = CHOICE.sub(self._choose, template)
        slots = self.slots | more
        slots |= {name.capitalize(): _sentence(value) for name, value in slots.items()}
        return ARTICLE.sub(r"\1n \2", template.format(**slots))

    def pick(self, name: str, told: str = "", **more: str) -> str:
        """Say one of the moves of that name, if possible one that needs only facts `told`."""
        return self.say(self.rng.choice(self.known(MOVES[name], told)), **more)

    def known(self, templates: list[str], told: str) -> list[str]:
        """Keep the templates whose facts were all told, so that they can be known, not guessed."""
        if not told:
            return templates
        missing = [f"{{{fact}}}" for fact in FACTS if self.slots[fact] not in told]
        fitting = [t for t in templates if not any(slot in t for slot in missing)]
        return fitting or templates

    def chance(self, p: float) -> bool:
        """Toss a coin."""
        return self.rng.random() < p

    def _choose(self, match: re.Match[str]) -> str:
        return self.rng.choice(match.group(1).split("|"))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- what support says -----------------------------------------------------------------------


def answer(case: Case, told: str = "", closing: float = 0.5) -> str:
    """Return a reply: the reason, why that is so, what to do, how it goes on."""
    parts = [_reason(case, told)]
    if case.chance(0.5):
        parts.append(case.say(case.rng.choice(case.cause["explain"])))
    first, *others = case.fixes
    if case.tried and told:
        parts.append(case.pick("fix_tried", do=first[0], doing=case.tried[1]))
    else:
        parts.append(case.pick("fix_first", do=first[0]))
    if others and case.chance(0.35):
        parts.append(case.pick("fix_more", do=others[0][0]))
    if case.chance(closing):
        parts.append(case.pick("close", told))
    return " ".join(parts)


def _reason(case: Case, told: str) -> str:
    if case.slots["file"] in told and case.topic["file"] and case.chance(0.6):
        return case.pick("reason_file", told)
    if case.slots["thing"] in told and case.chance(0.4):
        return case.pick("reason_thing", told)
    return case.pick("reason", told)


# --- the forms -------------------------------------------------------------------------------


def line(case: Case) -> str:
    """Tell a reply on its own."""
    return answer(case, closing=0.4)


def chat(case: Case) -> str:
    """Tell a conversation of two to six turns."""
    text = f"Customer: {_question(case)}\nNimbus: "
    if case.chance(0.6):
        text += case.pick("hello", text + case.slots["agent"])
    text += answer(case, text, closing=0.35)
    follows = case.rng.sample(MOVES["follow"], case.rng.choice((0, 1, 1, 2)))
    for follow in sorted(follows, key=lambda move: move is MOVES["follow"][0]):  # thanks come last
        text += "\nCustomer: " + case.say(case.rng.choice(follow["say"]))
        text += "\nNimbus: " + case.say(case.rng.choice(case.known(follow["reply"], text)))
    return text


def _question(case: Case) -> str:
    text = (case.pick("who") if case.chance(0.85) else "") + case.pick("problem")
    abouts = [about for about in MOVES["about"] if case.topic["file"] or "{file}" not in about]
    for about in case.rng.sample(abouts, case.rng.choice((1, 1, 2))):
        text += case.say(about)
    if case.tried:
        text += case.pick("tried", did=case.tried[2])
    return text + case.pick("ask")


def email(case: Case) -> str:
    """Tell a letter from support."""
    subject = case.say("Subject: [Your {noun}|Your {noun} {failed}|Ticket {ticket}]\n")
    greeting = case.say("[Hi|Hello|Dear] {name},\n")
    body = answer(case, closing=0.7)
    return (subject if case.chance(0.5) else "") + greeting + body + "\n" + case.pick("bye")


def ticket(case: Case) -> str:
    """Tell a ticket with its fields, and the reply."""
    fields = ["Ticket {ticket}", "Customer: {name}, {team} team", "Plan: {plan}"]
    fields += ["File: {file}"] if case.topic["file"] else ["Item: {thing}"]
    fields += ["Error: {code}", "Owner: {owner}", "Agent: {agent}"]
    head = "\n".join(case.say(field) for field in fields)
    problem = case.pick("problem")
    if case.tried:
        problem += case.pick("tried", did=case.tried[2])
    reply = case.pick("hello") + answer(case, head, closing=0.6)
    signed = case.say("\n{agent}") if case.chance(0.6) else ""
    return f"{head}\nProblem: {problem}\nReply: {reply}{signed}"


def article(case: Case) -> str:
    """Tell a help page on one topic."""
    title = case.say("Why your {noun} {failed}")
    lead = case.say(
        "[This page explains what to do when your {noun} {failed}.|"
        "A {noun} can fail for different reasons. Here are the most common ones.|"
        "If your {noun} {failed}, start here.]"
    )
    causes = [c for c in CAUSES if case.topic["key"] in c["topics"] and c is not case.cause]
    others = case.rng.sample(causes, min(len(causes), 1))
    lines = [title, lead]
    for cause in (case.cause, *others):
        because = case.say(case.rng.choice(cause["because"]))
        do = case.say(case.rng.choice(cause["fix"]).split(" / ")[0])
        why = case.say(case.rng.choice(cause["explain"]))
        lines.append(
            f"Error {cause['code']}: your {because}. {why} {case.pick('fix_first', do=do)}"
        )
    lines.append(case.say("Still stuck? [Write to support.|The {page} page shows every {noun}.]"))
    return "\n".join(lines)


def howto(case: Case) -> str:
    """Tell how, in numbered or plain steps."""
    chosen = case.rng.choice(MOVES["howto"])
    steps = [case.say(step) for step in chosen["steps"]]
    if case.chance(0.5):
        steps = [f"{i}. {step}" for i, step in enumerate(steps, 1)]
    return case.say(chosen["title"]) + "\n" + "\n".join(steps)


def status(case: Case) -> str:
    """Tell a short notice or a note to a colleague."""
    return case.pick("status")


FORMS: dict[str, tuple[Callable[[Case], str], float]] = {
    "line": (line, 0.24),
    "chat": (chat, 0.32),
    "email": (email, 0.13),
    "ticket": (ticket, 0.12),
    "article": (article, 0.07),
    "howto": (howto, 0.06),
    "status": (status, 0.06),
}


def document(rng: random.Random) -> Document:
    """Draw one document."""
    names = list(FORMS)
    form = rng.choices(names, [FORMS[name][1] for name in names])[0]
    case = Case(rng)
    facts = (case.topic["key"], case.cause["key"], case.slots["plan"], form)
    return Document(FORMS[form][0](case), "|".join(facts))


def documents(
    characters: int, seed: int, *, held_out: bool, unique: bool = True
) -> Iterator[Document]:
    """Yield documents, all training text or all held out, until `characters` are out.

    With `unique` none comes twice: short notices and instructions, which hold few facts, are then
    rarer than they are. Instructions are never held out: they are alike in every combination.
    """
    rng, seen, written = random.Random(seed), set[str](), 0
    while written < characters:
        one = document(rng)
        if held_out and one.combination.endswith("|howto"):
            continue
        if one.held_out == held_out and not (unique and one.text in seen):
            seen.add(one.text)
            written += len(one.text)
            yield one
