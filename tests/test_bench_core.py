"""The benchmark measures what it says: every way plays the same rounds, a wrong one is refused."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import core
from specdec import acceptance_rate, round_law
from specdec.beyond import accepted_tokens


def test_the_exact_mean_is_that_of_the_law() -> None:
    """What every way is held to: accepted tokens by enumeration of a small case."""
    case = core.case_of(3, 1)

    assert case.accepted == pytest.approx(accepted_tokens(round_law(case.q, case.p)))


@pytest.mark.parametrize("name", ["core", "listing", "vllm"])
def test_ways_play_the_same_rounds(name: str) -> None:
    """2,000 rounds of each: within five standard errors of the exact mean."""
    case = core.case_of(8, 2_000)

    core.check(name, case, getattr(core, name)(case, 2_000))


def test_a_wrong_way_is_refused() -> None:
    """Everything accepted: told, and not timed."""
    case = core.case_of(8, 1_000)

    with pytest.raises(SystemExit, match=r"broken: accepts 4\.000 a round"):
        core.check("broken", case, np.full(1_000, core.GAMMA))


def test_uniforms_are_counted_as_the_rounds_need_them() -> None:
    """gamma drafts, a coin for each token looked at, one for the last: none kept 4 + 1 + 1 ..."""
    case = core.case_of(8, 3)

    assert case.uniforms(np.array([0])) == 6
    assert case.uniforms(np.array([4])) == 9
    assert case.uniforms(np.array([0, 2, 4])) == 6 + 8 + 9


def test_a_measurement_has_every_way_in_every_turn() -> None:
    """Two turns: two times each for the ways and both floors; ratios are printed with quartiles."""
    case = core.case_of(8, 500)
    ways = {"core": core.core, "listing": core.listing}
    seconds = core.measure(case, ways, repeats=2)

    assert {name: len(times) for name, times in seconds.items()} == dict.fromkeys(
        ("core", "listing", "floor", "reused"), 2
    )
    assert core.ratio([4.0, 2.0, 3.0], [1.0, 1.0, 1.0]) == "3 [2.5, 3.5]"


def test_rows_are_like_those_of_models() -> None:
    """Alpha about .85, as good drafts have it; the two largest sizes take longer to make."""
    for size in core.SIZES[:2]:
        case = core.case_of(size, 1)
        rates = [acceptance_rate(p, q) for p, q in zip(case.p, case.q, strict=False)]

        assert 0.75 < np.mean(rates) < 0.95


def test_memory_is_told_apart_from_the_result() -> None:
    """10,000 rounds: 40 bytes of result each, the rest on top."""
    result, beyond = core.memory(core.case_of(8, 10_000))

    assert result == pytest.approx(0.4)
    assert beyond > 0
