"""Speculative decoding, exactly: the sampling core of the lesson.

Read it in this order: `distributions` (what is drawn from), `verification` (accept or correct,
one token), `rounds` (a round, token by token), `plans` and `laws` (its exact law), `simulation`
(a million rounds), `statistics` (telling right from wrong), `faults` (wrong), `speed` (what it
gains), `generation` (whole texts), `tracing` (watching it run).

numpy and the standard library, no input or output, no global randomness: every random number
comes from a ``numpy.random.Generator`` that is passed in.
"""

from specdec.checks import ArgumentError, DistributionError, check_distribution
from specdec.distributions import as_distribution, sample, softmax, top_k, top_p, with_temperature
from specdec.faults import FAULTS, Fault
from specdec.generation import LanguageModel, generate, generate_plain
from specdec.laws import Law, first_tokens_law, plan_law, position_law, round_law
from specdec.plans import Plan, Position, round_plan
from specdec.rounds import Check, Final, Round, speculative_round
from specdec.simulation import Rounds, play, simulate_rounds, simulate_text
from specdec.speed import accepted_share, best_gamma, expected_tokens, operations, speedup
from specdec.statistics import (
    ChiSquared,
    chi_squared_test,
    distance_band,
    expected_distance,
    log_spaced_counts,
    rounds_until_detected,
    running_counts,
    total_variation,
)
from specdec.tracing import Step, Trace, trace_lines
from specdec.verification import (
    Roll,
    acceptance_probabilities,
    acceptance_rate,
    coupling,
    leftover,
    output_law,
    overlap,
    overshoot,
    residual,
    roll,
)

__all__ = [
    "FAULTS",
    "ArgumentError",
    "Check",
    "ChiSquared",
    "DistributionError",
    "Fault",
    "Final",
    "LanguageModel",
    "Law",
    "Plan",
    "Position",
    "Roll",
    "Round",
    "Rounds",
    "Step",
    "Trace",
    "acceptance_probabilities",
    "acceptance_rate",
    "accepted_share",
    "as_distribution",
    "best_gamma",
    "check_distribution",
    "chi_squared_test",
    "coupling",
    "distance_band",
    "expected_distance",
    "expected_tokens",
    "first_tokens_law",
    "generate",
    "generate_plain",
    "leftover",
    "log_spaced_counts",
    "operations",
    "output_law",
    "overlap",
    "overshoot",
    "plan_law",
    "play",
    "position_law",
    "residual",
    "roll",
    "round_law",
    "round_plan",
    "rounds_until_detected",
    "running_counts",
    "sample",
    "simulate_rounds",
    "simulate_text",
    "softmax",
    "speculative_round",
    "speedup",
    "top_k",
    "top_p",
    "total_variation",
    "trace_lines",
    "with_temperature",
]
