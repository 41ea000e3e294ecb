"""A BEIR folder, packed: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv``."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.services.exporting.lines import beir_qrels
from judge_app.services.exporting.tables import json_text
from judge_app.services.project import Project

_EARLIEST = (1980, 1, 1, 0, 0, 0)
_READABLE_BY_ALL = 0o644 << 16
_UNIX = 3


def beir_folder(project: Project, labels: pd.DataFrame) -> bytes:
    """Return the project's texts and some labels as a zip that tells no time.

    Parameters
    ----------
    project : Project
        All its queries and documents go in, those without a label too: BEIR searches them all.
    labels : DataFrame
        ``query_id, doc_id, grade``.

    Raises
    ------
    BadInputError
        When a labelled query has no topic: BEIR's loader fails on it.
    """
    _require_topics(project, labels)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        _add(packed, "corpus.jsonl", _corpus(project))
        _add(packed, "queries.jsonl", _queries(project))
        _add(packed, "qrels/test.tsv", [beir_qrels(labels)])
    return buffer.getvalue()


def _require_topics(project: Project, labels: pd.DataFrame) -> None:
    unknown = project.store.collection.unknown_queries(labels, shown=1)
    if unknown.n:
        raise BadInputError(
            f"{_queries_without(unknown.n)}, for instance {unknown.first[0]!r}; "
            "BEIR's loader fails on them",
            "Import the topics first, or export with --format beir-qrels.",
        )


def _queries_without(number: int) -> str:
    return f"{number:,} labelled {'query has' if number == 1 else 'queries have'} no topic"


def _corpus(project: Project) -> Iterator[bytes]:
    for doc_id, title, text, url, kind, extra in project.store.exports.documents():
        more: dict[str, Any] = {"url": url} if url else {}
        if kind != "text":
            more["kind"] = kind
        more |= json.loads(extra) if extra else {}
        yield _line({"_id": doc_id, "title": title, "text": text, "metadata": more})


def _queries(project: Project) -> Iterator[bytes]:
    for query in project.store.collection.queries():
        more = {"narrative": query.narrative} if query.narrative else {}
        yield _line({"_id": query.query_id, "text": query.text, "metadata": more})


def _line(record: dict[str, Any]) -> bytes:
    return f"{json_text(record)}\n".encode()


def _add(packed: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> None:
    member = zipfile.ZipInfo(name, _EARLIEST)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.create_system = _UNIX
    member.external_attr = _READABLE_BY_ALL
    with packed.open(member, "w", force_zip64=True) as target:
        for part in parts:
            target.write(part)
