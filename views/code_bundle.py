"""The source of a few functions and of all that they need, word for word, as one piece of code.

The files of specdec are parsed; the wanted definitions, and those they name, are cut out of the
text as they stand. So what is taken home is what runs here, and not a copy that could grow old.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from specdec.syntax import parsed

MODULES = (
    "errors", "checks", "distributions", "verification", "rounds", "plans", "inversion",
    "simulation", "special", "noise", "statistics",
)  # fmt: skip
"""Files of specdec in an order in which each stands behind what it needs."""

ROOTS = ("sample", "speculative_round", "simulate_rounds", "chi_squared_test")


@dataclass(frozen=True)
class Section:
    """What is taken from one file: its name, its docstring, its definitions."""

    file: str
    about: str
    code: str


@dataclass(frozen=True)
class Bundle:
    """The import lines, and the sections in order."""

    imports: str
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class _Piece:
    """A definition: the name it makes, its text, the names in it."""

    module: str
    name: str
    text: str
    uses: frozenset[str]


@cache
def bundle(roots: Sequence[str] = ROOTS) -> Bundle:
    """Return the code that the functions `roots` need, themselves included."""
    pieces = {piece.name: piece for name in MODULES for piece in _pieces(name)}
    wanted = _reached(pieces, roots)
    sections = []
    for name in MODULES:
        texts = [piece.text for piece in pieces.values() if _is_in(piece, name, wanted)]
        if texts:
            about = inspect.getdoc(_module(name)) or ""
            sections.append(Section(f"specdec/{name}.py", about, "\n\n\n".join(texts)))
    uses = {name for piece in wanted for name in pieces[piece].uses}
    return Bundle("\n".join(_imports(uses)), tuple(sections))


def _is_in(piece: _Piece, module: str, wanted: Iterable[str]) -> bool:
    return piece.module == module and piece.name in wanted


def _module(name: str) -> object:
    return importlib.import_module(f"specdec.{name}")


def _source(name: str) -> str:
    return inspect.getsource(_module(name))  # type: ignore[arg-type]


def _pieces(module: str) -> Iterator[_Piece]:
    """Yield the definitions of one file; a string under a constant belongs to it."""
    source = _source(module)
    rows = source.splitlines()
    body = parsed(source).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        name = _defined(node)
        if name is None:
            continue
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(one.lineno for one in decorators)])
        last = after if isinstance(after, ast.Expr) else node
        text = "\n".join(rows[first - 1 : last.end_lineno])
        yield _Piece(module, name, text, frozenset(_names(node)))


def _defined(node: ast.stmt) -> str | None:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return None


def _names(node: ast.AST) -> Iterator[str]:
    """Yield every name a definition uses, those in quoted annotations included."""
    for inside in ast.walk(node):
        if isinstance(inside, ast.Name):
            yield inside.id
        for field in ("annotation", "returns"):
            quoted = getattr(inside, field, None)
            if isinstance(quoted, ast.Constant) and isinstance(quoted.value, str):
                yield from _names(parsed(quoted.value))


def _reached(pieces: dict[str, _Piece], roots: Sequence[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in pieces and name not in found:
            found.add(name)
            waiting.extend(pieces[name].uses)
    return found


def _imports(uses: set[str]) -> list[str]:
    """Return the import lines of all files that are used, without those of specdec itself."""
    whole: set[str] = set()
    parts: dict[str, set[str]] = {}
    for name in MODULES:
        for node in parsed(_source(name)).body:
            if isinstance(node, ast.Import):
                used = [one for one in node.names if (one.asname or one.name) in uses]
                whole |= {ast.unparse(ast.Import([one])) for one in used}
            elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("specdec"):
                used = [one for one in node.names if (one.asname or one.name) in uses]
                parts.setdefault(node.module or "", set()).update(map(ast.unparse, used))
    lines = [
        f"from {module} import {', '.join(sorted(names))}"
        for module, names in parts.items()
        if names
    ]
    numpy = [line for line in (*whole, *lines) if "numpy" in line]
    standard = [line for line in (*whole, *lines) if "numpy" not in line]
    return [*_sorted(standard), "", *_sorted(numpy)]


def _sorted(lines: list[str]) -> list[str]:
    return sorted(lines, key=lambda line: (line.startswith("from"), line))
