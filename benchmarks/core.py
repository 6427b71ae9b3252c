"""How fast is the simulation: beside the module's listing, numpy's own floor, and public samplers.

    python -m benchmarks.core              all sizes, some minutes; --sizes 8 32000 for some
    pip install -r benchmarks/requirements-peers.txt    the public samplers; left out if absent

One run, one process, one thread. Every way is given the same p, q, gamma and number of rounds, and
its result is checked before it is timed: the mean of accepted tokens lies within five standard
errors of the exact value. Ways take turns, repeat by repeat, so that a busy machine slows all
alike; ratios are taken within a turn, and printed as median [quartiles]. Time is CPU time of the
process: wall time on a shared machine measures the neighbours.

Ways
    core      specdec.simulate_rounds: drafts, checks, corrections and bonus of all rounds
    listing   the module's listing, as it stands, in a Python loop over rounds (drafts by
              numpy.random.choice, as a reader would; no bonus); fewer rounds, scaled
    floor     numpy draws as many uniforms as the rounds need: a draft each, a coin for each token
              that is looked at, one for the last. In one call, as anyone would. Above 100,000
              rounds half of that is the memory the call asks for
    reused    the same into one small array again and again: the generator alone, nothing kept.
              A simulation has to write its results down, so it can't come near this
    transformers    transformers.generation.utils._speculative_sampling: one round a call, given
              drafted tokens; drafts by torch.multinomial. Scaled
    vllm      the algorithm of vLLM's rejection sampler as its documentation and sources have it,
              written here in numpy and float32: a draw is an exponential race, the argmax of
              weight / E over V, and each position gets a replacement before any coin is looked
              at. Theirs runs on GPUs; this is what the algorithm costs on a processor. Scaled
    lucidrains      speculative_decoding of lucidrains' package, over two models that return p and
              q whatever the text, gamma and batch as here; its time a round
"""

from __future__ import annotations

import argparse
import platform
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from specdec import acceptance_rate, simulate_rounds

GAMMA = 4
SIZES = (8, 1_000, 32_000, 128_000)
BATCHES = (1, 100, 10_000, 100_000)
MANY = 1_000_000  # at V = 8 too: where the fixed price of a call has vanished
LISTING = Path(__file__).resolve().parent.parent / "lessons" / "8.3" / "module_listing.py.txt"
SIGMAS = 5
MOST_LOGITS = 50_000_000  # rounds x (gamma + 1) x V that a way may hold at once
LONGEST = 1.5  # seconds that a scaled way may take a repeat


@dataclass(frozen=True)
class Case:
    """One size: the rows of a round, and how many rounds."""

    q: np.ndarray  # (gamma, V)
    p: np.ndarray  # (gamma + 1, V)
    rounds: int

    @property
    def accepted(self) -> float:
        """The exact mean of accepted tokens."""
        rates = [acceptance_rate(p, q) for p, q in zip(self.p, self.q, strict=False)]
        return float(np.cumprod(rates).sum())

    def uniforms(self, accepted: np.ndarray) -> int:
        """How many uniforms these rounds need."""
        looked_at = np.minimum(accepted + 1, GAMMA)
        return int(GAMMA * accepted.size + looked_at.sum() + accepted.size)


# A way plays `rounds` rounds of a case and returns the accepted tokens of each.
Way = Callable[[Case, int], np.ndarray]


def case_of(size: int, rounds: int) -> Case:
    """Return rows as models have them: Zipf's law, each its own; alpha about .85."""
    rng = np.random.default_rng(size)
    zipf = 1 / np.arange(1, size + 1)
    rows = [rng.permutation(zipf * rng.gamma(1.0, 1.0, size) + 1e-12) for _ in range(GAMMA + 1)]
    p = np.array([row / row.sum() for row in rows])
    q = p[:-1] * np.exp(rng.normal(0, 0.5, (GAMMA, size)))
    return Case(q / q.sum(axis=1, keepdims=True), p, rounds)


def core(case: Case, rounds: int) -> np.ndarray:
    """Return what simulate_rounds accepts."""
    return simulate_rounds(case.q, case.p, rounds, np.random.default_rng(1)).accepted


def listing(case: Case, rounds: int) -> np.ndarray:
    """Play the module's own listing round by round, global generator and all."""
    size = case.p.shape[1]

    def sample(law: np.ndarray) -> int:
        return int(np.random.choice(size, p=law))  # noqa: NPY002

    space: dict[str, Any] = {"np": np, "sample": sample}
    exec(LISTING.read_text("utf-8"), space)
    play = space["speculative_round"]
    np.random.seed(1)  # noqa: NPY002 - the listing draws from the global generator
    accepted = np.empty(rounds, np.int64)
    for i in range(rounds):
        drafted = [sample(q) for q in case.q]
        q_probs = [q[x] for q, x in zip(case.q, drafted, strict=True)]
        p_probs = [p[x] for p, x in zip(case.p, drafted, strict=False)]
        accepted[i] = _agreeing(drafted, play(drafted, q_probs, p_probs, case.p, case.q))
    return accepted


def _agreeing(drafted: list[int], out: list[int]) -> int:
    """Count accepted tokens: a corrected one differs from what was drafted, always."""
    same = 0
    for x, y in zip(drafted, out, strict=False):
        if x != y:
            break
        same += 1
    return same


def transformers_way() -> Way | None:
    """Return the way over transformers' sampler, None where it isn't installed."""
    try:
        import torch
        from transformers.generation.utils import _speculative_sampling
    except ImportError:
        return None
    torch.set_num_threads(1)

    def way(case: Case, rounds: int) -> np.ndarray:
        torch.manual_seed(1)
        q = torch.tensor(case.q)
        q_logits, p_logits = q.log()[None], torch.tensor(case.p).log()[None]
        accepted = np.empty(rounds, np.int64)
        for i in range(rounds):
            drafted = torch.multinomial(q, 1).T  # (1, gamma)
            _, matches = _speculative_sampling(drafted, q_logits, GAMMA, p_logits)
            accepted[i] = int(matches)
        return accepted

    return way


def vllm(case: Case, rounds: int) -> np.ndarray:
    """Play as many rounds as a batch, by exponential races."""
    rng = np.random.default_rng(1)
    p, q = case.p.astype(np.float32), case.q.astype(np.float32)
    drafted = np.stack([_race(row, rounds, rng) for row in q], axis=1)  # (rounds, gamma)
    place = np.arange(GAMMA)
    kept = rng.random((rounds, GAMMA)) * q[place, drafted] <= p[place, drafted]
    accepted = np.cumprod(kept, axis=1).sum(axis=1)
    tokens = np.full((rounds, GAMMA + 1), -1)
    tokens[:, :-1] = np.where(place < accepted[:, None], drafted, -1)
    clocks = _clocks(rounds, p.shape[1], rng)  # the same for all positions
    recovered = [np.argmax(np.maximum(0, p[j] - q[j]) / clocks, axis=1) for j in place]
    recovered.append(_race(p[-1], rounds, rng))  # the bonus
    tokens[np.arange(rounds), accepted] = np.stack(recovered, axis=1)[np.arange(rounds), accepted]
    return accepted


def _race(law: np.ndarray, rounds: int, rng: np.random.Generator) -> np.ndarray:
    """Draw from a law, once a round: the first of V exponential clocks, at speeds `law`."""
    winner: np.ndarray = np.argmax(law / _clocks(rounds, law.size, rng), axis=1)
    return winner


def _clocks(rounds: int, size: int, rng: np.random.Generator) -> np.ndarray:
    """Return exponential times; in float32 some would be 0."""
    times = rng.standard_exponential((rounds, size), np.float32)
    return np.maximum(times, np.finfo(np.float32).tiny)


def lucidrains_way() -> Way | None:
    """Return the way over lucidrains' decoding, None where it isn't installed."""
    try:
        import torch
        from speculative_decoding import speculative_decoding
    except ImportError:
        return None
    torch.set_num_threads(1)

    def way(case: Case, rounds: int) -> np.ndarray:
        torch.manual_seed(1)
        draft, target = _Fixed(case.q[:1], torch), _Fixed(case.p[:1], torch)
        prompt = torch.zeros((rounds, 1), dtype=torch.long)
        # filter_thres 0 keeps every token. One step: every text asks for its first new token.
        _, accepted = speculative_decoding(target, draft, prompt, 2, gamma=GAMMA, filter_thres=0.0)
        return np.full(rounds, float(accepted))  # it tells the mean alone

    return way


class _Fixed:
    """A model that says the same distribution after every text, with a cache of no size."""

    def __init__(self, rows: np.ndarray, torch: Any) -> None:
        self.torch = torch
        self.logits = torch.tensor(rows[0]).log()

    def __call__(self, out: Any, **_: Any) -> tuple[Any, tuple[Any, None]]:
        batch, length = out.shape
        cache = (self.torch.zeros((batch, 1, length, 1)), None)
        return self.logits.expand(batch, length, -1), cache


def check(name: str, case: Case, accepted: np.ndarray) -> None:
    """Refuse to time a way whose acceptance is wrong."""
    exact = case.accepted
    if name == "lucidrains":  # its models say one row at every position
        rate = acceptance_rate(case.p[0], case.q[0])
        exact = sum(rate**i for i in range(1, GAMMA + 1))
    error = GAMMA / 2 / np.sqrt(accepted.size)  # no law on 0 .. gamma spreads more
    if abs(accepted.mean() - exact) > SIGMAS * error:
        raise SystemExit(f"{name}: accepts {accepted.mean():.3f} a round, exact is {exact:.3f}")


def timed(way: Way, case: Case, rounds: int) -> tuple[float, np.ndarray]:
    """Return the CPU seconds of a call, and what it accepted."""
    start = time.process_time()
    accepted = way(case, rounds)
    return time.process_time() - start, accepted


def affordable(way: Way, case: Case) -> int:
    """Return how many rounds of a slow way fit a repeat, in time and in memory."""
    most = min(case.rounds, max(1, MOST_LOGITS // case.p.size))
    few = min(most, 5)
    timed(way, case, few)  # the first call pays for imports and caches
    seconds, _ = timed(way, case, few)
    return max(1, min(most, int(LONGEST * few / max(seconds, 1e-6))))


def measure(case: Case, ways: dict[str, Way], repeats: int) -> dict[str, list[float]]:
    """Return the seconds of each way for all rounds, repeat by repeat, in turns."""
    shares = {name: affordable(way, case) for name, way in ways.items()} | {"core": case.rounds}
    seconds: dict[str, list[float]] = {name: [] for name in [*ways, *FLOORS]}
    core(case, 1)
    for _ in range(repeats):
        for name, way in ways.items():
            took, accepted = timed(way, case, shares[name])
            check(name, case, accepted)
            seconds[name].append(took * case.rounds / shares[name])
            if name == "core":
                count = case.uniforms(accepted)
        for name, draw in FLOORS.items():
            start = time.process_time()
            draw(count, np.random.default_rng(1))
            seconds[name].append(time.process_time() - start)
    return seconds


def one_call(count: int, rng: np.random.Generator) -> None:
    """Draw all uniforms into an array of their own."""
    rng.random(count)


def reused(count: int, rng: np.random.Generator) -> None:
    """Draw all uniforms into one small array."""
    room = np.empty(min(count, 1 << 14))
    for start in range(0, count, room.size):
        rng.random(out=room[: count - start])


FLOORS = {"floor": one_call, "reused": reused}


def memory(case: Case) -> tuple[float, float]:
    """Return MB of the result, and MB that simulate_rounds takes beyond it at its peak."""
    tracemalloc.start()
    result = simulate_rounds(case.q, case.p, case.rounds, np.random.default_rng(1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    size = sum(part.nbytes for part in (result.drafted, result.accepted, result.tokens))
    return size / 1e6, (peak - size) / 1e6


def ratio(over: list[float], under: list[float]) -> str:
    """Return median [quartiles] of the ratios within each turn."""
    ratios = np.array(over) / np.maximum(under, 1e-9)
    low, middle, high = np.percentile(ratios, [25, 50, 75])
    return f"{middle:.3g} [{low:.3g}, {high:.3g}]"


def main() -> None:
    """Print one line a size and batch."""
    parser = argparse.ArgumentParser(description="Time the simulation beside its peers.")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="vocabularies")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    peers = {"transformers": transformers_way(), "lucidrains": lucidrains_way()}
    for name, way in peers.items():
        if way is None:
            print(f"{name}: not installed (benchmarks/requirements-peers.txt), left out")
    ways: dict[str, Way] = {"core": core, "listing": listing, "vllm": vllm}
    ways |= {name: way for name, way in peers.items() if way is not None}
    print(f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}")
    print(f"gamma {GAMMA}; each ratio is that way's CPU time over the core's, but core / floor")
    head = ["V", "rounds", "core ms", "core / floor", "core / reused"]
    head += [f"{name} / core" for name in ways if name != "core"]
    print(" | ".join([*head, "result MB", "beyond MB"]))
    many = [(size, MANY) for size in options.sizes if size <= 32_000]
    for size, rounds in [(size, n) for size in options.sizes for n in BATCHES] + many:
        case = case_of(size, rounds)
        seconds = measure(case, ways, options.repeats)
        cells = [f"{size:,}", f"{rounds:,}", f"{1e3 * np.median(seconds['core']):.3g}"]
        cells += [ratio(seconds["core"], seconds[name]) for name in FLOORS]
        cells += [ratio(seconds[name], seconds["core"]) for name in ways if name != "core"]
        print(" | ".join(cells + [f"{mb:.3g}" for mb in memory(case)]), flush=True)


if __name__ == "__main__":
    main()
