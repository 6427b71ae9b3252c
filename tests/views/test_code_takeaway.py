"""What is taken home runs by itself, with numpy and nothing else, and checks itself."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import specdec
from lessons import load_lesson
from views.code_bundle import MODULES, bundle
from views.code_run import traced_run
from views.code_takeaway import broken_round, notebook, numbers, python_file
from views.fields import Learner
from views.state import first_visit

LESSON = load_lesson()
# Only numpy can be imported, besides the standard library.
RUN = """
import runpy, sys
sys.path.append(sys.argv[1])
runpy.run_path(sys.argv[2], run_name="__main__")
"""


def learner(**values) -> Learner:
    return replace(first_visit(LESSON), **values)


def run_alone(source: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a file in a fresh interpreter that can import numpy alone."""
    site, script = folder / "site", folder / LESSON.module.code_file
    site.mkdir()
    home = Path(np.__file__).parent
    for name in ("numpy", "numpy.libs"):
        if (home.parent / name).exists():
            (site / name).symlink_to(home.parent / name)
    script.write_text(source, "utf-8")
    command = [sys.executable, "-I", "-S", "-c", RUN, str(site), str(script)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def test_the_file_runs_with_numpy_alone(tmp_path: Path) -> None:
    """A fresh interpreter without our code plays the learner's round and finds p_target."""
    me = learner()
    result = traced_run(me).result

    done = run_alone(python_file(LESSON, me), tmp_path)

    assert done.stderr == ""
    assert done.returncode == 0
    words = " ".join(me.words[token] for token in result.tokens)
    assert f"the round returns: {words}" in done.stdout
    assert "The histogram is p_target" in done.stdout
    assert "1,000,000" in done.stdout


def test_the_file_says_when_the_law_is_wrong(tmp_path: Path) -> None:
    """With the correction broken the same check fails: it can tell."""
    source = python_file(LESSON, learner())
    faulty = source.replace(
        "corrections = missing_law(p_rows[:-1], q_rows)", "corrections = p_rows[:-1]"
    )
    assert faulty != source

    done = run_alone(faulty, tmp_path)

    assert done.returncode == 1
    assert "This is not p_target" in done.stdout


def test_words_of_any_kind_survive(tmp_path: Path) -> None:
    """Quotes, backslashes, braces and letters of other scripts in a word break nothing."""
    me = learner(words=('"', "\\", "{x}", "файл", "«word»"), seed=3)

    done = run_alone(python_file(LESSON, me), tmp_path)

    assert done.returncode == 0
    assert "файл" in done.stdout


def test_definitions_are_those_of_specdec_word_for_word() -> None:
    """Each function in the bundle stands in specdec exactly so."""
    for section in bundle().sections:
        original = Path(inspect.getfile(specdec)).parent / Path(section.file).name
        text = original.read_text("utf-8")
        for node in ast.parse(section.code).body:
            piece = ast.get_source_segment(section.code, node)
            assert piece is not None
            assert piece in text


def test_no_two_definitions_share_a_name() -> None:
    """In one file the later of two definitions would replace the earlier."""
    code = "\n".join(section.code for section in bundle().sections)
    names = [getattr(node, "name", None) for node in ast.parse(code).body]
    named = [name for name in names if name]

    assert sorted(set(named)) == sorted(named)
    assert {"speculative_round", "residual", "check_rows", "simulate_rounds"} <= set(named)


def test_only_what_is_needed_is_taken() -> None:
    """The faults and the recorder stay at home, and the sections come in order."""
    code = "\n".join(section.code for section in bundle().sections)
    order = [Path(section.file).stem for section in bundle().sections]

    assert "def coupling" not in code
    assert [name for name in MODULES if name in order] == order


@pytest.mark.parametrize("preset", ["module", "B"])
def test_the_notebook_runs_by_itself(preset: str, tmp_path: Path) -> None:
    """Every cell runs; a million rounds fit p_target; the broken round doesn't."""
    one = next(one for one in LESSON.presets if one.key == preset)
    me = learner(words=one.words, p=one.p_target, q=one.q_draft, seed=7)
    book = nbformat.reads(notebook(LESSON, me), as_version=4)
    nbformat.validate(book)

    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()

    texts = [
        "".join(output.get("text", "") for output in cell.outputs)
        for cell in book.cells
        if cell.cell_type == "code"
    ]
    result = traced_run(me).result
    assert " ".join(me.words[token] for token in result.tokens) in texts[-3]
    assert "The histogram is p_target" in texts[-2]
    assert "This is not p_target" in texts[-1]


def test_the_broken_round_differs_in_one_line() -> None:
    """ "Break it once" changes the function's name and what a rejected word is replaced from."""
    code = next(one.code for one in bundle().sections if one.file.endswith("rounds.py"))
    right = code[code.index("def speculative_round") :].splitlines()

    broken = broken_round(bundle()).splitlines()

    changed = [row for row, other in zip(broken, right, strict=True) if row != other]
    assert len(changed) == 2
    assert "corrected = p_target" in changed[1]


def test_numbers_go_into_a_notebook_as_json_writes_them() -> None:
    """Byte for byte, with any words, though only the numbers are written anew."""
    for mine in (learner(), learner(words=('a "b"', "ß\\n"), p=(0.5, 0.5), q=(0.1, 0.9), seed=7)):
        text = notebook(LESSON, mine)

        assert json.dumps(json.loads(text), ensure_ascii=False, indent=1) == text
        assert any(
            numbers(LESSON, mine) == "".join(cell["source"]) for cell in json.loads(text)["cells"]
        )


def test_the_note_counts_the_files_lines() -> None:
    """As an editor would."""
    file = python_file(LESSON, learner())

    assert file.count("\n") == len(file.splitlines())
