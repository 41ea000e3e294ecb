"""``judgepool release``: give the labels as they are now a name, or list such names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from judge_app.cli.backend import Answer
from judge_app.cli.faults import explained
from judge_app.cli.opening import open_backend
from judge_app.cli.output import say, write_out
from judge_app.cli.table import counted, csv_text, json_text, text_table
from judge_app.cli.words import Format, FormatWord, LabelsWord, ProjectWord
from judge_app.domain.errors import BadInputError

COLUMNS = (
    "name",
    "created_at",
    "created_by",
    "position",
    "n_labels",
    "labels",
    "gain",
    "scale",
    "pool_pairs",
    "label_set",
    "note",
)


@explained
def release(
    project: ProjectWord,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="Name of the new release. Without one, all releases are listed.",
            show_default=False,
        ),
    ] = None,
    labels: LabelsWord = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why it is made.")] = "",
    format_: FormatWord = Format.TABLE,
) -> None:
    """Give the labels as they are now a name for good, or list the releases.

    A release fixes labels, pool, label rule, gain and scale, and never changes: its labels are
    computed from the log of judgments up to the position it was made at, and have to give the hash
    that it was made with. Texts and runs it only verifies: it knows their hashes, and export and
    diff say so where they have changed since.
    """
    if name is None:
        if labels or note:
            raise BadInputError("there is no name for the release", "Say it after PROJECT.")
        with open_backend(project) as backend:
            _write(backend.releases()["releases"], format_)
        return
    with open_backend(project) as backend:
        made = backend.make_release(name, labels=labels, note=note)
    if format_ is Format.TABLE:
        say(release_report(made))
    else:
        _write([made], format_)


def release_report(made: Answer) -> str:
    """Return what a new release holds."""
    return (
        f"{made['name']}: {counted(made['n_labels'], 'label')} by {made['labels']} from the log "
        f"up to judgment {made['position']:,}, {counted(made['pool_pairs'], 'pooled pair')}, "
        f"{counted(len(made['runs']), 'run')}\nlabel set {made['label_set']}"
    )


def _write(releases: list[Mapping[str, Any]], format_: Format) -> None:
    match format_:
        case Format.JSON:
            write_out(json_text({"releases": releases}))
        case Format.CSV:
            write_out(csv_text(COLUMNS, releases))
        case Format.TABLE:
            say(_table(releases) if releases else "No releases yet.")


def _table(releases: list[Mapping[str, Any]]) -> str:
    header = ("name", "made", "by", "labels by", "label set", "judgment", "labels", "pool")
    rows = [
        (
            one["name"],
            one["created_at"][:16].replace("T", " "),
            one["created_by"],
            one["labels"],
            one["label_set"][:12],
            f"{one['position']:,}",
            f"{one['n_labels']:,}",
            f"{one['pool_pairs']:,}",
        )
        for one in releases
    ]
    notes = [f"{one['name']}: {one['note']}" for one in releases if one["note"]]
    return "\n".join([text_table(header, rows, left=5), *notes])
