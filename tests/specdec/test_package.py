"""The package as a whole: its names, its imports, its house rules."""

import ast
import inspect
import sys
from pathlib import Path

import pytest

import specdec

FILES = sorted(Path(specdec.__file__).parent.rglob("*.py"))
PUBLIC = [getattr(specdec, name) for name in specdec.__all__]
DOCUMENTED = [item for item in PUBLIC if inspect.isfunction(item) or inspect.isclass(item)]


def test_all_names_exist_once():
    """__all__ holds what the package imports, each name once."""
    imported = {name for name, value in vars(specdec).items() if not name.startswith("_")}
    modules = {name for name in imported if inspect.ismodule(getattr(specdec, name))}

    assert len(specdec.__all__) == len(set(specdec.__all__))
    assert set(specdec.__all__) == imported - modules


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_imports_are_numpy_the_standard_library_and_the_package(path):
    """The core runs anywhere numpy does."""
    allowed = sys.stdlib_module_names | {"numpy", "specdec"}
    roots = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            roots |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            roots.add(node.module.split(".")[0])

    assert roots <= allowed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_small_and_say_what_they_are_for(path):
    """A header that begins with a purpose, and fewer than 300 lines."""
    text = path.read_text()

    assert ast.get_docstring(ast.parse(text))
    assert path.name == "__init__.py" or "\nPurpose\n" in text
    assert len(text.splitlines()) < 300


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_functions_are_short(path):
    """No function has more than 30 lines without its docstring and signature."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
            assert lines <= 30, node.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_input_no_output_no_global_randomness(path):
    """No print, open or input; no draw from numpy's or Python's global generator."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            assert called not in {"print", "open", "input", "exec", "eval"}
            assert not called.startswith(("np.random.", "random."))


@pytest.mark.parametrize("item", DOCUMENTED, ids=lambda item: item.__name__)
def test_every_public_name_is_documented(item):
    """A first sentence, and for a function with arguments its parameters, returns or shape."""
    assert item.__doc__
    assert item.__doc__.strip().splitlines()[0].endswith((".", ":", "]"))
