"""Look again, when nobody else can store, whether an import still does what was said of it.

Between the check and the storing somebody looks at the report, and others go on working.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge_app.domain.errors import BadInputError, Problem
from judge_app.importing import Kind
from judge_app.services.import_checks import name_clash
from judge_app.services.import_options import ImportOptions
from judge_app.services.import_overwrites import with_overwrites
from judge_app.services.import_people import with_people
from judge_app.services.import_refusal import refuse_faulty
from judge_app.services.import_report import CheckedFile
from judge_app.services.project import Project
from judge_app.store.overwrites import Contradictions, Overwrites

_TEXTS = (Kind.TOPICS, Kind.DOCUMENTS)
_LABELS = (Kind.QRELS, Kind.JUDGMENTS)
_AGAIN = "Import it again to see what is there."


def compared_with(project: Project) -> tuple[int, int]:
    """Return what tells one state of texts and judgments from a later one."""
    return project.store.collection.n_changes, project.store.judgments.size()


def require_as_checked(
    project: Project, files: Sequence[CheckedFile], options: ImportOptions
) -> None:
    """Refuse an import that would do something else than was said of it.

    Parameters
    ----------
    project : Project
        In a transaction, so that nobody else can store.
    files : sequence of CheckedFile
        Those that are about to be stored.
    options : ImportOptions
        What was said about them.

    Raises
    ------
    BadInputError
        When the name of a run was taken since the check, a name became that of a model or a person
        that it is not in the files, or texts or grades were stored since that the files write over
        or contradict.
    """
    _require_free_names(project, files, options)
    refuse_faulty(with_people(project, files, options))
    n_changes, n_judgments = compared_with(project)
    # To compare once more takes as long as the first time, so only what may have changed is.
    stale = [
        file
        for file in files
        if (file.parsed.kind in _TEXTS and file.compared_with[0] != n_changes)
        or (file.parsed.kind in _LABELS and file.compared_with[1] != n_judgments)
    ]
    if not stale:
        return
    bare = [replace(one, overwrites=Overwrites(), contradictions=Contradictions()) for one in files]
    now = with_overwrites(project, bare, options)
    problems = [
        problem
        for before, after in zip(files, now, strict=True)
        for problem in _differences(before, after)
    ]
    if problems:
        raise BadInputError(
            "nothing was stored: somebody has just stored texts or grades for the same ids",
            _AGAIN,
            tuple(problems),
        )


def _differences(before: CheckedFile, after: CheckedFile) -> list[Problem]:
    name = before.parsed.source
    found = []
    old, new = before.overwrites.n_changed, after.overwrites.n_changed
    if old != new:
        texts = "1 text" if new == 1 else f"{new:,} texts"
        found.append(f"it would now write over {texts}; at the check it was {old:,}")
    if before.contradictions != after.contradictions:
        old, new = before.contradictions.n, after.contradictions.n
        more = "".join(
            f"; query {one.query_id}, document {one.doc_id} by {one.annotator}: {one.old} → "
            f"{one.new}"
            for one in after.contradictions.first
            if one not in before.contradictions.first
        )
        found.append(
            f"{new:,} of its grades now contradict what the same person said before; at the check "
            f"it was {old:,}{more}"
        )
    return [Problem(name, None, message) for message in found]


def _require_free_names(
    project: Project, files: Sequence[CheckedFile], options: ImportOptions
) -> None:
    taken = project.store.runs.hashes()
    clashes = [file for file in files if file.run_name in taken and not options.replace]
    if clashes:
        problems = tuple(name_clash(file.parsed.source, file.run_name or "") for file in clashes)
        raise BadInputError(
            "nothing was stored: somebody has just stored a run of that name", _AGAIN, problems
        )
