"""Runs too long to be held in memory: looked through once, then stored in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd
import pyarrow as pa

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, Parsed, kind_of
from judge_app.importing.opening import UnreadableError
from judge_app.importing.regular_lines import DoubtError
from judge_app.importing.run_parts import RunInParts
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.project import Project

LONG_BYTES = 64_000_000
"""Files from this size on are not held; shorter ones take less time where they are."""

_COUNTED = 100_000
"""Unknown documents beyond this number are not told apart any more."""


@dataclass(frozen=True, slots=True, eq=False)
class LongRun:
    """What one look through a long run has told.

    Attributes
    ----------
    parsed : Parsed
        Without rows in its frame: there are ``n_lines`` of them.
    rows : RunInParts
        Gives the rows, as often as they are asked for.
    queries : DataFrame
        ``query_id`` of every ranking.
    unknown_documents : tuple of str
        Documents that the project does not hold, ascending.
    has_more_unknown : bool
        Whether there are more of them than were counted.
    """

    parsed: Parsed
    rows: RunInParts
    queries: pd.DataFrame
    unknown_documents: tuple[str, ...]
    has_more_unknown: bool

    def parts(self) -> Iterator[pa.Table]:
        """Give the rows out, ranked, some whole rankings at a time.

        Raises
        ------
        BadInputError
            If the file is not any more what it was when it was looked through.
        """
        changed = BadInputError(
            f"{self.parsed.source} changed while it was imported", "Import it when it is complete."
        )
        try:
            yield from self.rows.parts()
        except (DoubtError, UnreadableError) as fault:
            raise changed from fault
        if self.rows.n_rows != self.parsed.n_lines:
            raise changed


def may_be_long(upload: Upload, options: ImportOptions) -> bool:
    """Tell whether a file is a TREC run that should not be held in memory."""
    said = (options.kind in {None, Kind.RUN}, options.format in {None, "trec"})
    if not all(said) or options.encoding or not upload.path.is_file():
        return False
    if upload.path.stat().st_size < LONG_BYTES:
        return False
    return options.kind is Kind.RUN or kind_of(upload.path, name=upload.name) is Kind.RUN


def look_through(
    project: Project,
    upload: Upload,
    arriving: frozenset[str],
    progress: Callable[[float], None] | None = None,
) -> LongRun | None:
    """Look through a run once; None where it has to be read line by line after all.

    Parameters
    ----------
    project : Project
        Whose documents it is held against.
    upload : Upload
        The file.
    arriving : frozenset of str
        Documents that come with the same import.
    progress : callable, optional
        Called with the share of the file that has been read; may raise to stop.
    """
    rows = RunInParts(upload.path, upload.name)
    unknown = _UnknownDocuments(project, arriving)
    try:
        survey = rows.survey(unknown.look, progress)
    except (DoubtError, UnreadableError):
        return None
    return LongRun(
        survey.parsed,
        rows,
        survey.queries,
        tuple(sorted(unknown.ids)[:_COUNTED]),
        has_more_unknown=len(unknown.ids) > _COUNTED,
    )


class _UnknownDocuments:
    """Gathers the documents that neither project nor import holds, up to a number."""

    def __init__(self, project: Project, arriving: frozenset[str]) -> None:
        self.ids: set[str] = set()
        self._collection = project.store.collection
        self._arriving = arriving

    def look(self, part: pa.Table) -> None:
        if len(self.ids) <= _COUNTED:
            self.ids |= self._collection.unknown_in(part) - self._arriving
