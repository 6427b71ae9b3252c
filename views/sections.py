"""A page as a row of sections: all of them for a learner, one at a time for an audience.

`?view=present` shows one section at a time, in large type; Page Down and Page Up (a clicker's two
buttons) go on and back, over the end of a page to the next. `?hide=table|rolls` takes sections
away for an exercise; `hide=nav`, `hide=foot` and `hide=questions` take away what the frame adds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from lessons import Lesson
from views import state
from views.component import component
from views.links import go
from views.site import SCRIPTS
from views.styles import sheet

PRESENT = "present"
_FILES = Path(__file__).resolve().parent.parent / "assets" / "components"
_TURN = "_turn"  # the page to switch to: a callback may not switch pages itself


def presenting() -> bool:
    """Return whether this is shown to an audience."""
    return state.learner().view == PRESENT


def shown(name: str) -> bool:
    """Return whether the address leaves this section or control in place."""
    return name not in state.learner().hide


def show(lesson: Lesson, sections: Mapping[str, Callable[[], None]]) -> None:
    """Show the sections of a page.

    Parameters
    ----------
    sections
        Name (as in `hide=`) to what draws it, in order.
    """
    left = [name for name in sections if shown(name)]
    if not presenting():
        for name in left:
            sections[name]()
        return
    slide = min(state.learner().slide, len(left)) if left else 0
    if left:
        sections[left[slide - 1]]()
    keys(lesson, slide, len(left), on=_to(slide + 1), back=_to(slide - 1))


def keys(
    lesson: Lesson,
    slide: int,
    slides: int,
    *,
    on: Callable[[], None],
    back: Callable[[], None],
) -> None:
    """Show where the presenter is, and listen to Page Up and Page Down.

    Parameters
    ----------
    slide, slides
        The place in this page. Before its first slide lies the page before, behind its last the
        page after.
    on, back
        What a key does within the page.
    """
    before, after = neighbours()
    words = {name: lesson.text(f"frame.present.{name}") for name in ("on", "back", "leave", "keys")}
    words["where"] = lesson.text("frame.present.where", slide=slide, slides=slides)
    component("presenter", html='<div class="presenter"></div>')(
        key=f"presenter-{state.page()}",
        data={
            "labels": words,
            "first": slide <= 1 and before is None,
            "last": slide >= slides and after is None,
        },
        on_on_change=on if slide < slides else lambda: _turn(after, 1),
        on_back_change=back if slide > 1 else lambda: _turn(before, 20),
        on_leave_change=state.act(view="", slide=1),
    )


def neighbours() -> tuple[str | None, str | None]:
    """Return the pages before and after this one."""
    slugs = list(SCRIPTS)
    if state.page() not in slugs:
        return None, None  # a page off the path
    here = slugs.index(state.page())
    before = slugs[here - 1] if here > 0 else None
    after = slugs[here + 1] if here + 1 < len(slugs) else None
    return before, after


def turn_page() -> None:
    """Go to the page that a key asked for."""
    target = st.session_state.pop(_TURN, None)
    if target is not None:
        go(target)


def style() -> str:
    """Return what an audience needs on top of the style: large type, quiet controls."""
    return sheet("present") if presenting() else ""


def _to(slide: int) -> Callable[[], None]:
    return state.act(slide=max(slide, 1))


def _turn(slug: str | None, slide: int) -> None:
    if slug is not None:
        st.session_state[_TURN] = slug
        state.put(slide=slide, step=1 if slide == 1 else state.learner().step)
