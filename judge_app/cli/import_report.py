"""What was found in the files of an import, as people read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge_app.cli.table import counted, listed

_SHOWN_GRADES = 12
_NOUNS = {
    "topics": ("topic", "topics"),
    "documents": ("document", "documents"),
    "run": ("ranked document", "ranked documents"),
    "qrels": ("label", "labels"),
    "judgments": ("judgment", "judgments"),
}


def file_report(file: Mapping[str, Any]) -> str:
    """Return what was found in one file, and what became of it."""
    kind, size = _kind_and_size(file)
    if file["replaces"]:
        size += " in the place of another file's"
    if file["new"] not in {None, file["rows"]} and not file["pool"]:
        size += f", {file['new']:,} of them new"
    lines = [
        f"{file['name']}: {kind}, {size}",
        f"  read as {file['format']}: {file['why']}",
        f"  {_counts(file)}",
    ]
    if file["annotators"]:
        lines.append(f"  judged by {', '.join(file['annotators'])}")
    lines += _grades(file)
    if file["not_judged"] and not file["pool"]:
        lines.append(f"  {counted(file['not_judged'], 'pair')} pooled and not judged (grade -1)")
    return "\n".join(lines)


def _kind_and_size(file: Mapping[str, Any]) -> tuple[str, str]:
    pool = file["pool"]
    if pool is not None:
        batches = counted(pool["batches"], "batch", "batches")
        return "pool", f"{counted(pool['pairs'], 'pair')} in {batches}"
    kind = f"run {file['run']!r}" if file["run"] else file["kind"]
    if file["rows"] is None:
        return kind, "not counted, since the file has problems"
    return kind, counted(file["rows"], *_NOUNS[file["kind"]])


def missing_report(missing: Mapping[str, Any]) -> str:
    """Return which documents the project still lacks."""
    if not missing["n"]:
        return "No document is missing."
    return missing_line(missing["n"], missing["first"], missing["depth"])


def missing_line(n: int, first: Sequence[str], depth: int) -> str:
    """Name the first of some missing documents, and say how deep in the runs was looked."""
    more = f" and {n - len(first):,} more" if n > len(first) else ""
    return (
        f"{counted(n, 'document')} still missing, of those at the first {depth} ranks of "
        f"runs, pooled or judged: {', '.join(first)}{more}"
    )


def _counts(file: Mapping[str, Any]) -> str:
    parts = [counted(file["lines"], file["unit"])]
    if file["queries"] is not None and file["kind"] != "topics":
        parts.append(counted(file["queries"], "query", "queries"))
    if file["documents"] is not None and file["kind"] != "documents":
        parts.append(counted(file["documents"], "different document"))
    if file["encoding"] != "utf-8":
        parts.append(file["encoding"])
    return ", ".join(parts)


def _grades(file: Mapping[str, Any]) -> list[str]:
    """Return the histogram of a file's grades, and that of the grades they become."""
    in_file = file["grades_in_file"]
    if not in_file:
        return []
    lines = []
    stored = [(float(grade), count) for grade, count in file["grades"].items()]
    judged = [(grade, count) for grade, count in in_file if grade != -1]
    if judged != stored:
        lines.append(f"  grades in the file {_histogram(in_file)}")
    if stored and not file["n_problems"]:
        lines.append(f"  grades {_histogram(stored)}")
    if file["grades_look"]:
        lines.append(f"  {file['grades_look']}")
    return lines


def _histogram(counts: Sequence[Sequence[float]]) -> str:
    if len(counts) <= _SHOWN_GRADES:
        return ", ".join(f"{grade:g}: {count:,}" for grade, count in counts)
    lowest, highest = counts[0][0], counts[-1][0]
    most = sorted(counts, key=lambda one: -one[1])
    often = listed([f"{grade:g}: {count:,}" for grade, count in most])
    return f"{lowest:g} to {highest:g}, {len(counts):,} different; most often {often}"
