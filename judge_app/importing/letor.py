"""Judgments for learning to rank (SVMlight, RankLib, LETOR), the document's id in a comment.

    # qid:1: rambo*1
    4   qid:1   1:0.3 2:1.7   # 7555   rambo

The head of comments, with the texts of the queries, is that of Elasticsearch's and Quepid's tools.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.columns import roles_of
from judge_app.importing.formats import Content, Format, Guess
from judge_app.importing.parsed import Kind
from judge_app.importing.records import read_rows
from judge_app.importing.rows import Row
from judge_app.importing.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source

_SAMPLED = 200
_LINE = re.compile(
    r"\s*(?P<grade>[^\s#]+)\s+qid:(?P<query>[^\s#]+)"
    r"(?P<features>(?:\s+[^\s:#]+:[^\s#]+)*)\s*(?:#(?P<comment>.*))?",
    re.DOTALL,
)
_QUERY_TEXT = re.compile(r"#\s*qid:(?P<query>[^\s:]+):\s*(?P<text>.*?)(?:\*[\d.]+)?\s*")
_NAMED_ID = re.compile(r"\s*doc_?id\s*[=:]\s*(?P<id>\S+).*", re.IGNORECASE | re.DOTALL)
_QREL_ROLES = roles_of(("query_id", "doc_id", "rating"))
_TOPIC_ROLES = roles_of(("query_id", "query"))


class _Document(NamedTuple):
    """What a comment names, and what else stands in it."""

    doc_id: str
    rest: str


def recognise(sample: Sample) -> Guess | None:
    """Tell by ``qid:`` in the second column of nine lines in ten."""
    lines = [line for line in sample.lines if not line.lstrip().startswith("#")][:_SAMPLED]
    fitting = [line for line in lines if _LINE.fullmatch(line)]
    if not fitting or 10 * len(fitting) < 9 * len(lines):
        return None
    why = "a grade, then qid: and the document in a comment, as for learning to rank"
    return Guess((Kind.QRELS, Kind.TOPICS), why, likely=Kind.QRELS)


def could_be(_sample: Sample) -> bool:
    """Say no: such files are recognised, or something else."""
    return False


def parse(source: Source, kind: Kind, findings: Findings) -> Content:
    """Read the grades, or as topics the texts of the queries at the head of the file."""
    if kind is Kind.TOPICS:
        findings.warning(None, "only the topics of this file are read, without its ratings")
        return read_rows(_topics(source), kind, findings)
    return read_rows(_ratings(source, findings), kind, findings)


def _topics(source: Source) -> Iterator[Row]:
    for number, line in enumerate(source.lines(), start=1):
        found = _QUERY_TEXT.fullmatch(line.rstrip("\r\n"))
        if found:
            values = {"query_id": found["query"], "query": found["text"]}
            yield Row(number, values, _TOPIC_ROLES)


def _ratings(source: Source, findings: Findings) -> Iterator[Row]:
    texts, features, rest = 0, False, ""
    for number, line in enumerate(source.lines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            texts += _QUERY_TEXT.fullmatch(line.rstrip("\r\n")) is not None
            continue
        found = _LINE.fullmatch(line.rstrip("\r\n"))
        document = _document_in((found and found["comment"]) or "")
        if found is None:
            message = f"{shown(line.strip())} is not of the form: grade qid:query … # document"
            findings.problem(number, message)
        elif document is None:
            message = "no comment names the document; append # and its id to every line"
            findings.problem(number, message)
        else:
            features = features or bool(found["features"])
            rest = rest or document.rest
            values = {
                "query_id": found["query"],
                "doc_id": document.doc_id,
                "rating": found["grade"],
            }
            yield Row(number, values, _QREL_ROLES)
    if features:
        findings.warning(None, "the features are not imported")
    if rest:
        message = "the first word of each comment is the document's id; the rest is not used"
        findings.warning(None, f"{message}, as {shown(rest)}")
    if texts:
        message = f"the texts of {texts:,} queries are not imported"
        findings.warning(None, f"{message}; --as topics reads them from here")


def _document_in(comment: str) -> _Document | None:
    """Take ``docid = X`` from a comment, else what stands before a tab, else the first word.

    Quepid closes the id by a semicolon where the text of the query follows in quotes.
    """
    named = _NAMED_ID.fullmatch(comment)
    if named:
        return _Document(named["id"], "")
    first, _, rest = comment.strip().partition("\t" if "\t" in comment.strip() else " ")
    if rest.lstrip().startswith('"') and first.endswith(";"):
        first = first[:-1]
    return _Document(first, rest.strip()) if first else None


FORMAT = Format(
    "letor", frozenset({Kind.QRELS, Kind.TOPICS}), recognise, could_be, parse, certain=True
)
