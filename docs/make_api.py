"""Make docs/api.md from specdec's signatures and docstrings.

python -m docs.make_api
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import specdec
import specdec.beyond

PAGE = Path(__file__).resolve().parent / "api.md"
HEAD = """# specdec: the API

Made from the docstrings by `python -m docs.make_api`; a test holds it to them. Why the method is
exact, step by step: [exactness.md](exactness.md). A notebook that runs:
[../examples/specdec.ipynb](../examples/specdec.ipynb).

`pip install .` in this folder installs `specdec` alone: typed, numpy its only dependency.
"""
SECTIONS = ("Parameters", "Returns", "Yields", "Raises", "Attributes")


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for package in (specdec, specdec.beyond):
        for module, names in _by_module(package).items():
            about = inspect.getdoc(sys.modules[module]) or ""
            parts.append(f"## {module}\n\n{about.splitlines()[0]}\n")
            parts += [_entry(package, name) for name in names]
    return "\n".join(parts)


def _by_module(package: ModuleType) -> dict[str, list[str]]:
    """Return the public names by the file they come from, in the order the package reads in."""
    found: dict[str, list[str]] = {}
    for node in ast.parse(inspect.getsource(package)).body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found.setdefault(str(node.module), []).append(alias.name)
    return found


def _entry(package: ModuleType, name: str) -> str:
    item = getattr(package, name)
    if not (inspect.isfunction(item) or inspect.isclass(item)):
        return f"### {name}\n\n{_value(package, name)}\n"
    head = "" if inspect.isclass(item) else f"```python\n{_signature(item)}\n```\n\n"
    doc = inspect.getdoc(item) or ""
    members = "".join(_members(item)) if inspect.isclass(item) else ""
    return f"### {name}\n\n{head}{_markdown(doc)}\n{members}"


def _signature(function: object) -> str:
    """Return the def line as it is written: aliases by their name, whatever the Python."""
    source = inspect.getsource(function)  # type: ignore[arg-type]
    node = next(n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef))
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def _members(item: type) -> Iterator[str]:
    """Yield the properties of a class, each in a line."""
    for name, member in vars(item).items():
        if isinstance(member, property) and not name.startswith("_"):
            yield f"\n`.{name}`: {(inspect.getdoc(member) or '').splitlines()[0]}\n"


def _value(package: ModuleType, name: str) -> str:
    """Return the string under a name in its file, which says what it is."""
    for file in _files(package):
        body = ast.parse(file.read_text("utf-8")).body
        for node, after in pairwise(body):
            target = getattr(node, "target", None) or getattr(node, "targets", [None])[0]
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if isinstance(target, ast.Name) and target.id == name and is_text:
                return inspect.cleandoc(str(after.value.value))  # type: ignore[attr-defined]
    return ""


def _files(package: ModuleType) -> list[Path]:
    return sorted(Path(str(package.__file__)).parent.glob("*.py"))


def _markdown(doc: str) -> str:
    """Return a NumPy docstring as Markdown: its headings bold, its fields a list."""
    text = doc.replace("``", "`")
    for section in SECTIONS:
        text = re.sub(rf"^{section}\n-+\n", f"**{section}**\n\n", text, flags=re.MULTILINE)
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("**"):
            inside = True
        field = inside and line and not line.startswith((" ", "**"))
        lines.append(
            f"- `{line}`"
            if field and _is_field(line)
            else line.removeprefix("    ")
            if not inside
            else f"  {line.strip()}"
            if line.startswith(" ")
            else line
        )
    return "\n".join(lines)


def _is_field(line: str) -> bool:
    """Return whether a line names a parameter, a type or an error, and is no sentence."""
    return not line.rstrip().endswith((".", ":"))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
