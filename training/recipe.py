"""The numbers of the recipe, in one place."""

from __future__ import annotations

from training.fit import Plan
from training.network import Shape

CHARACTERS, SEED = 10_000_000, 1
HELD_OUT_CHARACTERS, HELD_OUT_SEED = 150_000, 2
VOCABULARY, CONTEXT = 1536, 192

LARGE = Shape(layers=6, width=320, heads=5, vocabulary=VOCABULARY, context=CONTEXT)
LARGE_PLAN = Plan(steps=560, steady=400, rows=8, growth={0: 2, 240: 4, 380: 6})
MINI = Shape(layers=1, width=128, heads=4, vocabulary=VOCABULARY, context=CONTEXT)
MINI_PLAN = Plan(steps=1200, steady=600, rows=8, growth={0: 1})
