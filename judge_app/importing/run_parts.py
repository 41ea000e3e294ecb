"""A run of any length in parts of whole rankings, ranked, in memory that does not grow with it.

As in `judge_app.importing.run_scan`, the fast way proves that a file has no fault and never says
what a fault is: on any doubt, `judge_app.importing.reader.read_file` reads the whole file.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.domain.errors import BadInputError
from judge_app.importing.encodings import encoding_named
from judge_app.importing.opening import sha256_of
from judge_app.importing.pairs import several_tags
from judge_app.importing.parsed import Kind, Parsed
from judge_app.importing.recognised import Recognised, parsed_file, recognise
from judge_app.importing.regular_lines import DoubtError
from judge_app.importing.run_scan_blocks import ScatteredError, map_blocks
from judge_app.importing.run_scan_ranks import BlockRanks
from judge_app.importing.run_sorting import map_sorted_blocks
from judge_app.importing.source import Source
from judge_app.importing.text_keys import group_keys, text_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from judge_app.importing.run_scan_blocks import Block

_FORMAT = "trec"
_ROWS_AT_A_TIME = 1 << 17


class RunSurvey(NamedTuple):
    """What one look through a run tells.

    Attributes
    ----------
    parsed : Parsed
        As `judge_app.importing.reader.read_file` returns it, but without rows in its frame: there
        are `n_lines` of them, and `RunInParts.parts` has them.
    queries : pandas.DataFrame
        ``query_id`` of every ranking.
    """

    parsed: Parsed
    queries: pd.DataFrame


class RunInParts:
    """A run file whose lines are regular.

    Parameters
    ----------
    path : Path
        A TREC run, plain or packed.
    name : str, optional
        Name of the file as the person gave it; that of `path` if not given.
    kind, format, encoding : optional
        What a person says that it is, as `judge_app.importing.reader.read_file` takes it.
    scattered : bool
        Whether the lines of a query may stand anywhere, rather than together. They are sorted on
        disk then, which takes longer.

    Attributes
    ----------
    n_rows : int
        Rows of the latest pass so far; after a full pass, of the file.
    tags : tuple of str
        The run tags of the latest pass so far, in order of appearance.
    """

    def __init__(
        self,
        path: Path,
        name: str | None = None,
        *,
        kind: Kind | None = None,
        format: str | None = None,  # noqa: A002
        encoding: str | None = None,
        scattered: bool = False,
    ) -> None:
        self.n_rows = 0
        self.tags: tuple[str, ...] = ()
        self._path = path
        self._name = name or str(path)
        self._kind = kind
        self._format = format
        self._encoding = None if encoding is None else encoding_named(encoding)
        self._is_scattered = scattered

    def is_run(self) -> bool:
        """Tell from the start of the file whether it would be read as a TREC run."""
        if not self._path.is_file():
            return False
        try:
            self._recognised()
        except (DoubtError, BadInputError):
            return False
        return True

    def survey(
        self,
        look: Callable[[pa.Table], None] | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> RunSurvey:
        """Go through the file once to prove that it has no fault, and tell what is in it.

        Parameters
        ----------
        look : callable, optional
            Called with each part, for whatever else has to be known of it.
        progress : callable, optional
            As `parts` has it.

        Raises
        ------
        DoubtError, UnreadableError
            As `parts` does; what `look` gathered is void then.
        """
        known = self._recognised()
        queries: list[pa.Array] = []
        with ThreadPoolExecutor(1) as aside:
            sha256 = aside.submit(sha256_of, self._path)
            for part in self.parts(progress):
                queries.append(pc.unique(part["query_id"]))
                if look is not None:
                    look(part)
        frame = pa.table({"query_id": pa.chunked_array(queries)}).to_pandas()
        return RunSurvey(self._parsed(known, sha256.result()), frame)

    def _source(self, progress: Callable[[float], None] | None = None) -> Source:
        return Source(self._path, self._name, progress, self._encoding)

    def _recognised(self) -> Recognised:
        """Tell what the file is; raise DoubtError where it is no run, or what it is is a guess."""
        known = recognise(self._source(), self._kind, self._format, None)
        choice = known.choice
        if known.guess or choice.format.name != _FORMAT or choice.kind is not Kind.RUN:
            raise DoubtError
        return known

    def _parsed(self, known: Recognised, sha256: str) -> Parsed:
        if several := several_tags(self.tags):
            known.findings.warning(None, several)
        parsed = parsed_file(self._source(), known, None, self.tags, sha256)
        return replace(parsed, n_lines=self.n_rows)

    def parts(self, progress: Callable[[float], None] | None = None) -> Iterator[pa.Table]:
        """Go through the file once.

        Parameters
        ----------
        progress : callable, optional
            Called with the share of the file that has been read; may raise to stop.

        Yields
        ------
        pyarrow.Table
            ``query_id``, ``doc_id`` (strings), ``score`` (float64, no NaN) and ``rank`` (int64,
            from 1, by the tie rule) of some whole rankings; no pair stands twice.

        Raises
        ------
        DoubtError
            If the file is not regular or holds a fault: a `ScatteredError` where the lines of a
            query are not together and have to be. Parts given out before are void.
        UnreadableError
            As `Source.whole_lines` does.
        """
        self.n_rows, self.tags = 0, ()
        queries: set[str] = set()
        held: list[pa.Table] = []
        n_held = 0
        for part in self._blocks(progress):
            n_known = len(queries)
            queries.update(part.queries)
            if len(queries) < n_known + len(part.queries):
                raise ScatteredError
            self._add_tags(part.tags)
            self.n_rows += part.rows.num_rows
            held.append(part.rows)
            n_held += part.rows.num_rows
            if n_held >= _ROWS_AT_A_TIME:
                yield pa.concat_tables(held)
                held, n_held = [], 0
        if held:
            yield pa.concat_tables(held)
        if not self.n_rows:
            raise DoubtError

    def _blocks(self, progress: Callable[[float], None] | None) -> Iterator[_Part]:
        source = self._source(progress)
        if self._is_scattered:
            return map_sorted_blocks(source, _part, self._add_tags)
        return map_blocks(source, _part)

    def _add_tags(self, tags: Iterable[str]) -> None:
        self.tags = tuple(dict.fromkeys((*self.tags, *tags)))


class _Part(NamedTuple):
    queries: list[str]
    tags: list[str]
    rows: pa.Table


def _part(block: Block) -> _Part:
    """Rank the documents of a block, which holds none of them twice."""
    keys = text_keys(block.doc_ids) ^ np.repeat(group_keys(len(block.queries)), block.lengths)
    keys.sort()
    if (keys[1:] == keys[:-1]).any():
        raise DoubtError
    numbers = np.repeat(np.arange(len(block.queries), dtype=np.int32), block.lengths)
    ranks = BlockRanks(block, float32=False).of(np.arange(len(block.scores)))
    rows = pa.table(
        {
            "query_id": pa.array(block.queries, pa.string()).take(pa.array(numbers)),
            "doc_id": block.doc_ids,
            "score": block.scores,
            "rank": ranks,
        }
    )
    return _Part(block.queries, block.tags, rows)
