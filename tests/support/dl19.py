"""The main trial: TREC DL 2019 with eight runs, their labels and eight assessors."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

from judge_app.services.answers import pool_answer
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.project import Project, command_line_actor, create_project

NEW_RUN = "colbert_rankgpt4o"


def import_into(project: Project, *paths: Path, **options: str) -> dict:
    uploads = [Upload(path, path.name) for path in paths]
    return import_answer(project, command_line_actor(), uploads, parse_import_options(**options))


def run_files(realdata: Path) -> list[Path]:
    return sorted((realdata / "dl19_text" / "runs").glob("*.run"))


def make_project(
    path: Path, realdata: Path, *, runs: list[Path] | None = None, **more: str
) -> Project:
    """Return a project with topics, documents and runs, each run under its file's name."""
    project = create_project(path, **more)
    folder = realdata / "dl19_text"
    import_into(project, folder / "topics.jsonl", folder / "corpus.jsonl")
    for run in run_files(realdata) if runs is None else runs:
        import_into(project, run, run_name=run.stem)
    return project


def pool(project: Project, depth: int = 10) -> dict:
    return pool_answer(project, command_line_actor(), depth=depth)


def assessor_judgments(realdata: Path) -> Iterator[tuple[str, str, str, int]]:
    """Return (assessor, query, document, grade) in the file's order."""
    path = realdata / "dl19_text" / "judgments_by_assessor.tsv"
    with path.open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            yield row["assessor"], row["query_id"], row["doc_id"], int(row["grade"])


def reference(realdata: Path, name: str) -> dict:
    return json.loads((realdata / "dl19_text" / name).read_text(encoding="utf-8"))


def read_run(path: Path) -> dict[str, dict[str, float]]:
    """Read a run as pytrec_eval takes it."""
    run: dict[str, dict[str, float]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query_id, _, doc_id, _, score, *_ = line.split()
        run.setdefault(query_id, {})[doc_id] = float(score)
    return run


def read_qrels(text: str) -> dict[str, dict[str, int]]:
    """Read bare qrels as pytrec_eval takes them."""
    qrels: dict[str, dict[str, int]] = {}
    for line in text.splitlines():
        query_id, _, doc_id, grade = line.split()
        qrels.setdefault(query_id, {})[doc_id] = int(grade)
    return qrels
