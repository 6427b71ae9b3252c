"""What a process does before the first learner comes.

It loads all of the lesson's code, so that nobody waits for that, and takes it out of the sight of
Python's garbage collector. The collector walks through everything that is alive, again and again,
and holds up every learner meanwhile: .2 s each time, most of it spent on code, which never goes.
After this it walks through what learners have made, and more rarely.
"""

from __future__ import annotations

import gc
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

THRESHOLDS = (5_000, 10, 3)
"""New objects, and rounds of the two younger generations, before the next one is walked through.

A learner who leaves goes with the oldest. With thirty who come and go that was every two minutes,
.05 s each time, and memory stayed flat; with (5_000, 20, 20) a process grew for twenty minutes.
"""


def load(*packages: ModuleType) -> list[ModuleType]:
    """Import every module of packages, but for those that are run by themselves; return them."""
    return [
        import_module(found.name)
        for package in packages
        for found in walk_packages(package.__path__, f"{package.__name__}.")
        if not found.name.endswith("__main__")
    ]


def settle(*packages: ModuleType) -> None:
    """Load these packages, and leave the collector what comes after."""
    load(*packages)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
