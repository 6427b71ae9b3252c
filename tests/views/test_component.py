"""What the browser gets of a component's data is what was given, and cheap to send."""

from __future__ import annotations

import json

from streamlit.testing.v1 import AppTest

from views.component import _plain


def page() -> None:
    """One component with data of every kind."""
    from views.component import component

    data = {"rows": [[1, 2], [3]], "texts": {"a": "b"}, "n": 0.5, "none": None}
    component("identity")(key="one", data=data)


def test_data_arrives_as_it_was_given() -> None:
    """As JSON, lists at the first level and below."""
    at = AppTest.from_function(page).run()

    sent = json.loads(at.get("bidi_component")[0].proto.json)

    assert not at.exception
    assert sent == {"rows": [[1, 2], [3]], "texts": {"a": "b"}, "n": 0.5, "none": None}


def test_no_list_is_searched_for_a_table() -> None:
    """At the first level, which is as deep as Streamlit looks."""
    assert _plain({"rows": [1], "texts": {"a": [1]}}) == {"rows": (1,), "texts": {"a": [1]}}
    assert _plain(3) == 3
