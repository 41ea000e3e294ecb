"""A small project to grade in a browser, and what its log holds afterwards."""

from dataclasses import replace
from pathlib import Path

import pandas as pd

from judge_app.domain.model import Judgment
from judge_app.domain.scale import Scale
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import command_line_actor, create_project, open_project
from tests.support.projects import add_run

LEAD = command_line_actor()
EXAMPLE = "A page on another bridge of the same name, " * 5
RANKINGS = {
    "one": {"q1": ["a1", "a2", "a3"], "q2": ["b1", "b2", "b3", "b4"]},
    "two": {"q1": ["a3", "a4"], "q2": ["b4", "b2"]},
}


def bridges(path: Path) -> Path:
    """Make a small project with long documents, two queries, and an example for each grade."""
    project = create_project(path, title="Bridges")
    scale = Scale(tuple(replace(m, example=EXAMPLE) for m in project.settings.scale.meanings))
    project.store.settings.write(replace(project.settings, scale=scale))
    project.store.collection.add_queries(
        pd.DataFrame(
            {
                "query_id": ["q1", "q2"],
                "text": ["when was the bridge built", "who built the bridge"],
                "narrative": "The bridge over the river. Years count, legends do not.",
            }
        )
    )
    ids = sorted({d for queries in RANKINGS.values() for ds in queries.values() for d in ds})
    text = "\n\n".join(["The bridge was built of stone in the year of the flood."] * 200)
    project.store.collection.add_documents(
        pd.DataFrame(
            {"doc_id": ids, "title": ids, "text": text, "url": "", "kind": "text", "extra": ""}
        )
    )
    for name, ranking in RANKINGS.items():
        add_run(project, name, ranking)
    build_pool(project, LEAD, plan_pool(project, LEAD, depth=10))
    project.close()
    return path


def log_of(path: Path) -> tuple[Judgment, ...]:
    opened = open_project(path)
    log = opened.store.judgments.since(0)
    opened.close()
    return log
