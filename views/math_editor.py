"""Step 2's editor: presets, the bars under the hand, lists that are typed or pasted."""

from __future__ import annotations

from functools import partial
from typing import cast

import streamlit as st

from lessons import Lesson
from views import math_sections, preset_choice, state
from views.editor import EditorLabels, distribution_editor
from views.fields import SEPARATOR, FieldError, Weights, Words, rounded
from views.fragments import only
from views.markdown import literal
from views.typed import TypedError, read_all, spell_numbers

# Parts of the page that other numbers change, and those that other words change.
OF_THE_NUMBERS = ("bars", *math_sections.OF_THE_PAIR)
OF_THE_WORDS = ("bars", "rules", "table", "rolled")


def presets(lesson: Lesson) -> None:
    """Offer the lesson's pairs and the real one; what was edited is called the learner's own."""
    then = partial(only, *OF_THE_WORDS)
    preset_choice.choose(lesson, lesson.text("math.preset"), lesson.text("math.own"), then)
    current = preset_choice.preset_of(lesson)
    for preset in lesson.presets:
        if preset.key == current:
            st.caption(preset.note)
    preset_choice.about(lesson, then)


def editor(lesson: Lesson) -> None:
    """Show the bars under the hand."""
    learner = state.learner()
    preset = lesson.presets[0]
    distribution_editor(
        learner.words,
        learner.p,
        learner.q,
        key="editor",
        labels=labels(lesson),
        initial=preset_choice.values(preset),
        quality=True,
        on_change=_take,
    )


def labels(lesson: Lesson) -> EditorLabels:
    """Return the editor's words from the lesson."""
    names = EditorLabels.__required_keys__
    return cast(EditorLabels, {name: lesson.raw(f"frame.editor.{name}") for name in names})


def typed(lesson: Lesson) -> None:
    """Let p_target and q_draft be typed or pasted as lists."""
    learner = state.learner()
    # Other numbers, another form: what stands in the fields is always what is in force.
    form = f"typed-{hash((learner.words, learner.p, learner.q))}"
    with st.expander(lesson.text("math.typed.title")):
        st.write(lesson.text("math.typed.lead"))
        with st.form(form, border=False):
            words = st.text_input(
                lesson.text("math.typed.words"), ", ".join(learner.words), key=f"{form}-words"
            )
            p = st.text_input(
                lesson.text("math.typed.p"), spell_numbers(learner.p), key=f"{form}-p"
            )
            q = st.text_input(
                lesson.text("math.typed.q"), spell_numbers(learner.q), key=f"{form}-q"
            )
            sent = st.form_submit_button(lesson.text("math.typed.apply"))
        if sent:
            _apply(lesson, words, p, q)


def _apply(lesson: Lesson, words: str, p: str, q: str) -> None:
    try:
        read = read_all(words, p, q)
        state.put(words=read[0], p=read[1], q=read[2], word=1)
    except TypedError as error:
        field = lesson.text(f"math.typed.{error.field}")
        rule = lesson.text(f"math.typed.rule.{error.rule}")
        value = literal(error.value)
        st.error(lesson.text("math.typed.error", field=field, rule=rule, value=value))
        return
    st.rerun()


def _take(words: Words, p: Weights, q: Weights) -> None:
    """Keep what the editor was left at."""
    before = state.learner().words
    plain = tuple(word.replace(SEPARATOR, "¦").strip() for word in words)
    word = min(state.learner().word, len(plain))
    try:
        state.put(words=plain, p=rounded(p), q=rounded(q), word=word)
    except FieldError:
        # Two words alike, or one that the address can't hold: the editor is shown the old ones.
        state.put(word=word)
    only(*(OF_THE_NUMBERS if plain == before else OF_THE_WORDS))
