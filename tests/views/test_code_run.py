"""The run that the tracer shows, its sentences and its pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lessons import load_lesson
from specdec import expected_tokens, sample, speculative_round
from tests.helpers import assert_close
from views.code_controls import summary, verdict
from views.code_run import (
    all_kept,
    find_seed,
    first_rejected,
    tokens_without_bonus,
    traced_run,
)
from views.code_scenes import DECISIONS, Progress, apart, sentence_key
from views.code_tracer import docstring_lines, tracer_data
from views.fields import Learner
from views.state import first_visit

LESSON = load_lesson()
SEEDS = range(40)


@cache
def start() -> Learner:
    return first_visit(LESSON)


def learner(preset: str = "module", **values) -> Learner:
    one = next(one for one in LESSON.presets if one.key == preset)
    return replace(start(), words=one.words, p=one.p_target, q=one.q_draft, **values)


def places() -> list[Learner]:
    """Learners who see all that a round can do."""
    some = [learner(seed=seed, gamma=gamma) for seed in SEEDS for gamma in (1, 4)]
    others = [learner(one.key, seed=5) for one in LESSON.presets]
    return [*some, *others]


def test_the_run_is_the_one_a_seed_gives() -> None:
    """Drafts and coins come from one generator: a plain call with the seed gives the same round."""
    me = learner(seed=11)
    rng = np.random.default_rng(11)
    q, p = np.array(me.q), np.array(me.p)
    drafted = [sample(q, rng) for _ in range(4)]
    expected = speculative_round(drafted, [q] * 4, [p] * 5, rng)

    actual = traced_run(me).result

    assert expected.tokens == actual.tokens
    assert expected.checks == actual.checks


def test_the_default_run_shows_accept_accept_reject() -> None:
    """A first visit sees two guesses kept and the third corrected."""
    result = traced_run(start()).result

    assert [check.accepted for check in result.checks] == [True, True, False]
    assert verdict(LESSON, result) == "This run: accept, accept, reject and correct"


@pytest.mark.parametrize("me", places(), ids=lambda me: f"{me.words[0]}-{me.seed}-{me.gamma}")
def test_every_line_has_a_sentence_with_its_own_numbers(me: Learner) -> None:
    """Each step says its line and fills every placeholder; one step a line, and the call."""
    run = traced_run(me)

    steps = tracer_data(LESSON, me)["steps"]

    assert len(run.trace.steps) + 1 == len(steps)
    for step, traced in zip(steps[1:], run.trace.steps, strict=True):
        assert step["say"].startswith(f"Line {traced.line}: ")
        assert not re.search(r"[{}]|“”", step["say"])


def test_every_sentence_of_the_lesson_is_said_somewhere() -> None:
    """No sentence speaks of a line that the round no longer has."""
    said = {"call"}
    for me in places():
        progress = Progress()
        for step in traced_run(me).trace.steps:
            progress = progress.after(step)
            said.add(sentence_key(step, progress, me.gamma))
    written = {key.split(".")[2] for key in LESSON.keys() if key.startswith("code.say.")}  # noqa: SIM118

    assert written == said


def test_the_coin_is_compared_in_words() -> None:
    """At the coin's line the sentence holds u and min(1, p/q), as the run has them."""
    me = start()

    said = [step["say"] for step in tracer_data(LESSON, me)["steps"]]

    assert "Line 43: the coin u is .63; min(1, p/q) is .40." in said


@pytest.mark.parametrize("me", places(), ids=lambda me: f"{me.words[0]}-{me.seed}-{me.gamma}")
def test_decisions_are_the_checks(me: Learner) -> None:
    """ "Next decision" stops once for each guess that was looked at, where it is decided."""
    run = traced_run(me)

    steps = tracer_data(LESSON, me)["steps"]
    decided = [step for step in steps if step["decides"]]

    assert len(run.result.checks) == len(decided)
    assert DECISIONS == ("kept", "rejected")


@pytest.mark.parametrize("me", places(), ids=lambda me: f"{me.words[0]}-{me.seed}-{me.gamma}")
def test_the_last_chips_tell_the_whole_round(me: Learner) -> None:
    """At the end each guess is kept, rejected or discarded, and the final word is there."""
    run = traced_run(me)
    result = run.result

    data = tracer_data(LESSON, me)
    chips = data["pictures"][data["steps"][-1]["chips"]]

    assert result.accepted == chips.count("chip-kept")
    assert int(result.rejected_at is not None) == chips.count("chip-rejected")
    assert len(result.discarded) == chips.count("chip-discarded")
    assert chips.count(f"chip-{result.final.kind}") == 1


def test_values_unfold_to_those_of_the_run() -> None:
    """What steps change, added up, is what the function's variables hold at its end."""
    me = learner(seed=3)
    run = traced_run(me)
    known: dict = {}

    for step in tracer_data(LESSON, me)["steps"]:
        known |= step["set"]

    last = run.trace.steps[-1].variables
    assert set(last) == set(known)
    assert f"{last['u']:.4f}".lstrip("0").rstrip("0") == known["u"]["text"]
    assert known["x"]["cells"] == [["", me.words[last["x"]]]]


def test_the_source_is_shown_whole_and_the_docstring_folds() -> None:
    """Every line of the function's source is there; what folds is its docstring and no code."""
    me = start()
    run = traced_run(me)
    source = run.trace.source.splitlines()

    lines = tracer_data(LESSON, me)["lines"]
    first, last = docstring_lines(run)

    assert len(source) == len(lines)
    assert '"""' in source[first - 1]
    assert '"""' in source[last - 1]
    assert all(not first <= step.line <= last for step in run.trace.steps)


def test_what_a_learner_types_is_escaped() -> None:
    """A word with markup in it stays a word."""
    evil = "<img src=x>"
    me = replace(start(), words=(evil, *start().words[1:]))

    data = tracer_data(LESSON, me)

    assert all(evil not in html for html in data["pictures"])


def test_a_line_beyond_the_run_shows_the_end() -> None:
    """An address with too large a line shows the last step."""
    me = replace(start(), line=9_999)
    run = traced_run(me)

    assert len(run.trace.steps) == tracer_data(LESSON, me)["at"]


def test_numbers_that_look_alike_get_more_digits() -> None:
    """u and min(1, p/q) are spelled so that one sees which is larger."""
    assert apart(0.4, 0.63) == (".40", ".63")
    assert apart(0.4, 0.3996) == (".4000", ".3996")
    assert apart(0.4, 0.4) == (".40", ".40")


@pytest.mark.parametrize(("wanted", "kinds"), [(all_kept, "bonus"), (first_rejected, "corrected")])
def test_asked_for_draws_are_found(wanted, kinds: str) -> None:
    """ "All kept" and "Rejected at once" find a later seed that does just that."""
    me = start()

    seed = find_seed(me, wanted)

    result = traced_run(replace(me, seed=seed)).result
    assert wanted(result)
    assert seed > me.seed
    assert kinds == result.final.kind


def test_a_draw_that_cannot_be_is_not_found() -> None:
    """A perfect draft is never rejected; the search ends and says so."""
    assert find_seed(learner("perfect"), first_rejected) is None


def test_seeds_stay_within_the_address() -> None:
    """Behind the largest seed comes the smallest."""
    seed = find_seed(learner(seed=999_999), lambda _: True)

    assert seed == 0


def test_the_bonus_is_worth_what_the_reference_says() -> None:
    """Fault "no-bonus" at .8 and gamma 4: 3.36 tokens a round become 2.95."""
    assert round(expected_tokens(0.8, 4), 2) == 3.36
    assert round(tokens_without_bonus(0.8, 4), 2) == 2.95


@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("gamma", [1, 8])
def test_without_the_bonus_a_round_lacks_it_exactly_when_all_are_kept(
    alpha: float, gamma: int
) -> None:
    """The difference is the probability that all gamma are kept: alpha ** gamma."""
    expected = expected_tokens(alpha, gamma) - alpha**gamma

    assert_close([expected], [tokens_without_bonus(alpha, gamma)])


def test_the_summary_names_what_is_returned() -> None:
    """The sentence holds the returned words; one word is not "1 words"."""
    me = learner(seed=find_seed(start(), first_rejected))
    result = traced_run(me).result

    said = summary(LESSON, me, result)

    assert f"one word: “{me.words[result.tokens[0]]}”" in said
