"""The race: Nimbus-large alone against Nimbus-large with a draft, on one prompt.

`race` first streams both lanes side by side: whichever lane's clock is behind moves next, so
that both are shown at their own speed though they take turns. Then it repeats both without showing,
turn about, measures what passes cost, and ends with a `Result`. `queued` does the same when its
turn comes. Everything is bounded, and closing the iterator ends the run at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from statistics import median

from nimbus.costs import Costs, Prediction, measure_costs, predict
from nimbus.gate import Gate
from nimbus.lanes import LANES, Entry, LaneName, Step, lane
from nimbus.pair import Pair
from specdec import ArgumentError

MAX_TOKENS = 120
MAX_GAMMA = 15
MAX_PROMPT = 400  # characters
MAX_SECONDS = 8.0  # of either lane's clock in one run; a text that isn't done then is cut
REPEATS = 7  # runs of each lane, the shown one included; a run takes a tenth of a second
GATE = Gate()


@dataclass(frozen=True)
class Waiting:
    """The run isn't on yet; so many go first."""

    ahead: int


@dataclass(frozen=True)
class Measuring:
    """The lanes are done; repeats and pass costs are being measured."""

    done: int
    of: int


@dataclass(frozen=True)
class LaneResult:
    """What the runs of a lane came to.

    Attributes
    ----------
    tokens, passes : int
        Over all runs.
    seconds_a_token : float
        Median over the runs.
    cut : bool
        Whether the shown run was stopped by the time limit.
    """

    tokens: int
    passes: int
    seconds_a_token: float
    cut: bool


@dataclass(frozen=True)
class Result:
    """What was measured, and what the formula expects of it.

    Attributes
    ----------
    plain, speculative : LaneResult
    accepted, checked : int
        Drafted tokens, over all runs.
    costs : Costs
    prediction : Prediction
    """

    plain: LaneResult
    speculative: LaneResult
    accepted: int
    checked: int
    costs: Costs
    prediction: Prediction

    @property
    def alpha(self) -> float:
        """The share of looked-at tokens that were kept: alpha, not accepted over drafted."""
        return self.accepted / self.checked if self.checked else 0.0

    @property
    def tokens_a_pass(self) -> float:
        """Tokens a target pass of the speculative lane."""
        return self.speculative.tokens / self.speculative.passes

    @property
    def speedup(self) -> float:
        """Seconds a token, plain over speculative; below 1 it is slower."""
        return self.plain.seconds_a_token / self.speculative.seconds_a_token


Event = Waiting | Step | Measuring | Result


def checked(pair: Pair, entry: Entry) -> Entry:
    """Return the entry if it is within the bounds.

    Raises
    ------
    ArgumentError
        Naming field, rule and value.
    TooLongError
        If prompt and output don't fit into the context.
    """
    bounds: tuple[tuple[str, float, float, float], ...] = (
        ("gamma", entry.gamma, 1, MAX_GAMMA),
        ("max_tokens", entry.max_tokens, 1, MAX_TOKENS),
        ("prompt", len(entry.prompt), 0, MAX_PROMPT),
        ("temperature", entry.settings.temperature, 0, 2),
        ("top_k", entry.settings.top_k, 0, pair.tokenizer.vocabulary_size),
        ("top_p", entry.settings.top_p, 0.01, 1),
    )
    for name, value, low, high in bounds:
        if not low <= value <= high:
            raise ArgumentError(name, f"must be in {low:g} .. {high:g}", value)
    pair.encode(entry.prompt, entry.max_tokens)
    return entry


def race(pair: Pair, entry: Entry, *, repeats: int = REPEATS) -> Generator[Event, None, None]:
    """Run a race; see the module's own text.

    Yields
    ------
    Step
        Of either lane, as they come.
    Measuring
        Before each further run.
    Result
        Last.
    """
    checked(pair, entry)
    tally = {name: _Tally() for name in LANES}
    yield from _side_by_side(pair, entry, tally)
    for extra in range(1, repeats):
        yield Measuring(extra, repeats)
        # turn about, so that neither lane always meets the warmer cache
        for name in LANES if extra % 2 else LANES[::-1]:
            tally[name].begin()
            for step in _bounded(lane(name, pair, entry, entry.seed + extra)):
                tally[name].add(step)
    yield Measuring(repeats, repeats)
    yield _result(pair, entry, tally)


def queued(
    pair: Pair, entry: Entry, *, gate: Gate = GATE, repeats: int = REPEATS, poll: float = 0.5
) -> Generator[Event, None, None]:
    """Wait for a turn, telling the place, then race; frees its place however it ends.

    Yields
    ------
    Waiting
        As long as others are ahead, every `poll` seconds.
    Event
        As `race`.

    Raises
    ------
    FullError, LostPlaceError
        See `nimbus.gate`.
    """
    checked(pair, entry)
    with gate.enter() as place:
        while ahead := place.wait(poll):
            yield Waiting(ahead)
        with closing(race(pair, entry, repeats=repeats)) as events:
            for event in events:
                place.alive()
                yield event


class _Tally:
    """Adds up a lane's runs."""

    def __init__(self) -> None:
        self.tokens = self.passes = self.accepted = self.checked = 0
        self.runs: list[list[float]] = []  # [tokens, seconds]
        self.cut = False
        self.begin()

    def begin(self) -> None:
        self.runs.append([0, 0.0])

    def add(self, step: Step) -> None:
        self.tokens += step.tokens
        self.passes += 1
        self.accepted += step.accepted
        self.checked += step.checked
        self.runs[-1] = [self.runs[-1][0] + step.tokens, step.elapsed]

    def result(self) -> LaneResult:
        pace = median(seconds / max(tokens, 1) for tokens, seconds in self.runs)
        return LaneResult(self.tokens, self.passes, pace, self.cut)


def _side_by_side(pair: Pair, entry: Entry, tally: dict[LaneName, _Tally]) -> Iterator[Step]:
    running = {name: lane(name, pair, entry, entry.seed) for name in LANES}
    clock = dict.fromkeys(LANES, 0.0)
    while running:
        name = min(running, key=clock.__getitem__)
        tally[name].cut = clock[name] > MAX_SECONDS
        step = None if tally[name].cut else next(running[name], None)
        if step is None:
            del running[name]
            continue
        clock[name] = step.elapsed
        tally[name].add(step)
        yield step


def _bounded(steps: Iterator[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        if step.elapsed > MAX_SECONDS:
            return


def _result(pair: Pair, entry: Entry, tally: dict[LaneName, _Tally]) -> Result:
    guessed = tally["speculative"]
    costs = measure_costs(pair, draft=entry.draft, settings=entry.settings)
    alpha = guessed.accepted / guessed.checked if guessed.checked else 0.0
    return Result(
        plain=tally["plain"].result(),
        speculative=guessed.result(),
        accepted=guessed.accepted,
        checked=guessed.checked,
        costs=costs,
        prediction=predict(alpha, entry.gamma, costs),
    )


__all__ = [
    "GATE",
    "Entry",
    "Event",
    "Measuring",
    "Result",
    "Step",
    "Waiting",
    "checked",
    "queued",
    "race",
]
