"""Tokens a pass of the real pair, beside eq. 1 at the alpha measured in the same rounds.

    python -m benchmarks.pair_tokens [--seeds 8]

Counts alone, no clock: the same on any machine up to rounding. Prints the [[ours]] rows of
lessons/8.3/published.toml. `error` is the standard error of tokens over rounds.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

from benchmarks.nimbus import OFF_TOPIC, ON_TOPIC, TOKENS
from nimbus import Settings, load_pair
from nimbus.lanes import Entry, lane

GAMMA = 7


def main() -> None:
    """Print a row for each draft, topic and temperature."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=8)
    seeds = parser.parse_args().seeds
    pair = load_pair()
    for draft in ("mini", "trigram"):
        for topic, prompts in (("on", ON_TOPIC), ("off", OFF_TOPIC)):
            for heat in (0.7, 1.0):
                entry = Entry("", GAMMA, max_tokens=TOKENS, settings=Settings(heat), draft=draft)
                steps = [
                    step
                    for prompt in prompts
                    for seed in range(seeds)
                    # The last round of a lane is cut where the text ends: it is left out.
                    for step in [*lane("speculative", pair, replace(entry, prompt=prompt), seed)][
                        :-1
                    ]
                ]
                tokens = np.array([step.tokens for step in steps])
                kept, checked = (
                    sum(getattr(step, name) for step in steps) for name in ("accepted", "checked")
                )
                print(
                    f'\n[[ours]]\ndraft = "{draft}"\ntopic = "{topic}"\ntemperature = {heat}\n'
                    f"gamma = {GAMMA}\nrounds = {tokens.size}\nalpha = {kept / checked:.3f}\n"
                    f"tokens = {tokens.mean():.3f}\n"
                    f"error = {tokens.std() / tokens.size**0.5:.3f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
