"""What can be wrong with the files of the pair, or with what it is asked."""

from __future__ import annotations


class NimbusError(ValueError):
    """Base of this package's errors."""


class ModelFileError(NimbusError):
    """A model file breaks a rule.

    Attributes
    ----------
    file : str
        Its name.
    rule : str
        What must hold.
    value : object
        What was found instead.
    """

    def __init__(self, file: str, rule: str, value: object) -> None:
        self.file = file
        self.rule = rule
        self.value = value
        super().__init__(f"{file}: {rule}, got {value}")


class TooLongError(NimbusError):
    """A text doesn't fit into the models' context.

    Attributes
    ----------
    tokens, limit : int
    """

    def __init__(self, tokens: int, limit: int) -> None:
        self.tokens = tokens
        self.limit = limit
        super().__init__(f"text: must have at most {limit} tokens, got {tokens}")
