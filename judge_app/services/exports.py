"""What leaves a project: the same state always gives the same bytes.

That holds for the exported file. The facts beside it say when they were written down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.domain.release import NOW
from judge_app.services.exporting import lines
from judge_app.services.exporting.beginning import beginning
from judge_app.services.exporting.beir import beir_folder
from judge_app.services.exporting.catalog import (
    POOL,
    QRELS,
    RUN,
    UNJUDGED,
    is_for_people,
    require_format,
)
from judge_app.services.exporting.facts import facts_about
from judge_app.services.exporting.frames import Wanted, frame_of
from judge_app.services.exporting.pseudonyms import Pseudonyms
from judge_app.services.exporting.tables import TABLE_WRITERS, people_csv
from judge_app.services.labelling import Stamp
from judge_app.services.project import Project
from judge_app.services.states import find_state, labels_of


@dataclass(frozen=True, slots=True)
class Exported:
    """An export.

    Attributes
    ----------
    content : bytes
        What goes into the file.
    facts : dict
        What goes into a file beside it; only here stands when it was made. Of a release,
        ``release.warnings`` says what of the export is not of that release.
    stamp : Stamp
        What the labels are.
    beginning : str
        The first lines.
    """

    content: bytes
    facts: dict[str, Any]
    stamp: Stamp
    beginning: str


def export(
    project: Project,
    actor: Actor,
    *,
    what: str = QRELS,
    format_name: str | None = None,
    labels: str | None = None,
    run: str | None = None,
    anonymous: bool = False,
    release: str | None = None,
) -> Exported:
    """Return an export.

    Parameters
    ----------
    project, actor
        Where, and who.
    what : {'qrels', 'judgments', 'unjudged', 'pool', 'run'}
        Labels; raw judgments of everybody; pooled pairs without a label; the pool with the runs
        and ranks that brought each pair; runs with the grades of their documents.
    format_name : str, optional
        One that `judge_app.services.exporting.catalog.FORMATS` lists; its first when not given.
    labels : str, optional
        Label rule; the project's own when not given.
    run : str, optional
        Name of one run, for the export of runs; all of them when not given.
    anonymous : bool
        Whether pseudonyms stand for people. Free notes stay as they are.
    release : str, optional
        Name of the release whose state is exported, instead of that of now. Its labels and pool
        are exact; texts (in BEIR) and runs are those of now, and a change since is a warning.

    Raises
    ------
    NotAllowedError
        When the actor may not export.
    BadInputError, NotFoundError
        When there is no such export, run, rule or release, or an id does not fit the format.
    ConflictError
        When a release's labels are no longer what they were.
    """
    actor.require(Permission.EXPORT)
    format_name = require_format(what, format_name)
    if run is not None and what != RUN:
        raise BadInputError("--run names a run, and none is exported", "Add --as run.")
    state = find_state(project, release or NOW, labels)
    pseudonyms = Pseudonyms(project) if anonymous else None
    wanted = Wanted(project, state, labels_of(project, state), pseudonyms, run)
    frame = frame_of(what, wanted)
    content, n_escaped = _written(project, what, format_name, frame)
    facts = facts_about(what, format_name, wanted, frame, content, n_escaped=n_escaped)
    return Exported(content, facts, wanted.labelled.stamp, beginning(format_name, frame, content))


def _written(
    project: Project, what: str, format_name: str, frame: pd.DataFrame
) -> tuple[bytes, int]:
    """Return an export's bytes, and how many of its cells were escaped."""
    if is_for_people(what, format_name):
        table = people_csv(frame)
        return table.content, table.n_escaped
    if format_name == "beir":
        return beir_folder(project, frame), 0
    writer = _WRITERS.get((what, format_name)) or TABLE_WRITERS[format_name]
    return writer(frame), 0


_WRITERS: dict[tuple[str, str], Callable[[pd.DataFrame], bytes]] = {
    (QRELS, "trec"): lines.trec_qrels,
    (QRELS, "beir-qrels"): lines.beir_qrels,
    (QRELS, "ranx"): lines.ranx_qrels,
    (UNJUDGED, "trec"): lines.trec_not_judged,
    (POOL, "trec"): lines.trec_not_judged,
    (RUN, "trec"): lines.trec_run,
    (RUN, "ranx"): lines.ranx_run,
}
