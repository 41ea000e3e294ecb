"""The bundled sample as a project of its own."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from judge_app.domain.errors import NotFoundError, StoreError
from judge_app.domain.scale import Scale
from judge_app.services.import_options import ImportOptions, Upload
from judge_app.services.imports import import_files
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import (
    Clock,
    Project,
    command_line_actor,
    create_project,
    wall_clock,
)

TITLE = "Bicycle repair at home"
GUIDELINES = """\
Read the query and its narrative: the narrative says what counts for this person.

- 3 Fully answers: somebody could do the repair with this page alone.
- 2 Highly relevant: most of what is needed, or all of it with some effort.
- 1 Related: the same subject, a useful hint, but no answer.
- 0 Not relevant: another part, another problem, or only advertising.

Judge the page, not its style, and each page by itself. Press X when you cannot tell.
"""
EXAMPLES = (
    "A shop that sells the part and does not say how to fit it.",
    "Says when a chain is worn, asked how to shorten one.",
    "All the steps, but the reader has to know the tools already.",
    "Step by step with tools, sizes and what to check at the end.",
)
_PROJECT, _NEW_RUN = "bicycle-repair.duckdb", "rerank.run"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample project, and the run that is not in it."""

    project: Path
    new_run: Path


def make_sample(folder: Path, clock: Clock = wall_clock) -> Sample:
    """Make the sample project in a folder, unless it is there already.

    Parameters
    ----------
    folder : Path
        Made when it does not exist.
    clock : callable
        Returns the moment in UTC.

    Raises
    ------
    StoreError
        When the folder cannot be written.
    NotFoundError
        When the sample is not part of this installation.
    """
    sample = Sample(folder / _PROJECT, folder / _NEW_RUN)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not sample.new_run.exists():
            shutil.copyfile(_bundled() / "new_run" / _NEW_RUN, sample.new_run)
        if not sample.project.exists():
            _make_whole(sample.project, clock)
    except OSError as error:
        raise StoreError(
            f"the sample cannot be made in {folder}: {error.strerror}", "Choose another folder."
        ) from error
    return sample


def _make_whole(path: Path, clock: Clock) -> None:
    """Make the project beside its place, so that a half-made one is never found there."""
    with TemporaryDirectory(prefix=".making-", dir=path.parent) as folder:
        unfinished = Path(folder) / path.name
        project = create_project(unfinished, title=TITLE, clock=clock)
        try:
            _fill(project, _bundled())
        finally:
            project.close()
        unfinished.rename(path)


def _fill(project: Project, bundled: Path) -> None:
    actor = command_line_actor()
    settings = project.store.settings
    meanings = project.settings.scale.meanings
    scale = Scale(
        tuple(
            replace(meaning, example=example)
            for meaning, example in zip(meanings, EXAMPLES, strict=True)
        )
    )
    settings.write(replace(project.settings, guidelines=GUIDELINES, scale=scale))
    runs = sorted((bundled / "runs").glob("*.run"))
    collection = [bundled / "topics.jsonl", bundled / "documents.jsonl", *runs]
    import_files(project, actor, _uploads(collection), ImportOptions())
    build_pool(project, actor, plan_pool(project, actor))
    import_files(project, actor, _uploads([bundled / "judgments.csv"]), ImportOptions())


def _uploads(paths: list[Path]) -> list[Upload]:
    return [Upload(path, path.name) for path in paths]


def _bundled() -> Path:
    """Return the sample's folder: part of an installed package, or beside it in a checkout."""
    package = Path(str(resources.files("judge_app")))
    for folder in (package / "sample", package.parent / "data" / "sample"):
        if folder.is_dir():
            return folder
    raise NotFoundError("the sample is not part of this installation", "Install Judgepool again.")
