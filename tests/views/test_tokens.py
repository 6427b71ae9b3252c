"""The colours: contrast on paper and card, and apart from each other for the colour-blind."""

from __future__ import annotations

import itertools
import re
from functools import cache
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parent.parent.parent / "assets" / "css" / "tokens.css"
QUANTITIES = ("target", "draft", "kept", "fix")
# Machado, Oliveira and Fernandes 2009, full severity, applied to linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@cache
def palette(theme: str) -> dict[str, str]:
    """Return token name to colour for theme "light" or "dark", as the style sheet has them."""
    found = re.findall(
        r"--([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", TOKENS.read_text("utf-8")
    )
    return {name: dark if theme == "dark" else light for name, light, dark in found}


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2.2: (L1 + .05) / (L2 + .05)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, kind: str) -> tuple[float, float, float]:
    rgb = linear(colour)
    seen = [
        min(max(sum(m * x for m, x in zip(row, rgb, strict=True)), 0), 1) for row in BLINDNESS[kind]
    ]
    red, green, blue = seen
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card"])
@pytest.mark.parametrize("name", [*QUANTITIES, "bonus", "lost", "ink", "soft"])
def test_every_colour_reads_on_paper_and_card(theme: str, ground: str, name: str) -> None:
    """WCAG AA asks 4.5:1 of text; every colour that carries meaning passes as text."""
    colours = palette(theme)

    assert contrast(colours[name], colours[ground]) >= (4.8 if theme == "light" else 7.2)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", sorted(BLINDNESS))
def test_quantities_stay_apart_for_the_colour_blind(theme: str, kind: str) -> None:
    """CIE76 of 12.5 or more between any two quantities; patterns and words carry the rest."""
    colours = palette(theme)
    for one, other in itertools.combinations(QUANTITIES, 2):
        ends = lab(colours[one], kind), lab(colours[other], kind)
        distance = sum((a - b) ** 2 for a, b in zip(*ends, strict=True)) ** 0.5

        assert distance >= 12.5, (one, other, round(distance, 1))
