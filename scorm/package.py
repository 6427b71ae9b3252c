"""Puts a package together: checks what it is asked for, fills the files, zips them."""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from string import Template
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from lessons import Lesson
from scorm.contract import SOURCE, VERSION

VERSIONS = ("1.2", "2004")  # 2004 is its 4th edition
MOST = 2_000  # characters of an address: what every course system and browser takes
_FILES = Path(__file__).resolve().parent / "files"
_COPIED = ("player.js", "player.css")
_DATE = (1980, 1, 1, 0, 0, 0)  # a zip's first day: the same request gives the same bytes


class PackageError(ValueError):
    """A package can't be made of this; the message names the part, the rule and the value."""


def package(
    lesson: Lesson,
    address: str,
    *,
    version: str = "1.2",
    needs: Sequence[str] = (),
    mastery: float = 0.0,
) -> bytes:
    """Return a SCORM package as the bytes of a zip file.

    Parameters
    ----------
    lesson
        Whose title and words the package shows.
    address
        Where the lesson is served: any page, with any state in its query.
    version
        "1.2" or "2004".
    needs
        The steps that must be done before the course system hears "completed"; all by default.
    mastery
        The share of the quiz, 0 to 1, from which it hears "passed" and below which "failed".
        With 0 it hears neither.

    Raises
    ------
    PackageError
        If the address is none that a course page could frame, or an option breaks its rule.
    """
    steps = [step.slug for step in lesson.steps]
    if version not in VERSIONS:
        raise PackageError(f"version: must be one of {', '.join(VERSIONS)}; got {version!r}")
    if not 0 <= mastery <= 1:
        raise PackageError(f"mastery: must be a number from 0 to 1; got {mastery!r}")
    if unknown := [name for name in needs if name not in steps]:
        raise PackageError(f"needs: must be among {', '.join(steps)}; got {unknown[0]!r}")
    framed = _framed(address)
    title = f"{lesson.number} {lesson.title}"
    config = {
        "version": version,
        "source": SOURCE,
        "messages": VERSION,
        "address": framed,
        "needs": list(needs) or steps,
        "mastery": mastery,
        "words": {
            name: lesson.text(f"instructors.player.{name}") for name in ("alone", "unrecorded")
        },
    }
    # Markup can't end the block that holds it, whatever the address or a translator holds.
    spelt = json.dumps(config, ensure_ascii=False, indent=1).replace("<", "\\u003c")
    values = {
        "title": html.escape(title, quote=True),
        "lang": lesson.language,
        "config": spelt,
        # The same course keeps its results when the package is made anew for the same address.
        "id": f"{SOURCE}-{hashlib.sha256(framed.encode()).hexdigest()[:12]}",
    }
    return _zipped(
        {
            "imsmanifest.xml": _filled(f"imsmanifest-{version}.xml", values),
            "index.html": _filled("index.html", values),
            **{name: (_FILES / name).read_text("utf-8") for name in _COPIED},
        }
    )


def file_name(version: str) -> str:
    """Return what a package is called when nobody says otherwise."""
    return f"{SOURCE}-scorm-{version}.zip"


def _framed(address: str) -> str:
    """Return the address as the package opens it, checked: embedded, without a fragment."""
    if len(address) > MOST or not re.fullmatch(r"[!-~]+", address):
        raise PackageError(
            f"address: must be at most {MOST} printable ASCII characters without blanks; "
            f"got {address[:60]!r}"
        )
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError as broken:
        raise PackageError(f"address: must be a web address; {broken}; got {address!r}") from None
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc:
        rule = "must be a web address, http or https, without a name or password in it"
        raise PackageError(f"address: {rule}; got {address!r}")
    query = parse_qsl(parts.query, keep_blank_values=True)
    if ("embed", "true") not in query:
        query = [("embed", "true"), *(pair for pair in query if pair[0] != "embed")]
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", urlencode(query), ""))


def _filled(name: str, values: dict[str, str]) -> str:
    return Template((_FILES / name).read_text("utf-8")).substitute(values)


def _zipped(texts: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode("utf-8"), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
