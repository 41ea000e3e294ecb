"""``judgepool status``: how a project stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge_app.cli.backend import Answer
from judge_app.cli.faults import explained
from judge_app.cli.import_report import missing_line
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, write_out
from judge_app.cli.table import counted, csv_text, json_text, share, text_table
from judge_app.cli.words import Format, FormatWord, ProjectWord

SHOWN_IDS = 20

_REPLACED = ("replaced run", "file", "sha256", "imported", "replaced")


@explained
def status(project: ProjectWord, format_: FormatWord = Format.TABLE) -> None:
    """Say how a project stands."""
    with open_backend(project) as backend:
        answer = backend.status()
    match format_:
        case Format.JSON:
            write_out(json_text(answer))
        case Format.CSV:
            write_out(csv_text(("figure", "value"), _figures(answer)))
        case Format.TABLE:
            say(status_report(answer))


def status_report(answer: Answer) -> str:
    """Return how the project stands, as people read it."""
    parts = [answer["title"], _size_line(answer), _pool_line(answer)]
    if missing := answer["missing_documents"]:
        parts.append(missing_line(len(missing), missing[:SHOWN_IDS], answer["missing_depth"]))
    if answer["judged_by"]:
        people = [(name, f"{count:,}") for name, count in answer["judged_by"].items()]
        parts += ["", text_table(("annotator", "judged"), people)]
    if answer["runs"]:
        rows = [_run_cells(run) for run in answer["runs"]]
        parts += ["", text_table(("run", "queries", "depth", "in the pool"), rows)]
    if answer["replaced_runs"]:
        replaced = [_replaced_cells(run) for run in answer["replaced_runs"]]
        parts += ["", text_table(_REPLACED, replaced, left=len(_REPLACED))]
    return "\n".join([*parts, "", stamp_line(answer["stamp"])])


def _size_line(answer: Answer) -> str:
    queries = counted(answer["n_queries"], "query", "queries")
    documents = counted(answer["n_documents"], "document")
    return f"{queries}, {documents}, {counted(len(answer['runs']), 'run')}"


def _pool_line(answer: Answer) -> str:
    total, judged, bare = (
        answer[f"pool_{figure}"] for figure in ("total", "judged", "without_text")
    )
    line = f"Pool: {counted(total, 'pair')}, {judged:,} judged"
    if total:
        line += f" ({share(judged / total)})"
    return f"{line}, {bare:,} without a text to show" if bare else line


def stamp_line(stamp: Mapping[str, Any]) -> str:
    """Return what figures were computed from; equal lines mean figures that compare."""
    return (
        f"{stamp['gain']} gain, labels by {stamp['labels']}, scale {stamp['scale']}, "
        f"{counted(stamp['n_judgments'], 'judgment')}, {counted(stamp['n_labels'], 'label')} "
        f"(sha256 {stamp['label_set'][:12]}), {counted(stamp['pool_pairs'], 'pooled pair')}"
    )


def _run_cells(run: Mapping[str, Any]) -> tuple[str, str, str, str]:
    pooled = "yes" if run["contributes_to_pool"] else "no"
    return run["name"], f"{run['n_queries']:,}", f"{run['depth']:,}", pooled


def _replaced_cells(run: Mapping[str, Any]) -> tuple[str, ...]:
    imported, replaced = (run[f"{event}_at"][:16] for event in ("imported", "replaced"))
    return (
        run["name"],
        run["source"],
        run["sha256"][:12],
        f"{imported} by {run['imported_by']}",
        f"{replaced} by {run['replaced_by']}",
    )


def _figures(answer: Answer) -> list[dict[str, Any]]:
    names = ("title", "n_queries", "n_documents", "pool_total", "pool_judged", "pool_without_text")
    figures = {name: answer[name] for name in names}
    figures |= {f"judged_by {name}": count for name, count in answer["judged_by"].items()}
    figures |= {f"stamp {name}": value for name, value in answer["stamp"].items()}
    figures["n_missing_documents"] = len(answer["missing_documents"])
    figures["n_runs"] = len(answer["runs"])
    return [{"figure": name, "value": value} for name, value in figures.items()]
