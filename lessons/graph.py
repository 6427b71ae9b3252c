"""Reads continuation.toml and checks that it is a graph a sentence can always walk to its end."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from types import MappingProxyType

import numpy as np

from lessons.continuation import END, Continuation, Floats, Node
from lessons.errors import nearest
from lessons.tables import Table

MIN_WORDS, MAX_WORDS = 5, 8


def read_continuation(top: Table, prompt: str) -> Continuation:
    """Return the checked graph of words.

    Parameters
    ----------
    top : Table
        The top table of continuation.toml.
    prompt : str
        The beginning of the sentence, from lesson.toml.
    """
    top.only(("start", "end", "nodes"))
    end_word = top.text("end")
    tables = dict(top.table("nodes").tables())
    for name, table in tables.items():
        _check_node(name, table, end_word, tables)
    start = top.one_of("start", tables)
    _check_acyclic(tables, top)
    _check_reachable(start, tables)
    words = _vocabulary(tables)
    nodes = {name: _node(name, table, words) for name, table in tables.items()}
    end = words.index(end_word)
    nodes[END] = Node(END, "the sentence is over", (end,), _fixed([1.0]), _fixed([1.0]), (END,))
    return Continuation(prompt, words, end, MappingProxyType(nodes), start)


def _check_node(name: str, table: Table, end_word: str, tables: dict[str, Table]) -> None:
    """Check one context on its own: its words, its numbers, where its words lead."""
    table.only(("context", "words", "p_target", "q_draft", "next"))
    if name == END:
        raise table.error("", "is a reserved name: it is what follows the end token", name)
    table.text("context")
    words = table.distinct("words", 1, MAX_WORDS)
    if len(words) < MIN_WORDS and words != (end_word,):
        rule = f"must have {MIN_WORDS} to {MAX_WORDS} entries, or be the end token alone"
        raise table.error("words", rule, len(words))
    p_target = table.distribution("p_target", len(words))
    q_draft = table.distribution("q_draft", len(words))
    for index, pair in enumerate(zip(p_target, q_draft, strict=True)):
        if pair == (0.0, 0.0):
            rule = "must be a word that at least one model can say"
            raise table.error(f"words[{index}]", rule, words[index])
    following = table.texts("next")
    if len(following) != len(words):
        rule = f"must have one node per word, that is {len(words)}"
        raise table.error("next", rule, len(following))
    for index, (word, target) in enumerate(zip(words, following, strict=True)):
        if target != END and target not in tables:
            rule = f"must name a node{nearest(target, tables)}"
            raise table.error(f"next[{index}]", rule, target)
        if (word == end_word) != (target == END):
            rule = f"must be {END!r} exactly where the word is {end_word!r}"
            raise table.error(f"next[{index}]", rule, target)


def _check_acyclic(tables: dict[str, Table], top: Table) -> None:
    """Check that no path comes back to where it was: then every path ends."""
    sorter = TopologicalSorter({name: t.data["next"] for name, t in tables.items()})
    try:
        sorter.prepare()
    except CycleError as error:
        ring = error.args[1][:0:-1]
        order = list(tables)
        last = max(range(len(ring)), key=lambda index: order.index(ring[index]))
        circle = [*ring[last:], *ring[: last + 1]]  # from the node that leads back in the file
        rule = "must not lead back to its own node"
        place = top.table("nodes").table(circle[0])
        raise place.error("next", rule, " → ".join(circle)) from None


def _check_reachable(start: str, tables: dict[str, Table]) -> None:
    """Check that every context can be met from the start."""
    met, waiting = {start, END}, [start]
    while waiting:
        for name in tables[waiting.pop()].data["next"]:
            if name not in met:
                met.add(name)
                waiting.append(name)
    for name, table in tables.items():
        if name not in met:
            raise table.error("", f"must be reachable from the start node {start!r}", name)


def _vocabulary(tables: dict[str, Table]) -> tuple[str, ...]:
    """Return every word once, in the order of the file."""
    return tuple(dict.fromkeys(word for t in tables.values() for word in t.data["words"]))


def _node(name: str, table: Table, words: tuple[str, ...]) -> Node:
    """Return a checked table as a node."""
    return Node(
        name=name,
        context=table.data["context"],
        words=tuple(words.index(word) for word in table.data["words"]),
        p_target=_fixed(table.data["p_target"]),
        q_draft=_fixed(table.data["q_draft"]),
        next=tuple(table.data["next"]),
    )


def _fixed(values: list[float]) -> Floats:
    """Return numbers as an array that nobody can change by accident."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array
