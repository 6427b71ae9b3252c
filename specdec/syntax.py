"""Parsing Python source where several threads may do so at once.

Purpose
    CPython 3.11 counts the depth of a syntax tree in one place for the whole interpreter. When the
    garbage collector lets another thread in halfway, and that thread parses too, the count is off
    and ``ast.parse`` raises ``SystemError: AST constructor recursion depth mismatch`` (CPython's
    issue 106905). So one thread parses at a time here.
"""

import ast
from threading import Lock

_ONE_AT_A_TIME = Lock()


def parsed(source: str) -> ast.Module:
    """Return the syntax tree of a module's source, a new one each time.

    Raises
    ------
    SyntaxError
        If it isn't Python.
    """
    with _ONE_AT_A_TIME:
        return ast.parse(source)
