"""The rankings of every run as arrays, one block per query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

NO_DOCUMENT = -1


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Which document stands where, with numbers in place of ids.

    Attributes
    ----------
    runs : tuple of str
        Names; the second axis of the arrays.
    queries : tuple of str
        Ids in byte order; the first axis of the arrays.
    documents : int32[queries, runs, depth]
        Number of the document at each rank; ``NO_DOCUMENT`` where the ranking has none.
    retrieved : int32[queries, runs]
        Length of each whole ranking.
    pool : int64[pairs]
        Pooled pairs as ``pair_codes``, ascending.
    query_number, document_number : dict
        Numbers by id. Documents that no top rank and no pool holds get a number when a judgment
        first names them.
    """

    runs: tuple[str, ...]
    queries: tuple[str, ...]
    documents: NDArray[np.int32]
    retrieved: NDArray[np.int32]
    pool: NDArray[np.int64]
    query_number: dict[str, int]
    document_number: dict[str, int]

    def document(self, doc_id: str) -> int:
        """Return the number of a document, a new one when it is met for the first time."""
        return self.document_number.setdefault(doc_id, len(self.document_number))

    def numbers(self, doc_ids: pa.Array) -> NDArray[np.int64]:
        """Return the numbers of documents; ``NO_DOCUMENT`` for those that have none."""
        known = pa.array(self.document_number, doc_ids.type)
        found = pc.fill_null(pc.index_in(doc_ids, value_set=known), NO_DOCUMENT)
        numbers: NDArray[np.int64] = found.to_numpy(zero_copy_only=False).astype(np.int64)
        return numbers

    def is_pooled(self, query: int, document: int) -> bool:
        """Tell whether a pair is in the pool."""
        code = (query << 32) | document
        place = int(np.searchsorted(self.pool, code))
        return place < len(self.pool) and int(self.pool[place]) == code

    def ranked_pairs(self) -> NDArray[np.int64]:
        """Return ``int64[queries, runs, depth]``: the pair at each rank; negative where none."""
        queries = np.arange(len(self.queries), dtype=np.int64)[:, None, None]
        pairs = pair_codes(queries, self.documents)
        pairs[self.documents == NO_DOCUMENT] = NO_DOCUMENT
        return pairs

    def pooled_mask(self) -> NDArray[np.bool_]:
        """Return ``bool[queries, runs, depth]``: whether the pair at each rank is pooled."""
        return find_pairs(self.ranked_pairs(), self.pool)[1]

    def pool_sizes(self) -> NDArray[np.int32]:
        """Return ``int32[queries]``: pooled documents of each query."""
        queries = (self.pool >> 32).astype(np.intp)
        return np.bincount(queries, minlength=len(self.queries)).astype(np.int32)


def pair_codes(queries: NDArray[np.int64], documents: NDArray[Any]) -> NDArray[np.int64]:
    """Return one number for each pair of numbers."""
    codes: NDArray[np.int64] = (queries << 32) | documents.astype(np.int64)
    return codes


def find_pairs(
    wanted: NDArray[np.int64], known: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Look pairs up in an ascending list.

    Returns
    -------
    places : intp, shaped as ``wanted``
        Place in the list; meaningless where not found.
    found : bool, shaped as ``wanted``
        Whether the list holds the pair.
    """
    if not len(known):
        return np.zeros(wanted.shape, dtype=np.intp), np.zeros(wanted.shape, dtype=bool)
    places = np.searchsorted(known, wanted).clip(max=len(known) - 1)
    return places, known[places] == wanted


def lay_out(
    runs: Sequence[str],
    query_ids: Iterable[str],
    rankings: pd.DataFrame,
    retrieved: pd.DataFrame,
    pool: pd.DataFrame,
    depth: int,
) -> Layout:
    """Arrange rankings and pool as arrays.

    Parameters
    ----------
    runs : sequence of str
        Names in the order wanted.
    query_ids : iterable of str
        Every query of the project, ranked, pooled or not.
    rankings : DataFrame
        ``run, query_id, doc_id, rank`` down to ``depth``.
    retrieved : DataFrame
        ``run, query_id, retrieved``.
    pool : DataFrame
        ``query_id, doc_id``.
    depth : int
        Ranks kept.
    """
    ids = {*query_ids, *rankings["query_id"].unique(), *pool["query_id"].unique()}
    queries = tuple(sorted(ids))
    query_number = {query_id: number for number, query_id in enumerate(queries)}
    run_number = {name: number for number, name in enumerate(runs)}

    doc_codes, known = pd.factorize(pd.concat([rankings["doc_id"], pool["doc_id"]]))
    document_number = {doc_id: number for number, doc_id in enumerate(known.tolist())}
    n_ranked = len(rankings)

    shape = (len(queries), len(runs), depth)
    documents = np.full(shape, NO_DOCUMENT, dtype=np.int32)
    query_axis = _numbers(rankings["query_id"], query_number)
    run_axis = _numbers(rankings["run"], run_number)
    documents[query_axis, run_axis, rankings["rank"].to_numpy() - 1] = doc_codes[:n_ranked]

    lengths = np.zeros(shape[:2], dtype=np.int32)
    query_axis = _numbers(retrieved["query_id"], query_number)
    run_axis = _numbers(retrieved["run"], run_number)
    lengths[query_axis, run_axis] = retrieved["retrieved"].to_numpy()

    pooled = pair_codes(_numbers(pool["query_id"], query_number), doc_codes[n_ranked:])
    return Layout(
        tuple(runs),
        queries,
        documents,
        lengths,
        np.sort(pooled),
        query_number,
        document_number,
    )


def _numbers(ids: pd.Series[str], number: dict[str, int]) -> NDArray[np.int64]:
    numbers: NDArray[np.int64] = np.asarray(ids.map(number), dtype=np.int64)
    return numbers
