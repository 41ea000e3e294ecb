"""The one family of errors that a person gets to read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault found in a file.

    Attributes
    ----------
    file : str
        Name of the file as the person gave it.
    line : int or None
        Line number counted from 1; None when the fault concerns the whole file.
    message : str
        What is wrong, in a sentence.
    """

    file: str
    line: int | None
    message: str

    def __str__(self) -> str:
        """Return ``file:line: message``, the form editors can jump to."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}"


class JudgepoolError(Exception):
    """Base of every fault that is explained to a person.

    Parameters
    ----------
    message : str
        What is wrong.
    hint : str, optional
        What to do about it.
    """

    exit_code = 2
    http_status = 400

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Return the message and, on a line of its own, the hint."""
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class BadInputError(JudgepoolError):
    """A file or a value cannot be used; nothing of it was stored.

    Parameters
    ----------
    message : str
        What is wrong.
    hint : str, optional
        What to do about it.
    problems : tuple of Problem, optional
        The single faults with their places, in file order; of very many only the first.
    n_problems : int, optional
        How many faults there are in all; those listed if not given.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        problems: tuple[Problem, ...] = (),
        n_problems: int | None = None,
    ) -> None:
        super().__init__(message, hint)
        self.problems = problems
        self.n_problems = len(problems) if n_problems is None else n_problems


class StoppedError(JudgepoolError):
    """A person stopped a task before its end; nothing of it was stored.

    A ``progress`` callback may raise it, or anything else: whatever it raises ends the task,
    leaves nothing behind and reaches the caller unchanged.
    """

    exit_code = 130
    http_status = 409


class NotAllowedError(JudgepoolError):
    """The person's roles do not cover what was asked."""

    http_status = 403


class NotSignedInError(JudgepoolError):
    """The request carries no valid proof of who asks."""

    http_status = 401


class NotFoundError(JudgepoolError):
    """A named run, pair, person or project does not exist."""

    http_status = 404


class ConflictError(JudgepoolError):
    """The request contradicts what is stored, for instance a name that is taken."""

    http_status = 409


class StoreError(JudgepoolError):
    """The project file cannot be opened, read or written."""

    http_status = 503
