"""Judgepool's own log of judgments: every word of everybody, in the order in which they came.

A list of labels says what somebody thinks; a log also says what they thought before, what they
took back or put off, and which word is the later one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from judge_app.domain.model import JudgmentKind, Verdict
from judge_app.domain.people import PersonKind
from judge_app.importing.checked_columns import CheckedColumns
from judge_app.importing.columns import Role
from judge_app.importing.values import grades, shown

if TYPE_CHECKING:
    from judge_app.importing.findings import Findings

# By the name in the frame, the role of the column that is read for it.
LOG_ROLES = {
    "position": Role.LOG_POSITION,
    "log_verdict": Role.VERDICT,
    "annotator_kind": Role.ANNOTATOR_KIND,
    "judgment_kind": Role.JUDGMENT_KIND,
    "seen": Role.SEEN,
    "is_late": Role.IS_LATE,
    "shown_at": Role.SHOWN_AT,
    "judged_at": Role.JUDGED_AT,
    "received_at": Role.RECEIVED_AT,
    "fingerprint": Role.FINGERPRINT,
}
LOG_COLUMNS = tuple(name for name in LOG_ROLES if name != "log_verdict")
"""Columns of ``Parsed.frame`` that a log has beside those of other lists of judgments.

``position`` and ``seen`` are Int64, the latter missing where nothing was seen; ``is_late`` is
bool; ``shown_at``, ``judged_at`` and ``received_at`` are moments in UTC, missing where unknown; the
others are strings.
"""

_MARKS = ("position", "log_verdict", "annotator_kind", "judgment_kind")
_FLAGS = ("true", "false")
_IDS = ("query_id", "doc_id", "annotator")


def is_log(table: pa.Table) -> bool:
    """Tell a log by the columns that no other list of judgments has, filled in every row."""
    return table.num_rows > 0 and all(
        not pc.any(pc.equal(pc.binary_length(table[name]), 0)).as_py() for name in _MARKS
    )


def log_frame(table: pa.Table, findings: Findings) -> pd.DataFrame:
    """Return the judgments of a log, in its order, with ``LOG_COLUMNS``.

    Parameters
    ----------
    table : pyarrow.Table
        ``query_id, doc_id, annotator, value, note, line`` and the names of ``LOG_ROLES``.
    findings : Findings
        Takes the faults.
    """
    checked = CheckedColumns(table, findings)
    verdicts = checked.word("log_verdict", tuple(Verdict))
    checked.column("value", lambda text, row: _surplus(text, verdicts[row]))
    frame = pd.DataFrame({name: checked.identifier(name) for name in _IDS})
    frame["verdict"] = pd.array(verdicts, dtype="str")
    frame["note"] = checked.texts("note")
    frame["grade"] = _grades(table, findings)
    frame["line"] = table["line"].to_numpy()
    frame["position"] = checked.numbers("position")
    frame["annotator_kind"] = checked.word("annotator_kind", tuple(PersonKind))
    frame["judgment_kind"] = checked.word("judgment_kind", tuple(JudgmentKind))
    frame["seen"] = checked.numbers("seen")
    frame["is_late"] = [text == "true" for text in checked.word("is_late", ("", *_FLAGS))]
    frame["shown_at"] = checked.moments("shown_at")
    frame["judged_at"] = checked.moments("judged_at")
    frame["received_at"] = checked.moments("received_at")
    frame["fingerprint"] = checked.texts("fingerprint")
    _note_twice(frame, findings)
    return frame.sort_values("position", ignore_index=True)


def _grades(table: pa.Table, findings: Findings) -> pd.Series[Any]:
    """Read the grades of those judgments that have one; the others have none."""
    graded = pc.equal(table["log_verdict"], Verdict.GRADED.value)
    read = grades(pc.if_else(graded, table["value"], "0"), table["line"], findings)
    held = "Float64" if pa.types.is_floating(read.type) else "Int64"
    return pd.Series(pc.if_else(graded, read, None).to_pylist(), dtype=held)


def _surplus(text: str, verdict: str) -> str:
    if text and verdict in tuple(Verdict) and verdict != Verdict.GRADED:
        return f"a judgment that is {shown(verdict)} has no grade, but {shown(text)} stands here"
    return ""


def _note_twice(frame: pd.DataFrame, findings: Findings) -> None:
    again = frame.loc[frame["position"].duplicated(), ["line", "position"]]
    for line, position in again.itertuples(index=False):
        findings.problem(int(line), f"the judgment_id {position} stands twice; it is a place")
