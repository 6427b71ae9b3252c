"""Measure the pair: wall time with and without a draft, against the formula's expectation.

    python -m benchmarks.nimbus [--brief] [--profile]

One BLAS thread. For each prompt both lanes run turn about, several times, and medians of seconds a
token are compared. `of formula` is the measured speed-up over what the formula expects of the alpha
and the costs measured in the same minutes. Ratios depend on the processor and on who else uses it.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
from dataclasses import replace
from statistics import median

from nimbus import Settings, load_pair
from nimbus.costs import Costs, measure_costs, predict
from nimbus.lanes import LANES, Entry, lane
from nimbus.pair import DraftName, Pair

ON_TOPIC = (
    "Your export failed because your",
    "Your payment was declined because your",
    "Customer: Hi, this is Maya from the finance team. I tried to import budget-q3.csv and got "
    "error 415. Can you help?\nNimbus:",
    "Hi Omar,\nYour sync stopped because your",
)
OFF_TOPIC = (
    "Once upon a time there was a dog who",
    "The weather today is",
    "def fibonacci(n):\n",
    "The capital of France is",
)
TOKENS = 80


class Run:
    """Both lanes over some prompts and seeds, turn about."""

    def __init__(self, pair: Pair, prompts: tuple[str, ...], entry: Entry, repeats: int) -> None:
        self.paces: dict[str, list[float]] = {name: [] for name in LANES}
        self.accepted = self.checked = self.tokens = self.passes = 0
        for repeat in range(repeats):
            for prompt in prompts:
                for name in LANES if repeat % 2 else LANES[::-1]:
                    self._lane(pair, replace(entry, prompt=prompt), name, repeat)

    def _lane(self, pair: Pair, entry: Entry, name: str, seed: int) -> None:
        tokens, elapsed = 0, 0.0
        for step in lane(name, pair, entry, seed):
            tokens, elapsed = tokens + step.tokens, step.elapsed
            self.accepted += step.accepted
            self.checked += step.checked
            if name == "speculative":
                self.passes += 1
        if name == "speculative":
            self.tokens += tokens
        self.paces[name].append(elapsed / tokens)

    @property
    def alpha(self) -> float:
        """The share of checked drafts that were kept."""
        return self.accepted / self.checked

    @property
    def speedup(self) -> float:
        """Median seconds a token, plain over speculative."""
        return median(self.paces["plain"]) / median(self.paces["speculative"])


def main() -> None:
    """Print one line for each setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--brief", action="store_true", help="one repeat, gamma 7 only")
    parser.add_argument("--profile", action="store_true", help="where the time of a run goes")
    options = parser.parse_args()
    pair = load_pair()
    if options.profile:
        profile(pair)
        return
    print("draft    topic  temp. gamma  alpha  tokens/pass  measured  formula  of formula")
    drafts: tuple[DraftName, ...] = ("mini", "trigram")
    gammas, repeats = ((7,), 1) if options.brief else ((3, 7, 11), 4)
    for draft in drafts:
        for topic, prompts in (("on", ON_TOPIC), ("off", OFF_TOPIC)):
            for heat in (0.7, 1.0):
                for gamma in gammas:
                    settings = Settings(heat)
                    entry = Entry("", gamma, max_tokens=TOKENS, settings=settings, draft=draft)
                    line(pair, topic, prompts, entry, repeats)
    show_costs(measure_costs(pair))


def line(pair: Pair, topic: str, prompts: tuple[str, ...], entry: Entry, repeats: int) -> None:
    """Measure and print one setting; costs are measured before and after, in the same minutes."""
    before = _costs(pair, entry)
    run = Run(pair, prompts, entry, repeats)
    after = _costs(pair, entry)
    expected = [predict(run.alpha, entry.gamma, costs).speedup for costs in (before, after)]
    formula = sum(expected) / 2
    print(
        f"{entry.draft:8} {topic:5} {entry.settings.temperature:5} {entry.gamma:5}"
        f" {run.alpha:7.2f} {run.tokens / run.passes:12.2f} {run.speedup:8.2f}x {formula:7.2f}x"
        f" {run.speedup / formula:10.0%}",
        flush=True,
    )


def _costs(pair: Pair, entry: Entry) -> Costs:
    positions = (1, entry.gamma + 1)
    return measure_costs(
        pair, draft=entry.draft, settings=entry.settings, positions=positions, repeats=15
    )


def show_costs(costs: Costs) -> None:
    """Print what a pass over 1 to 16 positions costs."""
    print("\na pass of Nimbus-large, median ms:")
    for positions, seconds in costs.passes:
        print(f"  {positions:2} positions {1000 * seconds:6.2f}  {seconds / costs.of(1):5.2f}x")
    print(f"a pass of Nimbus-mini: {1000 * costs.draft:.2f} ms, c = {costs.ratio:.3f}")


def profile(pair: Pair) -> None:
    """Print where the time of speculative decoding goes."""
    entry = Entry(ON_TOPIC[0], 7, max_tokens=TOKENS, settings=Settings(0.7))
    list(lane("speculative", pair, entry, 0))
    profiler = cProfile.Profile()
    profiler.enable()
    for seed in range(10):
        list(lane("speculative", pair, entry, seed))
    profiler.disable()
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(18)


if __name__ == "__main__":
    main()
