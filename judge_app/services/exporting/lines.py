"""The formats of evaluation tools: TREC's lines, ranx's JSON, BEIR's qrels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.grade_map import POOLED_NOT_JUDGED
from judge_app.domain.qrels import qrels_line, require_writable
from judge_app.services.exporting.tables import json_text
from judge_app.services.labelling import qrels_text

_SEVERAL = 2


def trec_qrels(labels: pd.DataFrame) -> bytes:
    """Return labels as bare qrels.

    Raises
    ------
    BadInputError
        When an id holds a blank.
    """
    _require_blankless(labels)
    return qrels_text(labels).encode()


def trec_not_judged(pairs: pd.DataFrame) -> bytes:
    """Return pairs as qrels that say they were pooled and not judged (−1); each stands once.

    Rows of batches without a pair are left out.

    Raises
    ------
    BadInputError
        When an id holds a blank.
    """
    once = pairs.dropna(subset=["query_id", "doc_id"]).drop_duplicates(["query_id", "doc_id"])
    _require_blankless(once)
    grades = [POOLED_NOT_JUDGED] * len(once)
    return "".join(map(qrels_line, once["query_id"], once["doc_id"], grades)).encode()


def trec_run(ranking: pd.DataFrame) -> bytes:
    """Return one run as ``query_id Q0 doc_id rank score tag``; grades have no place there.

    Raises
    ------
    BadInputError
        When an id or the run's name holds a blank, or there are several runs.
    """
    _require_one_run(ranking)
    _require_blankless(ranking)
    require_writable(ranking["run"].unique())
    columns = (ranking[name].tolist() for name in ("query_id", "doc_id", "rank", "score", "run"))
    return "".join(
        f"{query_id} Q0 {doc_id} {rank} {score!r} {run}\n"
        for query_id, doc_id, rank, score, run in zip(*columns, strict=True)
    ).encode()


def ranx_qrels(labels: pd.DataFrame) -> bytes:
    """Return labels as ``{query: {document: grade}}``."""
    return _ranx(labels["query_id"], labels["doc_id"], labels["grade"].tolist())


def ranx_run(ranking: pd.DataFrame) -> bytes:
    """Return one run as ``{query: {document: score}}``; grades have no place there.

    Raises
    ------
    BadInputError
        When there are several runs, or a score is infinite.
    """
    _require_one_run(ranking)
    return _ranx(ranking["query_id"], ranking["doc_id"], ranking["score"].tolist())


def beir_qrels(labels: pd.DataFrame) -> bytes:
    """Return labels as BEIR's ``qrels/test.tsv``.

    Raises
    ------
    BadInputError
        When an id begins with a quotation mark: BEIR's loader would take it for quoting.
    """
    for name in ("query_id", "doc_id"):
        quoted = labels.loc[labels[name].str.startswith('"'), name]
        if len(quoted):
            raise BadInputError(
                f"the id {quoted.iloc[0]!r} begins with a quotation mark, which BEIR's loader "
                "takes for quoting",
                "Export with --format jsonl instead.",
            )
    rows = zip(labels["query_id"], labels["doc_id"], labels["grade"].tolist(), strict=True)
    lines = ("\t".join((query_id, doc_id, str(grade))) for query_id, doc_id, grade in rows)
    return "".join(f"{line}\n" for line in ("query-id\tcorpus-id\tscore", *lines)).encode()


def _ranx(query_ids: Iterable[str], doc_ids: Iterable[str], values: Sequence[int | float]) -> bytes:
    found: dict[str, dict[str, int | float]] = {}
    for query_id, doc_id, value in zip(query_ids, doc_ids, values, strict=True):
        found.setdefault(query_id, {})[doc_id] = value
    lines = (f"{json_text(query_id)}: {json_text(docs)}" for query_id, docs in found.items())
    return ("{" + ",\n".join(lines) + "}\n").encode()


def _require_blankless(frame: pd.DataFrame) -> None:
    require_writable(frame["query_id"])
    require_writable(frame["doc_id"])


def _require_one_run(ranking: pd.DataFrame) -> None:
    names = ranking["run"].unique().tolist()
    if len(names) >= _SEVERAL:
        raise BadInputError(
            "this format holds one run", f"Say which with --run: {', '.join(names)}."
        )
