"""Runs in parts: looked through once, then stored; the rows of short ones are held meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import pandas as pd
import pyarrow as pa

from judge_app.domain.errors import BadInputError
from judge_app.domain.model import SomeIds
from judge_app.importing import Kind, Parsed
from judge_app.importing.opening import UnreadableError
from judge_app.importing.regular_lines import DoubtError
from judge_app.importing.run_parts import RunInParts
from judge_app.importing.run_scan_blocks import ScatteredError
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.project import Project
from judge_app.services.run_documents import Gatherer, UnknownDocuments

HELD_BYTES = 200_000_000
"""Rows that take more memory than this are not held but read again when they are stored."""

_UNTOLD = SomeIds()

Progress = Callable[[float], None]
AnyGatherer = TypeVar("AnyGatherer", bound=Gatherer)


@dataclass(frozen=True, slots=True, eq=False)
class LongRun:
    """What one look through a run has told.

    Attributes
    ----------
    parsed : Parsed
        Without rows in its frame: there are ``n_lines`` of them.
    rows : RunInParts
        Gives the rows, as often as they are asked for.
    queries : DataFrame
        ``query_id`` of every ranking.
    held : tuple of pyarrow.Table or None
        The rows; None where they are too many.
    n_documents : int or None
        Different documents; None where they were not counted.
    unknown_documents : SomeIds
        Documents that neither the project nor the import holds.
    has_more_unknown : bool
        Whether there are more of them than were counted.
    """

    parsed: Parsed
    rows: RunInParts
    queries: pd.DataFrame
    held: tuple[pa.Table, ...] | None
    n_documents: int | None = None
    unknown_documents: SomeIds = _UNTOLD
    has_more_unknown: bool = False

    def parts(self, progress: Progress | None = None) -> Iterator[pa.Table]:
        """Give the rows out, ranked, some whole rankings at a time.

        Parameters
        ----------
        progress : callable, optional
            Called with the share of the rows that has been given out; may raise to stop.

        Raises
        ------
        BadInputError
            If the file is not any more what it was when it was looked through.
        """
        if self.held is None:
            yield from self._read_again(progress)
            return
        n_given = 0
        for part in self.held:
            yield part
            n_given += part.num_rows
            if progress is not None:
                progress(n_given / self.parsed.n_lines)

    def _read_again(self, progress: Progress | None) -> Iterator[pa.Table]:
        changed = BadInputError(
            f"{self.parsed.source} changed while it was imported", "Import it when it is complete."
        )
        try:
            yield from self.rows.parts(progress)
        except (DoubtError, UnreadableError) as fault:
            raise changed from fault
        if self.rows.n_rows != self.parsed.n_lines:
            raise changed


def may_be_in_parts(upload: Upload, options: ImportOptions) -> bool:
    """Tell from the start of a file whether it is a TREC run."""
    if options.kind not in {None, Kind.RUN}:
        return False
    return _rows_of(upload, options)().is_run()


def look_through(
    upload: Upload,
    options: ImportOptions,
    gatherer: Callable[[], AnyGatherer],
    progress: Progress | None = None,
) -> tuple[LongRun, AnyGatherer] | None:
    """Look through a run once; None where it has to be read line by line after all.

    Parameters
    ----------
    upload : Upload
        The file.
    options : ImportOptions
        What was said about it.
    gatherer : callable
        Makes what shall be shown all rows of the run, if they are not held.
    progress : callable, optional
        Called with the share of the file that has been read; may raise to stop.

    Returns
    -------
    run : LongRun
        Without its documents; see `with_documents`.
    gatherer
        What was shown the rows, or nothing where they are held.
    """
    rows_of = _rows_of(upload, options)
    try:
        try:
            return _surveyed(rows_of(), gatherer(), progress)
        except ScatteredError:
            # What was gathered so far is void.
            return _surveyed(rows_of(scattered=True), gatherer(), progress)
    except (DoubtError, UnreadableError):
        return None


def with_documents(
    run: LongRun, project: Project, arriving: frozenset[str], unknown: UnknownDocuments | None
) -> LongRun:
    """Say which documents of a run are unknown, and how many there are where it is held.

    Parameters
    ----------
    run : LongRun
        From `look_through`.
    project : Project
        Whose documents it is held against.
    arriving : frozenset of str
        Documents that come with the same import.
    unknown : UnknownDocuments or None
        What was shown the rows of the run, if they are not held; without it they are read again.
    """
    collection = project.store.collection
    if run.held is not None:
        n, ids = collection.count_documents(pa.concat_tables(run.held), arriving)
        return replace(run, n_documents=n, unknown_documents=ids)
    if unknown is None:
        unknown = UnknownDocuments(collection, arriving)
        for part in run.parts():
            unknown.look(part)
    ids, has_more = unknown.told()
    return replace(run, unknown_documents=ids, has_more_unknown=has_more)


def _rows_of(upload: Upload, options: ImportOptions) -> Callable[..., RunInParts]:
    return partial(
        RunInParts,
        upload.path,
        upload.name,
        kind=options.kind,
        format=options.format,
        encoding=options.encoding,
    )


def _surveyed(
    rows: RunInParts, gatherer: AnyGatherer, progress: Progress | None
) -> tuple[LongRun, AnyGatherer]:
    holder = _Holder(gatherer)
    survey = rows.survey(holder.look, progress)
    return LongRun(survey.parsed, rows, survey.queries, holder.held), gatherer


class _Holder:
    """Holds parts as long as they are few; shows them to a gatherer when they are many."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer
        self._parts: list[pa.Table] | None = []
        self._size = 0

    @property
    def held(self) -> tuple[pa.Table, ...] | None:
        return None if self._parts is None else tuple(self._parts)

    def look(self, part: pa.Table) -> None:
        if self._parts is None:
            self._gatherer.look(part)
            return
        self._parts.append(part)
        self._size += part.nbytes
        if self._size > HELD_BYTES:
            for one in self._parts:
                self._gatherer.look(one)
            self._parts = None
