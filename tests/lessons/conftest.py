"""A copy of the lesson that a test may break."""

import shutil
from pathlib import Path

import pytest

from lessons import LESSONS, Lesson, load_lesson


class Copy:
    """Lesson 8.3 in a folder of its own: change a file, then load it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(LESSONS / "8.3", root / "8.3")

    def path(self, file: str) -> Path:
        return self.root / "8.3" / file

    def replace(self, file: str, old: str, new: str) -> int:
        """Replace the first place where `old` stands; return its line."""
        text = self.path(file).read_text(encoding="utf-8")
        if old not in text:
            raise AssertionError(f"{file} does not hold {old!r} any more: mend this test")
        self.path(file).write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def load(self) -> Lesson:
        return load_lesson("8.3", self.root)


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


@pytest.fixture(scope="session")
def lesson():
    return load_lesson("8.3")
