"""What an instructor puts into a course: the code of a frame, its preview, SCORM packages."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import streamlit as st

from lessons import Lesson
from scorm import VERSIONS, PackageError, file_name, package
from views import state
from views.copy_link import copy_link
from views.fields import Learner, spell_address
from views.frame import ASSETS, card, page_name
from views.html_parts import escape
from views.site import SCRIPTS

PREVIEW = (600, 900)  # pixels: from what the lesson is made for to what a screen shows
# What is about this instructor and not about the screen to show.
_OWN = ("done", "answers", "view", "slide", "hide")
# What the address calls the pages: no name in it holds an underscore.
PAGES = {slug.replace("_", "-"): slug for slug in SCRIPTS}
_EVERY, _HIDE = "every", "instructors.hide."


def address_of(learner: Learner, first_visit: Learner) -> str:
    """Return what an instructor has put together as an address below the lesson's own.

    Parameters
    ----------
    learner
        Whose `class_` fields say what to show; the other fields are the screen itself.
    first_visit
        The defaults, which the address leaves out.
    """
    own = {name: getattr(first_visit, name) for name in (*_OWN, *_class_fields())}
    shown = replace(learner, **{**own, "view": learner.class_view, "hide": learner.class_hide})
    query = {"embed": "true"}
    if learner.class_theme:
        query["embed_options"] = f"{learner.class_theme}_theme"
    query |= spell_address(shown, first_visit)
    # Commas, colons and bars stay readable: they are what an instructor edits by hand.
    return f"{path_of(page_of(learner))}?{urlencode(query, safe=',:|')}"


def page_of(learner: Learner) -> str:
    """Return the page that an instructor has chosen; the first step for one that isn't there."""
    return PAGES.get(learner.class_page, "draft")


def path_of(slug: str) -> str:
    """Return the last part of a page's address: "" for the landing page."""
    script = SCRIPTS[slug]
    return Path(script).stem.partition("_")[2] if "/" in script else ""


def frame_code(address: str, title: str, height: int) -> str:
    """Return the HTML that shows an address in a course page."""
    return (
        f'<iframe src="{html.escape(address)}"\n'
        f'        title="{html.escape(title)}" width="100%" height="{height}" style="border:0"\n'
        f'        loading="lazy" allow="clipboard-write; fullscreen"></iframe>'
    )


def hideable(lesson: Lesson, slug: str) -> Mapping[str, str]:
    """Return what `hide=` can take from a page: its name to what it is."""
    found: dict[str, str] = {}
    for group in (_EVERY, slug):
        start = f"{_HIDE}{group}."
        keys = [key for key in lesson.keys() if key.startswith(start)]  # noqa: SIM118 - a method
        found |= {key.removeprefix(start): lesson.text(key) for key in keys}
    return found


def choose(lesson: Lesson) -> None:
    """Show what can be chosen."""
    learner = state.learner()
    with card("choose"):
        st.header(lesson.text("instructors.choose.title"), anchor=False)
        _select(lesson, "page", {name: page_name(lesson, PAGES[name]) for name in PAGES})
        left, right = st.columns(2)
        with left:
            _whole(lesson, "seed", "seed", 0, 999_999, help=_seeds(lesson))
        with right:
            if page_of(learner) == "draft":
                _whole(lesson, "step", "step", 1, 5)
            elif page_of(learner) == "exact":
                _whole(lesson, "part", "part", 1, 3)
        _select(lesson, "view", _labels(lesson, "view", {"": "all", "present": "present"}))
        _hide(lesson, learner)
        left, right = st.columns(2)
        with left:
            themes = {"": "auto", "light": "light", "dark": "dark"}
            _select(lesson, "theme", _labels(lesson, "theme", themes))
        with right:
            help_ = lesson.text("instructors.choose.height_help")
            _whole(lesson, "height", "class_height", 300, 4_000, step=20, help=help_)
        st.html(f'<p class="sub">{escape(lesson.text("instructors.choose.rest"))}</p>')
        if any(getattr(learner, name) != getattr(_start(lesson), name) for name in _screen()):
            forget = lesson.text("instructors.choose.forget")
            st.button(forget, on_click=lambda: state.reset(*_screen()))


def preview(lesson: Lesson) -> None:
    """Show what was chosen, in its own height within what fits beside the choices."""
    learner = state.learner()
    base = st.get_option("server.baseUrlPath").strip("/")
    below = f"/{base}/" if base else "/"
    with card("preview"):
        st.header(lesson.text("instructors.preview.title"), anchor=False)
        st.iframe(
            below + address_of(learner, _start(lesson)),
            height=max(PREVIEW[0], min(learner.class_height, PREVIEW[1])),
            alt=lesson.text("instructors.preview.alt", page=page_name(lesson, page_of(learner))),
        )


def snippet(lesson: Lesson) -> str:
    """Show the code to paste; return the whole address it opens."""
    learner = state.learner()
    with card("snippet"):
        st.header(lesson.text("instructors.snippet.title"), anchor=False)
        address = _server(lesson) + address_of(learner, _start(lesson))
        code = frame_code(address, lesson.title, learner.class_height)
        st.code(code, language=None, wrap_lines=True)
        copy_link(
            *(lesson.text(f"instructors.snippet.{name}") for name in ("copy", "copied", "by_hand")),
            text=code,
        )
        st.html(f'<p class="sub">{escape(lesson.text("instructors.snippet.allow"))}</p>')
        with st.expander(lesson.text("instructors.snippet.follow")):
            st.write(lesson.text("instructors.snippet.follow_lead"))
            st.code(following_script(), language=None, wrap_lines=True)
    return address


def packages(lesson: Lesson, address: str) -> None:
    """Offer the SCORM packages for an address."""
    learner = state.learner()
    steps = {step.slug: f"{step.number} {step.title}" for step in lesson.steps}
    with card("scorm"):
        st.header(lesson.text("instructors.scorm.title"), anchor=False)
        st.html(f'<p class="lead">{escape(lesson.text("instructors.scorm.lead"))}</p>')
        left, right = st.columns(2)
        with left:
            state.bound(
                st.multiselect,
                lesson.text("instructors.scorm.needs"),
                field="class_needs",
                value_name="default",
                read=lambda kept: [name for name in kept if name in steps],
                write=tuple,
                options=[*steps],
                format_func=steps.__getitem__,
                placeholder=lesson.text("instructors.scorm.needs_all"),
            )
        with right:
            state.bound(
                st.number_input,
                lesson.text("instructors.scorm.mastery"),
                field="class_mastery",
                min_value=0,
                max_value=100,
                step=5,
                help=lesson.text("instructors.scorm.mastery_help"),
            )
        with st.container(horizontal=True):
            for version in VERSIONS:
                _download(lesson, address, version, learner)
        st.html(f'<p class="notice">{escape(lesson.text("instructors.scorm.honest"))}</p>')


@cache
def following_script() -> str:
    """Return the script that makes a course page's frame as high as its content."""
    return (ASSETS / "takeaway" / "follow_height.html.txt").read_text("utf-8")


def _download(lesson: Lesson, address: str, version: str, learner: Learner) -> None:
    steps = {step.slug for step in lesson.steps}
    packed = package(
        lesson,
        address,
        version=version,
        needs=[name for name in learner.class_needs if name in steps],
        mastery=learner.class_mastery / 100,
    )
    st.download_button(
        lesson.text("instructors.scorm.download", version=version),
        packed,
        file_name(version),
        "application/zip",
        key=f"scorm-{version}",
        on_click="ignore",
    )


def _server(lesson: Lesson) -> str:
    """Show where the lesson is served; return it as one that ends in a slash.

    The field is not in the address: a link could otherwise put a stranger's server into the code
    that an instructor copies.
    """
    here = (st.context.url or "").removesuffix("/").removesuffix("For_instructors")
    usual = here if here.endswith("/") else lesson.text("instructors.address.elsewhere")
    typed = st.text_input(
        lesson.text("instructors.address.label"),
        usual,
        help=lesson.text("instructors.address.help"),
        key="instructors-address",
    ).strip()
    used = typed if typed.endswith("/") else f"{typed}/"
    try:
        package(lesson, used)
        if urlsplit(used).query or urlsplit(used).fragment:
            raise PackageError(used)
    except PackageError:
        used = usual
        _warn(lesson.text("instructors.address.broken", used=usual))
    host = urlsplit(used).hostname or ""
    if host == "localhost" or host.startswith("127.") or host == "::1":
        _warn(lesson.text("instructors.address.local", host=host))
    return used


def _warn(text: str) -> None:
    st.html(f'<p class="notice" role="status">{escape(text)}</p>')


def _hide(lesson: Lesson, learner: Learner) -> None:
    names = hideable(lesson, page_of(learner))
    state.bound(
        st.multiselect,
        lesson.text("instructors.choose.hide"),
        field="class_hide",
        value_name="default",
        # A name of another page stays kept, for when the instructor goes back to it.
        read=lambda kept: [name for name in kept if name in names],
        write=lambda chosen: (*chosen, *(n for n in learner.class_hide if n not in names)),
        options=[*names],
        format_func=names.__getitem__,
        placeholder=lesson.text("instructors.choose.hide_none"),
        help=lesson.text("instructors.choose.hide_help"),
    )


def _select(lesson: Lesson, name: str, labels: Mapping[str, str]) -> None:
    options = [*labels]
    state.bound(
        st.selectbox,
        lesson.text(f"instructors.choose.{name}"),
        field=f"class_{name}",
        value_name="index",
        read=lambda kept: options.index(kept) if kept in options else options.index("draft"),
        options=options,
        format_func=labels.__getitem__,
    )


def _whole(lesson: Lesson, name: str, field: str, low: int, high: int, **options: object) -> None:
    state.bound(
        st.number_input,
        lesson.text(f"instructors.choose.{name}"),
        field=field,
        min_value=low,
        max_value=high,
        **options,
    )


def _labels(lesson: Lesson, group: str, names: Mapping[str, str]) -> dict[str, str]:
    return {value: lesson.text(f"instructors.{group}.{name}") for value, name in names.items()}


def _seeds(lesson: Lesson) -> str:
    known = "; ".join(f"{seed.seed}: {seed.label}" for seed in lesson.seeds.values())
    return lesson.text("instructors.choose.seed_help", seeds=known)


def _class_fields() -> list[str]:
    return [name for name in state.RULE_NAMES if name.startswith("class_")]


def _start(lesson: Lesson) -> Learner:
    return state.first_visit(lesson)


def _screen() -> list[str]:
    """Return the fields that make up a screen: all but what is about this instructor."""
    kept = (*_OWN, *_class_fields(), "lang")
    return [name for name in state.RULE_NAMES if name not in kept]
