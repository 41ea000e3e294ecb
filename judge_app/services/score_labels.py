"""The labels of a qrels file, laid against the rankings of a run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.domain.errors import BadInputError, Problem
from judge_app.domain.grade_map import POOLED_NOT_JUDGED
from judge_app.importing import Kind, read_file
from judge_app.importing.findings import MAX_PROBLEMS
from judge_app.importing.text_keys import text_places, texts_of
from judge_app.importing.values import fraction_fault
from judge_app.services.score_pool import MANY, FilePool
from metrics import ABSENT, UNJUDGED, UNPOOLED, GradeMatrix
from metrics.gain import LARGEST_GRADE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge_app.importing import Parsed
    from judge_app.importing.run_scan import RunScan
    from judge_app.services.import_options import Upload
    from metrics import Measure
    from metrics.arrays import IntArray


def _no_pairs() -> pd.DataFrame:
    return pd.DataFrame({"query_id": [], "doc_id": [], "grade": []})


@dataclass(frozen=True, slots=True, eq=False)
class FileLabels:
    """The labels of one file.

    Attributes
    ----------
    source : str
        The file.
    frame : pandas.DataFrame
        ``query_id``, ``doc_id``, ``grade``; pairs that were pooled and not judged (−1) are
        left out. Other grades below 0 bring no gain and stand in no ideal.
    queries : pandas.Index
        All queries of the file, those without any judged document included.
    judged_counts : numpy.ndarray
        ``int[queries, max_grade + 1]``: judged documents of each query by grade, those below 0
        counted as 0.
    not_judged : pandas.DataFrame
        The pairs left out of `frame`, in the same columns.
    warnings : tuple of Problem
        What was noticed while reading.
    """

    source: str
    frame: pd.DataFrame
    queries: pd.Index
    judged_counts: IntArray
    not_judged: pd.DataFrame = field(default_factory=_no_pairs)
    warnings: tuple[Problem, ...] = ()

    @property
    def max_grade(self) -> int:
        """Greatest grade in the file, at least 1."""
        return int(self.judged_counts.shape[1]) - 1

    def sha256(self) -> str:
        """Return the sha256 of the labels as bare qrels, in the byte order of their ids.

        Equals the sha256 of `judge_app.domain.qrels.qrels_line` over the sorted labels, taken
        of whole columns since there may be millions.
        """
        table = pa.Table.from_pandas(self.frame, preserve_index=False)
        table = table.take(_order_of_bytes(self.frame))
        query_ids, doc_ids, grades = (table[name].cast(pa.string()) for name in table.column_names)
        lines = pc.binary_join_element_wise(query_ids, "0", doc_ids, grades, " ")
        whole = pa.ListArray.from_arrays([0, len(lines)], lines.combine_chunks())
        digest = hashlib.sha256(pc.binary_join(whole, "\n")[0].as_buffer())
        digest.update(b"\n" if len(lines) else b"")
        return digest.hexdigest()

    def looked_up(self, pool: FilePool | None) -> pd.DataFrame:
        """Return the pairs that a run is scanned for; a closed pool has to know its own."""
        if pool is not FilePool.CLOSED:
            return self.frame
        return pd.concat([self.frame, self.not_judged], ignore_index=True)

    def matrix(
        self, scan: RunScan, measures: Sequence[Measure], pool: FilePool | None = None
    ) -> GradeMatrix:
        """Return the grades of a run, one row per query, as deep as the measures look.

        Parameters
        ----------
        scan : RunScan
            Of the pairs that `looked_up` returns for `pool`.
        measures : sequence of Measure
            What will be computed.
        pool : FilePool, optional
            What bounds leave open; without it the matrix knows no pool and there are none.
        """
        lengths = scan.retrieved.reindex(self.queries, fill_value=0).to_numpy(dtype=np.int64)
        depth = int(lengths.max(initial=1))
        if not any(measure.needs_whole_ranking for measure in measures):
            depth = min(depth, max(measure.cutoff or 1 for measure in measures))
        inside = lengths[:, None] > np.arange(depth)
        unknown = UNJUDGED if pool is None else UNPOOLED
        grades = np.where(inside, np.int16(unknown), np.int16(ABSENT))
        shown = scan.labelled[scan.labelled["rank"] <= depth]
        row = self.queries.get_indexer(pd.Index(shown["query_id"]))
        waiting = shown["grade"] == POOLED_NOT_JUDGED
        codes = shown["grade"].clip(lower=0).mask(waiting, UNJUDGED)
        grades[row, shown["rank"].to_numpy() - 1] = codes
        return GradeMatrix(grades, self.judged_counts, lengths, self._pool_unjudged(pool))

    def _pool_unjudged(self, pool: FilePool | None) -> IntArray | None:
        """Count the pooled documents without a label of each query."""
        if pool is None:
            return None
        if pool is FilePool.OPEN:
            return np.full(len(self.queries), MANY)
        row = self.queries.get_indexer(pd.Index(self.not_judged["query_id"]))
        return np.bincount(row, minlength=len(self.queries))


def _order_of_bytes(labels: pd.DataFrame) -> IntArray:
    """Return the positions that sort pairs by the bytes of their ids.

    Numbers that are in the order of the ids sort several times faster than the ids.
    """
    codes, distinct = pd.factorize(labels["query_id"])
    query_places = text_places(texts_of(pd.Series(distinct)))
    query_ranks = np.argsort(np.argsort(query_places)).astype(np.min_scalar_type(len(distinct)))
    by_document = np.argsort(text_places(texts_of(labels["doc_id"])))
    by_query: IntArray = np.argsort(query_ranks[codes][by_document], kind="stable")
    return by_document[by_query]


def read_labels(
    file: Upload, *, trec_eval: bool = False, encoding: str | None = None
) -> FileLabels:
    """Read a qrels file of any format.

    Parameters
    ----------
    file : Upload
        The file.
    trec_eval : bool
        Take every grade below 0, not only −1, for a pair that was not judged, as trec_eval does.
    encoding : str, optional
        As in `judge_app.importing.read_file`.

    Raises
    ------
    BadInputError
        If the file cannot be read or has problems; it carries them.
    """
    parsed = read_file(file.path, name=file.name, kind=Kind.QRELS, encoding=encoding).or_refuse()
    _refuse_fractions(parsed)
    _refuse_off_scale(parsed)
    pairs = parsed.frame[["query_id", "doc_id", "grade"]]
    is_label = pairs["grade"] >= 0 if trec_eval else pairs["grade"] != POOLED_NOT_JUDGED
    labels, not_judged = pairs[is_label], pairs[~is_label]
    queries = pd.Index(pairs["query_id"].unique(), name="query_id")
    counts = _judged_counts(labels, queries)
    return FileLabels(parsed.source, labels, queries, counts, not_judged, parsed.warnings)


def _refuse_fractions(parsed: Parsed) -> None:
    """Refuse grades that are no whole numbers: means have to be mapped to a scale first."""
    if not parsed.has_fractional_grades:
        return
    between = parsed.frame[parsed.frame["grade"] % 1 != 0]
    listed = between.iloc[:MAX_PROBLEMS]
    raise BadInputError(
        f"{parsed.source} holds grades that are not whole numbers",
        "Map them to whole ones first, for instance by importing the file with --map-grades.",
        tuple(
            Problem(parsed.source, int(line), fraction_fault(grade))
            for line, grade in zip(listed["line"], listed["grade"], strict=True)
        ),
        len(between),
    )


def _refuse_off_scale(parsed: Parsed) -> None:
    """Refuse numbers that no scale of grades has; what stands there is something else."""
    off_scale = parsed.frame[parsed.frame["grade"] > LARGEST_GRADE]
    problems = tuple(
        Problem(parsed.source, int(line), f"{grade} is too large for a grade")
        for line, grade in zip(off_scale["line"], off_scale["grade"], strict=True)
    )
    if problems:
        raise BadInputError(
            f"{parsed.source} holds grades above {LARGEST_GRADE}",
            "Check that its fourth column holds the grades.",
            problems,
        )


def _judged_counts(labels: pd.DataFrame, queries: pd.Index) -> IntArray:
    """Count the labels of each query by grade."""
    grades = labels["grade"].clip(lower=0).to_numpy(dtype=np.int64)
    width = max(1, int(grades.max(initial=0))) + 1
    codes, distinct = pd.factorize(labels["query_id"])
    row = queries.get_indexer(pd.Index(distinct))[codes]
    cells = np.bincount(row * width + grades, minlength=len(queries) * width)
    return cells.reshape(len(queries), width)
