"""Hold a file against the project and against the other files that come with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa

from judge_app.domain.errors import Problem
from judge_app.domain.grade_look import look_at_grades
from judge_app.domain.grade_map import map_grades
from judge_app.domain.model import SomeIds
from judge_app.domain.run_names import default_run_name
from judge_app.importing import Kind, LookedAt, Parsed, count_grades, looked_at
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.import_refusal import CORRECT
from judge_app.services.import_report import CheckedFile, UnknownIds
from judge_app.services.long_runs import LongRun
from judge_app.services.project import Project

_SHOWN_IDS = 5
_TEXTS = {Kind.TOPICS, Kind.DOCUMENTS}
_SAY_GRADES = "Say what the file's grades mean with --map-grades."
_SAY_ENCODING = "Say how the file is written with --encoding."
_SAY_NAME = "Give the run another name with --name, or put it in the other's place with --replace."


@dataclass(frozen=True, slots=True)
class Arriving:
    """Ids of the queries and documents that come in the same import."""

    queries: frozenset[str]
    documents: frozenset[str]

    @classmethod
    def of(cls, files: Sequence[Parsed]) -> Arriving:
        """Return the ids of several files."""
        return cls(
            frozenset(
                i for f in files if f.kind is Kind.TOPICS and f.ok for i in f.frame["query_id"]
            ),
            frozenset(
                i for f in files if f.kind is Kind.DOCUMENTS and f.ok for i in f.frame["doc_id"]
            ),
        )


def checked(
    project: Project,
    parsed: Parsed,
    upload: Upload,
    options: ImportOptions,
    taken: Mapping[str, str],
) -> CheckedFile:
    """Hold one file against the project's scale and the names of its runs.

    Parameters
    ----------
    project : Project
        Where it would be stored.
    parsed : Parsed
        The file.
    upload, options
        What was said of it.
    taken : mapping
        Hash of the file behind every name of a run.
    """
    size = parsed.looked_at or LookedAt()
    if parsed.ok:
        # The ids of pairs are counted where they are held against the project.
        is_text = parsed.kind in _TEXTS
        size = looked_at(parsed.frame) if is_text else LookedAt(len(parsed.frame))
    file = CheckedFile(
        parsed,
        parsed.frame.iloc[:0],
        n_rows=size.n_rows,
        n_queries=size.n_queries,
        n_documents=size.n_documents,
        problems=parsed.problems,
        warnings=parsed.warnings,
        n_problems=parsed.n_problems,
        remedies=(CORRECT,) if parsed.problems else (),
    )
    if "grade" in parsed.frame and parsed.ok:
        file = _on_scale(project, file, upload, options)
    if parsed.kind is Kind.RUN:
        file = _named(file, options, taken)
    if _ids_are_guessed(parsed):
        doubt = f"its ids hold other letters than ASCII, {parsed.encoding_guess}"
        file = _with_doubt(file, doubt, _SAY_ENCODING)
    return file


def with_long_run(file: CheckedFile, run: LongRun | None) -> CheckedFile:
    """Say of a run that was read in parts how long it is, and where its rows are."""
    if run is None:
        return file
    return replace(
        file,
        n_rows=run.parsed.n_lines,
        n_queries=len(run.queries),
        n_documents=run.n_documents,
        long_run=run,
    )


def _on_scale(
    project: Project, file: CheckedFile, upload: Upload, options: ImportOptions
) -> CheckedFile:
    parsed, scale = file.parsed, project.settings.scale
    look = look_at_grades(count_grades(parsed.frame), scale)
    said = upload.grade_map or options.grade_map
    placed = map_grades(parsed.frame, scale, said, look, parsed.source)
    file = replace(
        file,
        parsed=replace(parsed, frame=placed.labels),
        not_judged=placed.not_judged,
        look=look,
        problems=file.problems + placed.problems,
        n_problems=file.n_problems + len(placed.problems),
        remedies=(_SAY_GRADES,) if placed.problems else (),
    )
    if look.is_doubtful and said is None:
        file = _with_doubt(file, f"{look.looks_like}; perhaps {look.examples}", _SAY_GRADES)
    return file


def _with_doubt(file: CheckedFile, message: str, remedy: str) -> CheckedFile:
    doubt = Problem(file.parsed.source, None, message)
    return replace(file, doubts=(*file.doubts, doubt), remedies=(*file.remedies, remedy))


def _ids_are_guessed(parsed: Parsed) -> bool:
    """Tell whether ids were read in an encoding that nothing proves; in texts it does no harm."""
    if not parsed.encoding_guess:
        return False
    columns = [name for name in ("query_id", "doc_id", "annotator") if name in parsed.frame]
    return not all(parsed.frame[name].map(str.isascii).all() for name in columns)


def _named(file: CheckedFile, options: ImportOptions, taken: Mapping[str, str]) -> CheckedFile:
    """Give a run its name: as said, else its only tag if that is free, else the file's."""
    parsed = file.parsed
    same = [known for known, sha256 in taken.items() if sha256 == parsed.sha256]
    if same and options.run_name in {None, *same}:
        name = options.run_name or same[0]
        message = f"this very file is here already, as run {name!r}; it is not stored again"
        warning = Problem(parsed.source, None, message)
        return replace(file, run_name=name, same_as=name, warnings=(warning, *file.warnings))
    name = options.run_name or default_run_name(
        parsed.tags, parsed.source, () if options.replace else taken
    )
    if name not in taken and not options.run_name:
        file = _with_other_name(file, name, taken)
    if name not in taken or options.replace:
        return replace(file, run_name=name, replaces=name in taken)
    clash = name_clash(parsed.source, name)
    return replace(
        file,
        run_name=name,
        problems=(*file.problems, clash),
        n_problems=file.n_problems + 1,
        remedies=(*file.remedies, _SAY_NAME),
    )


def _with_other_name(file: CheckedFile, name: str, taken: Mapping[str, str]) -> CheckedFile:
    """Say that a run does not get the name that its tag would give it, where it is taken."""
    if len(file.parsed.tags) != 1 or file.parsed.tags[0] not in taken:
        return file
    (tag,) = file.parsed.tags
    message = f"a run with the tag {tag} is here already; this one is stored as {name!r}"
    warning = Problem(file.parsed.source, None, message)
    return replace(file, warnings=(*file.warnings, warning))


def name_clash(source: str, name: str) -> Problem:
    """Return the problem that another run bears a name."""
    message = (
        f"there is another run {name!r} already; import this one under another name (--name), or "
        "in its place (--replace)"
    )
    return Problem(source, None, message)


def with_unknown(
    project: Project, file: CheckedFile, parsed: Parsed, arriving: Arriving
) -> CheckedFile:
    """Count queries and documents; warn about those that neither project nor import has.

    Parameters
    ----------
    project : Project
        Where the file would be stored.
    file : CheckedFile
        The file.
    parsed : Parsed
        The same as it was read, with the rows that cannot be stored.
    arriving : Arriving
        What comes with it.
    """
    if parsed.kind in _TEXTS or not parsed.ok:
        return file
    if file.long_run is not None:
        return _with_unknown_of_long_run(project, file, file.long_run, arriving)
    collection = project.store.collection
    pairs = pa.Table.from_pandas(parsed.frame[["query_id", "doc_id"]], preserve_index=False)
    n_queries, queries = collection.count_queries(pairs, arriving.queries)
    n_documents, documents = collection.count_documents(pairs, arriving.documents)
    found = ((queries, "query", "queries"), (documents, "document", "documents"))
    warnings = tuple(_unknown(parsed.source, *one) for one in found if one[0].n)
    return replace(
        file,
        n_queries=n_queries,
        n_documents=n_documents,
        unknown=UnknownIds(queries, documents),
        warnings=file.warnings + warnings,
    )


def _with_unknown_of_long_run(
    project: Project, file: CheckedFile, run: LongRun, arriving: Arriving
) -> CheckedFile:
    unknown = UnknownIds(
        project.store.collection.unknown_queries(run.queries, arriving.queries),
        run.unknown_documents,
    )
    warnings = []
    if unknown.queries.n:
        warnings.append(_unknown(file.parsed.source, unknown.queries, "query", "queries"))
    if unknown.documents.n:
        told = _unknown(file.parsed.source, unknown.documents, "document", "documents")
        at_least = "at least " if run.has_more_unknown else ""
        warnings.append(replace(told, message=f"{at_least}{told.message}"))
    return replace(file, unknown=unknown, warnings=(*file.warnings, *warnings))


def _unknown(file: str, ids: SomeIds, one: str, many: str) -> Problem:
    shown = ", ".join(ids.first[:_SHOWN_IDS])
    more = f" and {ids.n - _SHOWN_IDS:,} more" if ids.n > _SHOWN_IDS else ""
    noun = one if ids.n == 1 else many
    return Problem(file, None, f"{ids.n:,} {noun} not in the project: {shown}{more}")
