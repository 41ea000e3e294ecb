"""Files that are often taken for a run, qrels or topics, and what to say about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from judge_app.importing import ranx
from judge_app.importing.columns import roles_of
from judge_app.importing.jsonl import object_in, sampled_objects
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from judge_app.importing.sample import Sample

_SAMPLED = 200
_MEASURE = re.compile(
    r"(gm_)?(map|bpref|ndcg|recip_rank|P|recall|success|judged|unj|iprec_at_recall|set|rbp|err"
    r"|num_(q|ret|rel|rel_ret)|infAP|Rprec|relative_P|relstring|Rndcg|binG|G|11pt_avg|utility)"
    r"([_@.(].*)?",
    re.IGNORECASE,
)
Telling: TypeAlias = "Callable[[Sample, list[list[str]]], bool]"
_ARCHIVES = ("PK\x03\x04", "%PDF", "SQLite format 3")
_LZ4 = "\x04\x22M\x18"


class Mistake(NamedTuple):
    """What a file is instead, and what to do."""

    message: str
    hint: str


def binary_file(sample: Sample) -> Mistake | None:
    """Tell an archive, an office document or a database from a file of text."""
    if sample.text.startswith(_ARCHIVES):
        return Mistake("is an archive or a binary file.", "Give the text files that it holds.")
    if sample.text.startswith(_LZ4):
        return Mistake(
            "is packed by LZ4.", "Unpack it; what ranx wrote as .lz4, save as JSON or Parquet."
        )
    return None


def other_file(sample: Sample) -> Mistake | None:
    """Recognise a file of another sort, whatever it was said to be."""
    return _first_that_fits(_OTHER_FILES, sample)


def shortcoming(sample: Sample) -> Mistake | None:
    """Say what a file lacks that nearly is of some kind."""
    return _first_that_fits(_NEARLY, sample)


def _first_that_fits(known: Sequence[tuple[Telling, Mistake]], sample: Sample) -> Mistake | None:
    rows = [line.split() for line in sample.lines[:_SAMPLED]]
    return next((mistake for telling, mistake in known if telling(sample, rows)), None)


def _is_trec_eval(_sample: Sample, rows: list[list[str]]) -> bool:
    """Measure, query, value: three columns of which the first names measures."""
    named = [row for row in rows if len(row) in (2, 3) and _MEASURE.fullmatch(row[0])]
    valued = [row for row in named if looks_numeric(row[-1])]
    return bool(rows) and 10 * len(valued) >= 7 * len(rows)


def _is_json_lines(sample: Sample, _rows: list[list[str]]) -> bool:
    return len(sampled_objects(sample)) > 1


def _is_json_document(sample: Sample, _rows: list[list[str]]) -> bool:
    if sample.text.lstrip()[:1] not in ("{", "[") or ranx.could_be(sample):
        return False
    if len(sample.lines) == 1:
        return True
    return object_in(sample.lines[0]) is None and not sampled_objects(sample)


def _is_nested_json(sample: Sample, _rows: list[list[str]]) -> bool:
    return ranx.could_be(sample)


def _is_parquet(sample: Sample, _rows: list[list[str]]) -> bool:
    return sample.is_parquet


def _has_three_columns(_sample: Sample, rows: list[list[str]]) -> bool:
    return _mostly(rows, 3)


def _has_five_columns(_sample: Sample, rows: list[list[str]]) -> bool:
    return _mostly(rows, 5)


def _mostly(rows: list[list[str]], count: int) -> bool:
    return bool(rows) and 10 * sum(len(row) == count for row in rows) >= 9 * len(rows)


def _has_header(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell whether the first line names at least two columns that are known."""
    return bool(sample.lines) and len(roles_of(re.split(r"[,;\t]", sample.lines[0]))) > 1


_NEEDED = (
    "Topics need query_id and text; documents doc_id and text; qrels query_id, doc_id and rating; "
    "judgments also annotator; runs query_id, doc_id and score."
)
_COLUMNS = (
    "Qrels have four: query_id 0 doc_id grade. Runs have six: query_id Q0 doc_id rank score tag."
)
_OTHER_FILES = (
    (
        _is_trec_eval,
        Mistake(
            "This looks like the output of trec_eval (measure, query, value), not like a run.",
            "Give the run that was scored: query_id Q0 doc_id rank score tag.",
        ),
    ),
    (
        _is_json_document,
        Mistake(
            "This is one JSON document, not one object per line.",
            "Write one object per line, for instance with the keys _id and text; runs and qrels "
            "may be {query: {document: number}}.",
        ),
    ),
)
_NEARLY = (
    (
        _is_nested_json,
        Mistake(
            "This is JSON of the form {query: {document: …}}, but too few values are numbers.",
            "Write scores and grades as numbers, without quotes.",
        ),
    ),
    (
        _is_parquet,
        Mistake("This is Parquet, but its columns make no kind of file.", _NEEDED),
    ),
    (
        _is_json_lines,
        Mistake("These are JSON lines, but their keys make no kind of file.", _NEEDED),
    ),
    (
        _has_three_columns,
        Mistake(
            "There are three columns, and what they mean cannot be told.",
            _COLUMNS,
        ),
    ),
    (
        _has_five_columns,
        Mistake(
            "There are five columns, and what they mean cannot be told.",
            _COLUMNS,
        ),
    ),
    (
        _has_header,
        Mistake("The first line is a header, but its columns make no kind of file.", _NEEDED),
    ),
)
