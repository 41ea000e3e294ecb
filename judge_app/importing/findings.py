"""Collect what is wrong with a file, counting everything and keeping what a person can read."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from judge_app.domain.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from judge_app.importing.fields import IntArray

MAX_PROBLEMS = 1000


class Place(NamedTuple):
    """Where a piece stands: its line, if it has one, and its path where a line may hold many."""

    line: int | None
    path: str


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
        self._numbered: Sequence[Place] = ()

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
            problem = self._at(line, message)
            # Warnings of many rows name the places themselves.
            self._warnings.append(replace(problem, message=message) if self._numbered else problem)

    def places(self, lines: Sequence[int] | IntArray) -> str:
        """Name places in words, in the unit of the file; see the function `places`."""
        if not self._numbered:
            return places(lines, unit=self.unit)
        named = [self._numbered[number - 1] for number in lines]
        held = Counter(place.line for place in self._numbered)
        own = [place.line for place in named if place.line is not None and held[place.line] == 1]
        if len(own) == len(named):
            return places(own)
        return listed([p.path if len(held) == 1 else f"line {p.line} {p.path}" for p in named])

    @contextmanager
    def numbered(self, places: Sequence[Place]) -> Iterator[None]:
        """Take every line for the number, from 1, of one of these places meanwhile."""
        self._numbered = places
        try:
            yield
        finally:
            self._numbered = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The errors that were kept, those of the whole file first, then in line order."""
        return _in_line_order(self._problems)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings that were kept, ordered likewise."""
        return _in_line_order(self._warnings)

    def _at(self, line: int | None, message: str) -> Problem:
        if line is not None and self._numbered:
            place = self._numbered[line - 1]
            return Problem(self.name, place.line, f"{place.path}: {message}")
        if line is not None and self.unit != "line":
            message = f"{self.unit} {line}: {message}"
        return Problem(self.name, line, message)


def _in_line_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.line or 0))


def places(lines: Sequence[int] | IntArray, shown: int = 5, unit: str = "line") -> str:
    """Name lines in words: ``line 4``, ``lines 4, 9`` or ``lines 1, 2, 3, 4, 5 and 12 more``."""
    return f"{unit}{'s' if len(lines) > 1 else ''} {listed(lines, shown)}"


def listed(items: Sequence[object] | IntArray, shown: int = 5) -> str:
    """List the first of some items: ``4, 9`` or ``1, 2, 3, 4, 5 and 12 more``."""
    more = f" and {len(items) - shown:,} more" if len(items) > shown else ""
    return f"{', '.join(map(str, items[:shown]))}{more}"
