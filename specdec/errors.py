"""What a wrong argument raises.

Purpose
    One sentence names the argument, the rule it breaks and what was found: whoever reads it knows
    what to change.
"""


class ArgumentError(ValueError):
    """An argument breaks a rule of the function it was given to.

    Attributes
    ----------
    field : str
        The argument, with its index where it has one: ``p_dists[2]``.
    rule : str
        What must hold.
    value : object
        What was found instead.
    """

    def __init__(self, field: str, rule: str, value: object, where: str = "") -> None:
        self.field = field
        self.rule = rule
        self.value = value
        super().__init__(f"{field}: {rule}, got {value}{where}")


class DistributionError(ArgumentError):
    """A vector that should be a distribution is none, or two of them don't fit together."""
