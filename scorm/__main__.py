"""`python -m scorm ADDRESS [--version 1.2|2004] [--needs draft,math] [--mastery .7] [-o FILE]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from lessons import Lesson, load_lesson
from scorm import VERSIONS, PackageError, file_name, package


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a package, say where it is, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scorm", description="Make a SCORM package.")
    parser.add_argument("address", help="where the lesson is served, state included")
    parser.add_argument("--version", choices=VERSIONS, default=VERSIONS[0])
    parser.add_argument("--needs", default="", help="steps to be done for 'completed', by comma")
    parser.add_argument("--mastery", type=float, default=0.0, help="share of the quiz to pass, 0-1")
    parser.add_argument("-o", "--output", type=Path, help="the zip file to write")
    asked = parser.parse_args(arguments)
    output = asked.output or Path(file_name(asked.version))
    try:
        packed = package(
            _lesson(asked.address),
            asked.address,
            version=asked.version,
            needs=tuple(name for name in asked.needs.split(",") if name),
            mastery=asked.mastery,
        )
        output.write_bytes(packed)
    except (PackageError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{output}: SCORM {asked.version}, {len(packed)} bytes, opens {asked.address}")
    return 0


def _lesson(address: str) -> Lesson:
    """Return the lesson in the language that the address asks for."""
    lesson = load_lesson()
    wanted = parse_qs(urlsplit(address).query).get("lang", [""])[0]
    return load_lesson(language=wanted) if wanted in lesson.languages else lesson


if __name__ == "__main__":
    raise SystemExit(main())
