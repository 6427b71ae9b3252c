"""A link to a page of the lesson is looked up once, and its query is spelled once.

Every page has nine or more. For each Streamlit follows the page's path through the file system,
compares it with those of all pages, and spells the query, which is the same for all of them: a
seventh of what opening a page cost. Here the link that Streamlit made first is copied.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from streamlit.elements.widgets import button
from streamlit.elements.widgets.button import ButtonMixin
from streamlit.proto.PageLink_pb2 import PageLink
from streamlit.runtime.scriptrunner import get_script_run_ctx

each_time = ButtonMixin._page_link
spell = button.process_query_params  # type: ignore[attr-defined]

PLAIN = {"icon": None, "icon_position": "left", "help": None, "disabled": False, "width": "content"}
"""What `st.page_link` passes on for a link that asks for nothing more."""


class _Kept:
    """Stands where a link would be drawn, and keeps what would be."""

    def __init__(self) -> None:
        self.dg = self

    def _enqueue(self, kind: str, proto: PageLink, **options: Any) -> None:  # noqa: ANN401
        self.kind, self.proto, self.options = kind, proto, options


@lru_cache(maxsize=256)
def _looked_up(_app: str, page: str, label: str | None) -> _Kept:
    kept = _Kept()
    each_time(kept, page, label=label)  # type: ignore[arg-type]
    return kept


@lru_cache(maxsize=1024)
def _spelled(query: tuple[tuple[str, str], ...]) -> str:
    return str(spell(dict(query)))


def once(self: ButtonMixin, page: object, **options: Any) -> Any:  # noqa: ANN401
    """Do what `each_time` does; from memory, where a path has a label and a query alone."""
    given = dict(options)
    label, query = given.pop("label", None), given.pop("query_params", None)
    run = get_script_run_ctx()
    if run is None or not isinstance(page, str) or given != PLAIN or not _of_words(query):
        return each_time(self, page, **options)  # type: ignore[arg-type]
    kept = _looked_up(run.main_script_path, page, label)
    proto = PageLink()
    proto.CopyFrom(kept.proto)
    proto.query_string = _spelled(tuple(query.items()))
    return self.dg._enqueue(kept.kind, proto, **kept.options)


def _of_words(query: object) -> bool:
    return isinstance(query, dict) and all(isinstance(value, str) for value in query.values())


def install() -> None:
    """Have Streamlit use it."""
    ButtonMixin._page_link = once  # type: ignore[method-assign]
