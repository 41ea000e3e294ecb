"""What was found in one file, before anything of it is stored."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from judge_app.domain.errors import Problem
from judge_app.domain.scale import Scale
from judge_app.importing import Kind, Parsed
from judge_app.services.imports import CheckedFile
from judge_app.ui.parts.faults import show_problems
from judge_app.ui.parts.file_fields import in_fields, with_place
from judge_app.ui.parts.grade_chart import grade_chart
from judge_app.ui.parts.grade_mapping import ask_for_map, said_map
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped, sentence

_SHOWN = 20

_ROWS = {
    Kind.TOPICS: ("topic", "topics"),
    Kind.DOCUMENTS: ("document", "documents"),
    Kind.RUN: ("ranked document", "ranked documents"),
    Kind.QRELS: ("label", "labels"),
    Kind.JUDGMENTS: ("judgment", "judgments"),
}


def show_report(file: CheckedFile, scale: Scale, *, slot: str) -> None:
    """Show what was told and why, counts, grades, warnings, and problems with their lines.

    Parameters
    ----------
    file : CheckedFile
        The file.
    scale : Scale
        The project's.
    slot : str
        Names the file in this session.
    """
    parsed = file.parsed
    with st.container(border=True):
        st.markdown(
            f"**{escaped(parsed.source)}** · {_kind(parsed)} · {escaped(parsed.format)} &nbsp; "
            f"{_mark(file)}"
        )
        encoding = "" if parsed.encoding == "utf-8" else f" Read as {parsed.encoding}."
        note(escaped(sentence(parsed.why) + encoding))
        st.markdown(" · ".join(_counts(file)))
        if parsed.looked_at is not None and parsed.looked_at.grades:
            read = " · ".join(
                f"{number:,} × {grade:g}" for grade, number in parsed.looked_at.grades
            )
            note(f"Grades of the lines that could be read: {read}.")
        if parsed.ok:
            _show_grades(file, scale, slot)
        if file.n_problems and (not _needs_map(file) or said_map(slot)):
            _show_problems(file, key=f"problems-{slot}")
        show_warnings([file])


def _kind(parsed: Parsed) -> str:
    return str(parsed.kind) if parsed.pool is None else "pool"


def _mark(file: CheckedFile) -> str:
    if file.n_problems:
        return ":red-badge[errors]" if not _needs_map(file) else ":orange-badge[grades to settle]"
    if file.same_as:
        return ":gray-badge[here already]"
    if file.n_to_accept:
        return f":orange-badge[{count(file.n_to_accept, 'warning')}]"
    return ":green-badge[fine]"


def _needs_map(file: CheckedFile) -> bool:
    """Tell whether nothing but the meaning of grades keeps a file from being stored."""
    return file.parsed.ok and file.look is not None and not file.look.fits


def _counts(file: CheckedFile) -> list[str]:
    if file.n_rows is None:
        return ["not counted, since the file has problems"]
    pool = file.parsed.pool
    if pool is not None:
        batches = count(len(pool.batches), "batch", "batches")
        return [f"{count(len(pool.pairs), 'pair')} in {batches}"]
    parts = [count(file.n_rows, *_ROWS[file.parsed.kind])]
    if file.n_queries is not None and file.parsed.kind is not Kind.TOPICS:
        parts.append(count(file.n_queries, "query", "queries"))
    if file.n_documents is not None and file.parsed.kind is not Kind.DOCUMENTS:
        parts.append(count(file.n_documents, "different document"))
    parts.append(count(file.parsed.n_lines, file.parsed.unit))
    if file.run_name is not None and file.parsed.ok and not file.same_as:
        becomes = "will take the place of" if file.replaces else "will be"
        parts.append(f"{becomes} the run **{escaped(file.run_name)}**")
    if len(file.not_judged):
        parts.append(f"{count(len(file.not_judged), 'pair')} pooled and not judged")
    return parts


def _show_grades(file: CheckedFile, scale: Scale, slot: str) -> None:
    look = file.look
    if look is None:
        return
    is_open = bool(file.n_problems or file.doubts)
    chart, form = st.columns([2, 3], gap="large")
    with chart:
        grade_chart(look, key=f"chart-{slot}")
        if not file.n_problems and file.grade_counts() != _as_whole(look.counts):
            note(f"Stored as {_listed(file, scale)}.")
    with form:
        if is_open:
            ask_for_map(look, scale, slot)
        else:
            with st.expander("What the grades mean"):
                ask_for_map(look, scale, slot)


def _as_whole(counts: dict[float, int]) -> dict[int, int]:
    return {int(grade): number for grade, number in counts.items() if float(grade).is_integer()}


def _listed(file: CheckedFile, scale: Scale) -> str:
    labels = {meaning.grade: meaning.label for meaning in scale.meanings}
    return " · ".join(
        f"{number:,} × {grade} {escaped(labels.get(grade, ''))}".rstrip()
        for grade, number in file.grade_counts().items()
    )


def _show_problems(file: CheckedFile, *, key: str) -> None:
    shown = min(len(file.problems), _SHOWN)
    more = f", of which the first {shown:,} are listed" if file.n_problems > shown else ""
    st.markdown(f"**{count(file.n_problems, 'problem')}**{more}:")
    show_problems(file.problems[:_SHOWN], in_fields, key=key)
    if file.parsed.ok:
        note(escaped(with_place(" ".join(file.remedies))))


def show_warnings(files: Sequence[CheckedFile]) -> None:
    """List the first doubts and warnings of some files, and say how many more there are."""
    warnings = [warning for file in files for warning in file.doubts + file.warnings]
    n_warnings = sum(file.n_to_accept for file in files)
    if not warnings:
        return
    lines = [f"- {escaped(_placed(warning))}" for warning in warnings[:_SHOWN]]
    if n_warnings > len(lines):
        lines.append(f"- and {n_warnings - len(lines):,} more")
    st.warning("\n".join(lines))


def _placed(problem: Problem) -> str:
    place = "" if problem.line is None else f"line {problem.line:,}: "
    return place + in_fields(problem.message)
