"""Which exports there are, and in which formats."""

from __future__ import annotations

from collections.abc import Mapping

from judge_app.domain.errors import BadInputError

QRELS, JUDGMENTS, UNJUDGED, POOL, RUN = "qrels", "judgments", "unjudged", "pool", "run"

_TABLES = ("csv", "jsonl", "parquet")

FORMATS: Mapping[str, tuple[str, ...]] = {
    QRELS: ("trec", "beir", "beir-qrels", *_TABLES, "ranx"),
    JUDGMENTS: _TABLES,
    UNJUDGED: (*_TABLES, "trec"),
    POOL: (*_TABLES, "trec"),
    RUN: (*_TABLES, "trec", "ranx"),
}
"""The formats of every export; the first is the one taken when none is named."""

ENDINGS: Mapping[str, str] = {
    "trec": "txt",
    "beir": "zip",
    "beir-qrels": "tsv",
    "csv": "csv",
    "jsonl": "jsonl",
    "parquet": "parquet",
    "ranx": "json",
}

MEDIA_TYPES: Mapping[str, str] = {
    "trec": "text/plain; charset=utf-8",
    "beir": "application/zip",
    "beir-qrels": "text/tab-separated-values; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "ranx": "application/json",
}


def require_format(what: str, format_name: str | None) -> str:
    """Return the format of an export, the usual one where none is named.

    Raises
    ------
    BadInputError
        When there is no such export, or it cannot be written so.
    """
    if what not in FORMATS:
        raise BadInputError(f"there is no export {what!r}", f"Use one of: {', '.join(FORMATS)}.")
    name = format_name or FORMATS[what][0]
    if name not in FORMATS[what]:
        known = ", ".join(FORMATS[what])
        raise BadInputError(f"{what} cannot be written as {name!r}", f"Use one of: {known}.")
    return name


def is_for_people(what: str, format_name: str) -> bool:
    """Tell whether an export is a CSV that people open in a spreadsheet.

    Qrels are not: other programs read them, by the byte.
    """
    return format_name == "csv" and what != QRELS
