"""Says a continuation in another language: other words on the same graph, with the same numbers.

A word may be said in different ways in different contexts ("over": *größer als*, *über*), so a
token of the translation is a word of the original together with what it is called here. Tokens
keep the original's order, and with it every seed draws the same nodes.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from lessons.continuation import END, Continuation, Node
from lessons.errors import LessonError
from lessons.tables import Table

Pair = tuple[int, str]  # a token of the original, and its word here


def spoken(
    original: Continuation, top: Table, prompt: str
) -> tuple[Continuation, tuple[LessonError, ...]]:
    """Return the continuation with the words of a translation, and the rules that these break.

    Parameters
    ----------
    original : Continuation
        The graph as the lesson has it.
    top : Table
        The top table of continuation.toml with the translation laid over it.
    prompt : str
        The beginning of the sentence, translated.
    """
    errors: list[LessonError] = []
    pairs: dict[str, tuple[Pair, ...]] = {}
    for name, node in original.nodes.items():
        if name == END:
            pairs[name] = ((original.end_token, original.words[original.end_token]),)
            continue
        words = top.table("nodes").table(name).data["words"]
        if rule := _broken(original, node, words):
            errors.append(top.origin.error(f"nodes.{name}.words", rule, words))
            words = [original.words[token] for token in node.words]
        pairs[name] = tuple(zip(node.words, words, strict=True))
    order = sorted({pair for found in pairs.values() for pair in found}, key=lambda pair: pair[0])
    place = {pair: token for token, pair in enumerate(order)}
    nodes = {
        name: replace(node, context=_context(top, name, node),
                      words=tuple(place[pair] for pair in pairs[name]))
        for name, node in original.nodes.items()
    }  # fmt: skip
    return Continuation(
        prompt=prompt,
        words=tuple(word for _, word in order),
        end_token=place[pairs[END][0]],
        nodes=MappingProxyType(nodes),
        start=original.start,
    ), tuple(errors)


def _broken(original: Continuation, node: Node, words: list[str]) -> str:
    """Return the rule that the words of one context break, or nothing."""
    if len(set(words)) < len(words):
        return "must not repeat an entry"
    end = original.words[original.end_token]
    if any(
        (token == original.end_token) != (word == end)
        for token, word in zip(node.words, words, strict=True)
    ):
        return f"must be {end!r} exactly where the original is"
    return ""


def _context(top: Table, name: str, node: Node) -> str:
    return node.context if name == END else top.table("nodes").table(name).text("context")
