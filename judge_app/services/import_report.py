"""A file as it would be stored: what it holds, and what is to be said about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pandas as pd

from judge_app.domain.errors import Problem
from judge_app.domain.grade_look import GradeLook
from judge_app.domain.model import SomeIds
from judge_app.importing import Parsed
from judge_app.services.long_runs import LongRun
from judge_app.store.overwrites import Contradictions, Overwrites


@dataclass(frozen=True, slots=True)
class UnknownIds:
    """Ids of a file that neither the project nor the import knows."""

    queries: SomeIds = field(default_factory=SomeIds)
    documents: SomeIds = field(default_factory=SomeIds)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file as it would be stored.

    Attributes
    ----------
    parsed : Parsed
        What was read; its ``frame`` holds what will be stored.
    not_judged : DataFrame
        Pairs that qrels call pooled and not judged.
    n_rows : int or None
        Rows of the file, whether or not they can be stored; of a file with problems those that
        could be read, and None where they were not counted.
    n_queries, n_documents : int or None
        Different queries and documents in them; None where the kind of file has no such ids, or
        they were not counted.
    look : GradeLook or None
        The grades as they stand in the file; None for files without grades.
    run_name : str or None
        Name that a run will have.
    replaces : bool
        Whether another run of that name makes room for it.
    same_as : str or None
        Run of the project with the very same bytes; nothing is stored then.
    unknown : UnknownIds
        What neither the project nor the import knows.
    problems, warnings, doubts : tuple of Problem
        Errors refuse the file. Warnings are said. Doubts are warnings that what was read may mean
        something else; somebody has to accept them.
    n_problems : int
        All errors, also those not listed.
    remedies : tuple of str
        What to do about the errors and doubts.
    long_run : LongRun or None
        Where the rows are of a run that was read in parts.
    overwrites : Overwrites
        What texts of the project it would change.
    contradictions : Contradictions
        Grades that the same person gave otherwise before.
    n_rivals : int
        Texts that would take the place of those of a file before it in the same import.
    missing_runs : tuple of str
        Runs that an exported pool was drawn from and that neither project nor import has.
    compared_with : tuple of int
        How often texts had been stored, and how many judgments there were, when it was held
        against the project.
    """

    parsed: Parsed
    not_judged: pd.DataFrame
    n_rows: int | None
    n_queries: int | None
    n_documents: int | None
    look: GradeLook | None = None
    run_name: str | None = None
    replaces: bool = False
    same_as: str | None = None
    unknown: UnknownIds = UnknownIds()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()
    n_problems: int = 0
    remedies: tuple[str, ...] = ()
    long_run: LongRun | None = None
    overwrites: Overwrites = field(default_factory=Overwrites)
    contradictions: Contradictions = field(default_factory=Contradictions)
    n_rivals: int = 0
    missing_runs: tuple[str, ...] = ()
    compared_with: tuple[int, int] = (0, 0)

    @property
    def n_warnings(self) -> int:
        """All warnings, also those not listed."""
        return len(self.warnings) + self.parsed.n_warnings - len(self.parsed.warnings)

    @property
    def n_to_accept(self) -> int:
        """Warnings and doubts together."""
        return self.n_warnings + len(self.doubts)

    @property
    def is_overwriting(self) -> bool:
        """Whether it would take the place of something that was stored or said before."""
        return bool(self.overwrites.n_changed or self.contradictions.n or self.n_rivals)

    @property
    def n_storable(self) -> int:
        """Rows that can be stored."""
        return len(self.parsed.frame) if self.long_run is None else self.parsed.n_lines

    def grade_counts(self) -> dict[int, int]:
        """Return how often each grade will be stored; empty for files without grades."""
        if "grade" not in self.parsed.frame:
            return {}
        grades = self.parsed.frame["grade"].dropna().astype("int64")
        return dict(sorted(Counter(grades.tolist()).items()))


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """What became of one file; ``n_new`` counts rows that were not there before."""

    checked: CheckedFile
    n_new: int
