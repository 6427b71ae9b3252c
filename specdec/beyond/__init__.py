"""What lies beyond accepting token by token: five other rules, each as the exact law it emits.

Every rule is a function from ``(q_dists, p_dists)`` to a `Law`, emitted tokens to probability, by
enumeration. Two questions are then asked of any of them: is the target's law kept
(`law_distance` is 0, as an equality with Fractions), and what does it buy (`accepted_tokens`).

Read it in this order: `levels` (rules that decide token by token, and the law they share),
`exact_match`, `several`, `lenience`, `typical` (one such rule each), `block` (the rule that looks
at all drafted tokens together), `measures` (the two questions).
"""

from specdec.beyond.block import block_law, block_round
from specdec.beyond.exact_match import exact_match_law, exact_match_level
from specdec.beyond.lenience import lenient_law, lenient_level
from specdec.beyond.levels import Level, levels_law, standard_level
from specdec.beyond.measures import accepted_tokens, law_distance, most_accepted
from specdec.beyond.several import several_law, several_level, tree_tokens
from specdec.beyond.typical import typical_law, typical_level, typical_threshold

__all__ = [
    "Level",
    "accepted_tokens",
    "block_law",
    "block_round",
    "exact_match_law",
    "exact_match_level",
    "law_distance",
    "lenient_law",
    "lenient_level",
    "levels_law",
    "most_accepted",
    "several_law",
    "several_level",
    "standard_level",
    "tree_tokens",
    "typical_law",
    "typical_level",
    "typical_threshold",
]
