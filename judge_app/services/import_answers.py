"""What an import says, as plain data for the command line and the API."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from judge_app.domain.errors import Problem
from judge_app.domain.model import SomeIds
from judge_app.domain.people import Actor
from judge_app.domain.pooling import DEFAULT_DEPTH
from judge_app.importing import Kind
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.import_report import CheckedFile
from judge_app.services.import_storing import annotators_of
from judge_app.services.imports import Progress as ImportProgress
from judge_app.services.imports import check_files, store_files
from judge_app.services.project import Project

Answer = dict[str, Any]

SHOWN_PROBLEMS = 20


def import_answer(
    project: Project,
    actor: Actor,
    uploads: Sequence[Upload],
    options: ImportOptions,
    *,
    dry_run: bool = False,
    progress: ImportProgress | None = None,
    before_commit: Callable[[], None] | None = None,
) -> Answer:
    """Check files and, unless ``dry_run``, store them.

    What ``progress`` or ``before_commit`` raise ends the import, and nothing is stored.

    Returns
    -------
    dict
        ``stored`` (bool), ``files``, and ``missing_documents`` after documents were stored (None
        otherwise): how many of those at the first ranks of runs (``depth``, as asked for), pooled
        or judged the project does not hold, and the first of them.

        Per file: ``name, kind, format, encoding, why``; ``lines`` (or rows, or files, as
        ``unit`` says), ``rows`` (those that can be stored, or all that were read where something is
        wrong), ``queries, documents`` (None where they were not counted, since the file has
        problems);
        ``new`` (None when not stored); ``run``, ``replaces`` (whether
        one of that name makes room), and ``same_as`` where the project has that file
        already; ``annotators``; ``grades`` as they are stored, ``grades_in_file`` (pairs of grade
        and count), ``grades_look`` and ``suggested_map`` (None for files without grades);
        ``changed``, how many texts of the project become others, and ``kept``, of how many
        something is kept since it is empty in the file; ``conflicting_labels``, the grades that
        the same person gave otherwise before; ``rivals``, how many texts another file of the import
        has otherwise; of an exported pool how many ``batches`` and ``pairs`` it has (``pool``, None
        for other files) and its ``missing_runs``;
        ``not_judged``; ``unknown_queries``, ``unknown_documents``; of ``warnings``, ``doubts`` and
        ``problems`` the first, with ``n_warnings`` and ``n_problems``; ``remedies``.

    Raises
    ------
    JudgepoolError
        As `check_files` and `store_files` do.
    """
    files = check_files(project, actor, uploads, options, progress)
    if dry_run:
        told = [_file_answer(file, None, options) for file in files]
        return {"stored": False, "files": told, "missing_documents": None}
    stored = store_files(project, actor, files, options, before_commit, _storing(progress))
    missing = None
    if any(file.parsed.kind is Kind.DOCUMENTS for file in files):
        depth = options.depth or DEFAULT_DEPTH
        some = SomeIds.of(project.store.collection.missing(depth))
        missing = {**ids_answer(some), "depth": depth}
    return {
        "stored": True,
        "files": [_file_answer(one.checked, one.n_new, options) for one in stored],
        "missing_documents": missing,
    }


def _storing(progress: ImportProgress | None) -> ImportProgress | None:
    return None if progress is None else lambda name, share: progress(f"storing {name}", share)


def problem_json(problem: Problem) -> Answer:
    """Return a problem with its place."""
    return {"file": problem.file, "line": problem.line, "message": problem.message}


def ids_answer(ids: SomeIds) -> Answer:
    """Return how many ids there are, and the first of them."""
    return {"n": ids.n, "first": list(ids.first)}


def _file_answer(file: CheckedFile, n_new: int | None, options: ImportOptions) -> Answer:
    parsed = file.parsed
    return {
        "name": parsed.source,
        "kind": str(parsed.kind),
        "format": parsed.format,
        "encoding": parsed.encoding,
        "why": parsed.why,
        "lines": parsed.n_lines,
        "unit": parsed.unit,
        "rows": file.n_rows if file.n_problems else file.n_storable,
        "queries": file.n_queries,
        "documents": file.n_documents,
        "new": n_new,
        "run": file.run_name,
        "replaces": file.replaces,
        "same_as": file.same_as,
        "annotators": annotators_of(parsed, options),
        **_grades_answer(file),
        "changed": file.overwrites.n_changed,
        "kept": file.overwrites.n_kept,
        "conflicting_labels": {
            "n": file.contradictions.n,
            "first": [asdict(one) for one in file.contradictions.first],
        },
        "rivals": file.n_rivals,
        "pool": _pool_answer(file),
        "missing_runs": list(file.missing_runs),
        "unknown_queries": ids_answer(file.unknown.queries),
        "unknown_documents": ids_answer(file.unknown.documents),
        "warnings": _first(file.warnings),
        "n_warnings": file.n_warnings,
        "doubts": _first(file.doubts),
        "problems": _first(file.problems),
        "n_problems": file.n_problems,
        "remedies": list(file.remedies),
    }


def _pool_answer(file: CheckedFile) -> Answer | None:
    pool = file.parsed.pool
    return None if pool is None else {"batches": len(pool.batches), "pairs": len(pool.pairs)}


def _grades_answer(file: CheckedFile) -> Answer:
    look, read = file.look, file.parsed.looked_at
    in_file = look.counts.items() if look else read.grades if read else ()
    return {
        "grades": file.grade_counts(),
        "grades_in_file": [list(one) for one in in_file] or None,
        "grades_look": None if look is None else look.looks_like,
        "suggested_map": None if look is None or look.fits else look.suggestion,
        "not_judged": len(file.not_judged),
    }


def _first(problems: Sequence[Problem]) -> list[Answer]:
    return [problem_json(problem) for problem in problems[:SHOWN_PROBLEMS]]
