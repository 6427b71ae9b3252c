"""specdec by itself: installed, typed, documented; its proof and notebook held to the code."""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PROOF = (ROOT / "docs" / "exactness.md").read_text("utf-8")
NAMED = re.findall(r"→ `(tests/[\w/]+\.py)::(\w+)`", PROOF)
NOTEBOOK = ROOT / "examples" / "specdec.ipynb"
# In a process of its own: the client's sockets don't survive what other tests do to this one's.
PLAY = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=120).execute()
nbformat.write(notebook, sys.argv[2])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """What `pip install .` would install, built from a copy, without asking the network."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "specdec", source / "specdec")
    command = [sys.executable, "-m", "pip", "wheel", str(source), "--no-deps", "-q", "-w", str(out)]
    subprocess.run([*command, "--no-build-isolation"], check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_installing_gives_specdec_alone_and_typed(wheel: Path) -> None:
    """All files of specdec, py.typed among them, and nothing of the lesson."""
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {path for kind in ("*.py", "py.typed") for path in (ROOT / "specdec").rglob(kind)}

    assert {str(path.relative_to(ROOT)) for path in files} == names
    assert "specdec/py.typed" in names


def test_what_is_installed_runs_outside_of_the_project(wheel: Path, tmp_path: Path) -> None:
    """Unpacked elsewhere, it computes 10/9 and 11/9, and it is that copy that does."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "from fractions import Fraction as F; import specdec; from specdec import beyond;"
        "p, q = [F(1, 3), F(2, 3)], [F(2, 3), F(1, 3)];"
        "laws = specdec.round_law([q] * 2, [p] * 3), beyond.block_law([q] * 2, [p] * 3);"
        "print(*map(beyond.accepted_tokens, laws), specdec.__file__)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert run.stdout.split() == ["10/9", "11/9", str(tmp_path / "specdec" / "__init__.py")]


def test_every_package_of_specdec_is_listed() -> None:
    """A folder added below specdec must be added to pyproject.toml too."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for path in (ROOT / "specdec").rglob("__init__.py")
    }

    assert found == set(listed)


def test_the_reference_is_made_from_the_docstrings() -> None:
    """docs/api.md is what `python -m docs.make_api` writes today."""
    spec = importlib.util.spec_from_file_location("make_api", ROOT / "docs" / "make_api.py")
    make_api = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_api)

    assert make_api.page() == (ROOT / "docs" / "api.md").read_text("utf-8")


def test_every_step_of_the_proof_names_a_test() -> None:
    """Fourteen steps in order, each with at least one test behind it."""
    steps = re.split(r"\n\*\*(?=\d+\. )", PROOF)[1:]

    assert [int(step.split(".")[0]) for step in steps] == list(range(1, 15))
    assert all("→ `tests/" in step for step in steps)


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_every_test_that_the_proof_names_exists(file: str, name: str) -> None:
    """Renamed or removed, it is missed here."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))

    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_example_runs_and_says_what_it_said(tmp_path: Path) -> None:
    """Every cell, in a kernel of its own; what is printed is what is stored."""
    stored = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(stored)
    played = tmp_path / "played.ipynb"
    subprocess.run([sys.executable, "-c", PLAY, str(NOTEBOOK), str(played)], cwd=ROOT, check=True)

    assert printed(nbformat.read(played, as_version=4)) == printed(stored)


def printed(notebook: nbformat.NotebookNode) -> list[str]:
    """Return what each code cell printed; an error would have stopped it."""
    return [
        "".join(output.get("text", "") for output in cell.outputs if output.get("name") == "stdout")
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
