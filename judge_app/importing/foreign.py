"""Files that are often taken for a run, qrels or topics, and what to say about them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from judge_app.importing import foreign_tables, foreign_texts, ranx
from judge_app.importing.foreign_json import in_words, json_lines_in
from judge_app.importing.jsonl import object_in, sampled_objects
from judge_app.importing.text_file import IN_A_FOLDER, is_picture_file
from judge_app.importing.values import looks_numeric

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from judge_app.importing.sample import Sample

_MEASURE = re.compile(
    r"(gm_)?(map|bpref|ndcg|recip_rank|P|recall|success|judged|unj|iprec_at_recall|set|rbp|err"
    r"|num_(q|ret|rel|rel_ret)|infAP|Rprec|relative_P|relstring|Rndcg|binG|G|11pt_avg|utility)"
    r"([_@.(].*)?",
    re.IGNORECASE,
)
Telling: TypeAlias = "Callable[[Sample, list[list[str]]], bool]"
_BINARY = ("%PDF", "SQLite format 3")
_LZ4 = "\x04\x22M\x18"


class Mistake(NamedTuple):
    """What a file is instead, and what to do."""

    message: str
    hint: str


def binary_file(sample: Sample) -> Mistake | None:
    """Tell a PDF, a database or a picture from a file of text."""
    if sample.text.startswith(_BINARY):
        return Mistake("is a binary file.", "Give its content as text, for instance as JSON lines.")
    if sample.text.startswith(_LZ4):
        return Mistake(
            "is packed by LZ4.", "Unpack it; what ranx wrote as .lz4, save as JSON or Parquet."
        )
    if is_picture_file(sample.name) and "\0" in sample.text:
        return Mistake("is a single picture.", IN_A_FOLDER)
    return None


def other_file(sample: Sample) -> Mistake | None:
    """Recognise a file of another sort, whatever it was said to be."""
    return _first_that_fits(_OTHER_FILES, sample)


def shortcoming(sample: Sample) -> Mistake | None:
    """Say what a file lacks that nearly is of some kind."""
    seen = json_lines_in(sample)
    if seen is not None:
        return Mistake(in_words(seen), f"{_ON_TOP}{_NEEDED} {_PAIRS}")
    return _first_that_fits(_NEARLY, sample)


def _first_that_fits(known: Sequence[tuple[Telling, Mistake]], sample: Sample) -> Mistake | None:
    rows = [line.split() for line in sample.lines[: foreign_tables.SAMPLED]]
    return next((mistake for telling, mistake in known if telling(sample, rows)), None)


def _is_trec_eval(_sample: Sample, rows: list[list[str]]) -> bool:
    """Measure, query, value: three columns of which the first names measures."""
    named = [row for row in rows if len(row) in (2, 3) and _MEASURE.fullmatch(row[0])]
    valued = [row for row in named if looks_numeric(row[-1])]
    return bool(rows) and 10 * len(valued) >= 7 * len(rows)


def _is_json_document(sample: Sample, _rows: list[list[str]]) -> bool:
    if sample.text.lstrip()[:1] not in ("{", "[") or ranx.could_be(sample):
        return False
    if json_lines_in(sample) is not None:
        return False
    if len(sample.lines) == 1:
        return True
    return object_in(sample.lines[0]) is None and not sampled_objects(sample)


def _is_nested_json(sample: Sample, _rows: list[list[str]]) -> bool:
    return ranx.could_be(sample)


def _is_parquet(sample: Sample, _rows: list[list[str]]) -> bool:
    return sample.is_parquet


_NEEDED = (
    "Topics need query_id and text; documents doc_id and text; qrels query_id, doc_id and rating; "
    "judgments also annotator; runs query_id, doc_id and score."
)
_ON_TOP = "Write one flat object per line. "
_PAIRS = "Pairs that Judgepool exported as not judged (--as unjudged) come back with --format trec."
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
            "Write an array of flat objects or one object per line, for instance with the keys "
            "_id and text; runs and qrels may be {query: {document: number}}.",
        ),
    ),
)
_NEARLY = (
    (
        foreign_texts.is_beir_archive,
        Mistake(
            "This is a folder in the layout of BEIR packed as ZIP.",
            "Unpack it and give its files: corpus.jsonl, queries.jsonl and those in qrels.",
        ),
    ),
    (
        foreign_texts.is_archive_of_records,
        Mistake(
            "Some of its text files are no documents but runs, qrels, topics or collections.",
            "Name the files themselves; if they are documents all the same, say --as documents.",
        ),
    ),
    (
        foreign_texts.is_archive,
        Mistake(
            "This is an archive or a binary file, and holds neither texts (.txt, .html, .md) nor "
            "pictures (.png, .jpg, .gif, .webp).",
            "Unpack it and give the files that it holds.",
        ),
    ),
    (
        ranx.is_table_of_scores,
        Mistake(
            "This is JSON of the form {name: {key: number}} in which every name has the same keys: "
            "a table, as of systems and their scores for each query.",
            "Scores of systems are not imported; give the runs themselves. If it is a run that "
            "ranks the same documents for every query, say --as run.",
        ),
    ),
    (
        _is_nested_json,
        Mistake(
            "This is JSON of the form {query: {document: …}}, but too few values are numbers.",
            "Write scores and grades as numbers, without quotes.",
        ),
    ),
    (
        _is_parquet,
        Mistake("This is Parquet, but its columns make no kind of file.", f"{_NEEDED} {_PAIRS}"),
    ),
    (
        foreign_tables.has_no_grades,
        Mistake(
            "There are three columns without a number in the last one: the grades seem to be "
            "missing.",
            _COLUMNS,
        ),
    ),
    (
        foreign_tables.has_three_columns,
        Mistake(
            "There are three columns, and what they mean cannot be told.",
            "If they are query_id, doc_id and grade, say --as qrels --format trec-3col. "
            f"{_COLUMNS}",
        ),
    ),
    (
        foreign_tables.has_five_columns,
        Mistake(
            "There are five columns, and what they mean cannot be told.",
            "If they are query_id, doc_id, grade, method and probability, as in TREC's prels, say "
            f"--as qrels --format prels. {_COLUMNS}",
        ),
    ),
    (
        foreign_tables.has_four_columns,
        Mistake(
            "There are four columns as in qrels, but the second one differs from line to line, so "
            "that it may hold the documents.",
            "Write query_id 0 doc_id grade on every line.",
        ),
    ),
    (
        foreign_tables.has_columns_of_numbers,
        Mistake(
            "Beside query and document there are columns of numbers; whether each is a judge "
            "cannot be told.",
            "If each is, say --as judgments.",
        ),
    ),
    (
        foreign_texts.pairs_without_value,
        Mistake(
            "The header names queries and documents, but neither grades nor scores.",
            f"Add a column rating or score; --as topics takes the queries alone. {_PAIRS}",
        ),
    ),
    (
        foreign_tables.has_header,
        Mistake("The first line is a header, but its columns make no kind of file.", _NEEDED),
    ),
    (
        foreign_tables.has_numbers_third,
        Mistake(
            "There are columns between tabs, and no header that is known says what they are.",
            "If the first three are query_id, doc_id and grade, say --as qrels --format tsv; else "
            f"write a header. {_NEEDED}",
        ),
    ),
    (
        foreign_texts.is_table_without_header,
        Mistake(
            "These are columns between tabs, and no header that is known says what they are.",
            _NEEDED,
        ),
    ),
    (
        foreign_texts.lists_documents_under_queries,
        Mistake(
            "This looks like lists of document numbers under each query, as old test collections "
            "have them, each in its own way.",
            "Write a line for each relevant document: query_id 0 doc_id 1.",
        ),
    ),
    (
        foreign_texts.is_list_of_words,
        Mistake(
            "Every line is a single word or id, so that nothing says what it belongs to.",
            _NEEDED,
        ),
    ),
    (
        foreign_texts.is_prose,
        Mistake(
            "This is text for people to read, not a file of records.",
            f"If it is no document, leave it out. {IN_A_FOLDER}",
        ),
    ),
)
