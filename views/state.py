"""The learner's state: kept in the session, copied to the address, read back from it.

Streamlit drops the address's query at a page switch and forgets the session when the server
restarts, so neither alone is enough. Here the session holds one `Learner`; every run writes it to
the address; and an address that this session did not write itself (a deep link, a reload, Back)
wins over the session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import streamlit as st

from lessons import Lesson, load_lesson
from views.fields import FieldError, Learner, Notice, checked, parse_address, spell_address

_STORE = "_learner"  # the Learner itself
_PAGE = "_page"  # the page of the last run
_PUBLISHED = "_published"  # the address as we last wrote it
_OWN_EVENT = "_own_event"  # a widget of ours caused this run
_GIVEN = "_given"  # the addresses in the links of the last run
_GENERATION = "_generation"  # field -> how often it was set from outside its widget
_FIRST_VISIT = "_first_visit"
_LANGUAGE = "_language"  # what the last run was written in


def first_visit(lesson: Lesson) -> Learner:
    """Return the state of a learner who opens the lesson for the first time."""
    preset = lesson.presets[0]
    return Learner(
        words=tuple(preset.words),
        p=tuple(float(value) for value in preset.p_target),
        q=tuple(float(value) for value in preset.q_draft),
        seed=lesson.seeds["default"].seed,
        race_prompt=lesson.text("race.prompt.on_topic"),
        lang=lesson.own_language,
    )


def opened_lesson(page: str) -> Lesson:
    """Return the lesson in the language of this run: the address's where it wins."""
    original = load_lesson()
    query = _query()
    wanted = query.get("lang", "") if _address_wins(page, query) else learner().lang
    return load_lesson(language=wanted if wanted in original.languages else "")


def open_state(page: str, lesson: Lesson) -> tuple[Notice, ...]:
    """Bring session and address together; call once, first thing on every page.

    Returns
    -------
    What the address held that could not be used.
    """
    session = st.session_state
    session[_FIRST_VISIT] = start = first_visit(lesson)
    query = _query()
    notices: tuple[Notice, ...] = ()
    if _address_wins(page, query):
        learner, notices = parse_address(query, start)
        _replace_all(learner)
    elif session[_LANGUAGE] != lesson.language:
        was = load_lesson(lesson.name, language=session[_LANGUAGE])
        _replace_all(said_anew(session[_STORE], was, lesson))
    session[_LANGUAGE] = lesson.language
    session[_PAGE] = page
    session[_OWN_EVENT] = False
    session[_GIVEN] = []
    publish()
    return notices


def said_anew(learner: Learner, was: Lesson, lesson: Lesson) -> Learner:
    """Return the state with the words of a preset in the lesson's language; others stay."""
    for old, new in zip(was.presets, lesson.presets, strict=True):
        if learner.words == old.words:
            return replace(learner, words=new.words)
    return learner


def resume() -> None:
    """Note that a part of the page runs alone: the event is over, and Back may follow it."""
    st.session_state[_OWN_EVENT] = False


def learner() -> Learner:
    """Return the state as it stands in this run."""
    stored: Learner = st.session_state[_STORE]
    return stored


def page() -> str:
    """Return the name of the page that is shown."""
    name: str = st.session_state[_PAGE]
    return name


def put(**values: Any) -> None:  # noqa: ANN401 - the rule of each field checks its type
    """Set fields from code (a button, a component): their widgets show the new value.

    Raises
    ------
    FieldError
        If a value breaks its field's rule; then nothing is set.
    """
    _set(values)
    for name in values:
        _renew_widget(name)


def act(**values: Any) -> Callable[[], None]:  # noqa: ANN401
    """Return a callback for a button that sets these fields."""
    return lambda: put(**values)


def bound(
    widget: Callable[..., Any],
    label: str,
    *,
    field: str,
    **options: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Show a Streamlit widget that holds one field of the state.

    Parameters
    ----------
    widget
        `st.slider`, `st.select_slider`, `st.number_input`, ... : any that takes `value`.
    label, options
        Passed on. `read` (value of the field to value of the widget) and `write` (back) are taken
        out first, for widgets whose values are not the field's own; so is `then`, which ends the
        callback (`views.fragments.only`).
    """
    read: Callable[[Any], Any] = options.pop("read", lambda value: value)
    write: Callable[[Any], Any] = options.pop("write", lambda value: value)
    then: Callable[[], None] | None = options.pop("then", None)
    value_name = options.pop("value_name", "value")
    key = f"{st.session_state[_PAGE]}:{field}:{st.session_state[_GENERATION].get(field, 0)}"

    def keep() -> None:
        if st.session_state[key] is None:
            # A choice taken back: the field stays as it was, and the widget alone, which stands in
            # the part that runs without `then`, shows that.
            _renew_widget(field)
            return
        _set({field: write(st.session_state[key])})
        if then is not None:
            then()

    options[value_name] = read(getattr(learner(), field))
    return widget(label, key=key, on_change=keep, **options)


def answer(question: str, option: str) -> None:
    """Keep a learner's answer to a question; a later answer replaces an earlier one."""
    kept = {**dict(learner().answers), question: option}
    put(answers=tuple(kept.items()))


def mark_done(page: str) -> None:
    """Keep that a step was gone through to its end."""
    if page not in learner().done:
        put(done=(*learner().done, page))


def reset(*names: str) -> None:
    """Set fields back to what a first visit shows."""
    start = st.session_state[_FIRST_VISIT]
    put(**{name: getattr(start, name) for name in names})


def address() -> dict[str, str]:
    """Return the state as the keys and values of an address, for a link to another page."""
    given = _spelled()
    st.session_state[_GIVEN].append(given)
    return given


def publish() -> None:
    """Write the state to the address, if it isn't there yet."""
    session = st.session_state
    wanted = _spelled()
    others = {key: st.query_params.get_all(key) for key in st.query_params}
    others = {key: value for key, value in others.items() if not hasattr(Learner, key)}
    if {key: st.query_params[key] for key in st.query_params if key not in others} != wanted:
        st.query_params.from_dict({**others, **wanted})
    session[_PUBLISHED] = wanted


def _query() -> dict[str, str]:
    """Return what the address holds of ours."""
    return {key: value for key, value in st.query_params.items() if hasattr(Learner, key)}


def _spelled() -> dict[str, str]:
    return dict(_spell_once(st.session_state[_STORE], st.session_state[_FIRST_VISIT]))


_spell_once = lru_cache(maxsize=1024)(spell_address)  # a page asks for its address a dozen times


def _set(values: dict[str, Any]) -> None:
    session = st.session_state
    session[_STORE] = checked(replace(session[_STORE], **values), values)
    session[_OWN_EVENT] = True
    publish()  # a fragment's rerun does not pass open_state


def _replace_all(new: Learner) -> None:
    session = st.session_state
    session.setdefault(_GENERATION, {})
    old = session.get(_STORE, new)
    session[_STORE] = new
    for name in RULE_NAMES:
        if getattr(old, name) != getattr(new, name):
            _renew_widget(name)


def _renew_widget(name: str) -> None:
    """Give the field's widget a new key: Streamlit then shows `value`, not what it remembers."""
    generations = st.session_state.setdefault(_GENERATION, {})
    generations[name] = generations.get(name, 0) + 1


def _address_wins(page: str, query: dict[str, str]) -> bool:
    session = st.session_state
    if _STORE not in session:
        return True  # a new session: a deep link, a reload, a restarted server
    if session[_OWN_EVENT]:
        return False  # the browser may not have taken in the last address yet
    if session[_PAGE] != page:
        # A link of ours: what was done after it was drawn counts too. Or Streamlit dropped the
        # query. Any other address is one that the learner went back to.
        return bool(query) and query not in session[_GIVEN]
    return bool(query != session[_PUBLISHED])


RULE_NAMES = tuple(Learner.__dataclass_fields__)

__all__ = [
    "FieldError",
    "act",
    "address",
    "answer",
    "bound",
    "first_visit",
    "learner",
    "mark_done",
    "open_state",
    "opened_lesson",
    "page",
    "publish",
    "put",
    "reset",
    "resume",
    "said_anew",
]
