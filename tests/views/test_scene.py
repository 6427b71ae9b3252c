"""views.scene: what of the browser's messages is believed."""

from __future__ import annotations

import math

import pytest

from views.component import FILES as ASSETS
from views.scene import PARTS, Place, PlaceError, parse_place

GOOD = {"seed": 552, "gamma": 4, "round": 2, "step": 3, "stamp": 7}


def test_a_sound_message_is_a_place():
    """Whole numbers in their ranges are taken, also as the floats that JavaScript has."""
    expected = Place(seed=552, gamma=4, round=2, step=3)

    assert expected == parse_place(GOOD)
    assert expected == parse_place({**GOOD, "step": 3.0})


@pytest.mark.parametrize(
    ("payload", "rule"),
    [
        (None, "place: must be a mapping"),
        ("step", "place: must be a mapping"),
        ({}, "round: must be a whole number"),
        ({**GOOD, "step": 0}, "step: must be a whole number from 1 to 5"),
        ({**GOOD, "step": 6}, "step: must be a whole number from 1 to 5"),
        ({**GOOD, "step": 2.5}, "step: must be a whole number"),
        ({**GOOD, "step": True}, "step: must be a whole number"),
        ({**GOOD, "step": "3"}, "step: must be a whole number"),
        ({**GOOD, "round": math.nan}, "round: must be a whole number"),
        ({**GOOD, "round": math.inf}, "round: must be a whole number"),
        ({**GOOD, "seed": -1}, "seed: must be a whole number"),
        ({**GOOD, "seed": 10**400}, "seed: must be a whole number"),
        ({**GOOD, "gamma": [4]}, "gamma: must be a whole number from 1 to 8"),
        ({**GOOD, "gamma": "<b>" * 999}, "gamma: must be a whole number"),
    ],
)
def test_anything_else_is_refused(payload, rule):
    """The message names the field and its rule, and stays short whatever was sent."""
    with pytest.raises(PlaceError, match=rule) as caught:
        parse_place(payload)

    assert len(str(caught.value)) < 160


def test_every_part_of_the_script_is_a_file_and_none_is_left_out():
    """What the component is made of is what lies in the folder."""
    expected = sorted(path.stem for path in ASSETS.glob("scene*.js"))

    assert expected == sorted(PARTS)
