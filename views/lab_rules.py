"""The beyond lab's rules, worked out: each rule's exact law of a round on the learner's p and q."""

from __future__ import annotations

from dataclasses import dataclass

from specdec import first_tokens_law, position_law, round_law
from specdec.beyond import (
    accepted_tokens,
    block_law,
    exact_match_law,
    law_distance,
    lenient_law,
    most_accepted,
    several_law,
    typical_law,
    typical_threshold,
)
from specdec.laws import Law
from views.fields import Learner, Weights
from views.remembered import remembered

RULES = ("token", "block", "tree", "match", "lenient", "typical")
ALWAYS_EXACT = ("token", "block", "tree", "match")
MOST_PATHS = 10_000  # tuples that one round may emit: what is worked out within a moment
TINY = 1e-9  # of a distance: rounding


@dataclass(frozen=True)
class Outcome:
    """What one rule does to p and q.

    Attributes
    ----------
    law
        Of the first word that comes out, (V,).
    distance, whole
        From p_target: of the first word, and of all gamma + 1 words together, where the target
        goes on after a round that stopped early.
    accepted
        Guesses kept a round.
    """

    rule: str
    law: tuple[float, ...]
    distance: float
    whole: float
    accepted: float

    @property
    def exact(self) -> bool:
        """Whether the law is p_target here, of the first word and of all together."""
        return max(self.distance, self.whole) < TINY

    @property
    def kind(self) -> str:
        """How the law fares: "exact" for any p and q, "chance" for these alone, or "lossy"."""
        if not self.exact:
            return "lossy"
        return "exact" if self.rule in ALWAYS_EXACT else "chance"


@dataclass(frozen=True)
class Outcomes:
    """All rules on one pair, with the bound, and the threshold of typical acceptance."""

    gamma: int
    rules: tuple[Outcome, ...]
    bound: float
    limit: float

    @property
    def most(self) -> float:
        """The longest bar: what any rule keeps, or could."""
        return max(self.bound, *(one.accepted for one in self.rules))


def most_gamma(words: int) -> int:
    """Return the largest gamma for which every path is walked."""
    gamma = 1
    while words ** (gamma + 2) <= MOST_PATHS and gamma < 8:
        gamma += 1
    return gamma


def outcomes(learner: Learner) -> Outcomes:
    """Return every rule's outcome for a learner."""
    gamma = min(learner.gamma, most_gamma(len(learner.words)))
    return _outcomes(
        learner.p, learner.q, gamma, learner.lenience, learner.drafts, learner.threshold
    )


@remembered(100)
def _outcomes(
    p: Weights, q: Weights, gamma: int, lenience: float, drafts: int, threshold: float
) -> Outcomes:
    q_dists, p_dists = [q] * gamma, [p] * (gamma + 1)
    laws = {
        "token": round_law(q_dists, p_dists),
        "block": block_law(q_dists, p_dists),
        "tree": several_law(q_dists, p_dists, drafts),
        "match": exact_match_law(q_dists, p_dists),
        "lenient": lenient_law(q_dists, p_dists, lenience),
        "typical": typical_law(q_dists, p_dists, threshold),
    }
    return Outcomes(
        gamma=gamma,
        rules=tuple(_outcome(name, laws[name], p, gamma) for name in RULES),
        bound=float(most_accepted(q_dists, p_dists)),
        limit=typical_threshold(p, threshold),
    )


def _outcome(rule: str, law: Law, p: Weights, gamma: int) -> Outcome:
    first = position_law(first_tokens_law(law, [p], 1), 0, len(p))
    return Outcome(
        rule=rule,
        law=tuple(float(mass) for mass in first),
        distance=float(law_distance(law, [p])),
        whole=float(law_distance(law, [p] * (gamma + 1), gamma + 1)),
        accepted=float(accepted_tokens(law)),
    )
