"""A query from memory is the query that Streamlit takes apart."""

from __future__ import annotations

import inspect

import pytest
from streamlit.runtime.state import query_params

from views.lighter import queries_once


@pytest.mark.parametrize(
    "query",
    [
        "",
        "seed=3&gamma=4",
        "?seed=3",
        "a=1&a=2&b=",
        "words=a%7C%C3%A4+b&answers=one%3Aa",
        "%ff=%00&&;=x",
        "<script>=alert(1)",
        "x=" + "y" * queries_once.LONGEST,
        "a=1&" * 5000,
    ],
)
def test_it_is_the_same_first_and_later(query: str) -> None:
    """Odd ones too; what can't be read fails each time in the same way."""
    try:
        wanted = queries_once.anew(query)
    except ValueError as error:
        for _ in range(2):
            with pytest.raises(ValueError, match=str(error)):
                queries_once.once(query)
        return

    assert queries_once.once(query) == wanted
    assert queries_once.once(query) == wanted


def test_what_one_learner_changes_no_other_sees() -> None:
    """Each gets lists of their own."""
    mine = queries_once.once("seed=3&words=a&words=b")
    mine["words"].append("c")
    mine["seed"] = ["9"]

    assert queries_once.once("seed=3&words=a&words=b") == {"seed": ["3"], "words": ["a", "b"]}


def test_long_ones_are_not_kept() -> None:
    """A megabyte from a stranger is gone when its run is."""
    before = queries_once._taken_apart.cache_info().currsize
    queries_once.once("x=" + "z" * queries_once.LONGEST)

    assert queries_once._taken_apart.cache_info().currsize == before


def test_streamlit_still_takes_queries_apart_in_this_way() -> None:
    """One function, twice a run, found by its name."""
    for user in ("set_initial_query_params", "populate_from_query_string"):
        source = inspect.getsource(getattr(query_params.QueryParams, user))
        assert "_parse_query_string(query_string)" in source
