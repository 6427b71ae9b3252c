"""The Nimbus pair: Nimbus-mini drafts, Nimbus-large verifies, numpy runs them.

`load_pair` reads the files when first asked; nothing is read at import. The models satisfy
`specdec.LanguageModel`, so that `specdec.generate` is the only sampler.
"""

from nimbus.errors import ModelFileError, NimbusError, TooLongError
from nimbus.glance import Glance, GlanceRound, glance, glance_round, glance_rounds
from nimbus.pair import DRAFTS, DraftName, Pair, load_pair
from nimbus.sampling import Sampling, Settings, sampled

__all__ = [
    "DRAFTS",
    "DraftName",
    "Glance",
    "GlanceRound",
    "ModelFileError",
    "NimbusError",
    "Pair",
    "Sampling",
    "Settings",
    "TooLongError",
    "glance",
    "glance_round",
    "glance_rounds",
    "load_pair",
    "sampled",
]
