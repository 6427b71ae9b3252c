"""Watching a function run, line by line.

Purpose
    The lesson steps through `speculative_round` beside its source. Nothing is re-enacted: the
    function runs for real under ``sys.settrace``, and each line is recorded with the values its
    variables had once it was done.
"""

import ast
import inspect
import reprlib
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

import numpy as np

from specdec.syntax import parsed

MAX_ITEMS = 1000
"""Arrays with more numbers than this are rendered as their shape, not as lists."""

_SHORT = reprlib.Repr()
_SHORT.maxother = 120


@dataclass(frozen=True)
class Step:
    """One executed statement.

    Attributes
    ----------
    line : int
        Of its first line in ``Trace.source``, from 1.
    text : str
        That line, without its indentation.
    variables : dict
        Local variables after the statement: plain numbers, strings, lists, tuples and dicts, or
        a short text for any other object. Copies, never live objects.
    changed : tuple of str
        The variables that this statement set to something new.
    """

    line: int
    text: str
    variables: Mapping[str, Any]
    changed: tuple[str, ...]


@dataclass(frozen=True)
class Trace:
    """A function's run.

    Attributes
    ----------
    source : str
        Text of the function.
    body_line : int
        First line after the signature and the docstring, from 1.
    arguments : dict
        Variables before the first statement.
    steps : tuple of Step
    returned : object
        What the function returned, the object itself.
    """

    source: str
    body_line: int
    arguments: Mapping[str, Any]
    steps: tuple[Step, ...]
    returned: Any


def trace_lines(function: Callable[..., Any], *args: object, **kwargs: object) -> Trace:
    """Run a function and record each statement of its own that is executed.

    Functions that it calls, itself included, run untraced. Only the calling thread is traced, and
    a trace function that was there before is put back. A statement over several lines, or a
    comprehension, is one step.

    Parameters
    ----------
    function : callable
        Written in Python, with its source at hand; no generator.
    *args, **kwargs
        Its arguments.

    Returns
    -------
    Trace

    Raises
    ------
    Exception
        Whatever the function raises.
    """
    code = inspect.unwrap(function).__code__
    written = _written(code)
    recorder = _Recorder(code, written.source.splitlines(), written.starts)
    before = sys.gettrace()
    sys.settrace(recorder.on_call)
    try:
        returned = function(*args, **kwargs)
    finally:
        sys.settrace(before)
    steps = tuple(recorder.steps)
    return Trace(written.source, written.body_line, recorder.arguments, steps, returned)


@dataclass(frozen=True)
class _Written:
    """A function as it is written: its text, where its body begins, where its statements start."""

    source: str
    body_line: int
    starts: Mapping[int, int]


@lru_cache(maxsize=32)  # learners step through the same few functions again and again
def _written(code: CodeType) -> _Written:
    source = textwrap.dedent(inspect.getsource(code))
    tree = parsed(source).body[0]
    return _Written(source, _body_line(tree), _statement_starts(tree))


@dataclass
class _Recorder:
    """Collects the steps of the first frame that runs `code`."""

    code: CodeType
    lines: list[str]
    starts: Mapping[int, int]
    steps: list[Step] = field(default_factory=list)
    arguments: dict[str, Any] = field(default_factory=dict)
    _frame: FrameType | None = None
    _open: int | None = None  # line of the statement that is running
    _known: dict[str, Any] = field(default_factory=dict)

    def on_call(self, frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401
        if frame.f_code is not self.code or self._frame is not None:
            return None
        self._frame = frame
        self.arguments = self._known = _rendered(frame)
        return self.on_line

    def on_line(self, frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401
        if event == "line":
            line = frame.f_lineno - self.code.co_firstlineno + 1
            start = self.starts.get(line, line)
            # Python goes back and forth between the lines of one statement: still one step.
            if start != self._open:
                self._close(frame)
                self._open = start
        elif event == "return":
            self._close(frame)
        return self.on_line

    def _close(self, frame: FrameType) -> None:
        """Record the statement that has just been done."""
        if self._open is None:
            return
        now = _rendered(frame)
        changed = tuple(
            name for name in now if name not in self._known or now[name] != self._known[name]
        )
        text = self.lines[self._open - 1].strip()
        self.steps.append(Step(self._open, text, now, changed))
        self._known = now
        self._open = None


def _statement_starts(tree: ast.stmt) -> dict[int, int]:
    """Map each line of a statement, of a compound one only its header, to its first line."""
    starts = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node is not tree:
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            for line in range(node.lineno, max(last, node.lineno) + 1):
                starts[line] = node.lineno
    return starts


def _body_line(tree: ast.stmt) -> int:
    """First line after the docstring."""
    body = getattr(tree, "body", [tree])
    documented = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return int(body[1 if documented and len(body) > 1 else 0].lineno)


def _rendered(frame: FrameType) -> dict[str, Any]:
    """Copy local variables."""
    return {name: plain(value) for name, value in frame.f_locals.items()}


def plain(value: object) -> Any:  # noqa: ANN401
    """Copy a value into plain numbers, strings, lists, tuples and dicts, or a short text."""
    if isinstance(value, np.generic):  # first: np.float64 is a float too
        return value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        return value.tolist() if value.size <= MAX_ITEMS else f"array of shape {value.shape}"
    if isinstance(value, list | tuple):
        copied = [plain(item) for item in value]
        return copied if isinstance(value, list) else tuple(copied)
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, np.random.Generator):
        return "random generator"
    return _SHORT.repr(value)
