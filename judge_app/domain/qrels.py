"""The default export: bare qrels, one line a pair, the same bytes for the same labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judge_app.domain.errors import BadInputError


def qrels_line(query_id: str, doc_id: str, grade: int) -> str:
    """Return a label as a TREC qrels line: ``query_id 0 doc_id grade``."""
    return f"{query_id} 0 {doc_id} {grade}\n"


def qrels_lines(
    query_ids: pa.Array, doc_ids: pa.Array, grades: pa.Array
) -> tuple[bytes, NDArray[np.int64]]:
    """Return many labels as `qrels_line` does, in the order given.

    Parameters
    ----------
    query_ids, doc_ids : pyarrow.Array
        Texts.
    grades : pyarrow.Array
        Whole numbers.

    Returns
    -------
    lines : bytes
        UTF-8.
    ends : int64[labels + 1]
        0, then where each line ends.
    """
    text = pa.large_string()
    columns = (query_ids.cast(text), pa.scalar("0", text), doc_ids.cast(text), grades.cast(text))
    joined = pc.binary_join_element_wise(*columns, pa.scalar(" ", text))
    lines = pc.binary_join_element_wise(joined, pa.scalar("\n", text), pa.scalar("", text))
    ends = np.append(0, np.cumsum(pc.binary_length(lines).to_numpy(zero_copy_only=False)))
    content = lines.buffers()[2]
    return content.to_pybytes()[: ends[-1]] if content else b"", ends.astype(np.int64)


def query_lines(query_id: str, labels: Mapping[str, int]) -> str:
    """Return the lines of one query, documents in byte order of their ids."""
    return "".join(qrels_line(query_id, doc_id, labels[doc_id]) for doc_id in sorted(labels))


def require_writable(ids: Iterable[str]) -> None:
    """Refuse ids that a blank-separated format cannot hold.

    Raises
    ------
    BadInputError
        When an id holds white space.
    """
    for identifier in ids:
        if len(identifier.split()) != 1:
            raise BadInputError(
                f"the id {identifier!r} holds a blank, which TREC files cannot hold",
                "Export with --format csv instead.",
            )
