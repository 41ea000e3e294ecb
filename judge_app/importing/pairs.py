"""Check pairs of query and document, whichever format they came from, and make their frame.

Every format of runs, qrels and judgments ends here with an Arrow table of strings: ``query_id``,
``doc_id``, ``value`` (score or grade as written) and ``line`` (int64); judgments also have
``annotator``, ``verdict`` and ``note``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.findings import places
from judge_app.importing.values import grades, scores, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from judge_app.importing.findings import Findings

PAIR = ("query_id", "doc_id")


def run_frame(table: pa.Table, findings: Findings) -> pd.DataFrame:
    """Return ``query_id, doc_id, score, line``; a document twice in a ranking is an error."""
    _note_empty_ids(table, PAIR, findings)
    ranking = _with_number(table, "score", scores(table["value"], table["line"], findings))
    repeats = _repeats(ranking, "score", PAIR)
    findings.problems_at(
        [repeat["lines"][1] for repeat in repeats],
        lambda number: (
            f"{_pair_in_words(repeats[number])} stands twice in the run "
            f"({places(repeats[number]['lines'])}); a ranking holds a document once"
        ),
    )
    frame: pd.DataFrame = ranking.to_pandas()
    return frame


def qrels_frame(table: pa.Table, findings: Findings) -> pd.DataFrame:
    """Return ``query_id, doc_id, grade, line``; a pair with two grades is an error."""
    _note_empty_ids(table, PAIR, findings)
    labels = _with_number(table, "grade", grades(table["value"], table["line"], findings))
    return _without_repeats(labels, PAIR, findings)


def judgments_frame(table: pa.Table, findings: Findings) -> pd.DataFrame:
    """Return ``query_id, doc_id, annotator, verdict, note, grade, line``.

    ``verdict`` is ``graded`` or ``cannot_judge``; the grade (Int64) is missing with the latter.
    Two grades of one pair by one annotator are an error, since nothing says which is the later.
    """
    keys = (*PAIR, "annotator")
    _note_empty_ids(table, keys, findings)
    cannot = pc.equal(table["verdict"], "cannot_judge")
    grade = grades(pc.if_else(cannot, "0", table["value"]), table["line"], findings)
    judgments = _with_number(table, "grade", pc.if_else(cannot, None, grade))
    return _without_repeats(judgments, keys, findings).astype({"grade": "Int64"})


def _with_number(table: pa.Table, name: str, numbers: pa.ChunkedArray) -> pa.Table:
    """Put the numbers in the place of the texts that wrote them."""
    rest = table.drop_columns(["value", "line"])
    return rest.append_column(name, numbers).append_column("line", table["line"])


def _note_empty_ids(table: pa.Table, names: Sequence[str], findings: Findings) -> None:
    for name in names:
        empty = pc.equal(pc.binary_length(table[name]), 0)
        if pc.any(empty).as_py():
            lines = table["line"].filter(empty).to_pylist()
            for line in lines:
                findings.problem(line, f"the {name} is empty")


def _without_repeats(table: pa.Table, keys: Sequence[str], findings: Findings) -> pd.DataFrame:
    """Keep the first of equal rows; note those that contradict each other."""
    repeats = _repeats(table, "grade", keys)
    conflicts = [repeat for repeat in repeats if repeat["n_values"] > 1]
    findings.problems_at(
        [conflict["lines"][1] for conflict in conflicts],
        lambda number: (
            f"{_pair_in_words(conflicts[number])} has different grades "
            f"({places(conflicts[number]['lines'])}); keep one"
        ),
    )
    extra = sorted(line for repeat in repeats for line in repeat["lines"][1:])
    if extra and len(pc.unique(table["doc_id"])) == 1:
        only = shown(table["doc_id"][0].as_py())
        findings.problem(
            None, f"all rows name the same document, {only}; the ids stand in another column"
        )
    elif extra and not conflicts:
        message = f"{len(extra):,} rows repeat a pair with the same grade ({places(extra)})"
        findings.warning(extra[0], f"{message}; each is taken once")
    frame: pd.DataFrame = table.to_pandas()
    return frame[~frame["line"].isin(extra)].reset_index(drop=True) if extra else frame


def _repeats(table: pa.Table, number: str, keys: Sequence[str]) -> list[dict[str, Any]]:
    """Find keys that occur more than once.

    Returns
    -------
    list of dict
        The keys, ``lines`` (ascending) and ``n_values``, the number of different values, in
        order of first appearance.
    """
    names = ", ".join(keys)
    with duckdb.connect() as connection:
        connection.register("pair", table)
        # Equal keys have equal hashes, so that a look at sorted hashes can miss nothing, and it
        # is much cheaper than grouping millions of strings.
        hashes = connection.sql(f"SELECT hash({names}) AS hash FROM pair").fetchnumpy()["hash"]
        hashes.sort()
        if not np.any(hashes[1:] == hashes[:-1]):
            return []
        found = connection.sql(
            f"SELECT {names}, list(line ORDER BY line) AS lines, "  # noqa: S608
            f"count(DISTINCT {number}) AS n_values FROM pair "
            f"GROUP BY {names} HAVING count(*) > 1 ORDER BY min(line)"
        )
        repeats: list[dict[str, Any]] = found.to_arrow_table().to_pylist()
        return repeats


def _pair_in_words(repeat: dict[str, Any]) -> str:
    words = f"document {shown(repeat['doc_id'])} of query {shown(repeat['query_id'])}"
    return f"{words} by {shown(repeat['annotator'])}" if "annotator" in repeat else words
