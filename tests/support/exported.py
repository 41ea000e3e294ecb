"""A project with everything in it that an export can get wrong."""

from pathlib import Path

import pandas as pd

from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.domain.people import Actor, PersonKind, Role
from judge_app.services import grading
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import import_files
from judge_app.services.project import Project, command_line_actor
from judge_app.store import NewBatch
from tests.support.clock import HandClock
from tests.support.projects import judgment, person, small_project

LEAD = command_line_actor()
# Ids that other tools turn into numbers, missing values or formulas.
RUNS = {
    "alpha": {"007": ["NA", "=1+1", "-5", "1e5", "ü"], "q2": ["d'1", "＝x", "@me"]},
    "beta": {"007": ["-5", "nan", "1e5"], "q2": ["@me", 'say "hi"'.replace(" ", "_"), "d,1"]},
}
NOTE = 'first line\n=cmd|"calc"!A1, and "quotes"'


def rich_project(path: Path, clock=None) -> Project:
    """Two people, a model, an adjudication, second thoughts, late words, notes, odd ids."""
    clock = clock or HandClock()
    project = small_project(path, RUNS, depth=3, clock=clock)
    ada, ben = person(project, "Ada"), person(project, "=Ben")
    _say(project, clock, ada, judgment("007", "NA", 3, key="a1", note=NOTE))
    _say(project, clock, ben, judgment("007", "NA", 1, note="-1 would be fairer"))
    _say(project, clock, ada, judgment("007", "=1+1", 2, key="a2"))
    _say(project, clock, ada, judgment("007", "=1+1", 0, key="a3", seen="a2"))
    _say(
        project, clock, ada, judgment("007", "=1+1", 3, key="a4", seen="a2", note="from the train")
    )
    _say(project, clock, ben, judgment("007", "-5", 2))
    _say(project, clock, ben, judgment("q2", "@me", verdict=Verdict.CANNOT_JUDGE, note="in Greek"))
    _say(project, clock, ada, judgment("q2", "d'1", verdict=Verdict.SKIPPED))
    _say(project, clock, ada, judgment("q2", "d'1", 2, key="a5"))
    _say(project, clock, ben, judgment("q2", "d'1", 1, key="b1"))
    _say(project, clock, ben, judgment("q2", "d'1", verdict=Verdict.WITHDRAWN, seen="b1"))
    _say(project, clock, ada, judgment("q2", "＝x", 1))
    _model(project)
    _adjudicate(project, clock)
    _pool_from_elsewhere(project)
    project.board.reload()
    return project


def import_bytes(project: Project, *files: tuple[str, bytes], folder: Path, **options) -> None:
    """Import files that hold these bytes."""
    uploads = []
    for name, content in files:
        path = folder / f"{project.store.database.path.stem}-{name}"
        path.write_bytes(content)
        uploads.append(Upload(path, name))
    import_files(project, LEAD, uploads, ImportOptions(**options))


def _say(project: Project, clock, actor: Actor, new: NewJudgment) -> None:
    shown = clock()
    clock.advance(seconds=7.25)
    timed = NewJudgment(
        **{
            **{name: getattr(new, name) for name in NewJudgment.__dataclass_fields__},
            "shown_at": shown,
            "judged_at": clock(),
            "fingerprint": "f00d",
        }
    )
    outcome = grading.submit(project, actor, [timed]).outcomes[0]
    assert outcome.judgment_id is not None, outcome
    clock.advance(seconds=1)


def _model(project: Project) -> None:
    model = project.store.people.ensure("gpt-9", PersonKind.MODEL, None)
    rows = pd.DataFrame(
        {
            "client_key": ["m1"],
            "query_id": ["007"],
            "doc_id": ["ü"],
            "person_id": [model.person_id],
            "verdict": ["graded"],
            "grade": pd.array([1], dtype="Int64"),
            "note": [""],
        }
    )
    project.store.judgments.append_imported(rows, project.clock())


def _adjudicate(project: Project, clock) -> None:
    judge = person(project, "Lea", Role.LEAD)
    decided = NewJudgment(
        client_key="j1",
        query_id="007",
        doc_id="NA",
        person_id=judge.person.person_id,
        verdict=Verdict.GRADED,
        grade=2,
        note="settled",
        kind=JudgmentKind.ADJUDICATION,
    )
    project.store.judgments.append([decided], clock())


def _pool_from_elsewhere(project: Project) -> None:
    batch = NewBatch("imported", None, (), project.clock(), "somebody")
    project.store.pool.add(batch, pd.DataFrame({"query_id": ["q2"], "doc_id": ["elsewhere"]}))
