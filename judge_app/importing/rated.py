"""Runs, qrels and judgments from tables and from JSON records."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.domain.grade_map import POOLED_NOT_JUDGED
from judge_app.importing.columns import roles_of
from judge_app.importing.escaped import restored
from judge_app.importing.findings import listed
from judge_app.importing.formats import Content
from judge_app.importing.judgment_log import LOG_ROLES, is_log, log_frame
from judge_app.importing.pair_columns import COLUMNS_OF_KINDS, columns_of, pool_fault
from judge_app.importing.pairs import judgments_frame, qrels_frame, run_frame
from judge_app.importing.parsed import Kind
from judge_app.importing.pool_log import POOL_COLUMNS, is_pool_log, read_pool_log
from judge_app.importing.rows import CONTROL, FieldError
from judge_app.importing.tables import even_rows, note_rivals
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from judge_app.importing.columns import Roles
    from judge_app.importing.findings import Findings
    from judge_app.importing.pair_columns import Column
    from judge_app.importing.rows import Row
    from judge_app.importing.tables import Cells


_WITHOUT_NAMES = "; add one, or import the file --as qrels, which need no names"
IDS = ("query_id", "doc_id", "annotator")
_SHOWN_COLUMNS = 12
_SPLIT = "; split it into one file for each, or export one of them with --run"
_QRELS = ["query_id", "doc_id", "value", "line"]
_NOT_JUDGED = str(POOLED_NOT_JUDGED)
_YES = pa.array(["1", "true", "yes"])


def content_of_table(
    header: Cells, table: Iterable[Cells], kind: Kind, findings: Findings
) -> Content:
    """Read the rows under a header as a run, qrels or judgments."""
    chosen = chosen_columns(header.cells, header.line, kind, findings)
    if chosen is None:
        return Content(pd.DataFrame())
    pick = itemgetter(*map(header.cells.index, chosen.values()))
    records: list[tuple[str, ...]] = []
    lines: list[int] = []
    for line, cells in even_rows(header, restored(header, table), findings):
        records.append(pick(cells))
        lines.append(line)
    return _content(kind, list(chosen), records, lines, findings)


def chosen_columns(
    header: Sequence[str], line: int | None, kind: Kind, findings: Findings
) -> dict[str, str] | None:
    """Choose the columns of a table that make a run, qrels or judgments.

    Returns
    -------
    dict of str to str or None
        By the name that `checked_content` knows, the name in the header; None where one is
        missing, or several may be meant, which is noted as an error.
    """
    roles = roles_of(header)
    if fault := pool_fault(kind, roles):
        findings.problem(line, fault)
        return None
    chosen: dict[str, str] = {}
    missing = note_rivals(roles, line, kind, findings)
    for column in columns_of(kind, roles):
        filled = [name for role in column.roles for name in roles.get(role, ())]
        if filled:
            chosen[column.name] = filled[0]
        elif not column.optional:
            advice = _WITHOUT_NAMES if column.name == "annotator" else ""
            named = listed([shown(name) for name in header], _SHOWN_COLUMNS)
            there = "" if missing or advice else f"; the columns are {named}"
            findings.problem(line, f"no column for the {' or '.join(column.roles)}{there}{advice}")
            missing = True
    return None if missing else chosen


def content_of_rows(rows: Iterable[Row], kind: Kind, findings: Findings) -> Content:
    """Read JSON records as a run, qrels or judgments; those that cannot be read become errors."""
    columns = COLUMNS_OF_KINDS[kind]
    known: dict[int, Roles] = {}
    records: list[tuple[str, ...]] = []
    lines: list[int] = []
    for row in rows:
        if not lines:
            columns = columns_of(kind, row.roles)
            if fault := pool_fault(kind, row.roles):
                findings.problem(row.line, fault)
                return Content(pd.DataFrame())
        if id(row.roles) not in known:
            # Like records share their roles, which are told of once.
            known[id(row.roles)] = row.roles
            note_rivals(row.roles, row.line, kind, findings)
        try:
            records.append(tuple(_value(row, column) for column in columns))
        except FieldError as fault:
            findings.problem(row.line, str(fault))
            continue
        lines.append(row.line)
    return _content(kind, [column.name for column in columns], records, lines, findings)


def _value(row: Row, column: Column) -> str:
    if column.optional and not (column.name in IDS and row.first(*column.roles)[1]):
        names = [name for role in column.roles for name in row.roles.get(role, ())]
        flag = row.values[names[0]] if names else None  # noqa: PD011 - no frame
        if isinstance(flag, bool):
            return str(flag).lower()
        return row.first(*column.roles)[1]
    return row.identifier(*column.roles) if column.name in IDS else row.value(*column.roles)


def _content(
    kind: Kind,
    names: Sequence[str],
    records: Sequence[tuple[str, ...]],
    lines: Sequence[int],
    findings: Findings,
) -> Content:
    values = list(zip(*records, strict=True)) if records else [()] * len(names)
    table = pa.table(
        {name: pa.array(column, pa.string()) for name, column in zip(names, values, strict=True)}
        | {"line": pa.array(lines, pa.int64())}
    )
    return checked_content(table, kind, findings)


def checked_content(table: pa.Table, kind: Kind, findings: Findings) -> Content:
    """Check a table of pairs and make its frame.

    Parameters
    ----------
    table : pyarrow.Table
        Strings without gaps in the columns that `chosen_columns` names, and ``line`` (int64).
    kind : Kind
        Run, qrels or judgments.
    findings : Findings
        Takes the faults.
    """
    if "rank" in table.column_names:
        table = _by_rank(table, findings)
    if "value" not in table.column_names:
        table = table.append_column("value", pa.repeat(_NOT_JUDGED, table.num_rows))
    table = _filled(table, [column.name for column in COLUMNS_OF_KINDS[kind]])
    table = _with(table, "value", pc.ascii_trim_whitespace(table["value"]))
    for name in IDS:
        if name in table.column_names:
            table = _with(table, name, _checked_ids(table, name, findings))
    match kind:
        case Kind.RUN:
            tags = tuple(tag for tag in pc.unique(table["tag"]).to_pylist() if tag)
            if len(tags) > 1:
                findings.problem(None, f"holds {len(tags):,} runs: {listed(tags)}{_SPLIT}")
                return Content(pd.DataFrame(), tags)
            return Content(run_frame(table.drop_columns(["tag"]), findings), tags)
        case Kind.JUDGMENTS if is_log(table):
            return Content(log_frame(table, findings))
        case Kind.JUDGMENTS:
            judged = _with_verdict(table.drop_columns(list(LOG_ROLES)))
            return Content(judgments_frame(judged, findings))
        case _ if is_pool_log(table):
            frame, pool = read_pool_log(_filled(table, POOL_COLUMNS), findings)
            return Content(frame, pool=pool)
        case _:
            return Content(qrels_frame(table.select(_QRELS), findings))


def _filled(table: pa.Table, names: Iterable[str]) -> pa.Table:
    """Add empty columns for those that a table lacks."""
    for name in names:
        if name not in table.column_names:
            table = table.append_column(name, pa.repeat("", table.num_rows))
    return table


def _by_rank(table: pa.Table, findings: Findings) -> pa.Table:
    """Put scores in the place of ranks that have none beside them."""
    message = "there are no scores, so that the ranks tell the order: a score is the negative rank"
    findings.warning(None, message)
    ranks = pc.ascii_trim_whitespace(table["rank"])
    scores = pc.replace_substring_regex(ranks, r"^(\d+)$", r"-\1")
    return table.drop_columns(["rank"]).append_column("value", scores)


def _checked_ids(table: pa.Table, name: str, findings: Findings) -> pa.ChunkedArray:
    """Note ids that no file of lines and columns can hold; empty those of blanks alone."""
    ids = table[name]
    torn = pc.match_substring_regex(ids, CONTROL)
    if pc.any(torn).as_py():
        for line in table["line"].filter(torn).to_pylist():
            findings.problem(line, f"the {name} holds a tab, a line break or a control character")
    return pc.if_else(pc.utf8_is_space(ids), "", ids)


def _with_verdict(table: pa.Table) -> pa.Table:
    said = pc.utf8_lower(pc.ascii_trim_whitespace(table["cannot_judge"]))
    verdict = pc.if_else(pc.is_in(said, _YES), "cannot_judge", "graded")
    return table.drop_columns(["cannot_judge"]).append_column("verdict", verdict)


def _with(table: pa.Table, name: str, values: pa.ChunkedArray) -> pa.Table:
    return table.set_column(table.column_names.index(name), name, values)
