"""The law of a round written another way: one closed formula a path, in Fractions, no state.

A path is what was drafted, how many of it were accepted, and the token that came last. Its
probability is multiplied out from algorithm 1 of arXiv 2211.17192, with plain lists and no line
shared with specdec.
"""

from collections import Counter
from fractions import Fraction
from itertools import product


def oracle_law(q_dists, p_dists):
    """Emitted tokens -> Fraction, over every path of a round."""
    gamma, size = len(q_dists), len(p_dists[0])
    law = Counter()
    for drafted in product(range(size), repeat=gamma):
        for accepted in range(gamma + 1):
            for last in range(size):
                mass = path_probability(drafted, accepted, last, q_dists, p_dists)
                law[(*drafted[:accepted], last)] += mass
    return {tokens: mass for tokens, mass in law.items() if mass}


def path_probability(drafted, accepted, last, q_dists, p_dists):
    """P(these tokens are drafted, exactly so many accepted, this token last)."""
    mass = Fraction(1)
    for x, q in zip(drafted, q_dists, strict=True):
        mass *= q[x]
    if mass == 0:
        return mass
    for x, q, p in list(zip(drafted, q_dists, p_dists, strict=False))[:accepted]:
        mass *= min(Fraction(1), p[x] / q[x])
    if accepted == len(drafted):
        return mass * p_dists[-1][last]
    q, p, x = q_dists[accepted], p_dists[accepted], drafted[accepted]
    mass *= 1 - min(Fraction(1), p[x] / q[x])
    z = sum(p_y - q_y for p_y, q_y in zip(p, q, strict=True) if p_y > q_y)
    return mass * max(p[last] - q[last], 0) / z if mass else mass


def continued_law(law, p_dists):
    """The law of all gamma + 1 tokens, where a shorter round goes on with the target's own."""
    whole = Counter()
    for tokens, mass in law.items():
        rest = p_dists[len(tokens) :]
        for tail in product(range(len(p_dists[0])), repeat=len(rest)):
            share = mass
            for x, p in zip(tail, rest, strict=True):
                share *= p[x]
            whole[tokens + tail] += share
    return {tokens: mass for tokens, mass in whole.items() if mass}
