"""A project with everything in it that an export can get wrong."""

import io
import zipfile
from pathlib import Path

import pandas as pd

from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.domain.people import Actor, PersonKind, Role
from judge_app.domain.pooling import Selection
from judge_app.services import grading
from judge_app.services.exports import export
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import import_files
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import Project, command_line_actor
from judge_app.services.settings import SettingChange, change_settings
from judge_app.store import NewBatch
from tests.support.clock import HandClock
from tests.support.projects import add_run, judgment, person, small_project

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


def storied_project(path: Path) -> Project:
    """A project with a long story: batches of every kind, people, times, blanks in ids."""
    clock = HandClock()
    project = rich_project(path, clock)
    change = SettingChange(
        title="Trains, =1+1",
        guidelines="Read all of it.\nThen grade.",
        labels=list("abcd"),
        descriptions=["", "x", "", "é"],
        examples=["", "a poster", "=1+1", ""],
        show_effect=False,
        show_finished=True,
        wanted_judgments=2,
    )
    change_settings(project, LEAD, change)
    _add_texts(project)
    clock.advance(hours=2.5)
    ben, zoe = person(project, "=Ben", Role.LEAD), person(project, "Zoë", Role.LEAD)
    add_run(project, "new, one", {"007": ["NA", "two words"], "q 3": ['a "b"', "NA"]})
    add_run(project, "of one pair", {"q2": ["@me"]})
    build_pool(project, ben, plan_pool(project, ben, depth=2, runs=["of one pair", "new, one"]))
    clock.advance(microseconds=1)
    # It brings nothing that is new.
    queued = NewBatch("queued for a new run", 2, (2,), clock(), "Zoë")
    project.store.pool.add(queued, pd.DataFrame({"query_id": [], "doc_id": []}, dtype="str"))
    _say(project, clock, zoe, judgment("q 3", 'a "b"', 3, note="=HYPERLINK(1)\r\n'quoted'"))
    _say(project, clock, zoe, judgment("007", "two words", 0))
    clock.advance(days=1)
    # Its batch of before stays with the ranks of before.
    add_run(project, "beta", {"007": ["nan", "-5"]}, sha256="another")
    build_pool(project, ben, plan_pool(project, ben, depth=3, runs=["beta"]))
    clock.advance(days=1)
    add_run(project, "drawn", {"q2": ["@me", "e1", "e2", "e3"], "q 3": ["e1", "e2"]})
    part_drawn = Selection(3, random_share=1 / 3, seed=11)
    plan = plan_pool(project, ben, depth=3, strategy="maxmean", selection=part_drawn)
    build_pool(project, ben, plan)
    clock.advance(days=1)
    chosen = pd.DataFrame(
        {"query_id": ["q2", "q 3"], "doc_id": ["x y", "＝x"], "priority": [2.5, -1.0]}
    )
    project.store.pool.add(NewBatch("imported", None, (), clock(), "=Ben"), chosen)
    _sample(project)
    _say(project, clock, zoe, judgment("q2", "x y", 1))
    project.board.reload()
    return project


def moved_files(project: Project, name: str) -> list[tuple[str, bytes]]:
    """Return everything that a project exports, in one format of tables."""

    def exported(what: str, format_name: str, **words: str) -> bytes:
        return export(project, LEAD, what=what, format_name=format_name, **words).content

    packed = zipfile.ZipFile(io.BytesIO(exported("qrels", "beir")))
    texts = [(part, packed.read(part)) for part in ("corpus.jsonl", "queries.jsonl")]
    runs = [
        (f"run {place}.{name}", exported("run", name, run=run.name))
        for place, run in enumerate(project.store.runs.all())
    ]
    log = [(f"{what}.{name}", exported(what, name)) for what in ("pool", "judgments")]
    return [*log, *runs, *texts]


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


def _add_texts(project: Project) -> None:
    queries = {"query_id": ["q 3"], "text": ["what is q 3"], "narrative": ["all of\nit"]}
    project.store.collection.add_queries(pd.DataFrame(queries))
    documents = pd.DataFrame({"doc_id": ["two words", 'a "b"', "x y"], "title": ["", "t", ""]})
    documents = documents.assign(
        text="a text", url=["", "http://x", ""], kind=["html", "text", "text"], extra=""
    )
    project.store.collection.add_documents(documents)


def _sample(project: Project) -> None:
    """Give pairs the probabilities that a sampled pool would have."""
    with project.store.database.transaction() as cursor:
        cursor.execute("UPDATE pool_pair SET inclusion_probability = 0.125 WHERE doc_id = 'x y'")
        cursor.execute("UPDATE pool_pair SET inclusion_probability = 1.0 / 3 WHERE doc_id = 'NA'")


def _pool_from_elsewhere(project: Project) -> None:
    batch = NewBatch("imported", None, (), project.clock(), "somebody")
    project.store.pool.add(batch, pd.DataFrame({"query_id": ["q2"], "doc_id": ["elsewhere"]}))
