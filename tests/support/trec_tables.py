"""Plain reading of TREC files for the oracle tests, on purpose unlike the product's reader."""

import gzip
from pathlib import Path

import pandas as pd


def _lines(source):
    if isinstance(source, Path):
        opener = gzip.open if source.suffix == ".gz" else open
        with opener(source, "rt", encoding="utf-8") as file:
            return file.read().splitlines()
    return source.splitlines()


def read_run(source, name, separator=None):
    """Rows of a run (a path, or the text itself); of a document that repeats the first counts."""
    rows = [line.split(separator) for line in _lines(source) if line.strip()]
    frame = pd.DataFrame(
        {
            "run": name,
            "query_id": [row[0] for row in rows],
            "doc_id": [row[2] for row in rows],
            "score": [float(row[4]) for row in rows],
        }
    )
    return frame.drop_duplicates(["query_id", "doc_id"], ignore_index=True)


def read_qrels(source, separator=None):
    """Rows of a qrels file (a path, or the text itself)."""
    rows = [line.split(separator) for line in _lines(source) if line.strip()]
    return pd.DataFrame(
        {
            "query_id": [row[0] for row in rows],
            "doc_id": [row[2] for row in rows],
            "grade": [int(row[3]) for row in rows],
        }
    )


def nested(frame, value):
    """{query: {document: value}}, as pytrec_eval wants it."""
    return {
        query: dict(zip(part["doc_id"], part[value].tolist(), strict=True))
        for query, part in frame.groupby("query_id", sort=False)
    }
