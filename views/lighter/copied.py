"""A fragment's place on the page is copied without what can't change.

Streamlit copies the cursors of a page for each fragment: where it is declared, and again whenever
it runs alone. Each cursor has a list of passing elements, as a rule an empty one, made as
``SparseList[Element]()``. Python notes that type in the list, and ``copy.deepcopy`` copies the type
too, piece by piece: a third of what opening step 3 cost. Here the list's items are copied alone.
And of a cursor only the list can change: its other parts are numbers and paths, and shared.
Containers that lie in each other are copied once each, and not once for all that lie in them.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from streamlit.cursor import Cursor, SparseList
from streamlit.delta_generator import DeltaGenerator

by_itself = DeltaGenerator.__deepcopy__


def copied(self: SparseList[Any], memo: dict[int, Any]) -> SparseList[Any]:
    """Return a list with copies of its items."""
    other: SparseList[Any] = SparseList()
    memo[id(self)] = other
    for index, item in self.items():
        other[index] = deepcopy(item, memo)
    return other


def cursor(self: Cursor, memo: dict[int, Any]) -> Cursor:
    """Return a cursor at the same place, with a list of its own."""
    other = object.__new__(type(self))
    memo[id(self)] = other
    vars(other).update(vars(self))
    other._transient_elements = copied(self._transient_elements, memo)
    return other


def container(self: DeltaGenerator, memo: dict[int, Any]) -> DeltaGenerator:
    """Do what `by_itself` does, and remember what is copied already."""
    other = DeltaGenerator(
        root_container=self._root_container,
        cursor=deepcopy(self._cursor, memo),
        parent=deepcopy(self._parent, memo),
        block_type=self._block_type,
    )
    other._form_data = deepcopy(self._form_data, memo)
    other._creating_fragment_id = self._creating_fragment_id
    return other


def install() -> None:
    """Have ``copy.deepcopy`` use it."""
    SparseList.__deepcopy__ = copied  # type: ignore[attr-defined]
    Cursor.__deepcopy__ = cursor  # type: ignore[attr-defined]
    DeltaGenerator.__deepcopy__ = container  # type: ignore[assignment, method-assign]
