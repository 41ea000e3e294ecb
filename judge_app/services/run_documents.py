"""What is to be known of the documents of a run whose rows go by in parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc

from judge_app.domain.model import SHOWN_IDS, SomeIds
from judge_app.store.collection import CollectionTables

COUNTED = 100_000
"""Unknown documents beyond this number are not told apart any more."""

_LOOKED_UP = 1 << 20


class Gatherer(Protocol):
    """Something that is shown the rows of a run in parts."""

    def look(self, part: pa.Table) -> None:
        """Look at some whole rankings: ``query_id, doc_id, score, rank``."""


@dataclass(slots=True)
class RetrievedDocuments:
    """Gathers the documents that a run retrieved.

    Attributes
    ----------
    depth : int or None
        Only those down to this rank count.
    ids : set of str
        The documents so far.
    """

    depth: int | None
    ids: set[str] = field(default_factory=set)

    def look(self, part: pa.Table) -> None:
        """Look at some rows of a run."""
        if self.depth is not None:
            part = part.filter(pc.less_equal(part["rank"], self.depth))
        self.ids.update(pc.unique(part["doc_id"]).to_pylist())


@dataclass(slots=True)
class UnknownDocuments:
    """Gathers the documents that neither project nor import holds, up to `COUNTED`.

    Attributes
    ----------
    collection : CollectionTables
        What the project holds.
    arriving : frozenset of str
        What comes with the import.
    """

    collection: CollectionTables
    arriving: frozenset[str]
    _found: pa.ChunkedArray = field(default_factory=lambda: pa.chunked_array([], pa.string()))
    _waiting: list[pa.Table] = field(default_factory=list)
    _n_waiting: int = 0

    def look(self, part: pa.Table) -> None:
        """Look at some rows of a run."""
        if len(self._found) > COUNTED:
            return
        self._waiting.append(part.select(["doc_id"]))
        self._n_waiting += part.num_rows
        # Not each part by itself, since each look-up goes through all documents of the project.
        if self._n_waiting >= _LOOKED_UP:
            self._look_up()

    def told(self) -> tuple[SomeIds, bool]:
        """Return what was found, and whether there is more of it than was counted."""
        if self._waiting:
            self._look_up()
        first = self._found.take(pc.sort_indices(self._found)[:SHOWN_IDS]).to_pylist()
        n = len(self._found)
        return SomeIds(min(n, COUNTED), tuple(first)), n > COUNTED

    def _look_up(self) -> None:
        unknown = self.collection.unknown_in(pa.concat_tables(self._waiting))
        self._waiting, self._n_waiting = [], 0
        if self.arriving:
            comes = pc.is_in(unknown, pa.array(list(self.arriving), pa.string()))
            unknown = unknown.filter(pc.invert(comes))
        both = pa.chunked_array([*self._found.chunks, *unknown.chunks], pa.string())
        self._found = pa.chunked_array([pc.unique(both)])
