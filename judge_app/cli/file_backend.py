"""A project's file, opened by this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from judge_app.cli.backend import (
    Answer,
    ExportedFile,
    ExportWords,
    ImportWords,
    PoolWords,
    Progress,
)
from judge_app.cli.input_files import InputFile
from judge_app.cli.stopping import no_more_stopping
from judge_app.services import agreement_answers, answers, order_answers, release_answers
from judge_app.services.exports import export
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.project import command_line_actor, open_project


class FileBackend:
    """A project in a file that no server holds.

    Parameters
    ----------
    path : Path
        The file.

    Raises
    ------
    NotFoundError, StoreError
        As `open_project` does.
    """

    def __init__(self, path: Path) -> None:
        self._project = open_project(path)
        self._actor = command_line_actor()

    def status(self) -> Answer:
        """Return how the project stands."""
        return answers.status_answer(self._project)

    def import_files(
        self,
        files: Sequence[InputFile],
        words: ImportWords,
        *,
        dry_run: bool,
        progress: Progress | None,
    ) -> Answer:
        """Check files and store them."""
        options = parse_import_options(**asdict(words))
        return import_answer(
            self._project,
            self._actor,
            _uploads(files),
            options,
            dry_run=dry_run,
            progress=progress,
            before_commit=no_more_stopping,
        )

    def pool(self, words: PoolWords) -> Answer:
        """Build the pool."""
        return answers.pool_answer(self._project, self._actor, **_said(**asdict(words)))

    def set_order(self, *, order: str, runs: Sequence[str] | None) -> Answer:
        """Change the order of the queue."""
        return order_answers.set_order_answer(self._project, self._actor, order=order, runs=runs)

    def evaluation(
        self,
        *,
        measures: Sequence[str] | None,
        runs: Sequence[str] | None,
        labels: str | None,
        topics: str | None,
        release: str | None,
        per_query: bool,
    ) -> Answer:
        """Return scores."""
        said = _said(measures=measures, runs=runs, labels=labels, topics=topics, release=release)
        return answers.evaluation_answer(self._project, self._actor, per_query=per_query, **said)

    def coverage(
        self, files: Sequence[InputFile], *, depth: int | None, queue: bool, encoding: str | None
    ) -> Answer:
        """Return what of the files, or of the project's runs, is judged."""
        return answers.coverage_answer(
            self._project,
            self._actor,
            _uploads(files),
            parse_import_options(kind="run", encoding=encoding),
            queue=queue,
            **_said(depth=depth),
        )

    def export(self, words: ExportWords) -> ExportedFile:
        """Return an export."""
        exported = export(self._project, self._actor, **_said(**asdict(words)))
        return ExportedFile(exported.content, exported.facts)

    def make_release(self, name: str, *, labels: str | None, note: str) -> Answer:
        """Make a release."""
        return release_answers.make_release_answer(
            self._project, self._actor, name, labels=labels, note=note
        )

    def releases(self) -> Answer:
        """Return all releases."""
        return release_answers.releases_answer(self._project, self._actor)

    def difference(self, before: str, after: str, *, measures: Sequence[str] | None) -> Answer:
        """Return two states side by side."""
        return release_answers.difference_answer(
            self._project, self._actor, before, after, **_said(measures=measures)
        )

    def agreement(self) -> Answer:
        """Return how far annotators agree."""
        return agreement_answers.agreement_answer(self._project, self._actor)

    def close(self) -> None:
        """Let go of the file."""
        self._project.close()


def _uploads(files: Sequence[InputFile]) -> list[Upload]:
    return [Upload(file.path, file.name) for file in files]


def _said(**values: Any) -> dict[str, Any]:  # noqa: ANN401 - the words of any service
    return {name: value for name, value in values.items() if value is not None}
