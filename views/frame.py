"""What every page shares: the head with its steps, the style, the notices, the foot."""

from __future__ import annotations

import html
from base64 import b64encode
from functools import cache, partial
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lessons import Lesson
from views import (
    copy_link,
    embed,
    fragments,
    languages,
    lighter,
    links,
    reconnect,
    sections,
    state,
)
from views.fields import RULES, Notice
from views.site import LABS, SCRIPTS
from views.styles import sheet

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
lighter.install()
_SAID = "_said"  # page, and what its address held that could not be used


def open_page(slug: str) -> Lesson:
    """Begin a page: configuration, style, state, navigation, notices.

    Parameters
    ----------
    slug
        The page's name in the lesson ("home", "draft", "math", "exact", "code", "nimbus").
    """
    lesson = state.opened_lesson(slug)
    title = lesson.title if slug == "home" else f"{lesson.text(f'{slug}.title')} · {lesson.title}"
    st.set_page_config(page_title=title, page_icon=icon(), layout="wide")
    notices = _still_true(slug, state.open_state(slug, lesson))
    sections.turn_page()
    unseen = f"{reconnect.style()}{languages.style()}"
    own = sheet("tokens", "app")
    st.html(f"<style>{own}{embed.style()}{sections.style()}{unseen}</style>")
    reconnect.watch()
    languages.declare(lesson)
    fragments.begin(noticed=bool(notices))
    if sections.shown("nav"):
        _navigation(lesson, slug)
    for one in notices:
        notice(_said(lesson, one))
    return lesson


def notice(words: str) -> None:
    """Show a line about something that could not be done as asked."""
    st.html(f'<p class="notice" role="status">{html.escape(words)}</p>')


def heading(title: str, lead: str) -> None:
    """Show a page's one h1 and the sentence under it."""
    st.title(title, anchor=False)
    st.html(f'<p class="lead">{html.escape(lead)}</p>')


def card(name: str) -> DeltaGenerator:
    """Return a container drawn as a card; `name` is unique on its page."""
    return st.container(border=True, key=f"card-{name}")


def close_page(lesson: Lesson, slug: str) -> None:
    """End a page: the way back, the way on, the link to copy, and what a course page is told."""
    if not sections.shown("foot"):
        embed.report(lesson, slug)
        return
    order = list(SCRIPTS)
    here = order.index(slug) if slug in order else len(order)
    st.html('<div style="height:8px"></div>')
    with st.container(horizontal=True, key="foot", vertical_alignment="center"):
        if here > 0:
            before = order[here - 1] if slug in order else "home"
            links.link(before, lesson.text("frame.back_to", title=page_name(lesson, before)))
        if 0 < here < len(order) - 1:
            after = order[here + 1]
            label = lesson.text("frame.on_to", title=page_name(lesson, after))
            done = None if slug in LABS else partial(state.mark_done, slug)
            if st.button(label, key="on", on_click=done):
                links.go(after)
        copy_link.copy_link(
            lesson.text("frame.copy_link"),
            lesson.text("frame.copied"),
            lesson.text("frame.copy_by_hand"),
        )
        embed.report(lesson, slug)


def page_name(lesson: Lesson, slug: str) -> str:
    """Return what a page is called where others lead to it."""
    if slug == "home":
        return lesson.text("frame.home")
    if slug in LABS:
        return lesson.text(f"{slug}.title")
    return next(f"{step.number} {step.title}" for step in lesson.steps if step.slug == slug)


@cache
def icon() -> str:
    """Return the lesson's icon, whole: of a file Streamlit would find out each time what it is."""
    picture = (ASSETS / "icons" / "icon.png").read_bytes()
    return f"data:image/png;base64,{b64encode(picture).decode()}"


def _still_true(slug: str, notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
    """Keep what was said about the address until the page is left or the field is set.

    A component that reports at once causes a second run, in which the address is already mended.
    """
    session, learner = st.session_state, state.learner()
    if notices or session.get(_SAID, ("", ()))[0] != slug:
        session[_SAID] = (slug, notices)
    kept: tuple[Notice, ...] = session[_SAID][1]
    return tuple(
        notice
        for notice in kept
        if notice.field not in RULES
        or RULES[notice.field].spell(getattr(learner, notice.field)) == notice.used
    )


def _said(lesson: Lesson, notice: Notice) -> str:
    """Return what the address held that could not be used, and what is used instead."""
    rule = lesson.text(f"frame.rule.{notice.broken.rule}", **notice.broken.values)
    used = notice.used or lesson.text("frame.nothing")
    return lesson.text("frame.notice", field=notice.field, rule=rule, value=notice.value, used=used)


def _navigation(lesson: Lesson, here: str) -> None:
    with st.container(horizontal=True, key="nav", gap="xxsmall"):
        links.link("home", f"**{lesson.number}** {lesson.title}")
        done = state.learner().done
        for step in lesson.steps:
            tick = " ✓" if step.slug in done else ""
            links.link(step.slug, f"**{step.number}{tick}** {step.short}")
        # Behind one button, so that they don't crowd the steps on a phone.
        with st.popover(lesson.text("frame.labs"), type="tertiary"):
            for lab in LABS:
                links.link(lab, lesson.text(f"{lab}.title"))
        languages.choice(lesson)
    order = list(SCRIPTS)
    current = min(order.index(here), 1 + len(lesson.steps)) + 1 if here in order else 0
    # Streamlit marks the current page by colour alone: weight and underline say it too.
    st.html(
        f"<style>.st-key-nav > :nth-child({current}) :is(a, button) p "
        "{font-weight: 650; text-decoration: underline; text-underline-offset: 6px; "
        f"text-decoration-thickness: 2px}}{embed.short_names(current)}</style>"
    )
