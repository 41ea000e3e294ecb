"""Hold a file against the project and against the other files that come with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge_app.domain.errors import Problem
from judge_app.domain.run_names import default_run_name
from judge_app.importing import Kind, Parsed
from judge_app.services.import_options import ImportOptions
from judge_app.services.project import Project

_SHOWN_IDS = 5


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


def run_name(parsed: Parsed, options: ImportOptions, taken: Mapping[str, str]) -> str:
    """Return the name of a run: as said, else its only tag if that is free, else the file's."""
    if options.run_name:
        return options.run_name
    return default_run_name(parsed.tags, parsed.source, () if options.replace else taken)


def name_clash(
    parsed: Parsed, name: str, options: ImportOptions, taken: Mapping[str, str]
) -> list[Problem]:
    """Return what keeps a run from being stored under a name: nothing, or one problem.

    Parameters
    ----------
    parsed : Parsed
        The run.
    name : str
        Its name.
    options : ImportOptions
        Whether a name was said, and whether it may replace another run.
    taken : mapping
        Hash of the file behind every name.
    """
    same = [known for known, sha256 in taken.items() if sha256 == parsed.sha256]
    if same and not (options.replace and name in same) and not options.run_name:
        message = f"this very file is here already, as run {same[0]!r}"
        return [Problem(parsed.source, None, message)]
    if name in taken and not options.replace:
        message = (
            f"there is a run {name!r} already; import this one under another name (--name), or "
            "in its place (--replace)"
        )
        return [Problem(parsed.source, None, message)]
    return []


def unknown_ids(project: Project, parsed: Parsed, arriving: Arriving) -> tuple[Problem, ...]:
    """Return warnings about queries and documents that neither project nor import has."""
    if parsed.kind in {Kind.TOPICS, Kind.DOCUMENTS}:
        return ()
    collection = project.store.collection
    queries = [q for q in collection.unknown_queries(parsed.frame) if q not in arriving.queries]
    documents = [
        d for d in collection.unknown_documents(parsed.frame) if d not in arriving.documents
    ]
    found = ((queries, "query", "queries"), (documents, "document", "documents"))
    return tuple(_unknown(parsed.source, *one) for one in found if one[0])


def _unknown(file: str, ids: Sequence[str], one: str, many: str) -> Problem:
    shown = ", ".join(ids[:_SHOWN_IDS])
    more = f" and {len(ids) - _SHOWN_IDS:,} more" if len(ids) > _SHOWN_IDS else ""
    noun = one if len(ids) == 1 else many
    return Problem(file, None, f"{len(ids):,} {noun} not in the project: {shown}{more}")
