"""What is remembered is worked out once, for as long as there is room."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from views.remembered import remembered


def test_askers_at_the_same_moment_wait_for_one_result() -> None:
    """And get the very same object."""
    asked, together = [], Barrier(8)

    @remembered(4)
    def double(x: int, times: int = 2) -> list[int]:
        asked.append(x)
        return [x * times]

    def ask(_: int) -> list[int]:
        together.wait(10)
        return double(3)

    double(3)
    with ThreadPoolExecutor(8) as crowd:
        results = list(crowd.map(ask, range(8)))

    assert asked == [3]
    assert all(one is results[0] for one in results)
    assert double(3, 2) is double(x=3, times=2) is results[0]


def test_the_oldest_results_make_room() -> None:
    """So that memory is bounded."""
    asked = []

    @remembered(2)
    def same(x: int) -> int:
        asked.append(x)
        return x

    assert [same(x) for x in (1, 2, 3, 3, 1)] == [1, 2, 3, 3, 1]
    assert asked == [1, 2, 3, 1]


def test_an_error_is_not_remembered() -> None:
    """Who asks again is answered again."""
    asked = []

    @remembered(2)
    def fails_once(x: int) -> int:
        asked.append(x)
        if len(asked) == 1:
            raise ValueError("the first time")
        return x

    with pytest.raises(ValueError, match="the first time"):
        fails_once(1)

    assert fails_once(1) == 1


def test_what_follows_from_the_rest_need_not_hash() -> None:
    """Arguments whose names begin with an underscore don't tell results apart."""

    @remembered(4)
    def first(name: str, _texts: list[str]) -> str:
        return name + _texts[0]

    assert first("a", ["1"]) == first("a", ["2"]) == "a1"
    assert first("b", ["2"]) == "b2"
