"""Everything a project file holds, behind one name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from judge_app.domain.errors import BadInputError, ConflictError, NotFoundError
from judge_app.store.checks import CheckTables
from judge_app.store.claims import ClaimTable
from judge_app.store.collection import CollectionTables
from judge_app.store.database import Database
from judge_app.store.exports import ExportReader
from judge_app.store.guideline_marks import GuidelineMarks
from judge_app.store.judgments import JudgmentLog
from judge_app.store.migrate import migrate
from judge_app.store.overlap import OverlapTable
from judge_app.store.own_work import OwnWork
from judge_app.store.people import PersonTable
from judge_app.store.pictures import PictureTable
from judge_app.store.pool import PoolTables
from judge_app.store.queue import QueueReader
from judge_app.store.releases import ReleaseTables
from judge_app.store.runs import RunTables
from judge_app.store.settings import Settings, SettingTable
from judge_app.store.team import TeamTables
from judge_app.store.team_log import TeamLog


@dataclass(frozen=True, slots=True)
class Store:
    """An open project: one wrapper per group of tables over one file."""

    database: Database
    settings: SettingTable
    collection: CollectionTables
    runs: RunTables
    pool: PoolTables
    people: PersonTable
    judgments: JudgmentLog
    claims: ClaimTable
    releases: ReleaseTables
    exports: ExportReader
    own_work: OwnWork
    pictures: PictureTable
    team_log: TeamLog
    guideline_marks: GuidelineMarks
    queue: QueueReader
    overlap: OverlapTable
    checks: CheckTables
    team: TeamTables

    def project(self) -> Settings:
        """Return the project's settings.

        Raises
        ------
        NotFoundError
            When the file holds no project.
        """
        settings = self.settings.read()
        if settings is None:
            raise NotFoundError(
                f"{self.database.path} holds no project",
                "Make one with: judgepool init PROJECT.duckdb",
            )
        return settings

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()


def create_store(path: Path, settings: Settings) -> Store:
    """Make a new project file.

    Raises
    ------
    ConflictError
        When the file exists.
    BadInputError
        When its folder does not.
    StoreError
        When it cannot be written.
    """
    if path.exists():
        raise ConflictError(f"{path} exists already", "Choose another name, or open it as it is.")
    if not path.parent.is_dir():
        raise BadInputError(f"there is no folder {path.parent}", "Make the folder first.")
    store = _open(path)
    store.settings.write(settings)
    return store


def open_store(path: Path) -> Store:
    """Open a project file.

    Raises
    ------
    NotFoundError
        When there is no such file, or it holds no project.
    StoreError
        When it is held by another process, is no project, or is newer than this program.
    """
    if not path.is_file():
        raise NotFoundError(
            f"there is no project at {path}", f"Make one with: judgepool init {path}"
        )
    store = _open(path)
    try:
        store.project()
    except NotFoundError:
        store.close()
        raise
    return store


def _open(path: Path) -> Store:
    database = Database(path)
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return Store(
        database,
        SettingTable(database),
        CollectionTables(database),
        RunTables(database),
        PoolTables(database),
        PersonTable(database),
        JudgmentLog(database),
        ClaimTable(database),
        ReleaseTables(database),
        ExportReader(database),
        OwnWork(database),
        PictureTable(database),
        TeamLog(database),
        GuidelineMarks(database),
        QueueReader(database),
        OverlapTable(database),
        CheckTables(database),
        TeamTables(database),
    )
