"""Style sheets as pages carry them: read once, without comments and line breaks.

Every page has one in its first answer, and Streamlit looks through its lines each time.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SHEETS = Path(__file__).resolve().parent.parent / "assets" / "css"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def sheet(*names: str) -> str:
    """Return style sheets of assets/css, one behind the other, in one line.

    Parameters
    ----------
    names
        Of the files, without ``.css``.
    """
    return " ".join(squeezed((SHEETS / f"{name}.css").read_text("utf-8")) for name in names)


def squeezed(css: str) -> str:
    """Return the same rules in one line. A sheet of ours has no comment marks in its strings."""
    return " ".join(_COMMENT.sub(" ", css).split())
