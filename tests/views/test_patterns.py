"""The patterns, which carry what colour alone must not, in every browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
STYLES = sorted((ROOT / "assets").rglob("*.css"))


def repeated(css: str) -> Iterator[str]:
    """Yield what stands in the brackets of each repeating gradient."""
    for piece in css.split("repeating-")[1:]:
        depth = 0
        for place, letter in enumerate(piece):
            depth += (letter == "(") - (letter == ")")
            if letter == ")" and not depth:
                yield piece[: place + 1]
                break


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_no_repeating_gradient_holds_a_mixed_colour(style: Path) -> None:
    """Firefox (153) then draws one stripe in a dozen: what is left looks like a plain ground.

    Stripes over `transparent`, and the mixed colour as the ground below them, look the same in
    every browser.
    """
    mixed = [one for one in repeated(style.read_text("utf-8")) if "color-mix" in one]

    assert mixed == []


def test_gradients_are_found() -> None:
    """The test above would hold in a file that it can't read."""
    css = (
        "a { background: repeating-linear-gradient(1deg, color-mix(in srgb, var(--a) 1%, b) 0), c }"
    )
    found = [one for style in STYLES for one in repeated(style.read_text("utf-8"))]

    assert list(repeated(css)) == ["linear-gradient(1deg, color-mix(in srgb, var(--a) 1%, b) 0)"]
    assert len(found) >= 10
