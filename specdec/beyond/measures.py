"""The two questions for any rule: how far is its law from the target's, and what does it buy.

Purpose
    A rule that keeps more is worth something only if one knows what it changes. Both answers are
    read off the exact law of a round.

Paper
    Sun et al. 2024, arXiv 2403.10444, for the most that any exact rule can keep.
"""

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any, SupportsIndex

import numpy as np

from specdec.checks import Rows, check_each, check_integer, check_rows
from specdec.laws import first_tokens_law


def accepted_tokens(law: Mapping[tuple[int, ...], Any]) -> Any:  # noqa: ANN401
    """Return the drafted tokens that a round keeps on average: what it emits, less one.

    Parameters
    ----------
    law : mapping
        As `round_law` and the rules of this package return it; every round emits its kept tokens
        and one more.
    """
    return sum(mass * (len(tokens) - 1) for tokens, mass in law.items())


def law_distance(
    law: Mapping[tuple[int, ...], Any],
    p_dists: Rows,
    k: SupportsIndex = 1,
) -> Any:  # noqa: ANN401
    """Return the total variation between the first k tokens of a text and the target's law.

    0 with Fractions says that the rule is exact; with floats, that it is up to rounding.

    Parameters
    ----------
    law : mapping
        Of one round; a shorter round is continued by the target, see `first_tokens_law`.
    p_dists : array_like, (at least k, V)
    k : int

    Raises
    ------
    ArgumentError, DistributionError
        As `first_tokens_law`.
    """
    rows = [row.tolist() for row in check_each(p_dists, name="p_dists")]
    count = check_integer(k, name="k", low=1, high=len(rows))
    emitted = first_tokens_law(law, p_dists, count)
    gaps = (
        abs(emitted.get(tokens, 0) - prod(row[x] for row, x in zip(rows, tokens, strict=False)))
        for tokens in product(range(len(rows[0])), repeat=count)
    )
    return sum(gaps) / 2


def most_accepted(q_dists: Rows, p_dists: Rows) -> Any:  # noqa: ANN401
    """Return a bound on `accepted_tokens` for every exact rule that checks one draft.

    The first i drafted tokens can be kept at most as often as both models write them:
    sum over all x_1 .. x_i of min(q(x_1 .. x_i), p(x_1 .. x_i)). The bound adds this up for
    i = 1 .. gamma; only a rule that knew the target's whole text beforehand would reach it.

    Raises
    ------
    DistributionError
        If a row is no distribution or shapes don't fit.
    """
    q_rows, p_rows = check_rows(q_dists, p_dists)
    total: Any = 0
    q_joint, p_joint = np.ones(1, int), np.ones(1, int)
    for q, p in zip(q_rows, p_rows, strict=False):
        q_joint = np.multiply.outer(q_joint, q).ravel()  # (V ** i,)
        p_joint = np.multiply.outer(p_joint, p).ravel()
        total += np.minimum(q_joint, p_joint).sum()
    return total
