"""Watching a function run."""

import sys
import threading

import numpy as np
import pytest

from specdec import speculative_round, trace_lines
from specdec.tracing import MAX_ITEMS, plain
from tests.helpers import ScriptedGenerator

P = [0.1, 0.6, 0.3]
Q = [0.6, 0.3, 0.1]


def count_down(n):
    """Count."""
    seen = []
    while n:
        seen.append(n)
        n -= 1
    return seen


def helper(x):
    y = x + 1
    return y


def calls_helper(x):
    first = helper(x)
    return first * 2


# fmt: off
def comprehends(n):
    squares = [
        i * i
        for i in range(n)
        if i != 1
    ]
    total = sum(x for x in squares)
    return total


def many_lines(a, b):
    both = max(
        a,
        b,
    )
    if (
        both > a
        and both > 0
    ):
        both = -both
    return both
# fmt: on


def factorial(n):
    if n == 0:
        return 1
    return n * factorial(n - 1)


def fails(x):
    y = 1 / x
    return y


def recovers(x):
    try:
        y = 1 / x
    except ZeroDivisionError:
        y = 0
    return y


def texts(trace):
    return [step.text for step in trace.steps]


def test_every_line_with_its_variables():
    """Line by line in the order they ran, with the values there were after each."""
    trace = trace_lines(count_down, 2)

    assert [
        (step.line, {name: step.variables[name] for name in step.changed})
        for step in trace.steps[:4]
    ] == [(3, {"seen": []}), (4, {}), (5, {"seen": [2]}), (6, {"n": 1})]
    assert [step.line for step in trace.steps] == [3, 4, 5, 6, 4, 5, 6, 4, 7]
    assert trace.returned == [2, 1]
    assert trace.arguments == {"n": 2}


def test_source_and_numbers_fit_together():
    """A step's text is the line of that number; the body begins behind the docstring."""
    trace = trace_lines(count_down, 1)
    lines = trace.source.splitlines()

    assert lines[0] == "def count_down(n):"
    assert trace.body_line == 3
    assert all(step.text == lines[step.line - 1].strip() for step in trace.steps)


def test_variables_are_copies():
    """A list that grows later is not what an earlier step shows; the result is the real object."""
    trace = trace_lines(count_down, 3)

    assert trace.steps[0].variables["seen"] == []
    assert trace.steps[-1].variables["seen"] == [3, 2, 1]


def test_only_the_functions_own_lines():
    """What it calls isn't recorded, nor is a call of itself."""
    assert texts(trace_lines(calls_helper, 1)) == ["first = helper(x)", "return first * 2"]
    assert texts(trace_lines(factorial, 3)) == ["if n == 0:", "return n * factorial(n - 1)"]


def test_comprehensions_are_one_step():
    """A comprehension over several lines is one step, and its own variables don't show."""
    trace = trace_lines(comprehends, 3)

    assert texts(trace) == ["squares = [", "total = sum(x for x in squares)", "return total"]
    assert trace.steps[0].variables == {"n": 3, "squares": [0, 4]}
    assert trace.returned == 4


def test_statements_over_several_lines_are_one_step():
    """Calls and conditions that are broken over lines count once."""
    trace = trace_lines(many_lines, 1, b=2)

    assert texts(trace) == ["both = max(", "if (", "both = -both", "return both"]


def test_the_trace_function_before_is_put_back():
    """Also after an error, so that coverage and debuggers go on."""

    def watcher(frame, event, arg):
        return None

    before = sys.gettrace()
    sys.settrace(watcher)
    try:
        trace_lines(count_down, 1)
        after = sys.gettrace()
        with pytest.raises(ZeroDivisionError):
            trace_lines(fails, 0)
        after_error = sys.gettrace()
    finally:
        sys.settrace(before)

    assert after is watcher
    assert after_error is watcher


def test_errors_inside_are_followed():
    """An exception that the function catches leads to its except lines."""
    trace = trace_lines(recovers, 0)

    assert texts(trace) == ["try:", "y = 1 / x", "except ZeroDivisionError:", "y = 0", "return y"]


def test_threads_do_not_meet():
    """Traces at the same time in several threads each have their own steps."""
    results = {}

    def work(n):
        results[n] = [trace_lines(count_down, n) for _ in range(30)]

    threads = [threading.Thread(target=work, args=(n,)) for n in (3, 5, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for n in (3, 5, 8):
        assert {3 * n + 3} == {len(trace.steps) for trace in results[n]}


def test_tracing_changes_nothing():
    """A traced round is the round: one seed, the same checks and tokens."""
    arguments = [1, 0, 1], [Q] * 3, [P] * 4
    for seed in range(30):
        traced = trace_lines(speculative_round, *arguments, np.random.default_rng(seed)).returned
        direct = speculative_round(*arguments, np.random.default_rng(seed))
        assert (traced.checks, traced.tokens) == (direct.checks, direct.tokens)


def test_a_round_is_shown_as_it_ran():
    """One accepted, one corrected: the steps tell the story with the round's own numbers."""
    rng = ScriptedGenerator(0.9, 0.5, 0.1)
    trace = trace_lines(speculative_round, [1, 0, 1], [Q] * 3, [P] * 4, rng)
    coins = [step.variables["u"] for step in trace.steps if step.text == "u = rng.random()"]
    verdicts = [step.variables["accepted"] for step in trace.steps if "accepted" in step.changed]

    assert coins == [check.u for check in trace.returned.checks] == [0.9, 0.5]
    assert verdicts == [True, False]
    assert trace.steps[-1].text.startswith("return Round(")
    assert "break" in texts(trace)
    assert trace.steps[-1].variables["corrected"] == trace.returned.final.law.tolist()


def test_a_round_is_short():
    """The part that learners step through fits a screen: at most 25 lines of body."""
    trace = trace_lines(speculative_round, [1], [Q], [P] * 2, np.random.default_rng(0))

    assert len(trace.source.splitlines()) - trace.body_line < 25


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.float64(0.5), 0.5),
        (np.bool_(True), True),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        ((np.int32(1), [np.float32(0.5)]), (1, [0.5])),
        ({"a": np.arange(2)}, {"a": [0, 1]}),
        (None, None),
        (np.random.default_rng(0), "random generator"),
        (np.zeros(MAX_ITEMS + 1), f"array of shape ({MAX_ITEMS + 1},)"),
    ],
)
def test_values_become_plain(value, expected):
    """Numbers, lists, tuples and dicts that any page can show."""
    actual = plain(value)

    assert repr(actual) == repr(expected)  # np.int32(1) == 1, but isn't written so


def test_other_objects_become_a_short_text():
    """Whatever else there is, its text is short."""
    assert len(plain(type("Thing", (), {"__repr__": lambda self: "x" * 1000})())) <= 120
