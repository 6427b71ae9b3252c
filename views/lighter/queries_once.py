"""The query of an address is taken apart once, and not twice each time that a run is set up.

It holds all answers of a learner, and is the same from run to run until something changes.
"""

from __future__ import annotations

from functools import lru_cache

from streamlit.runtime.state import query_params

LONGEST = 4096
"""Characters of a query that is remembered: ours are shorter, and others flood nothing."""

anew = query_params._parse_query_string


@lru_cache(maxsize=512)
def _taken_apart(query: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, tuple(values)) for name, values in anew(query).items())


def once(query_string: str) -> dict[str, list[str]]:
    """Do what `anew` does, from memory; the dictionary and its lists are the caller's own."""
    if len(query_string) > LONGEST:
        return anew(query_string)
    return {name: list(values) for name, values in _taken_apart(query_string)}


def install() -> None:
    """Have Streamlit use it."""
    query_params._parse_query_string = once
