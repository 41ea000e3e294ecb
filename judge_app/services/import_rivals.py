"""Say where two files of one import hold the same topic or document with other texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import pandas as pd

from judge_app.domain.errors import Problem
from judge_app.importing import Kind, Parsed
from judge_app.services.import_report import CheckedFile

_SHOWN = 20
_REMEDY = (
    "Keep one text for each id, or accept that the file named later takes the place of the other."
)
_NAMES = {
    Kind.TOPICS: ("topic", "topics", ("text", "narrative")),
    Kind.DOCUMENTS: ("document", "documents", ("title", "text", "url", "extra")),
}


@dataclass(frozen=True, slots=True)
class _Rival:
    """An id whose text in one file takes the place of that in an earlier one."""

    row_id: str
    place: str
    earlier_file: str
    earlier_place: str


def with_rivals(files: Sequence[CheckedFile]) -> tuple[CheckedFile, ...]:
    """Add a doubt to files whose texts would take the place of those of a file before them.

    Parameters
    ----------
    files : sequence of CheckedFile
        The files of one import, in the order given, which is that of storing. What is empty in a
        later file takes no place.
    """
    told = list(files)
    for kind in _NAMES:
        places = [at for at, file in enumerate(told) if _has_texts(file, kind)]
        if len(places) < 2:  # noqa: PLR2004 - one file has no rival
            continue
        for at, rivals in _rivals([told[at].parsed for at in places], kind).items():
            told[places[at]] = _with_doubt(told[places[at]], rivals, kind)
    return tuple(told)


def _has_texts(file: CheckedFile, kind: Kind) -> bool:
    return file.parsed.kind is kind and not file.n_problems


def _rivals(files: Sequence[Parsed], kind: Kind) -> dict[int, list[_Rival]]:
    """Return, by the place of a file, where it differs from one before it."""
    key, *_ = files[0].frame.columns
    _, _, columns = _NAMES[kind]
    ids = pd.concat([file.frame[key] for file in files], ignore_index=True)
    shared = set(ids[ids.duplicated()])
    found: dict[int, list[_Rival]] = {}
    kept: dict[str, tuple[Parsed, int, tuple[str, ...]]] = {}
    for at, file in enumerate(files):
        for row, (row_id, *texts) in _rows(file, key, columns, shared):
            before, earlier_row, known = kept.get(row_id, (file, row, ("",) * len(texts)))
            both = list(zip(known, texts, strict=True))
            if any(old and new and old != new for old, new in both):
                places = (_place(file, row), before.source, _place(before, earlier_row))
                found.setdefault(at, []).append(_Rival(row_id, *places))
            kept[row_id] = (file, row, tuple(new or old for old, new in both))
    return found


def _rows(
    file: Parsed, key: str, columns: Sequence[str], shared: set[str]
) -> list[tuple[int, tuple[str, ...]]]:
    frame = file.frame[file.frame[key].isin(shared)]
    # Of pictures the bytes count, by a hash that is empty where there is none.
    pictures = frame["content"] if "content" in frame else [None] * len(frame)
    hashes = [sha256(content).hexdigest() if content else "" for content in pictures]
    rows = frame[[key, *columns]].assign(picture=hashes).itertuples(index=False, name=None)
    return list(zip(frame.index.tolist(), rows, strict=True))


def _place(file: Parsed, row: int) -> str:
    """Name a row by its line, or by its number where one line holds many."""
    if file.lines is None:
        return f"entry {row + 1:,}"
    unit = "entry" if file.lines.max() > file.n_lines else file.unit
    return f"{unit} {file.lines[row]:,}"


def _with_doubt(file: CheckedFile, rivals: Sequence[_Rival], kind: Kind) -> CheckedFile:
    one, many, _ = _NAMES[kind]
    has = f"1 {one} has" if len(rivals) == 1 else f"{len(rivals):,} {many} have"
    listed = "; ".join(
        f"{rival.row_id} ({rival.place} here, {rival.earlier_place} of {rival.earlier_file})"
        for rival in rivals[:_SHOWN]
    )
    more = f"; and {len(rivals) - _SHOWN:,} more" if len(rivals) > _SHOWN else ""
    message = f"{has} another text in a file of the same import, which this one replaces: "
    doubt = Problem(file.parsed.source, None, f"{message}{listed}{more}")
    return replace(
        file,
        doubts=(*file.doubts, doubt),
        remedies=(*file.remedies, _REMEDY),
        n_rivals=len(rivals),
    )
