"""The three files of a BEIR folder, named as one format: JSON lines and qrels with their header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing import jsonl, tsv
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind

if TYPE_CHECKING:
    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_QRELS_HEADER = ["query-id", "corpus-id", "score"]


def recognise(sample: Sample) -> Guess | None:
    """Tell BEIR's qrels by their header, and its texts by the key ``_id``."""
    if sample.lines and sample.lines[0].split("\t") == _QRELS_HEADER:
        return Guess((Kind.QRELS,), "the header query-id, corpus-id, score of BEIR's qrels")
    objects = jsonl.sampled_objects(sample)
    if objects and all("_id" in item for item in objects):
        return jsonl.recognise(sample)
    return None


def could_be(_sample: Sample) -> bool:
    """Leave it to JSON lines and TSV to try a file that BEIR's own marks do not show."""
    return False


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read qrels as TSV, topics and documents as JSON lines."""
    if kind is Kind.QRELS:
        return tsv.parse(source, kind, findings)
    return jsonl.parse(source, kind, findings)


FORMAT = Format(
    "beir",
    frozenset({Kind.TOPICS, Kind.DOCUMENTS, Kind.QRELS}),
    recognise,
    could_be,
    parse,
    document_rows=jsonl.document_rows,
)
