"""Where a run ranks the labelled documents, straight from a file of any length.

Scoring needs the ranks of labelled documents and the length of each ranking, nothing else, so
a run is read in stretches of whole rankings that are let go again: memory does not grow with
the file. The fast way proves that a file has no fault; it never says what a fault is. On any
doubt `judge_app.importing.reader.read_run` reads the file again and finds the lines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from judge_app.domain.errors import Problem
from judge_app.importing.opening import UnreadableError
from judge_app.importing.pairs import several_tags
from judge_app.importing.reader import read_run
from judge_app.importing.regular_lines import DoubtError
from judge_app.importing.run_scan_blocks import (
    ScatteredError,
    map_blocks,
    read_scattered,
)
from judge_app.importing.run_scan_lookup import LabelIndex
from judge_app.importing.run_scan_ranks import BlockRanks
from judge_app.importing.source import Source
from metrics.order import add_ranks, straddling_ties

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from judge_app.importing.parsed import Parsed
    from judge_app.importing.run_scan_blocks import Block
    from metrics.arrays import IntArray


_NOTHING_SHOWN = pd.DataFrame(
    {
        "query_id": pd.Series(dtype="str"),
        "doc_id": pd.Series(dtype="str"),
        "rank": pd.Series(dtype="int64"),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class RunScan:
    """What scoring needs to know of one run.

    Attributes
    ----------
    retrieved : pandas.Series
        Length of each ranking (int), indexed by query_id.
    labelled : pandas.DataFrame
        ``query_id``, ``doc_id``, ``grade``, ``rank`` (from 1) of every labelled document that
        the run retrieved, in no set order. The documents at all other ranks have no label.
    ties : dict of int to int
        For each cut-off asked for: number of rankings in which the ranks on its two sides have
        equal scores, so that document ids decide which document counts.
    tags : tuple of str
        The run tags that occur, in order of appearance.
    shown : pandas.DataFrame
        ``query_id``, ``doc_id``, ``rank`` of every document, labelled or not, down to the rank
        that was asked for.
    warnings : tuple of Problem
        As `Parsed.warnings`.
    """

    retrieved: pd.Series
    labelled: pd.DataFrame
    ties: dict[int, int]
    tags: tuple[str, ...]
    shown: pd.DataFrame
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a caller asks for; see `scan_run`."""

    cutoffs: Sequence[int]
    shown: int
    float32: bool


class _Part(NamedTuple):
    """What one block brings to a `RunScan`; `rows` are those of the labels."""

    queries: list[str]
    lengths: IntArray
    rows: IntArray
    ranks: IntArray
    ties: list[int]
    tags: list[str]
    shown: pd.DataFrame | None


def scan_run(
    path: Path,
    labels: pd.DataFrame,
    *,
    name: str | None = None,
    cutoffs: Sequence[int] = (),
    shown: int = 0,
    float32: bool = False,
    encoding: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> RunScan:
    """Rank a run file by the tie rule and look up the labelled documents in it.

    Parameters
    ----------
    path : Path
        A TREC run, plain or compressed (gzip, bzip2, Zstandard). Other formats of runs that
        `read_run` knows are read too, without the speed.
    labels : pandas.DataFrame
        ``query_id``, ``doc_id``, ``grade``; one label per pair.
    name : str, optional
        Name of the file as the person gave it, for messages; that of `path` if not given.
    cutoffs : sequence of int
        Ranks across which ties are to be counted.
    shown : int
        Ranks whose documents are to be named even where they have no label.
    float32 : bool
        Compare scores as 32-bit numbers; see `metrics.order.rank_order`.
    encoding : str, optional
        As in `judge_app.importing.reader.read_file`.
    progress : callable, optional
        Called with the share of the file that has been read, from 0 to 1.

    Returns
    -------
    RunScan

    Raises
    ------
    BadInputError
        If the file is missing or no run, or holds faults (a document twice for one query, a
        score that is no number, missing columns); ``problems`` tells the lines.
    """
    source = Source(path, name or str(path), progress)
    wanted = _Wanted(cutoffs, shown, float32)
    try:
        if source.start.doubt or encoding is not None:
            raise DoubtError  # noqa: TRY301 - the same way out as for what is found later
        return _scan_regular(source, labels, wanted)
    except (DoubtError, UnreadableError, OSError):
        parsed = read_run(path, name=name, encoding=encoding, progress=progress)
        return _scan_parsed(parsed, labels, wanted)


def _scan_regular(source: Source, labels: pd.DataFrame, wanted: _Wanted) -> RunScan:
    """Scan a file that proves to be without fault; raise DoubtError if it does not."""
    index = LabelIndex.of(labels)
    scan = partial(_scan_block, index=index, wanted=wanted)
    try:
        parts = list(map_blocks(source, scan))
        queries = [query_id for part in parts for query_id in part.queries]
        if len(set(queries)) < len(queries):
            raise ScatteredError  # noqa: TRY301 - the same way out as for one block
    except ScatteredError:
        parts = [scan(read_scattered(source))]
    if not parts:
        raise DoubtError
    joined = _join(parts, index, wanted.cutoffs)
    several = several_tags(joined.tags)
    return replace(joined, warnings=(Problem(source.name, None, several),)) if several else joined


def _scan_block(block: Block, *, index: LabelIndex, wanted: _Wanted) -> _Part:
    """Rank the documents of a block and look up the labelled ones."""
    entries, rows = index.find(block)
    ranks = BlockRanks(block, float32=wanted.float32)
    ties = [ranks.ties_across(cutoff) for cutoff in wanted.cutoffs]
    shown = _shown(block, ranks, wanted.shown) if wanted.shown else None
    return _Part(block.queries, block.lengths, rows, ranks.of(entries), ties, block.tags, shown)


def _shown(block: Block, block_ranks: BlockRanks, depth: int) -> pd.DataFrame:
    """Name the documents at the first ranks."""
    ranks = block_ranks.of(np.arange(len(block.scores)))
    entries = np.flatnonzero(ranks <= depth)
    queries = np.array(block.queries, dtype=object)
    return pd.DataFrame(
        {
            "query_id": pd.Series(queries[block.groups_of(entries)], dtype="str"),
            "doc_id": pd.Series(block.doc_ids.take(entries).to_pylist(), dtype="str"),
            "rank": ranks[entries],
        }
    )


def _join(parts: list[_Part], index: LabelIndex, cutoffs: Iterable[int]) -> RunScan:
    """Put the blocks of one run together."""
    rows = np.concatenate([part.rows for part in parts])
    ranks = np.concatenate([part.ranks for part in parts])
    lengths = np.concatenate([part.lengths for part in parts])
    queries = [query_id for part in parts for query_id in part.queries]
    ties = np.sum([part.ties for part in parts], axis=0)
    shown = [part.shown for part in parts if part.shown is not None]
    return RunScan(
        retrieved=pd.Series(lengths, pd.Index(queries, name="query_id"), name="retrieved"),
        labelled=index.frame.iloc[rows].assign(rank=ranks),
        ties=dict(zip(cutoffs, map(int, ties), strict=True)),
        tags=tuple(dict.fromkeys(tag for part in parts for tag in part.tags)),
        shown=pd.concat(shown, ignore_index=True) if shown else _NOTHING_SHOWN,
    )


def _scan_parsed(parsed: Parsed, labels: pd.DataFrame, wanted: _Wanted) -> RunScan:
    """Scan a run that was parsed and checked line by line."""
    ranked = add_ranks(parsed.frame, float32=wanted.float32)
    places = ranked[["query_id", "doc_id", "rank"]]
    return RunScan(
        retrieved=ranked.groupby("query_id", sort=False).size().rename("retrieved"),
        labelled=places.merge(labels, on=["query_id", "doc_id"]),
        ties={k: straddling_ties(ranked, k, float32=wanted.float32) for k in wanted.cutoffs},
        tags=parsed.tags,
        shown=places[places["rank"] <= wanted.shown].reset_index(drop=True),
        warnings=parsed.warnings,
    )
