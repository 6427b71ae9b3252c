"""Copy Streamlit's static files to a folder, each beside a gzipped copy for nginx's `gzip_static`.

    python deploy/precompress.py /srv/lesson/static

Streamlit sends these 25 MB uncompressed; compressed once, at the highest level, they are 9 MB and
cost nothing to serve. Run it again after every new version of Streamlit: the files must be those of
the app.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
from pathlib import Path

import streamlit

SOURCE = Path(streamlit.__file__).resolve().parent / "static" / "static"
TEXT = {".js", ".css", ".json", ".svg", ".map", ".wasm", ".html", ".txt"}
SMALLEST = 1000  # bytes: below, the header of a gzip file eats the gain


def precompress(target: Path, source: Path = SOURCE) -> tuple[int, int]:
    """Write the copies; what was there before is replaced.

    Returns
    -------
    Bytes of all files as they are, and as they are sent.
    """
    shutil.rmtree(target, ignore_errors=True)
    plain = sent = 0
    for path in sorted(source.rglob("*")):
        if not path.is_file() or path.suffix == ".map":
            continue
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        plain += copy.stat().st_size
        sent += _compressed(copy) or copy.stat().st_size
    return plain, sent


def _compressed(path: Path) -> int:
    """Write a gzipped copy where it is worth it; return its size, or 0."""
    content = path.read_bytes()
    if path.suffix not in TEXT or len(content) < SMALLEST:
        return 0
    small = gzip.compress(content, 9, mtime=0)  # the same bytes every time
    path.with_name(path.name + ".gz").write_bytes(small)
    return len(small)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", type=Path)
    before, after = precompress(parser.parse_args().target)
    print(f"{before / 1e6:.1f} MB of static files, {after / 1e6:.1f} MB as they are sent")
