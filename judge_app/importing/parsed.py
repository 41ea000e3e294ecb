"""What a parsed file is: its kind, its frame, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

from judge_app.domain.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from judge_app.domain.errors import Problem
    from judge_app.domain.pool_log import PoolLog


class Kind(StrEnum):
    """The kinds of file that a project is made of; the values are those of ``--as``."""

    TOPICS = "topics"
    DOCUMENTS = "documents"
    RUN = "run"
    QRELS = "qrels"
    JUDGMENTS = "judgments"


# The columns of ``Parsed.frame``. Ids and texts are strings, byte-exact; score is float64; grade
# and line are int64. Judgments of the verdict ``cannot_judge`` have no grade (Int64, missing); a
# log of judgments also has the columns ``judgment_log.LOG_COLUMNS``, and every verdict.
# Documents of which some are pictures have `pictures.PICTURE_COLUMNS`, too.
# Where some grades are fractions, all are float64 (Float64): whoever takes such a file maps them.
COLUMNS: Mapping[Kind, tuple[str, ...]] = {
    Kind.TOPICS: ("query_id", "text", "narrative"),
    Kind.DOCUMENTS: ("doc_id", "title", "text", "url", "kind", "extra"),
    Kind.RUN: ("query_id", "doc_id", "score", "line"),
    Kind.QRELS: ("query_id", "doc_id", "grade", "line"),
    Kind.JUDGMENTS: ("query_id", "doc_id", "annotator", "verdict", "grade", "note", "line"),
}


class LookedAt(NamedTuple):
    """How much was read; None where it was not counted, or the kind of file has no such ids.

    ``grades`` are pairs of grade and count, grades ascending.
    """

    n_rows: int | None = None
    n_queries: int | None = None
    n_documents: int | None = None
    grades: tuple[tuple[float, int], ...] = ()


def looked_at(frame: pd.DataFrame) -> LookedAt:
    """Count rows, queries, documents and grades of what was read."""

    def distinct(column: str) -> int | None:
        return int(frame[column].nunique()) if column in frame else None

    grades = tuple(count_grades(frame).items()) if "grade" in frame else ()
    return LookedAt(len(frame), distinct("query_id"), distinct("doc_id"), grades)


def count_grades(frame: pd.DataFrame) -> dict[float, int]:
    """Return how often each grade of a frame with ``grade`` occurs, lowest first."""
    counts = frame["grade"].value_counts().sort_index()
    return {float(grade): int(n) for grade, n in zip(counts.index, counts, strict=True)}


def good_rows(frame: pd.DataFrame, kind: Kind, problems: Sequence[Problem]) -> pd.DataFrame:
    """Return the rows of a faulty file that have no fault.

    Parameters
    ----------
    frame : DataFrame
        What was read; rows of faulty lines may be among it.
    kind : Kind
        What the file holds.
    problems : sequence of Problem
        All that is wrong with it.
    """
    number = {Kind.RUN: "score", Kind.QRELS: "grade"}.get(kind)
    if number in frame:
        frame = frame[frame[number].notna()]
    # Where one line holds many rows, its faulty ones cannot be told by it.
    if "line" in frame and not frame["line"].duplicated().any():
        frame = frame[~frame["line"].isin({problem.line for problem in problems})]
    return frame


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """One file, read and checked by itself.

    Attributes
    ----------
    kind : Kind
        What the file holds.
    format : str
        Short name of the format, as ``--format`` takes it.
    why : str
        One sentence: how kind and format were told.
    source : str
        Name of the file as the person gave it.
    sha256 : str
        Hash of the file's bytes as they are on disk (compressed, where they are).
    frame : pandas.DataFrame
        The rows, with the columns that ``COLUMNS`` lists for the kind, in file order; empty when
        there are problems.
    n_lines : int
        Number of lines in the decompressed file, blank ones and comments included, or of rows where
        there are no lines (Parquet, whose ``line`` is the row, counted from 1); where the file
        cannot be read to its end, those before the stretch that holds the fault.
    problems : tuple of Problem
        Errors in line order, at most ``MAX_PROBLEMS`` of them. A file with any is refused.
    n_problems : int
        How many errors there are in all.
    warnings : tuple of Problem
        What a person should know and may accept, at most ``MAX_PROBLEMS`` of them.
    n_warnings : int
        How many warnings there are in all.
    tags : tuple of str
        Run tags in order of appearance; empty for other kinds.
    encoding : str
        What the text was read as: ``utf-8``, ``utf-16-le``, ``windows-1252``, …
    encoding_guess : str
        What the text was read as and why, where nothing proves it and nobody said it; else empty.
    looked_at : LookedAt, optional
        Of a file with problems, how much could be read without them; None where that is unknown.
    pool : PoolLog, optional
        Of an exported pool, its batches as they were; the frame holds its pairs.
    unit : str
        What ``n_lines`` and the column ``line`` count: ``line``, ``row`` or ``file``.
    lines : Series, optional
        Of topics and documents, whose frame has no such column, the line of every row.
    """

    kind: Kind
    format: str
    why: str
    source: str
    sha256: str
    frame: pd.DataFrame
    n_lines: int
    problems: tuple[Problem, ...]
    n_problems: int
    warnings: tuple[Problem, ...]
    n_warnings: int
    tags: tuple[str, ...] = ()
    encoding: str = "utf-8"
    encoding_guess: str = ""
    looked_at: LookedAt | None = None
    pool: PoolLog | None = None
    unit: str = "line"
    lines: pd.Series[int] | None = None

    @property
    def has_fractional_grades(self) -> bool:
        """Whether some grades are no whole numbers, so that a map has to bring them to a scale."""
        return "grade" in self.frame and self.frame["grade"].dtype.kind == "f"

    def or_refuse(self) -> Self:
        """Return itself.

        Raises
        ------
        BadInputError
            If there are problems; it carries them.
        """
        if self.ok:
            return self
        count = "1 problem" if self.n_problems == 1 else f"{self.n_problems:,} problems"
        raise BadInputError(
            f"{self.source} has {count} and was not taken.",
            "Correct what is named and give the file again.",
            self.problems,
            self.n_problems,
        )

    @property
    def ok(self) -> bool:
        """Whether the file may be stored."""
        return self.n_problems == 0
