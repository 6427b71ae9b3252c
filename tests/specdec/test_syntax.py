"""Parsing where several threads may do so at once."""

import ast
import threading

import pytest

from specdec.syntax import parsed


def test_the_tree_is_that_of_ast():
    """It is what Python's own parser makes of the text."""
    source = "def f(x):\n    return x + 1\n"

    assert ast.dump(parsed(source)) == ast.dump(ast.parse(source))


def test_what_is_no_python_is_told():
    """The parser's own error comes through, and the next text is parsed as ever."""
    with pytest.raises(SyntaxError):
        parsed("def f(:")

    assert len(parsed("x = 1").body) == 1


def test_one_thread_parses_at_a_time(monkeypatch):
    """However many threads ask, no two are inside the parser together."""
    inside, most = 0, 0
    begun = threading.Event()
    parse = ast.parse

    def watched(source):
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        begun.wait(0.01)  # lets every other thread come this far if it can
        inside -= 1
        return parse(source)

    monkeypatch.setattr(ast, "parse", watched)
    threads = [threading.Thread(target=parsed, args=("x = 1",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert most == 1
