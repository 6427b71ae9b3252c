"""Rules that decide token by token: two masses a position say all there is to say.

Purpose
    At one position a token is either kept from the draft, and the round goes on, or drawn by the
    target, and the round ends. So a rule is two rows of mass, and its law of whole rounds follows
    from them alone. A rule keeps the target's law iff kept + corrected = p_target at every
    position.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, appendix A.1, where the two masses are
    min(p, q) and max(0, p - q).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from specdec.checks import Row
from specdec.laws import Law
from specdec.verification import leftover, overlap


@dataclass(frozen=True, eq=False)
class Level:
    """What a rule does at one position.

    Attributes
    ----------
    kept : (V,) ndarray
        The probability that each token is drafted and kept.
    corrected : (V,) ndarray
        The probability that nothing is kept and each token is emitted instead.
    """

    kept: Row
    corrected: Row

    @property
    def law(self) -> Row:
        """The law of the token emitted here, (V,): kept + corrected."""
        law: Row = self.kept + self.corrected
        return law


def standard_level(p_target: ArrayLike, q_draft: ArrayLike) -> Level:
    """Return the rule of the lesson: min(p, q) is kept, max(0, p - q) is corrected.

    Raises
    ------
    DistributionError
        If one is no distribution or they differ in length.
    """
    return Level(overlap(p_target, q_draft), leftover(p_target, q_draft))


def levels_law(levels: Sequence[Level], bonus: Row) -> Law:
    """Return the exact law of what a round emits that decides token by token.

    Parameters
    ----------
    levels : sequence of Level, (gamma,)
    bonus : (V,) ndarray
        What the token after gamma kept ones is drawn from.

    Returns
    -------
    dict
        From the emitted tuple, 1 to gamma + 1 tokens long, to its probability.
    """
    law: Law = defaultdict(int)
    alive: Law = {(): 1}
    for level in levels:
        kept, corrected = level.kept.tolist(), level.corrected.tolist()
        for prefix, mass in alive.items():
            for y, share in enumerate(corrected):
                law[(*prefix, y)] += mass * share
        alive = {
            (*prefix, x): mass * share
            for prefix, mass in alive.items()
            for x, share in enumerate(kept)
            if share > 0
        }
    for prefix, mass in alive.items():
        for y, share in enumerate(bonus.tolist()):
            law[(*prefix, y)] += mass * share
    return {tokens: mass for tokens, mass in law.items() if mass > 0}
