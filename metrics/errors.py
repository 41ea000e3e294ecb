"""Faults that this package explains to the person who caused them."""

from __future__ import annotations


class MetricsError(ValueError):
    """Base of every fault that a measure or its input can have.

    Parameters
    ----------
    message : str
        What is wrong, and where.
    hint : str, optional
        What to do about it.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Return the message and, on a line of its own, the hint."""
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UnknownMeasureError(MetricsError):
    """No measure has the name that was given.

    Parameters
    ----------
    message : str
        What is wrong.
    hint : str, optional
        What to do about it.
    near : tuple of str, optional
        Names that look alike, the most similar first.
    """

    def __init__(self, message: str, hint: str = "", near: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint)
        self.near = near
