"""Reads the steps, seeds, presets, questions, faults and the module's own words, with checks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from lessons.schema import (
    ASKING,
    FAULT_KEYS,
    MISCONCEPTIONS,
    PAGES,
    FaultText,
    ModuleText,
    Option,
    Preset,
    Question,
    Seed,
    Step,
)
from lessons.tables import Table
from lessons.texts import placeholders_of

_READABLE = re.compile(r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$")


def read_steps(top: Table) -> tuple[Step, ...]:
    """Return the five steps, in the order of the pages."""
    tables = top.array("steps")
    if len(tables) != len(PAGES):
        raise top.error("steps", f"must have {len(PAGES)} entries", len(tables))
    steps = []
    for index, (page, table) in enumerate(zip(PAGES, tables, strict=True)):
        table.only(("slug", "title", "short", "does", "minutes"))
        if table.text("slug") != page:
            raise table.error("slug", f"must be {page!r}: the pages have this order", page)
        words = {name: table.text(name) for name in ("slug", "title", "short", "does")}
        minutes = table.integer("minutes", 1, 60)
        steps.append(Step(number=index + 1, minutes=minutes, **words))
    return tuple(steps)


def read_sources(top: Table) -> Mapping[str, str]:
    """Return the citations by id."""
    table = top.table("sources")
    return MappingProxyType({name: table.text(name) for name in table.data})


def read_seeds(top: Table) -> Mapping[str, Seed]:
    """Return the seeds by name; one is called default."""
    if "default" not in top.data:
        raise top.error("default", "is missing")
    seeds = {}
    for name, table in top.tables():
        table.only(("seed", "label", "shows"))
        seeds[name] = Seed(name, table.integer("seed", 0), table.text("label"), table.text("shows"))
    return MappingProxyType(seeds)


def read_presets(top: Table) -> tuple[Preset, ...]:
    """Return the presets in the order of the file: the lesson's own comes first."""
    presets = []
    for key, table in top.tables():
        table.only(("name", "words", "p_target", "q_draft", "note"))
        _check_id(key, table)
        words = table.distinct("words", 2, 12)
        p_target = table.distribution("p_target", len(words))
        q_draft = table.distribution("q_draft", len(words))
        name, note = table.text("name"), table.text("note")
        presets.append(Preset(key, name, words, p_target, q_draft, note))
    if not presets:
        raise top.error("", "must have at least one preset")
    return tuple(presets)


def read_questions(top: Table) -> Mapping[str, Question]:
    """Return the questions by id."""
    return MappingProxyType({key: _question(key, table) for key, table in top.tables()})


def _question(key: str, table: Table) -> Question:
    """Return one question, checked."""
    required = ("misconception", "page", "prompt", "options", "explanation")
    table.only(required, optional=("quiz", "values"))
    _check_id(key, table)
    values = table.texts("values")
    options = tuple(_option(entry, values) for entry in table.array("options"))
    if not 2 <= len(options) <= 5:
        raise table.error("options", "must have 2 to 5 entries", len(options))
    right = [option.text for option in options if option.right]
    if len(right) != 1:
        raise table.error("options", "must have exactly one right answer", right)
    _check_option_keys(table, options)
    if values and table.flag("quiz"):
        raise table.error(
            "values", "must be empty in the quiz, which has no page to fill them", values
        )
    return Question(
        id=key,
        misconception=table.integer("misconception", 0, MISCONCEPTIONS),
        page=table.one_of("page", ASKING),
        prompt=_filled_with(table, "prompt", values),
        options=options,
        explanation=_filled_with(table, "explanation", values),
        quiz=table.flag("quiz"),
        values=values,
    )


def _option(table: Table, values: tuple[str, ...]) -> Option:
    """Return one answer, checked."""
    table.only(("key", "text", "feedback"), optional=("right",))
    text, feedback = (_filled_with(table, name, values) for name in ("text", "feedback"))
    return Option(table.text("key"), text, feedback, table.flag("right"))


def _check_option_keys(table: Table, options: tuple[Option, ...]) -> None:
    """Check that the answers are called a, b, c and so on."""
    for index, option in enumerate(options):
        if option.key != "abcde"[index]:
            place = f"options[{index}].key"
            raise table.error(place, f"must be {'abcde'[index]!r}, in order", option.key)


def _filled_with(table: Table, name: str, values: tuple[str, ...]) -> str:
    """Return a text whose placeholders are all among the declared values."""
    template = table.text(name)
    for place in sorted(placeholders_of(table, name, template) - set(values)):
        raise table.error(name, "must declare its placeholders in values", f"{{{place}}}")
    return template


def read_faults(top: Table, presets: tuple[Preset, ...]) -> Mapping[str, FaultText]:
    """Return the texts of the faults by key; each known fault has one."""
    top.only(FAULT_KEYS)
    pairs = [preset.key for preset in presets]
    return MappingProxyType({key: _fault(key, top.table(key), pairs) for key in FAULT_KEYS})


def _fault(key: str, table: Table, pairs: list[str]) -> FaultText:
    """Return one fault's text, checked."""
    table.only(("name", "code", "instead", "why", "misconception", "pair"))
    words = {name: table.text(name) for name in ("name", "code", "instead", "why")}
    misconception = table.integer("misconception", 0, MISCONCEPTIONS)
    pair = table.one_of("pair", pairs)
    return FaultText(key=key, misconception=misconception, pair=pair, **words)


def read_module(top: Table, listing: str) -> ModuleText:
    """Return the module's own words; ``listing`` is the code, which has a file of its own."""
    kinds = {field.name: field.type for field in fields(ModuleText) if field.name != "listing"}
    top.only(tuple(kinds))
    words: dict[str, Any] = {
        name: top.text(name) if kind == "str" else top.texts(name, 1)
        for name, kind in kinds.items()
    }
    return ModuleText(listing=listing, **words)


def _check_id(key: str, table: Table) -> None:
    """Check that an id can stand in an address: letters, digits and single hyphens."""
    if not _READABLE.match(key):
        raise table.error("", "must be letters, digits and single hyphens", key)
