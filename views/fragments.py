"""Parts of a page that are drawn again without the rest of it.

A run of a whole page costs several times what a run of one part costs, most of it for elements that
have not changed. So what a learner changes often names the parts that show it: `part` makes them,
`only` in a widget's callback has only them run.

For an audience (`?view=present`) there is one screen at a time and no part: the whole page runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

from views import sections, state

P = ParamSpec("P")
_DRAWN = "_parts"  # the parts on the page of the last run
_NOTICED = "_parts_noticed"  # the page says something that a change may settle
_NOTHING = "nothing"  # a part without elements: what changes nothing but the address runs this


def begin(*, noticed: bool = False) -> None:
    """Begin a page, which has no part yet.

    Parameters
    ----------
    noticed
        Above the parts stands what the address held that could not be used. A change may settle
        that, so that until then `only` has the whole page run.
    """
    st.session_state[_DRAWN] = set()
    st.session_state[_NOTICED] = noticed
    _nothing()


def part(name: str, *, slow: bool = False) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Make a function a part of its page.

    Parameters
    ----------
    name
        For `only`; unique on its page. A widget in a part whose callback doesn't name others draws
        this part again.
    slow
        It takes seconds, so that it runs alone for an audience too: the rest doesn't wait for it.
    """

    def made(draw: Callable[P, None]) -> Callable[P, None]:
        @st.fragment(key=name)
        @wraps(draw)
        def alone(runs: list[None], *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
            if runs:  # not drawn by the page, which has done these itself
                state.resume()
            runs.append(None)
            draw(*args, **kwargs)

        @wraps(draw)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> None:
            presented = sections.presenting()
            if presented and not slow:
                draw(*args, **kwargs)
                return
            if not presented:
                st.session_state[_DRAWN].add(name)
            alone([], *args, **kwargs)

        return drawn

    return made


def only(*names: str) -> None:
    """End a callback: of the page only these parts are drawn again, of which some may not be there.

    Nothing behind it in the callback is run. With no name, the address alone follows the change.
    """
    drawn = st.session_state[_DRAWN]
    if drawn and st.session_state[_NOTICED]:
        st.rerun()
    if drawn:
        st.rerun([name for name in names if name in drawn] or [_NOTHING])


def then_only(change: Callable[[], None], *names: str) -> Callable[[], None]:
    """Return a callback that makes a change and then has these parts drawn again."""

    def changed() -> None:
        change()
        only(*names)

    return changed


@part(_NOTHING)
def _nothing() -> None:
    pass
