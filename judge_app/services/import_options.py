"""What a person says about the files that are imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from judge_app.domain.errors import BadInputError
from judge_app.domain.grade_map import GradeMap, parse_grade_map
from judge_app.domain.people import PersonKind, clean_name
from judge_app.domain.pooling import require_depth
from judge_app.importing import Kind


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to read.

    Attributes
    ----------
    path : Path
        Where it lies.
    name : str
        Its name as the person gave it.
    grade_map : GradeMap, optional
        What its grades mean, where that was said of this file alone.
    """

    path: Path
    name: str
    grade_map: GradeMap | None = None


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What was said beside the files themselves.

    Attributes
    ----------
    kind, format, encoding : optional
        When not given they are told from the files.
    run_name : str, optional
        Name of the one run.
    replace : bool
        Whether a run of that name may be replaced, and texts that differ.
    annotator : str, optional
        Whose judgments qrels are; a person named after the file when not given.
    annotator_kind : PersonKind
        Human or model.
    grade_map : GradeMap, optional
        Old grades to new.
    only_retrieved : bool
        Keep only documents that some run retrieved, or that are pooled or judged.
    depth : int, optional
        Count as retrieved only what stands at the first ranks, down to this one.
    accept_warnings : bool
        Store also where the meaning of a file is a guess, or it writes over something.
    """

    kind: Kind | None = None
    format: str | None = None
    encoding: str | None = None
    run_name: str | None = None
    replace: bool = False
    annotator: str | None = None
    annotator_kind: PersonKind = PersonKind.HUMAN
    grade_map: GradeMap | None = None
    only_retrieved: bool = False
    depth: int | None = None
    accept_warnings: bool = False


def parse_import_options(
    *,
    kind: str | None = None,
    format_name: str | None = None,
    encoding: str | None = None,
    run_name: str | None = None,
    replace: bool = False,
    annotator: str | None = None,
    model: str | None = None,
    map_grades: str | None = None,
    only_retrieved: bool = False,
    depth: int | None = None,
    accept_warnings: bool = False,
) -> ImportOptions:
    """Check the words of a command line or a request.

    Raises
    ------
    BadInputError
        When one of them cannot be used, or two contradict each other.
    """
    if annotator and model:
        raise BadInputError("judgments are by a person or by a model, not both")
    if depth is not None:
        if not only_retrieved:
            raise BadInputError(
                "a depth says which retrieved documents are kept", "Say --only-retrieved too."
            )
        require_depth(depth)
    who = annotator or model
    return ImportOptions(
        kind=_kind(kind),
        format=format_name or None,
        encoding=encoding or None,
        run_name=clean_name(run_name) if run_name else None,
        replace=replace,
        annotator=clean_name(who) if who else None,
        annotator_kind=PersonKind.MODEL if model else PersonKind.HUMAN,
        grade_map=None if map_grades is None else parse_grade_map(map_grades),
        only_retrieved=only_retrieved,
        depth=depth,
        accept_warnings=accept_warnings,
    )


def _kind(text: str | None) -> Kind | None:
    if not text:
        return None
    try:
        return Kind(text)
    except ValueError:
        raise BadInputError(
            f"there is no kind of file {text!r}", f"Use one of: {', '.join(Kind)}."
        ) from None
