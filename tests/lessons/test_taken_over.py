"""A lesson that takes its words from another says only what differs."""

import pytest

from lessons import LessonError, load_lesson

HARBOUR, OURS = load_lesson("harbour"), load_lesson("8.3")


def test_what_it_does_not_say_itself_comes_from_the_other_lesson():
    """Its own words win; the rest, the listing and the faults are lesson 8.3's."""
    assert HARBOUR.text("draft.who") == "The harbour office is writing"
    assert HARBOUR.text("draft.blank") == OURS.text("draft.blank")
    assert HARBOUR.module.listing == OURS.module.listing
    assert HARBOUR.module.nimbus != OURS.module.nimbus
    assert HARBOUR.faults == OURS.faults
    assert HARBOUR.keys() == OURS.keys()


def test_it_cannot_say_what_the_other_lesson_does_not(copy):
    """A word of its own that no page asks for is refused by name."""
    folder = copy.root / "9.1"
    folder.mkdir()
    for file in ("lesson.toml", "module.toml"):
        (folder / file).write_text(copy.path(file).read_text("utf-8"), "utf-8")
    text = (folder / "lesson.toml").read_text("utf-8")
    (folder / "lesson.toml").write_text('texts = "8.3"\n' + text, "utf-8")
    (folder / "module.toml").write_text('hoook = "A small model"\n', "utf-8")

    with pytest.raises(LessonError, match=r"9\.1/module\.toml, line 1: hoook is not a text of"):
        load_lesson("9.1", copy.root)


def test_the_other_lesson_must_be_there(copy):
    """The message names file, key, rule and value."""
    text = copy.path("lesson.toml").read_text("utf-8")
    copy.path("lesson.toml").write_text('texts = "8.4"\n' + text, "utf-8")

    with pytest.raises(LessonError, match=r"8\.3/lesson\.toml, line 1: texts must be one of 8\.3"):
        copy.load()
