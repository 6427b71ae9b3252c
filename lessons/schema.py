"""What a lesson is made of, besides its texts and its continuation: small frozen records."""

from __future__ import annotations

from dataclasses import dataclass, replace

PAGES = ("draft", "math", "exact", "code", "nimbus")
ASKING = (*PAGES, "lab_speed", "lab_beyond")  # pages that may ask a question
MISCONCEPTIONS = 16
FAULT_KEYS = (
    "draft-argmax",
    "softmax-residual",
    "filtered-draft",
    "resample-target",
    "zero-residual",
    "shared-uniform",
    "always-accept",
    "no-bonus",
    "reseeded",
    "first-unchecked",
    "no-coin",
    "accept-with-p",
    "unnormalised-top-p",
)


@dataclass(frozen=True)
class Step:
    """One of the five pages: ``short`` is its title where there is little room."""

    slug: str
    number: int
    title: str
    short: str
    does: str
    minutes: int


@dataclass(frozen=True)
class Seed:
    """A seed of ``numpy.random.default_rng`` whose draw is worth showing.

    ``label`` is the words of the control that picks it, ``shows`` says what happens in it.
    """

    name: str
    seed: int
    label: str
    shows: str


@dataclass(frozen=True)
class Preset:
    """A pair of distributions for the editor: k words, p_target and q_draft of k entries."""

    key: str
    name: str
    words: tuple[str, ...]
    p_target: tuple[float, ...]
    q_draft: tuple[float, ...]
    note: str


@dataclass(frozen=True)
class Option:
    """One answer to a question; ``feedback`` is what the learner reads after choosing it."""

    key: str
    text: str
    feedback: str
    right: bool


@dataclass(frozen=True)
class Question:
    """A question asked before the answer is shown.

    ``misconception`` is the number (1 to 16) of the mistake it meets, or 0. ``values`` names the
    {placeholders} that its texts hold.
    """

    id: str
    misconception: int
    page: str
    prompt: str
    options: tuple[Option, ...]
    explanation: str
    quiz: bool
    values: tuple[str, ...] = ()

    def filled(self, **values: object) -> Question:
        """Return the question with its placeholders filled; every declared value is needed."""
        if set(values) != set(self.values):
            wanted = ", ".join(self.values) or "no values"
            raise ValueError(f"question {self.id!r} takes {wanted}; got {', '.join(values)}")
        options = tuple(
            replace(o, text=o.text.format(**values), feedback=o.feedback.format(**values))
            for o in self.options
        )
        return replace(
            self,
            prompt=self.prompt.format(**values),
            options=options,
            explanation=self.explanation.format(**values),
            values=(),
        )


@dataclass(frozen=True)
class FaultText:
    """A mistake people ship: the wrong ``code``, the right line ``instead``, and ``why``.

    ``pair`` is the key of the preset that shows it best, ``misconception`` its number or 0.
    """

    key: str
    name: str
    code: str
    instead: str
    why: str
    misconception: int
    pair: str


@dataclass(frozen=True)
class ModuleText:
    """The module's own words, as they stand in its text; formulas and notes are lines."""

    hook: str
    continuing: str
    step: str
    math_heading: str
    math_title: str
    acceptance_heading: str
    acceptance: tuple[str, ...]
    correction_heading: str
    correction: tuple[str, ...]
    exact_heading: str
    exact: tuple[str, ...]
    key_sentence: str
    code_heading: str
    code_title: str
    code_file: str
    code_note: str
    nimbus_heading: str
    nimbus_title: str
    nimbus: str
    so_what_heading: str
    so_what: str
    listing: str
