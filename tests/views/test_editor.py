"""views.editor: what goes to the browser, and what of its answers is believed."""

from __future__ import annotations

import logging
import math
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from views import editor
from views.component import FILES

WORDS = ["the", "size", "our"]
GOOD = {"words": WORDS, "p": [0.5, 0.3, 0.2], "q": [0.2, 0.7, 0.1], "stamp": 7}
APP = Path(__file__).parent.parent / "browser" / "apps" / "editor_app.py"


def changed(**fields: object) -> dict[str, object]:
    return {**GOOD, **fields}


def test_a_sound_payload_comes_back_as_tuples():
    """Words and both distributions are returned, hashable and unchanged."""
    expected = (("the", "size", "our"), (0.5, 0.3, 0.2), (0.2, 0.7, 0.1))

    assert expected == editor.parse_payload(GOOD)


def test_what_rounding_left_over_is_taken_out():
    """A sum that is off by the browser's rounding is made 1."""
    _, p_target, _ = editor.parse_payload(changed(p=[0.3334, 0.3334, 0.3333]))

    assert math.isclose(1, math.fsum(p_target), abs_tol=1e-15)


@pytest.mark.parametrize(
    ("payload", "rule"),
    [
        (None, "value: must be a mapping"),
        ([GOOD], "value: must be a mapping"),
        ({}, "words: must be a list"),
        (changed(words=["one"]), "words: must be a list of 2 to 12"),
        (changed(words=[f"w{i}" for i in range(13)]), "words: must be a list of 2 to 12"),
        (changed(words="abc"), "words: must be a list"),
        (changed(words=["a", "b", 3]), "1 to 24 characters"),
        (changed(words=["a", "b", "  "]), "1 to 24 characters"),
        (changed(words=["a", "b", "x" * 25]), "1 to 24 characters"),
        (changed(words=["a", "b", "x\ny"]), "must be printable"),
        (changed(words=["a", "b", "\ud800"]), "must be printable"),
        (changed(words=["a", "b", "c|d"]), "without '|'"),
        (changed(words=["a", "b", "\u202ec"]), "must be printable"),
        (changed(words=["a", "b", "a"]), "must differ"),
        (changed(p=[0.5, 0.5]), "p: must be a list of 3 numbers"),
        (changed(q={"0": 1}), "q: must be a list of 3 numbers"),
        (changed(p=["0.5", 0.3, 0.2]), "p: must hold numbers from 0 to 1"),
        (changed(p=[True, 0.0, 0.0]), "p: must hold numbers from 0 to 1"),
        (changed(p=[None, 0.5, 0.5]), "p: must hold numbers from 0 to 1"),
        (changed(q=[math.nan, 0.5, 0.5]), "q: must hold numbers from 0 to 1"),
        (changed(q=[math.inf, 0.5, 0.5]), "q: must hold numbers from 0 to 1"),
        (changed(q=[-0.1, 0.6, 0.5]), "q: must hold numbers from 0 to 1"),
        (changed(q=[0.0, 0.0, 0.0]), "q: must sum to 1"),
        (changed(q=[10**400, 0, 0]), "q: must hold numbers from 0 to 1"),
        (changed(q=[1e308, 1e308, 1e308]), "q: must hold numbers from 0 to 1"),
        (changed(p=[0.5, 0.5, 0.5]), "p: must sum to 1"),
    ],
)
def test_a_bad_payload_names_field_and_rule(payload: object, rule: str):
    """Anyone can send anything: what is wrong is said in one sentence."""
    with pytest.raises(editor.EditorPayloadError, match=rule):
        editor.parse_payload(payload)


@pytest.fixture
def mounted(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """What the component would be mounted with."""
    calls: list[dict] = []
    monkeypatch.setattr(editor, "_mount", lambda: lambda **arguments: calls.append(arguments))
    monkeypatch.setattr(editor.st, "session_state", {})
    return calls


@pytest.fixture(scope="module")
def labels() -> editor.EditorLabels:
    return {key: key for key in editor.EditorLabels.__required_keys__}  # type: ignore[return-value]


def test_the_browser_gets_plain_data(mounted, labels):
    """Words, distributions, options and every label travel as lists and texts."""
    editor.distribution_editor(
        ("a", "b"), (0.5, 0.5), (1, 0), key="e", labels=labels, initial=(("a", "b"), (1, 0), (0, 1))
    )
    data = mounted[0]["data"]

    assert data["words"] == ["a", "b"]
    assert data["q"] == [1.0, 0.0]
    assert data["initial"] == {"words": ["a", "b"], "p": [1, 0], "q": [0, 1]}
    assert data["seen"] is None


def test_a_missing_label_is_named(mounted, labels):
    """A translation with a hole fails at once and says where."""
    short = {key: text for key, text in labels.items() if key != "swap"}
    with pytest.raises(ValueError, match="missing swap"):
        editor.distribution_editor(("a", "b"), (1, 0), (0, 1), key="e", labels=short)


@pytest.mark.parametrize(
    ("words", "p", "q"), [(["a"], [1], [1]), (["a", "b"], [1], [1, 0]), (["a", "b"], [1, 0], [1])]
)
def test_a_page_that_errs_is_told(mounted, labels, words, p, q):
    """Lengths that differ or too few words are the page's mistake and fail at once."""
    with pytest.raises(editor.EditorPayloadError, match="words"):
        editor.distribution_editor(words, p, q, key="e", labels=labels)


def test_a_released_value_reaches_the_page(mounted, labels):
    """The callback hands over the checked value, and the next run tells the browser it was seen."""
    got = []
    arguments = {"key": "e", "labels": labels, "on_change": lambda *value: got.append(value)}
    editor.distribution_editor(WORDS, GOOD["p"], GOOD["q"], **arguments)
    editor.st.session_state["e"] = {"edited": GOOD}
    mounted[0]["on_edited_change"]()
    editor.distribution_editor(WORDS, GOOD["p"], GOOD["q"], **arguments)

    assert got == [editor.parse_payload(GOOD)]
    assert mounted[1]["data"]["seen"] == 7


def test_a_bad_message_is_left_out_and_logged(mounted, labels, caplog):
    """The page hears nothing of it; the log says why."""
    got = []
    editor.distribution_editor(
        WORDS, GOOD["p"], GOOD["q"], key="e", labels=labels, on_change=lambda *v: got.append(v)
    )
    editor.st.session_state["e"] = {"edited": changed(p=[1, 1, 1])}
    with caplog.at_level(logging.WARNING):
        mounted[0]["on_edited_change"]()

    assert got == []
    assert "p: must sum to 1" in caplog.text


@pytest.mark.parametrize("stamp", [None, "7", math.nan, [1], True])
def test_a_forged_stamp_is_no_stamp(mounted, labels, stamp):
    """What is not a finite number is not sent back."""
    editor.st.session_state["e"] = {"edited": changed(stamp=stamp)}
    editor.distribution_editor(WORDS, GOOD["p"], GOOD["q"], key="e", labels=labels)

    assert mounted[0]["data"]["seen"] is None


def _script() -> str:
    """Return the parts of the editor as the browser gets them."""
    return "\n".join((FILES / f"{part}.js").read_text("utf-8") for part in editor.PARTS)


def test_no_text_is_written_in_the_script():
    """Each label the type documents is used by the JavaScript, so none is there for nothing."""
    source = _script()
    kinds = ("p", "q", "ratio"), ("alpha", "z", "sum"), ("hostile", "yours", "perfect")
    made = [f"{k}_short" for k in kinds[0]] + [f"{k}_note" for k in kinds[1]]
    made += [f"quality_{k}" for k in kinds[2]]
    unused = [
        key
        for key in editor.EditorLabels.__required_keys__
        if key not in made and f".{key}" not in source and f'"{key}"' not in source
        and f"{key}:" not in source
    ]  # fmt: skip

    assert unused == []


def test_it_mounts_in_a_real_run():
    """Streamlit runs the harness without an exception and keeps one component."""
    at = AppTest.from_file(str(APP), default_timeout=20).run()

    assert [e.value for e in at.exception] == []
    assert len(at.get("bidi_component")) == 1


def test_the_harness_offers_every_label():
    """The English of the browser tests is complete."""
    source = APP.read_text(encoding="utf-8")

    assert all(f'"{key}"' in source for key in editor.EditorLabels.__required_keys__)


def test_both_sides_hold_words_to_the_same_limits():
    """What the browser lets through, Python takes."""
    source = _script()

    assert f"const WORDS_MIN = {editor.MIN_WORDS};" in source
    assert f"const WORDS_MAX = {editor.MAX_WORDS};" in source
    assert f"const WORD_LENGTH = {editor.MAX_WORD_LENGTH};" in source
