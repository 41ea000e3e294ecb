"""Say what of the project an import would write over or contradict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from judge_app.domain.errors import Problem
from judge_app.domain.model import KINDS_OF_CHECKS, JudgmentKind, Verdict
from judge_app.importing import Kind
from judge_app.services.import_options import ImportOptions
from judge_app.services.import_report import CheckedFile
from judge_app.services.import_storing import annotators_of, file_key
from judge_app.services.project import Project
from judge_app.store.overwrites import Contradictions, contradictions, overwrites

_SAY_REPLACE = "Say --replace if the texts of the project shall become those of the file."
_SAY_WHOSE = "Say whose judgments they are with --annotator if they are somebody else's."
_TEXTS = {
    Kind.TOPICS: ("query", "topic", "topics", "text or narrative"),
    Kind.DOCUMENTS: ("document", "document", "documents", "title or text"),
}
_WORD = ["query_id", "doc_id", "annotator", "is_adjudication"]
_LABELS = (Kind.QRELS, Kind.JUDGMENTS)


def with_overwrites(
    project: Project, files: Sequence[CheckedFile], options: ImportOptions
) -> tuple[CheckedFile, ...]:
    """Add what the files would change in the project, or contradict there or among themselves.

    Parameters
    ----------
    project : Project
        Where they would be stored.
    files : sequence of CheckedFile
        The files of one import, in the order given.
    options : ImportOptions
        Whose judgments they are, and whether texts may be replaced.
    """
    told = list(files)
    known = {person.name for person in project.store.people.all()}
    earlier: list[pd.DataFrame] = []
    not_needed_yet: list[CheckedFile] = []
    # As they are stored: qrels before lists of judgments.
    for place in sorted(range(len(told)), key=lambda at: told[at].parsed.kind is Kind.JUDGMENTS):
        file = told[place]
        if file.n_problems:
            continue
        if file.parsed.kind in _TEXTS:
            told[place] = _with_changed_texts(project, file, options)
        elif file.parsed.kind in _LABELS:
            people = annotators_of(file.parsed, options)
            # Who has said nothing yet contradicts nothing.
            if not known.isdisjoint(people):
                earlier += [_said(one, options) for one in not_needed_yet]
                not_needed_yet.clear()
                said, before = _said(file, options), _said_last(earlier)
                found = contradictions(project.store.database, said, before, file_key(file.parsed))
                told[place] = _with_contradictions(file, found)
            known.update(people)
            not_needed_yet.append(file)
    return tuple(told)


def _with_changed_texts(project: Project, file: CheckedFile, options: ImportOptions) -> CheckedFile:
    table, one, many, parts = _TEXTS[file.parsed.kind]
    found = overwrites(project.store.database, table, file.parsed.frame)
    file = replace(file, overwrites=found)
    if found.n_kept:
        has = f"1 {one} has" if found.n_kept == 1 else f"{found.n_kept:,} {many} have"
        message = f"{has} an empty {parts} here where the project has one; the project's is kept"
        file = replace(file, warnings=(*file.warnings, Problem(file.parsed.source, None, message)))
    if not found.n_changed:
        return file
    differs = f"1 {one} differs" if found.n_changed == 1 else f"{found.n_changed:,} {many} differ"
    those = "that" if found.n_changed == 1 else "those"
    if options.replace:
        message = f"{differs} from {those} stored before and takes its place"
        if found.n_changed > 1:
            message = f"{differs} from those stored before and take their place"
        return replace(file, warnings=(*file.warnings, Problem(file.parsed.source, None, message)))
    message = f"{differs} from {those} stored and would be written over"
    return _with_doubt(file, message, _SAY_REPLACE)


def _said_last(words: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return everybody's last grade on every pair of several files."""
    if not words:
        return pd.DataFrame(columns=[*_WORD, "grade"])
    return pd.concat(words, ignore_index=True).drop_duplicates(_WORD, keep="last")


def _said(file: CheckedFile, options: ImportOptions) -> pd.DataFrame:
    """Return everybody's last grade on every pair of a file."""
    frame = file.parsed.frame
    adjudicated = frame.get("judgment_kind", pd.Series("", frame.index)) == (
        JudgmentKind.ADJUDICATION
    )
    said = frame[["query_id", "doc_id", "grade"]].assign(is_adjudication=adjudicated.astype(bool))
    if "annotator" in frame:
        said["annotator"] = frame["annotator"]
    else:
        (said["annotator"],) = annotators_of(file.parsed, options)
    if "judgment_kind" in frame:
        said = said[~frame["judgment_kind"].isin(KINDS_OF_CHECKS)]
    if "is_late" in frame:
        said = said[~frame["is_late"].astype(bool).loc[said.index]]
    if "verdict" in frame:
        said = said[frame["verdict"].loc[said.index] != Verdict.SKIPPED]
        said = said.drop_duplicates(_WORD, keep="last")
        said = said[said["grade"].notna()]
    return said[[*_WORD, "grade"]].astype({"grade": "int64"})


def _with_contradictions(file: CheckedFile, found: Contradictions) -> CheckedFile:
    if not found.n:
        return file
    listed = "; ".join(
        f"query {one.query_id}, document {one.doc_id} by {one.annotator}: {one.old} → {one.new}"
        for one in found.first
    )
    more = f"; and {found.n - len(found.first):,} more" if found.n > len(found.first) else ""
    grades = "1 grade contradicts" if found.n == 1 else f"{found.n:,} grades contradict"
    message = f"{grades} what the same person said before: {listed}{more}"
    return _with_doubt(replace(file, contradictions=found), message, _SAY_WHOSE)


def _with_doubt(file: CheckedFile, message: str, remedy: str) -> CheckedFile:
    doubt = Problem(file.parsed.source, None, message)
    return replace(file, doubts=(*file.doubts, doubt), remedies=(*file.remedies, remedy))
