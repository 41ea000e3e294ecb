"""Parquet: the columns of a table, read by the same names as those of CSV."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pandas as pd
import pyarrow as pa

from judge_app.importing.column_kinds import guess_kind
from judge_app.importing.columns import DOCUMENT_IDS, TOPIC_IDS, Role, roles_of
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.opening import UnreadableError, plain_copy
from judge_app.importing.parquet_values import id_type_fault, records, text_type_fault, texts
from judge_app.importing.parsed import Kind
from judge_app.importing.rated import IDS, checked_content, chosen_columns
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row
from judge_app.importing.source import Source
from judge_app.importing.tables import check_header

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.wanted import WantedIds

_File: TypeAlias = Any  # pyarrow.parquet.ParquetFile, which is loaded only when one is read

_FAULTS = (pa.ArrowException, OSError, UnicodeDecodeError)
_SAMPLED = 200
_ROWS_AT_A_TIME = 1 << 16
# Documents may be long; the rows of one batch are all in memory at once.
_TEXTS_AT_A_TIME = 1 << 10


def recognise(sample: Sample) -> Guess | None:
    """Tell the kind from the columns and, where that is not enough, from the first scores.

    Raises
    ------
    UnreadableError
        If the file begins like Parquet and cannot be read as such.
    """
    if not sample.is_parquet:
        return None
    source = Source(sample.path, sample.name)
    with _opened(source.path, source.name) as file:
        roles = roles_of(file.schema_arrow.names)
        scores = [
            str(score)
            for column in roles.get(Role.SCORE, ())
            for batch in _first(_batches(file, [column], _SAMPLED, source))
            for score in batch.column(0).to_pylist()
            if score is not None
        ]
    guess = guess_kind(roles, scores)
    return guess and guess._replace(why=f"Parquet with {guess.why}")


def could_be(sample: Sample) -> bool:
    """Tell Parquet by its first bytes."""
    return sample.is_parquet


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read the table, a part of a row group at a time."""
    with _opened(source.path, source.name) as file:
        source.n_lines = file.metadata.num_rows
        columns = _checked_columns(file, kind, findings)
        if findings.n_problems:
            return Content(pd.DataFrame())
        if kind in (Kind.TOPICS, Kind.DOCUMENTS):
            batches = _batches(file, list(columns), _TEXTS_AT_A_TIME, source)
            return read_rows(_rows(batches, findings), kind, findings)
        batches = _batches(file, list(columns.values()), _ROWS_AT_A_TIME, source)
        return checked_content(_pairs(batches, columns, findings), kind, findings)


def document_rows(source: Source, findings: Findings, wanted: WantedIds) -> Iterator[Row]:
    """Yield the wanted documents; see `Format`."""
    with _opened(source.path, source.name) as file:
        source.n_lines = file.metadata.num_rows
        columns = _checked_columns(file, Kind.DOCUMENTS, findings)
        if findings.n_problems:
            return
        roles = roles_of(columns)
        (id_column,) = [name for role in DOCUMENT_IDS for name in roles.get(role, ())][:1]
        first = 1
        for batch in _batches(file, list(columns), _TEXTS_AT_A_TIME, source):
            # An id that is not UTF-8 is no wanted one; whatever reads the row says so.
            ids = texts(batch[id_column], id_column, first, findings)
            for position, doc_id in enumerate(ids.to_pylist()):
                if not wanted.may_skip(doc_id):
                    yield from _rows([batch.slice(position, 1)], findings, first + position)
            first += batch.num_rows


def _checked_columns(file: _File, kind: Kind, findings: Findings) -> dict[str, str]:
    """Return the columns to read, if there is no problem with them."""
    names = file.schema_arrow.names
    check_header(names, None, kind, findings)
    columns = _wanted(names, kind, findings)
    if not findings.n_problems:
        _check_types(file.schema_arrow, columns, kind, findings)
    return columns


def _wanted(names: Sequence[str], kind: Kind, findings: Findings) -> dict[str, str]:
    """Return the columns to read: of pairs by what they are for, of texts by their own names."""
    if kind is Kind.DOCUMENTS:
        return {name: name for name in names}
    if kind is Kind.TOPICS:
        return {name: name for columns in roles_of(names).values() for name in columns}
    return chosen_columns(names, None, kind, findings) or {}


def _check_types(schema: pa.Schema, wanted: dict[str, str], kind: Kind, findings: Findings) -> None:
    """Refuse columns that can hold no ids, or of pairs nothing that can be written as text."""
    if kind in (Kind.TOPICS, Kind.DOCUMENTS):
        roles = roles_of(wanted)
        able = TOPIC_IDS if kind is Kind.TOPICS else DOCUMENT_IDS
        faults = {
            name: id_type_fault(schema.field(name).type)
            for name in [name for role in able for name in roles.get(role, ())][:1]
        }
    else:
        faults = {
            name: (id_type_fault if column in IDS else text_type_fault)(schema.field(name).type)
            for column, name in wanted.items()
        }
    for name, fault in faults.items():
        if fault:
            findings.problem(None, f"the column {name} {fault}")


def _rows(batches: Iterable[pa.RecordBatch], findings: Findings, first: int = 1) -> Iterator[Row]:
    for batch in batches:
        roles = roles_of(batch.schema.names)
        for row, record in records(batch, first, findings):
            yield Row(row, record, roles)
        first += batch.num_rows


def _pairs(
    batches: Iterable[pa.RecordBatch], wanted: dict[str, str], findings: Findings
) -> pa.Table:
    """Return the columns as strings, whatever they are, and the rows as ``line``."""
    parts: list[pa.Table] = []
    first = 1
    for batch in batches:
        columns = {name: texts(batch[own], own, first, findings) for name, own in wanted.items()}
        lines = pa.array(range(first, first + batch.num_rows), pa.int64())
        parts.append(pa.table({**columns, "line": lines}))
        first += batch.num_rows
    schema = pa.schema({**dict.fromkeys(wanted, pa.string()), "line": pa.int64()})
    return pa.concat_tables([schema.empty_table(), *parts])


@contextmanager
def _opened(path: Path, name: str) -> Iterator[_File]:
    """Open a Parquet file, packed or not, with its footer read.

    Raises
    ------
    UnreadableError
        If it is damaged, cut short, encrypted or no Parquet file at all.
    """
    # It takes longer to load than most files to read.
    from pyarrow import parquet  # noqa: PLC0415

    try:
        with plain_copy(path) as plain:
            try:
                file = parquet.ParquetFile(plain, page_checksum_verification=True)
                file.schema_arrow.names  # noqa: B018 - decodes the names, which may be damaged
            except _FAULTS as fault:
                raise _damage(name, fault) from fault
            with file:
                yield file
    except UnreadableError as fault:
        raise UnreadableError(name, None, fault.problems[0].message) from fault


def _batches(
    file: _File, columns: Sequence[str], size: int, source: Source
) -> Iterator[pa.RecordBatch]:
    """Yield some columns, at most `size` rows at a time; raises as `_opened` does."""
    batches = file.iter_batches(size, columns=list(columns))
    n_rows = 0
    while True:
        try:
            batch = next(batches, None)
        except _FAULTS as fault:
            raise _damage(source.name, fault) from fault
        if batch is None:
            return
        yield batch
        n_rows += batch.num_rows
        source.tell_progress(n_rows / file.metadata.num_rows)


def _first(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield batch
        return


def _damage(name: str, fault: Exception) -> UnreadableError:
    said = str(fault).partition("\n")[0].strip().rstrip(".")
    return UnreadableError(
        name,
        None,
        f"the file cannot be read as Parquet, perhaps it is damaged or was cut short ({said}); "
        "copy or download it again",
    )


FORMAT = Format(
    "parquet",
    frozenset(Kind),
    recognise,
    could_be,
    parse,
    unit="row",
    document_rows=document_rows,
)
