"""Check pairs of query and document, whichever format they came from, and make their frame.

Every format of runs, qrels and judgments ends here with an Arrow table of strings: ``query_id``,
``doc_id``, ``value`` (score or grade as written) and ``line`` (int64); judgments also have
``annotator``, ``verdict`` and ``note``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.findings import MAX_PROBLEMS, listed
from judge_app.importing.text_keys import row_keys
from judge_app.importing.values import grades, scores, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from judge_app.importing.findings import Findings

PAIR = ("query_id", "doc_id")
_ENOUGH_TO_TELL = 10
_VOTES = ", or add the annotator of each row and import them --as judgments"


def run_frame(table: pa.Table, findings: Findings, tags: Sequence[str] = ()) -> pd.DataFrame:
    """Return ``query_id, doc_id, score, line``; a document twice in a ranking is an error.

    Several ``tags`` are named there, since they may be those of several runs in one file.
    """
    _note_empty_ids(table, PAIR, findings)
    ranking = _with_number(table, "score", scores(table["value"], table["line"], findings))
    _note_twice_ranked(_suspects(ranking, PAIR), findings, tags)
    frame: pd.DataFrame = ranking.to_pandas()
    return frame


def qrels_frame(table: pa.Table, findings: Findings) -> pd.DataFrame:
    """Return ``query_id, doc_id, grade, line``; a pair with two grades is an error.

    The grades are int64, or float64 where some have a fraction.
    """
    _note_empty_ids(table, PAIR, findings)
    labels = _with_number(table, "grade", grades(table["value"], table["line"], findings))
    return _without_repeats(labels, PAIR, findings)


def judgments_frame(table: pa.Table, findings: Findings) -> pd.DataFrame:
    """Return ``query_id, doc_id, annotator, verdict, note, grade, line``.

    ``verdict`` is ``graded`` or ``cannot_judge``; the grade is missing with the latter. Grades
    are Int64, or Float64 where some have a fraction.
    Two grades of one pair by one annotator are an error, since nothing says which is the later.
    """
    keys = (*PAIR, "annotator")
    _note_empty_ids(table, keys, findings)
    cannot = pc.equal(table["verdict"], "cannot_judge")
    grade = grades(pc.if_else(cannot, "0", table["value"]), table["line"], findings)
    judgments = _with_number(table, "grade", pc.if_else(cannot, None, grade))
    held = "Float64" if pa.types.is_floating(grade.type) else "Int64"
    return _without_repeats(judgments, keys, findings).astype({"grade": held})


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


def several_tags(tags: Sequence[str]) -> str:
    """Say that a file bears several tags; nothing where it does not."""
    if len(tags) <= 1:
        return ""
    return (
        f"there are {len(tags):,} tags in this file, {listed([shown(tag) for tag in tags])}, where "
        "a run has one; if they are several runs, give each in a file of its own"
    )


def _note_twice_ranked(suspects: pa.Table, findings: Findings, tags: Sequence[str]) -> None:
    several = several_tags(tags)
    advice = f"; {several}" if several else ""
    groups, n_groups = _groups(suspects, PAIR, "count(*) > 1")
    findings.problems_at(
        [group["lines"][1] for group in groups],
        lambda number: (
            f"{_in_words(groups[number])} stands twice in the run "
            f"({findings.places(groups[number]['lines'])}); a ranking holds a document once{advice}"
        ),
        n_groups,
    )


def _without_repeats(table: pa.Table, keys: Sequence[str], findings: Findings) -> pd.DataFrame:
    """Keep the first of equal rows; note those that contradict each other."""
    frame: pd.DataFrame = table.to_pandas()
    suspects = _suspects(table, keys)
    groups, n_groups = _groups(suspects, keys, "count(DISTINCT coalesce(grade::VARCHAR, '')) > 1")
    votes = "" if "annotator" in keys else _VOTES
    findings.problems_at(
        [group["lines"][1] for group in groups],
        lambda number: (
            f"{_in_words(groups[number])} has different grades "
            f"({findings.places(groups[number]['lines'])}); keep one{votes}"
        ),
        n_groups,
    )
    rows: pd.DataFrame = suspects.to_pandas()
    repeated = rows.loc[rows.duplicated(list(keys)), "line"].to_list()
    if not repeated:
        return frame
    if not groups:
        _note_repeats(table, repeated, findings)
    return frame[~frame["line"].isin(repeated)].reset_index(drop=True)


def _note_repeats(table: pa.Table, lines: list[int], findings: Findings) -> None:
    """Warn of rows that say the same twice, unless they show that columns were mixed up."""
    if table.num_rows >= _ENOUGH_TO_TELL and len(pc.unique(table["doc_id"])) == 1:
        only = shown(table["doc_id"][0].as_py())
        findings.problem(
            None, f"all rows name the same document, {only}; the ids stand in another column"
        )
    else:
        count = "1 row repeats" if len(lines) == 1 else f"{len(lines):,} rows repeat"
        where = findings.places(lines)
        findings.warning(
            lines[0], f"{count} a pair with the same grade ({where}); each is taken once"
        )


def _suspects(table: pa.Table, keys: Sequence[str]) -> pa.Table:
    """Return the few rows whose keys may occur more than once.

    Comparing numbers that stand for the texts misses nothing, since equal texts have equal ones,
    and is much cheaper than grouping millions of strings. Different texts may share a number:
    whoever asks compares.
    """
    numbers = row_keys([table[name] for name in keys])
    ordered = np.sort(numbers)
    shared = ordered[1:][ordered[1:] == ordered[:-1]]
    return table.filter(pa.array(np.isin(numbers, shared))) if len(shared) else table.slice(0, 0)


def _groups(table: pa.Table, keys: Sequence[str], having: str) -> tuple[list[dict[str, Any]], int]:
    """Find keys that occur more than once and meet a condition.

    Returns
    -------
    groups : list of dict
        The keys and ``lines`` (ascending) of the first ``MAX_PROBLEMS``, in file order.
    n_groups : int
        How many there are.
    """
    if table.num_rows == 0:
        return [], 0
    # Few files have anything to group, and loading DuckDB takes longer than reading most.
    import duckdb  # noqa: PLC0415

    names = ", ".join(keys)
    with duckdb.connect() as connection:
        connection.register("pair", table)
        found = connection.sql(
            f"SELECT {names}, list(line ORDER BY line) AS lines, count(*) OVER () AS n_groups "  # noqa: S608
            f"FROM pair GROUP BY {names} HAVING {having} ORDER BY min(line) LIMIT {MAX_PROBLEMS}"
        )
        groups: list[dict[str, Any]] = found.to_arrow_table().to_pylist()
    return groups, groups[0]["n_groups"] if groups else 0


def _in_words(group: dict[str, Any]) -> str:
    words = f"document {shown(group['doc_id'])} of query {shown(group['query_id'])}"
    return f"{words} by {shown(group['annotator'])}" if "annotator" in group else words
