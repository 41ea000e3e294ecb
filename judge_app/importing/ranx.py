"""ranx's JSON: one object of queries, each an object of documents with their numbers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from judge_app.importing.findings import places
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.json_members import Number, members
from judge_app.importing.jsonl import sampled_objects
from judge_app.importing.pairs import qrels_frame, run_frame
from judge_app.importing.parsed import Kind
from judge_app.importing.rows import FieldError, id_of
from judge_app.importing.sample import SAMPLE_BYTES, kind_by_name
from judge_app.importing.values import (
    grade_fault,
    grade_number,
    grade_of,
    score_fault,
    score_of,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.json_members import Member, Pairs
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_STRING = r'"(?:[^"\\]|\\.)*"'
_START = re.compile(rf"\s*\{{\s*{_STRING}\s*:\s*\{{\s*(\}}|{_STRING}\s*:\s*[^\s{{\[])")
_VALUE = re.compile(rf'{_STRING}\s*:\s*(?P<number>-?[\dIN][\w.+-]*)?(?P<other>["\[tfn])?')
_FLAT = re.compile(rf"\{{(?:\s*{_STRING}\s*:\s*-?\d[\d.eE+-]*\s*,?)+\s*\}}")
_PAIR = re.compile(rf"({_STRING})\s*:\s*(-?\d[\d.eE+-]*)")
_FEWEST_SYSTEMS, _FEWEST_QUERIES = 2, 5
_ROWS_AT_A_TIME = 1 << 16


def recognise(sample: Sample) -> Guess | None:
    """Tell objects of numbers inside one object; numbers that are no grades make a run."""
    if not could_be(sample) or (len(sample.lines) > 1 and len(sampled_objects(sample)) > 1):
        return None
    if kind_by_name(sample.name) is None and is_table_of_scores(sample):
        return None
    found = list(_VALUE.finditer(sample.text[:SAMPLE_BYTES]))
    numbers = [match["number"] for match in found if match["number"]]
    n_others = sum(match["other"] is not None for match in found)
    # A few values that are no numbers are faults to be named, many are another sort of file.
    if not numbers or 4 * n_others > len(numbers):
        return None
    why = "one JSON object of queries, each with documents and"
    if all(grade_of(number) is not None for number in numbers):
        return Guess((Kind.RUN, Kind.QRELS), f"{why} whole numbers")
    return Guess((Kind.RUN,), f"{why} numbers that are no grades")


def could_be(sample: Sample) -> bool:
    """Tell whether an object begins in an object, and holds a single value first."""
    return _START.match(sample.text, 0, SAMPLE_BYTES) is not None


def is_table_of_scores(sample: Sample, _rows: object = None) -> bool:
    """Tell a table of systems and queries from queries and documents.

    All objects have the same keys in the same order, where retrieval finds others for every query;
    the numbers are shares, as measures are; and their order is no ranking.
    """
    objects = [_PAIR.findall(found[0]) for found in _FLAT.finditer(sample.text[:SAMPLE_BYTES])]
    keys = {tuple(key for key, _ in pairs) for pairs in objects}
    if len(objects) < _FEWEST_SYSTEMS or len(keys) > 1 or len(objects[0]) < _FEWEST_QUERIES:
        return False
    columns = [[float(number) for _, number in pairs] for pairs in objects]
    is_share = all(0 <= number <= 1 for column in columns for number in column)
    is_ranking = any(column == sorted(column, reverse=True) for column in columns)
    return is_share and not is_ranking


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read ``{query: {document: score or grade}}``; a query or document twice is an error."""
    text = source.document()
    try:
        table = _table(_rankings(text, kind, findings))
    except json.JSONDecodeError as fault:
        end = len(text.rstrip())
        if fault.pos < end:
            message = f"this is not JSON as ranx writes it: {fault.msg} (column {fault.colno})"
        else:
            message = "the JSON ends in the middle; copy or download the file again"
        findings.problem(text.count("\n", 0, min(fault.pos, end)) + 1, message)
        table = _table(iter(()))
    except RecursionError:
        findings.problem(None, "objects or lists are nested without end")
        table = _table(iter(()))
    if kind is Kind.RUN:
        return Content(run_frame(table, findings))
    return Content(qrels_frame(_told_apart(table), findings))


def _told_apart(table: pa.Table) -> pa.Table:
    """Give the labels numbers for lines where many share one: the store knows each by its line."""
    if len(pc.unique(table["line"])) == table.num_rows:
        return table
    numbers = pa.array(range(1, table.num_rows + 1), pa.int64())
    return table.set_column(table.column_names.index("line"), "line", numbers)


class _Ranking(NamedTuple):
    """The documents of one query, with what is written beside them and the lines."""

    query_id: str
    doc_ids: list[str]
    values: list[str]
    lines: list[int]


def _rankings(text: str, kind: Kind, findings: Findings) -> Iterator[_Ranking]:
    """Yield the documents of each query; whatever is wrong is noted and left out."""
    seen: dict[str, int] = {}
    for member in members(text):
        where = f"query {shown(member.key)}"
        if member.key in seen:
            again = _again(seen[member.key], member.line)
            findings.problem(member.line, f"{where} stands twice{again}; keep one")
            continue
        seen[member.key] = member.line
        try:
            id_of("the query id", member.key)
        except FieldError as fault:
            findings.problem(member.line, str(fault))
            continue
        if not isinstance(member.value, tuple):
            message = f"{where} holds {_told(member.value)}, where an object of documents is needed"
            findings.problem(member.line, message)
        elif not member.value:
            findings.warning(member.line, f"{where} has no documents and is left out")
        else:
            yield _ranking(member, member.value, kind, findings)


def _ranking(member: Member, pairs: Pairs, kind: Kind, findings: Findings) -> _Ranking:
    found = _Ranking(member.key, [], [], [])
    if _is_clean(pairs, kind):
        doc_ids, values = (list(column) for column in zip(*pairs, strict=True))
        return _Ranking(member.key, doc_ids, values, member.lines)
    seen: dict[str, int] = {}
    for (doc_id, value), line in zip(pairs, member.lines, strict=True):
        where = f"document {shown(doc_id)} of query {shown(member.key)}"
        if doc_id in seen:
            again = _again(seen[doc_id], line)
            findings.problem(line, f"{where} stands twice{again}; keep one")
        elif fault := _id_fault(doc_id):
            findings.problem(line, f"query {shown(member.key)}: {fault}")
        elif fault := _value_fault(value, kind):
            findings.problem(line, f"{where}: {fault}")
        else:
            found.doc_ids.append(doc_id)
            found.values.append(str(value))
            found.lines.append(line)
        seen.setdefault(doc_id, line)
    return found


def _is_clean(pairs: Pairs, kind: Kind) -> bool:
    """Tell whether a ranking has no fault, without looking at each of its documents at length."""
    doc_ids = [doc_id for doc_id, _ in pairs]
    values = {value if type(value) is Number else None for _, value in pairs}
    if None in values or len(set(doc_ids)) < len(doc_ids) or not all(map(str.strip, doc_ids)):
        return False
    # What the grammar of JSON lets through is a score, but for NaN.
    wrong = "NaN" in values if kind is Kind.RUN else any(_value_fault(one, kind) for one in values)
    return not (wrong or _id_fault("".join(doc_ids)))


def _id_fault(doc_id: str) -> str:
    try:
        id_of("the document id", doc_id)
    except FieldError as fault:
        return str(fault)
    return ""


def _value_fault(value: object, kind: Kind) -> str:
    if type(value) is not Number:
        return f"the {'score' if kind is Kind.RUN else 'grade'} is {_told(value)}, not a number"
    if kind is Kind.RUN:
        return score_fault(value) if score_of(value) is None else ""
    return grade_fault(value) if grade_number(value) is None else ""


def _told(value: object) -> str:
    """Name a JSON value in words."""
    match value:
        case tuple():
            return "an object"
        case list():
            return "a list"
        case str() if type(value) is not Number:
            return f"the text {shown(value)}"
        case Number():
            return f"the number {value}"
        case _:
            return json.dumps(value)


def _again(earlier: int, line: int) -> str:
    """Name the two lines, unless all stands in one."""
    return f" ({places([earlier, line])})" if earlier != line else ""


def _table(rankings: Iterator[_Ranking]) -> pa.Table:
    """Return ``query_id, doc_id, value, line``, as the checks of pairs ask for it."""
    schema = pa.schema(
        {**dict.fromkeys(("query_id", "doc_id", "value"), pa.string()), "line": pa.int64()}
    )
    parts: list[pa.RecordBatch] = []
    held: list[list[Any]] = [[], [], [], []]
    for ranking in rankings:
        held[0] += [ranking.query_id] * len(ranking.lines)
        held[1] += ranking.doc_ids
        held[2] += ranking.values
        held[3] += ranking.lines
        if len(held[0]) >= _ROWS_AT_A_TIME:
            parts.append(pa.record_batch(held, schema))
            held = [[], [], [], []]
    return pa.Table.from_batches([*parts, pa.record_batch(held, schema)], schema)


FORMAT = Format("ranx", frozenset({Kind.RUN, Kind.QRELS}), recognise, could_be, parse)
