"""How many learners a server holds: real pages, Streamlit's own protocol, this machine only.

    python benchmarks/load.py                                 1, 30 and 100 learners on steps 1 to 4
    python benchmarks/load.py --learners 200 --pages all
    python benchmarks/load.py --learners 300 --processes 2
    python benchmarks/load.py --each --learners 5             processor time page by page
    python benchmarks/load.py --kinds --learners 2           and each change by itself
    python benchmarks/load.py --one-link                      a class that opens one address
    python benchmarks/load.py --soak 20 --learners 30         memory, minute by minute
    python benchmarks/load.py --url http://127.0.0.1:8080 --shards s0,s1 --pid 12 --pid 34

Everyone joins in the same moment; then each makes a change every two seconds. A line gives

    join      seconds until the last of them had the whole page
    p50, p95  milliseconds from a change to the end of the run that answers it
    cpu       milliseconds of the server's processor an interaction: other work on the machine
              disturbs it least, and the yardstick in the first line tells by how much
    MB        a learner adds to the server's memory

The test stops by itself: at most 400 learners, 100 changes each (a soak: an hour), and 10 minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import sys
import time
from dataclasses import dataclass

from load_process import cpu_seconds, memory, processes
from load_session import Learner, loopback
from load_steps import PAGES, STEPS, act, learner_of

MOST_LEARNERS, MOST_CHANGES, MOST_MINUTES = 400, 100, 60
LONGEST = 600.0  # seconds a stage may take
WARM = 2  # changes of one learner before anything is measured: imports, caches


@dataclass
class Crowd:
    """Who takes part, where, and how often each changes something."""

    urls: list[str]
    pids: list[int]
    pages: list[str]
    period: float = 2.0
    seeds: int = 40

    def learners(self, count: int) -> list[tuple[Learner, str]]:
        """Return learners spread evenly over processes and pages."""
        return [
            (
                learner_of(
                    self.urls[i % len(self.urls)],
                    self.pages[i % len(self.pages)],
                    i,
                    seeds=self.seeds,
                ),
                self.pages[i % len(self.pages)],
            )
            for i in range(count)
        ]


async def measure(crowd: Crowd, count: int, changes: int) -> dict[str, object]:
    """Let `count` learners join at once and make `changes` changes each.

    Returns
    -------
    One row of the report.
    """
    people = crowd.learners(count)
    before, cpu_before, began = memory(crowd.pids), cpu_seconds(crowd.pids), time.perf_counter()
    try:
        async with asyncio.timeout(LONGEST):
            came = await asyncio.gather(*(one.join() for one, _ in people), return_exceptions=True)
        joined, cpu_joined = time.perf_counter() - began, cpu_seconds(crowd.pids)
        first = sum(one.received for one, _ in people)
        async with asyncio.timeout(LONGEST):
            went = await asyncio.gather(
                *(_changes(one, page, changes, crowd.period) for one, page in people),
                return_exceptions=True,
            )
        cpu_after, after = cpu_seconds(crowd.pids), memory(crowd.pids)
    finally:
        await asyncio.gather(*(one.leave() for one, _ in people), return_exceptions=True)
    took = [seconds for one, _ in people for seconds in one.took]
    broken = [repr(error)[:200] for error in (*came, *went) if isinstance(error, BaseException)]
    broken += [text for one, _ in people for text in one.exceptions]
    return {
        "learners": count,
        "join_s": round(joined, 2),
        "join_cpu_ms": round((cpu_joined - cpu_before) / count * 1e3, 1),
        "join_kB": round(first / count / 1e3),
        "change_kB": round((sum(one.received for one, _ in people) - first) / len(took) / 1e3)
        if took
        else None,
        "changes": len(took),
        "p50_ms": percentile(took, 0.5),
        "p95_ms": percentile(took, 0.95),
        "worst_ms": percentile(took, 1),
        "cpu_ms": round((cpu_after - cpu_joined) / max(1, len(took)) * 1e3, 1),
        "MB_each": round((after - before) / count, 2),
        "MB": round(after),
        "errors": broken[:3],
        "failed": len(broken),
    }


async def _changes(learner: Learner, page: str, changes: int, period: float) -> None:
    # Not all at the same moment, as people don't; and late answers don't pile up changes.
    due = time.perf_counter() + learner.chance.random() * period
    for _ in range(changes):
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await act(learner, page)
        due = max(due + period, time.perf_counter())


def percentile(seconds: list[float], share: float) -> float | None:
    """Return the value below which this share of them lies, in milliseconds."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1e3, 1)


async def by_kind(crowd: Crowd, count: int, changes: int) -> None:
    """Print a row for each kind of change by itself: nobody waits for anybody."""
    for page in crowd.pages:
        for kind, (change, _) in PAGES[page][2].items():
            people = [learner_of(crowd.urls[0], page, number) for number in range(count)]
            for one in people:
                await one.join()
                for _ in range(WARM):
                    await one.change(*change(one))
            before, received = cpu_seconds(crowd.pids), sum(one.received for one in people)
            took = [await one.change(*change(one)) for _ in range(changes) for one in people]
            row = {
                "page": page,
                "change": kind,
                "cpu_ms": round((cpu_seconds(crowd.pids) - before) / len(took) * 1e3, 1),
                "p50_ms": percentile(took, 0.5),
                "kB": round((sum(one.received for one in people) - received) / len(took) / 1e3),
            }
            show({**row, "failed": sum(len(one.exceptions) for one in people)})
            for one in people:
                await one.leave()


async def soak(crowd: Crowd, count: int, minutes: int) -> None:
    """Learners come, work for a minute and leave, again and again; print memory each minute."""
    for minute in range(1, minutes + 1):
        row = await measure(crowd, count, max(1, round(60 / crowd.period)))
        show({"minute": minute, **row})


async def warm(crowd: Crowd) -> None:
    """Open every page once on every process: what is paid once is not what is measured."""
    for url in crowd.urls:
        for page in crowd.pages:
            learner = learner_of(url, page, 999)
            await learner.join()
            for _ in range(WARM):
                await act(learner, page)
            await learner.leave()


def show(row: dict[str, object]) -> None:
    """Print a row as one line of JSON."""
    print(json.dumps({name: value for name, value in row.items() if value != []}), flush=True)


def parsed(arguments: list[str]) -> argparse.Namespace:
    """Read the command line; refuse what would not be bounded."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--learners", type=int, nargs="+", default=[1, 30, 100])
    parser.add_argument("--changes", type=int, default=15, help="of each learner")
    parser.add_argument("--period", type=float, default=2.0, help="seconds between two changes")
    parser.add_argument("--pages", default="1-4", help=f"1-4, all, or some of {','.join(PAGES)}")
    parser.add_argument("--each", action="store_true", help="page by page")
    parser.add_argument("--kinds", action="store_true", help="each kind of change by itself")
    parser.add_argument("--one-link", action="store_true", help="all begin with the same seed")
    parser.add_argument("--processes", type=int, default=1, help="how many are started")
    parser.add_argument("--soak", type=int, default=0, metavar="MINUTES")
    parser.add_argument("--url", type=loopback, help="of a server that runs already")
    parser.add_argument("--shards", default="", help="base paths below --url: s0,s1")
    parser.add_argument("--pid", type=int, action="append", default=[], help="its processes")
    given = parser.parse_args(arguments)
    given.pages = STEPS.get(given.pages) or given.pages.split(",")
    if unknown := set(given.pages) - set(PAGES):
        parser.error(f"--pages: unknown {sorted(unknown)}")
    if not 1 <= max(given.learners) <= MOST_LEARNERS or given.changes > MOST_CHANGES:
        parser.error(f"at most {MOST_LEARNERS} learners and {MOST_CHANGES} changes each")
    if given.soak > MOST_MINUTES or given.period < 0.1 or not 1 <= given.processes <= 8:
        parser.error(f"at most {MOST_MINUTES} minutes, 8 processes, a change each .1 s")
    return given


async def run(given: argparse.Namespace, urls: list[str], pids: list[int]) -> None:
    """Run what was asked for, one stage after the other."""
    for pages in [[page] for page in given.pages] if given.each else [given.pages]:
        crowd = Crowd(urls, pids, pages, given.period, 1 if given.one_link else 40)
        await warm(crowd)
        if given.kinds:
            await by_kind(crowd, max(given.learners), given.changes)
            continue
        if given.soak:
            await soak(crowd, max(given.learners), given.soak)
            continue
        for count in given.learners:
            show({"pages": " ".join(pages), **await measure(crowd, count, given.changes)})


def main(arguments: list[str]) -> None:
    """Measure, on processes of our own or on those that are named."""
    given = parsed(arguments)
    show({"at": _machine(), "python": platform.python_version(), "yardstick_ms": yardstick()})
    if given.url:
        shards = [f"{given.url}/{one}" for one in given.shards.split(",") if one] or [given.url]
        asyncio.run(run(given, shards, given.pid))
        return
    with processes(given.processes) as running:
        pids = [one.pid for one in running]
        asyncio.run(run(given, [one.url for one in running], pids))


def yardstick() -> float:
    """Return the processor time of a fixed piece of Python, in ms: what `cpu_ms` is to be read by.

    A processor that is shared, throttled or older takes longer for the same work; 100 ms here and
    150 ms there means that 10 ms an interaction here are 15 there.
    """
    began, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number * number % 7
    return round((time.process_time() - began) * 1e3)


def _machine() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as rows:
        names = [row.split(":")[1].strip() for row in rows if row.startswith("model name")]
    with open("/proc/loadavg", encoding="utf-8") as load:
        return f"{len(names)} x {names[0] if names else '?'}, load {load.read().split()[0]}"


if __name__ == "__main__":
    main(sys.argv[1:])
