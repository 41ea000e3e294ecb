"""Files of words or of numbers that look like data of some collection and are not, or not yet."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from judge_app.importing.beir_archive import is_beir_zip
from judge_app.importing.columns import PAIR_QUERY_IDS, Role, roles_of
from judge_app.importing.text_files import holds_records

if TYPE_CHECKING:
    from judge_app.importing.sample import Sample

_FEWEST = 3
_WORD = re.compile(r"[^\W\d_][\w'’.,;:()\"-]*")
_WORDS_OF_PROSE = 4


def is_archive_of_records(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell an archive in which some text files are runs, qrels or other files of records."""
    return holds_records(sample)


def is_beir_archive(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell a ZIP of a folder in BEIR's layout."""
    return sample.is_archive and is_beir_zip(sample.path)


def is_archive(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell any other archive."""
    return sample.is_archive


def lists_documents_under_queries(_sample: Sample, rows: list[list[str]]) -> bool:
    """Tell lists of document numbers, one query after another, whatever parts the lists.

    Most of what stands there is a number, and no number of columns is that of nearly all lines.
    """
    tokens = [token for row in rows for token in row]
    numbers = sum(token.lstrip("-").isdecimal() for token in tokens)
    widths = Counter(len(row) for row in rows)
    return (
        len(rows) >= _FEWEST
        and 10 * numbers >= 7 * len(tokens)
        and 10 * max(widths.values()) < 9 * len(rows)
    )


def is_list_of_words(_sample: Sample, rows: list[list[str]]) -> bool:
    """Tell a file of one word or id a line."""
    return len(rows) >= _FEWEST and all(len(row) == 1 for row in rows)


def is_prose(sample: Sample, rows: list[list[str]]) -> bool:
    """Tell text for people: no tabs, uneven lines, and mostly words of letters."""
    long = [row for row in rows if len(row) >= _WORDS_OF_PROSE]
    tokens = [token for row in rows for token in row]
    words = sum(_WORD.fullmatch(token) is not None for token in tokens)
    return (
        "\t" not in sample.text
        and len(rows) >= _FEWEST
        and 2 * len(long) >= len(rows)
        and len({len(row) for row in rows}) > 1
        and 10 * words >= 7 * len(tokens)
    )


def is_table_without_header(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell columns between tabs, in every line the same number."""
    widths = {line.count("\t") for line in sample.lines}
    return len(sample.lines) >= _FEWEST and len(widths) == 1 and widths != {0}


def pairs_without_value(sample: Sample, _rows: list[list[str]]) -> bool:
    """Tell a header that names queries and documents, and neither grade nor score."""
    roles = roles_of(re.split(r"[,;\t]", sample.lines[0])) if sample.lines else {}
    return (
        Role.DOC_ID in roles
        and any(role in roles for role in PAIR_QUERY_IDS)
        and not {Role.GRADE, Role.SCORE} & roles.keys()
    )
