"""One round of speculative decoding, token by token.

Purpose
    gamma tokens were drafted one after the other from q_dists; the target model scored all of
    them, and the position after, in one parallel pass. The round keeps the longest run of
    accepted tokens and adds one more: a corrected one where it stopped, a bonus one where it
    didn't. Each emitted token is distributed as the target's own.

Paper
    Leviathan, Kalman and Matias 2022, arXiv 2211.17192, algorithm 1; Chen et al. 2023,
    arXiv 2302.01318, algorithm 2.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from specdec.checks import Row, Rows, check_draft, check_rows
from specdec.distributions import sample
from specdec.verification import residual


@dataclass(frozen=True)
class Check:
    """A drafted token that was looked at.

    Attributes
    ----------
    token : int
    p, q : float
        Its probability under the target and under the draft.
    ratio : float
        min(1, p/q), the probability of accepting it.
    u : float
        The coin, uniform in [0, 1).
    accepted : bool
        Whether u * q < p.
    """

    token: int
    p: float
    q: float
    ratio: float
    u: float
    accepted: bool


@dataclass(frozen=True, eq=False)
class Final:
    """The token a round adds to the accepted ones.

    Attributes
    ----------
    token : int
    kind : {"corrected", "bonus"}
        Whether it replaces a rejected token or follows gamma accepted ones.
    law : (V,) ndarray
        What it was drawn from: the residual, or the target's distribution after the last token.
    """

    token: int
    kind: Literal["corrected", "bonus"]
    law: Row


@dataclass(frozen=True, eq=False)
class Round:
    """All that happened in a round; no view of it needs to compute a probability again.

    Attributes
    ----------
    drafted : tuple of int
        The gamma tokens the draft proposed.
    checks : tuple of Check
        One for each drafted token that was looked at, in order.
    final : Final or None
        None only where the text ended at an accepted end token.
    q_dists, p_dists : ndarray, (gamma, V) and (gamma + 1, V)
    """

    drafted: tuple[int, ...]
    checks: tuple[Check, ...]
    final: Final | None
    q_dists: NDArray[Any]
    p_dists: NDArray[Any]

    @property
    def accepted(self) -> int:
        """How many drafted tokens were kept: those before the first rejection."""
        return sum(check.accepted for check in self.checks)

    @property
    def tokens(self) -> tuple[int, ...]:
        """What the round emits: the accepted tokens, then the final one."""
        last = () if self.final is None else (self.final.token,)
        return self.drafted[: self.accepted] + last

    @property
    def rejected_at(self) -> int | None:
        """Index of the rejected token, None if there is none."""
        return self.accepted if self.accepted < len(self.checks) else None

    @property
    def discarded(self) -> tuple[int, ...]:
        """Drafted tokens that were never looked at, since one before them was the last."""
        return self.drafted[len(self.checks) :]


def speculative_round(
    draft_tokens: Iterable[SupportsIndex],
    q_dists: Rows,
    p_dists: Rows,
    rng: np.random.Generator,
    *,
    end_token: int | None = None,
) -> Round:
    """Check gamma drafted tokens, keep those that pass, correct the first that doesn't.

    Parameters
    ----------
    draft_tokens : iterable of int, (gamma,)
        Token j must have been drawn from ``q_dists[j]``.
    q_dists : array_like, (gamma, V)
        The draft's distribution at each drafted position.
    p_dists : array_like, (gamma + 1, V)
        The target's, and the one after the last drafted token.
    rng : numpy.random.Generator
        Gives one uniform a check, and one for the final token.
    end_token : int, optional
        Nothing comes after it: where it is accepted the round ends without a final token.

    Returns
    -------
    Round

    Raises
    ------
    DistributionError
        If a row is no distribution, shapes don't fit, or a drafted token has q = 0.
    ArgumentError
        If a drafted token is no int in 0 .. V-1, or there are not gamma of them.
    """
    q_dists, p_dists = check_rows(q_dists, p_dists)
    drafted = check_draft(draft_tokens, q_dists)
    checks = []
    final = None
    for x, q_draft, p_target in zip(drafted, q_dists, p_dists, strict=False):
        q = float(q_draft[x])
        p = float(p_target[x])
        ratio = min(1.0, p / q)
        u = rng.random()
        accepted = u * q < p  # u < p/q, without the division
        checks.append(Check(x, p, q, ratio, u, accepted))
        if not accepted:
            corrected = residual(p_target, q_draft)
            token = sample(corrected, rng)
            final = Final(token, "corrected", corrected)  # exact correction, then stop
            break
        if x == end_token:
            break
    else:  # no break: every drafted token was accepted
        bonus = p_dists[-1]
        token = sample(bonus, rng)
        final = Final(token, "bonus", bonus)  # the pass has already paid for it
    return Round(drafted, tuple(checks), final, q_dists, p_dists)
