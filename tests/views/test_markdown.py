"""What a learner calls a word is no Markdown."""

from __future__ import annotations

import pytest

from tests.hostile import TEXTS
from views.markdown import literal


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_every_sign_that_markdown_knows_is_escaped(text: str) -> None:
    """Taking the backslashes off gives the text back; no sign stands without one."""
    shown = literal(text)
    pairs = zip(" " + shown, shown, strict=False)
    bare = [b for a, b in pairs if a != "\\" and b in "!#$*:<>[]_`{|}~&()"]

    assert bare == []
    assert "".join(shown.split("\\")) == text.replace("\\", "")


def test_letters_and_accents_stay_as_they_are() -> None:
    """Words of any language are not touched."""
    assert literal("naïve größe 日本") == "naïve größe 日本"
