"""Build small projects in a real file."""

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

import pandas as pd

from judge_app.domain.model import NewJudgment, Verdict
from judge_app.domain.people import Actor, PersonKind, Role
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import Project, command_line_actor, create_project, wall_clock
from judge_app.store import NewRun

_keys = count()


def small_project(
    path: Path,
    runs: Mapping[str, Mapping[str, Sequence[str]]],
    *,
    depth: int | None = None,
    without_text: Sequence[str] = (),
    clock=wall_clock,
    **settings: str,
) -> Project:
    """Make a project from rankings given as ``{run: {query: [documents, best first]}}``."""
    project = create_project(path, clock=clock, **settings)
    queries = sorted({query for ranking in runs.values() for query in ranking})
    documents = sorted({d for ranking in runs.values() for ds in ranking.values() for d in ds})
    store = project.store
    store.collection.add_queries(
        pd.DataFrame(
            {"query_id": queries, "text": [f"what is {q}" for q in queries], "narrative": ""}
        )
    )
    store.collection.add_documents(
        pd.DataFrame(
            {
                "doc_id": documents,
                "title": "",
                "text": ["" if d in without_text else f"text of {d}" for d in documents],
                "url": "",
                "kind": "text",
                "extra": "",
            }
        )
    )
    for name, ranking in runs.items():
        add_run(project, name, ranking)
    if depth is not None:
        build_pool(
            project, command_line_actor(), plan_pool(project, command_line_actor(), depth=depth)
        )
    return project


def add_run(
    project: Project, name: str, ranking: Mapping[str, Sequence[str]], *, sha256: str = ""
) -> None:
    rows = [
        (query, doc, float(len(docs) - place))
        for query, docs in ranking.items()
        for place, doc in enumerate(docs)
    ]
    project.store.runs.add(
        NewRun(name, f"{name}.run", sha256 or name, project.clock(), "a test"),
        pd.DataFrame(rows, columns=["query_id", "doc_id", "score"]),
    )
    project.board.reload()


def person(project: Project, name: str, role: Role = Role.ANNOTATOR) -> Actor:
    return Actor(project.store.people.ensure(name, PersonKind.HUMAN, role), frozenset({role}))


def judgment(
    query_id: str,
    doc_id: str,
    grade: int | None = None,
    *,
    verdict: Verdict | None = None,
    key: str | None = None,
    seen: str | None = None,
    note: str = "",
) -> NewJudgment:
    return NewJudgment(
        client_key=key or f"key {next(_keys)}",
        query_id=query_id,
        doc_id=doc_id,
        person_id=-1,
        verdict=verdict or (Verdict.GRADED if grade is not None else Verdict.CANNOT_JUDGE),
        grade=grade,
        note=note,
        seen=seen,
    )
