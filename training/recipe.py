"""The numbers of the recipe, in one place."""

from __future__ import annotations

from training.fit import Plan
from training.network import Shape

CHARACTERS, SEED = 10_000_000, 1
MORE_CHARACTERS, MORE_SEED = 2_000_000, 3
HELD_OUT_CHARACTERS, HELD_OUT_SEED = 150_000, 2
VOCABULARY, CONTEXT = 1536, 192

# Each network is fitted twice: to documents that are all different, then, gently, to documents
# that come as often as they would, so that short notices and instructions aren't too rare.
LARGE = Shape(layers=6, width=320, heads=5, vocabulary=VOCABULARY, context=CONTEXT)
LARGE_PLANS = (
    Plan(steps=1900, steady=1300, rows=8, growth={0: 2, 1200: 4, 1500: 6}),
    Plan(
        steps=360,
        steady=140,
        rows=8,
        growth={0: 6},
        matrix_rate=0.012,
        embedding_rate=0.0025,
        seed=1,
    ),
)
# The draft's second fit is to Nimbus-large's distributions as much as to the text.
MINI = Shape(layers=1, width=64, heads=2, vocabulary=VOCABULARY, context=CONTEXT)
MINI_PLANS = (
    Plan(steps=700, steady=420, rows=8, growth={0: 1}),
    Plan(
        steps=240,
        steady=110,
        rows=8,
        growth={0: 1},
        matrix_rate=0.012,
        embedding_rate=0.0025,
        seed=1,
    ),
)
