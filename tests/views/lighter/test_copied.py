"""A copied cursor is a copy: alike, and apart from the first."""

from __future__ import annotations

import copy
import inspect
from itertools import pairwise
from typing import Any

from streamlit import cursor, delta_generator
from streamlit.cursor import Cursor, LockedCursor, RunningCursor, SparseList
from streamlit.proto.Element_pb2 import Element

from views.lighter import copied

copied.install()


def filled() -> SparseList[Element]:
    """Return a list with holes, made as Streamlit makes them."""
    items = SparseList[Element]()
    for index in (0, 3):
        items[index] = Element()
        items[index].markdown.body = f"element {index}"
    return items


def test_items_are_copied_and_apart() -> None:
    """The same indices with equal items; a change of the copy is not seen in the first."""
    first = filled()
    other = copy.deepcopy(first)

    assert list(other.items()) == list(first.items())
    other[0].markdown.body = "changed"
    other[7] = Element()
    assert first[0].markdown.body == "element 0"
    assert 7 not in first


def test_a_list_that_holds_itself_is_copied_once() -> None:
    """As deepcopy promises of anything."""
    first: SparseList[Any] = SparseList()
    first[0] = first

    other = copy.deepcopy(first)

    assert other[0] is other


def test_cursors_are_as_streamlit_would_copy_them() -> None:
    """Every attribute of both kinds of cursor, compared with a copy of Streamlit's own."""
    for one in (
        RunningCursor(root_container=0, parent_path=(1, 2), transient_elements=filled()),
        LockedCursor(root_container=0, parent_path=(4,), index=3, transient_elements=filled()),
    ):
        here = copy.deepcopy(one)
        del SparseList.__deepcopy__  # type: ignore[attr-defined]
        del Cursor.__deepcopy__  # type: ignore[attr-defined]
        try:
            there = copy.deepcopy(one)
        finally:
            copied.install()
        mine, theirs = vars(here), vars(there)
        assert list(mine.pop("_transient_elements").items()) == list(
            theirs.pop("_transient_elements").items()
        )
        assert mine == theirs


def test_a_copied_cursor_moves_by_itself() -> None:
    """And the first one doesn't, nor do the elements that it passes."""
    first = RunningCursor(root_container=1, parent_path=(2,))
    other = copy.deepcopy(first)
    other.lock_element()
    other.transient_elements[0] = Element()

    assert (first.delta_path, other.delta_path) == ([1, 2, 0], [1, 2, 1])
    assert 0 not in first.transient_elements


def test_all_but_the_list_is_shared_safely() -> None:
    """What can't change needs no copy; a part that can would have to be copied here."""
    for one in (RunningCursor(0, (1, 2), 3), LockedCursor(0, (1,), 2, 3)):
        parts = {name: part for name, part in vars(one).items() if name != "_transient_elements"}
        for part in parts.values():
            hash(part)  # a list or a dictionary has none


def nested() -> tuple[delta_generator.DeltaGenerator, ...]:
    """Return a stack of containers, each in the one before, as `with` statements leave it."""
    made: list[delta_generator.DeltaGenerator] = []
    for depth in range(4):
        made.append(
            delta_generator.DeltaGenerator(
                root_container=0,
                cursor=RunningCursor(root_container=0, parent_path=tuple(range(depth))),
                parent=made[-1] if made else None,
                block_type=(None, "vertical", "column", "expandable")[depth],
            )
        )
    made[2]._creating_fragment_id = "a part"
    return tuple(made)


def told(one: delta_generator.DeltaGenerator | None) -> object:
    """Return all that a container is, and those around it."""
    if one is None:
        return None
    parts = {name: part for name, part in vars(one).items() if not isinstance(part, Cursor)}
    return {**parts, "at": one._cursor.delta_path, "_parent": told(one._parent)}


def test_a_copied_stack_is_as_streamlit_would_copy_it(monkeypatch) -> None:
    """Each container, where it is, and all around it."""
    stack = nested()
    ours = copy.deepcopy(stack)
    monkeypatch.setattr(delta_generator.DeltaGenerator, "__deepcopy__", copied.by_itself)
    theirs = copy.deepcopy(stack)

    assert [told(one) for one in ours] == [told(one) for one in theirs]
    assert not {id(one) for one in ours} & {id(one) for one in stack}
    assert not {id(one._cursor) for one in ours} & {id(one._cursor) for one in stack}


def test_a_copied_stack_hangs_together() -> None:
    """A container's parent is the copy that stands before it; Streamlit copies it once more."""
    ours = copy.deepcopy(nested())

    for before, after in pairwise(ours):
        assert after._parent is before


def test_streamlit_still_copies_in_this_way() -> None:
    """A list has its items alone; cursors are copied whole and make lists of a named type."""
    assert list(vars(SparseList())) == ["_data"]
    assert "SparseList[Element]()" in inspect.getsource(cursor)
    assert sorted(vars(nested()[0])) == [
        "_block_type",
        "_creating_fragment_id",
        "_form_data",
        "_parent",
        "_provided_cursor",
        "_root_container",
    ]
    source = inspect.getsource(copied.by_itself)
    for part in ("cursor", "parent", "form_data"):
        assert f"deepcopy(self._{part})" in source
