"""docs/writing-a-lesson.md: its examples load, and it leaves no file, key or rule's name out."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType

import pytest

from lessons import (
    FAULT_KEYS,
    LESSONS,
    FaultText,
    ModuleText,
    Option,
    Preset,
    Question,
    Seed,
    Step,
    load_lesson,
)
from lessons.graph import read_continuation
from lessons.parts import read_presets, read_questions, read_seeds
from lessons.tables import Origin, Table
from lessons.texts import TEXT_FILES

GUIDE = (Path(__file__).parents[2] / "docs" / "writing-a-lesson.md").read_text(encoding="utf-8")
PARTS = dict(re.findall(r"^## (\S+)[^\n]*\n(.*?)(?=^## |\Z)", GUIDE, re.M | re.S))


def _example(part):
    """Return the TOML example of a part of the guide, as the loader would read it."""
    block = re.search(r"```toml\n(.*?)```", PARTS[part], re.S)[1]
    return Table(Origin(part, MappingProxyType({})), "", tomllib.loads(block))


def test_the_example_of_a_continuation_is_one():
    """The graph in the guide keeps every rule and makes a sentence behind its prompt."""
    prompt = _example("lesson.toml").text("prompt")
    continuation = read_continuation(_example("continuation.toml"), prompt)
    tokens = continuation.tokens_of("van", "waited", ".")

    assert continuation.sentence(tokens, prompt=True) == f"{prompt} van waited."
    assert continuation.node_after(tokens).is_end


@pytest.mark.parametrize(
    ("part", "read"),
    [
        ("seeds.toml", read_seeds),
        ("presets.toml", read_presets),
        ("questions.toml", read_questions),
    ],
)
def test_the_other_examples_are_right(part, read):
    """Each example in the guide passes the checks of the file it is about."""
    assert len(read(_example(part))) == 1


@pytest.mark.parametrize(
    ("part", "record", "made"),
    [
        ("lesson.toml", Step, {"number"}),
        ("seeds.toml", Seed, {"name"}),
        ("presets.toml", Preset, {"key"}),
        ("questions.toml", Question, {"id"}),
        ("questions.toml", Option, set()),
        ("faults.toml", FaultText, {"key"}),
        ("module.toml", ModuleText, {"listing"}),
    ],
)
def test_the_guide_names_each_key(part, record, made):
    """Every key of every file is explained under that file's heading."""
    named = set(re.findall(r"\w+", PARTS[part]))

    assert {field.name for field in fields(record)} - made <= named


def test_the_guide_names_each_file_fault_and_text():
    """No file of the folder, no fault and no page's text is left out."""
    for path in (LESSONS / "8.3").iterdir():
        assert path.name in GUIDE
    for key in FAULT_KEYS:
        assert f"`{key}`" in PARTS["faults.toml"]
    for name in TEXT_FILES:
        assert f"`{name}`" in PARTS["text/*.toml"]
    for name in load_lesson("8.3").seeds:
        assert name in PARTS["seeds.toml"]


def test_the_message_in_the_guide_is_the_one_that_comes(copy):
    """The error that the guide shows is worded as the loader words it."""
    copy.replace("continuation.toml", "p_target = [0.30,   0.14,", "p_target = [0.28,   0.14,")

    with pytest.raises(ValueError, match=r"nodes\.your\.p_target must sum to 1") as caught:
        copy.load()

    shown = re.search(r"9\.1/continuation\.toml, line \d+: (.*)", GUIDE)[1]
    assert str(caught.value).endswith(shown)
