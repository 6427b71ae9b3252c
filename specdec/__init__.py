"""Speculative decoding, exactly: the sampling core of the lesson.

Read it in this order: `distributions` (what is drawn from), `verification` (accept or correct,
one token), `rounds` (a round, token by token), `plans` and `laws` (its exact law), `inversion` and
`simulation` (a million rounds), `noise` and `statistics` (telling right from wrong), `faults`
(wrong), `speed` (what it gains), `roofline` and `uneven` (where its formula ends), `generation`
(whole texts), `tracing` (watching it run). `specdec.beyond` holds other rules than the lesson's,
exact and lossy.

numpy and the standard library, no input or output, no global randomness: every random number
comes from a ``numpy.random.Generator`` that is passed in.
"""

from specdec.checks import check_distribution
from specdec.distributions import as_distribution, sample, softmax, top_k, top_p, with_temperature
from specdec.errors import ArgumentError, DistributionError
from specdec.faults import FAULTS, Fault
from specdec.generation import LanguageModel, generate, generate_plain
from specdec.laws import Law, first_tokens_law, plan_law, position_law, round_law
from specdec.noise import distance_band, expected_distance
from specdec.plans import Plan, Position, round_plan
from specdec.roofline import batch_speedup, largest_gaining_batch, pass_time
from specdec.rounds import Check, Final, Round, speculative_round
from specdec.simulation import Rounds, play, simulate_rounds, simulate_text
from specdec.speed import (
    accepted_share,
    alpha_for,
    best_gamma,
    expected_tokens,
    operations,
    speedup,
)
from specdec.statistics import (
    ChiSquared,
    chi_squared_test,
    log_spaced_counts,
    rounds_until_detected,
    running_counts,
    running_distances,
    total_variation,
)
from specdec.tracing import Step, Trace, trace_lines
from specdec.uneven import expected_tokens_at, position_rates, simulate_uneven
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
    "alpha_for",
    "as_distribution",
    "batch_speedup",
    "best_gamma",
    "check_distribution",
    "chi_squared_test",
    "coupling",
    "distance_band",
    "expected_distance",
    "expected_tokens",
    "expected_tokens_at",
    "first_tokens_law",
    "generate",
    "generate_plain",
    "largest_gaining_batch",
    "leftover",
    "log_spaced_counts",
    "operations",
    "output_law",
    "overlap",
    "overshoot",
    "pass_time",
    "plan_law",
    "play",
    "position_law",
    "position_rates",
    "residual",
    "roll",
    "round_law",
    "round_plan",
    "rounds_until_detected",
    "running_counts",
    "running_distances",
    "sample",
    "simulate_rounds",
    "simulate_text",
    "simulate_uneven",
    "softmax",
    "speculative_round",
    "speedup",
    "top_k",
    "top_p",
    "total_variation",
    "trace_lines",
    "with_temperature",
]
