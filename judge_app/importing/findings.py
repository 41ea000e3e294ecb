"""Collect what is wrong with a file, counting everything and keeping what a person can read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.domain.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from judge_app.importing.fields import IntArray

MAX_PROBLEMS = 1000


class Findings:
    """Errors and warnings of one file.

    Parameters
    ----------
    name : str
        The file's name in every message.
    unit : str
        What the file's places are counted in: ``line``, or ``row`` where there are no lines.
        Rows are named in the message too, since a bare number is taken for a line.

    Attributes
    ----------
    n_problems, n_warnings : int
        How many there are in all, kept or not.
    """

    def __init__(self, name: str, unit: str = "line") -> None:
        self.name = name
        self.unit = unit
        self.n_problems = 0
        self.n_warnings = 0
        self._problems: list[Problem] = []
        self._warnings: list[Problem] = []

    def problem(self, line: int | None, message: str) -> None:
        """Note an error: the file will be refused."""
        self.n_problems += 1
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(self._at(line, message))

    def problems_at(
        self,
        lines: Sequence[int] | IntArray,
        message: Callable[[int], str],
        n_problems: int | None = None,
    ) -> None:
        """Note one error for each of many lines.

        Parameters
        ----------
        lines : sequence of int
            Line numbers.
        message : callable
            Gives the message from the position in ``lines``; called for kept errors only.
        n_problems : int, optional
            How many errors there are where ``lines`` holds only the first of them.
        """
        self.n_problems += len(lines) if n_problems is None else n_problems
        room = MAX_PROBLEMS - len(self._problems)
        self._problems += [
            self._at(int(line), message(position)) for position, line in enumerate(lines[:room])
        ]

    def warning(self, line: int | None, message: str) -> None:
        """Note something that a person should know and may accept."""
        self.n_warnings += 1
        if len(self._warnings) < MAX_PROBLEMS:
            self._warnings.append(self._at(line, message))

    def places(self, lines: Sequence[int] | IntArray) -> str:
        """Name places in words, in the unit of the file; see the function `places`."""
        return places(lines, unit=self.unit)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The errors that were kept, those of the whole file first, then in line order."""
        return _in_line_order(self._problems)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings that were kept, ordered likewise."""
        return _in_line_order(self._warnings)

    def _at(self, line: int | None, message: str) -> Problem:
        if line is not None and self.unit != "line":
            message = f"{self.unit} {line}: {message}"
        return Problem(self.name, line, message)


def _in_line_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.line or 0))


def places(lines: Sequence[int] | IntArray, shown: int = 5, unit: str = "line") -> str:
    """Name lines in words: ``line 4``, ``lines 4, 9`` or ``lines 1, 2, 3, 4, 5 and 12 more``."""
    listed = ", ".join(str(line) for line in lines[:shown])
    more = f" and {len(lines) - shown:,} more" if len(lines) > shown else ""
    return f"{unit}{'s' if len(lines) > 1 else ''} {listed}{more}"
