"""Results kept for everyone: worked out once, also when a whole class asks at the same moment.

`st.cache_data` does this too, but pickles a result for every asker and walks through every
argument: more than the page's own work. Here an asker gets the very object, so results must not be
changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from inspect import signature
from threading import Lock
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class _Place:
    """Of one result; who comes while it is worked out waits here."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.results: list[Any] = []


def remembered(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the `most` results of a function that were asked for last.

    Its arguments must hash. Those whose names begin with ``_`` need not: they follow from the
    others, and don't tell one result from another.
    """

    def made(compute: Callable[P, R]) -> Callable[P, R]:
        shape = signature(compute)

        @lru_cache(maxsize=most)
        def place(*_: object) -> _Place:
            return _Place()

        @wraps(compute)
        def ask(*args: P.args, **kwargs: P.kwargs) -> R:
            given = shape.bind(*args, **kwargs)
            given.apply_defaults()
            told = [value for name, value in given.arguments.items() if name[0] != "_"]
            here = place(*told)
            with here.lock:
                if not here.results:
                    here.results.append(compute(*args, **kwargs))
            result: R = here.results[0]
            return result

        return ask

    return made
