"""A link from memory is the link that Streamlit makes."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from streamlit.elements.widgets.button import ButtonMixin
from streamlit.proto.PageLink_pb2 import PageLink
from streamlit.testing.v1 import AppTest

from views.lighter import links_once
from views.site import SCRIPTS

ROOT = Path(__file__).resolve().parents[3]
LINKS = """
import streamlit as st

for page, options in st.session_state.links:
    st.page_link(page, **options)
"""
QUERIES: list[dict[str, object]] = [
    {},
    {"seed": "3"},
    {"words": "a|ä b", "answers": "one:a|two:b"},
    {"many": ["1", "2"]},
]


def drawn(way, links, monkeypatch, tmp_path: Path, *, pages: bool = True) -> list[PageLink]:
    """Return the links that a page shows."""
    monkeypatch.setattr(ButtonMixin, "_page_link", way)
    if pages:
        for script in SCRIPTS.values():
            file = tmp_path / script
            file.parent.mkdir(exist_ok=True)
            file.write_text("")
    main = tmp_path / "app.py"
    main.write_text(LINKS)
    test = AppTest.from_file(str(main))
    test.session_state.links = links
    test.run()
    return [element.proto for element in test.main if isinstance(element.proto, PageLink)]


@pytest.mark.parametrize("slug", list(SCRIPTS))
@pytest.mark.parametrize("query", QUERIES)
def test_a_link_is_the_same_each_time(slug, query, monkeypatch, tmp_path) -> None:
    """The first, the remembered, and one with another query or label: as Streamlit's own."""
    links = [
        (SCRIPTS[slug], {"label": label, "query_params": asked})
        for label in ("**1** Draft", "other")
        for asked in (query, query, {"seed": "9"})
    ]

    theirs = drawn(links_once.each_time, links, monkeypatch, tmp_path)
    ours = drawn(links_once.once, links, monkeypatch, tmp_path)

    assert len(ours) == len(links)
    assert ours == theirs


def test_what_asks_for_more_is_left_to_streamlit(monkeypatch, tmp_path) -> None:
    """An icon, a help, another site, a link without a label or a query."""
    page = SCRIPTS["draft"]
    links = [
        (page, {"label": "l", "icon": "🎓"}),
        (page, {"label": "l", "help": "where it leads", "query_params": {"seed": "1"}}),
        (page, {"label": "l", "disabled": True, "query_params": {"seed": "1"}}),
        (page, {"label": "l"}),
        (page, {}),
        ("https://example.org", {"label": "l", "query_params": {"seed": "1"}}),
    ]

    theirs = drawn(links_once.each_time, links, monkeypatch, tmp_path)
    ours = drawn(links_once.once, links, monkeypatch, tmp_path)

    assert len(ours) == len(links)
    assert ours == theirs


def test_a_page_that_is_missing_is_not_remembered(monkeypatch, tmp_path) -> None:
    """It fails as with Streamlit, also where another app has such a page."""
    links = [(SCRIPTS["draft"], {"label": "l", "query_params": {"seed": "1"}})]
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()

    assert len(drawn(links_once.once, links, monkeypatch, here)) == 1
    assert drawn(links_once.once, links, monkeypatch, there, pages=False) == []


def test_streamlit_still_makes_links_in_this_way() -> None:
    """The public function hands on all it is given, by these names."""
    hands_on = inspect.getsource(ButtonMixin.page_link).split("self._page_link(")[1]
    own = inspect.signature(links_once.each_time).parameters

    assert {name for name in own if f"{name}=" in hands_on} == {
        "page",
        "label",
        "query_params",
        *links_once.PLAIN,
    }
    for name, value in links_once.PLAIN.items():
        assert own[name].default == value
