"""What a command needs of a project, wherever the project is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from judge_app.cli.input_files import InputFile

TOKEN = "JUDGEPOOL_TOKEN"  # noqa: S105 - the name of a variable

Answer = Mapping[str, Any]
Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class ImportWords:
    """What was said about the files to import, as it was typed; None where nothing was."""

    kind: str | None = None
    format_name: str | None = None
    encoding: str | None = None
    run_name: str | None = None
    replace: bool = False
    annotator: str | None = None
    model: str | None = None
    map_grades: str | None = None
    only_retrieved: bool = False
    depth: int | None = None
    accept_warnings: bool = False


@dataclass(frozen=True, slots=True)
class PoolWords:
    """What was said about a batch of the pool, as it was typed; None where nothing was."""

    depth: int | None = None
    strategy: str | None = None
    runs: Sequence[str] | None = None
    budget: int | None = None
    random_share: float | None = None
    seed: int | None = None
    overlap: int | None = None
    share: float | None = None


@dataclass(frozen=True, slots=True)
class ExportWords:
    """What was said about an export, as it was typed; None where nothing was."""

    what: str | None = None
    format_name: str | None = None
    labels: str | None = None
    run: str | None = None
    release: str | None = None
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """The bytes of an export, and the facts that belong beside it."""

    content: bytes
    facts: Answer


class Backend(Protocol):
    """A project behind a file or a server; both give the answers of ``services.answers``.

    A value that is None was not said, and the default of the service holds. Every method raises
    the `JudgepoolError` that the service raises.
    """

    def status(self) -> Answer:
        """Return how the project stands."""

    def import_files(
        self,
        files: Sequence[InputFile],
        words: ImportWords,
        *,
        dry_run: bool,
        progress: Progress | None,
    ) -> Answer:
        """Check files and store them; what progress raises ends that, and nothing is stored."""

    def pool(self, words: PoolWords) -> Answer:
        """Build the pool."""

    def set_order(self, *, order: str, runs: Sequence[str] | None) -> Answer:
        """Change the order of the queue."""

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

    def coverage(
        self, files: Sequence[InputFile], *, depth: int | None, queue: bool, encoding: str | None
    ) -> Answer:
        """Return what of the files, or of the project's runs, is judged."""

    def export(self, words: ExportWords) -> ExportedFile:
        """Return an export."""

    def make_release(self, name: str, *, labels: str | None, note: str) -> Answer:
        """Make a release."""

    def releases(self) -> Answer:
        """Return all releases."""

    def difference(self, before: str, after: str, *, measures: Sequence[str] | None) -> Answer:
        """Return two states side by side."""

    def agreement(self) -> Answer:
        """Return how far annotators agree."""

    def close(self) -> None:
        """Let go of the project."""
