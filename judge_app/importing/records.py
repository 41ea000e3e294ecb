"""From the rows of a table or a JSON file to the frame of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.formats import Content
from judge_app.importing.parsed import Kind
from judge_app.importing.rated_rows import rated_content
from judge_app.importing.texts import documents_frame, topics_frame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judge_app.importing.findings import Findings
    from judge_app.importing.rows import Row


def content_of(rows: Iterable[Row], kind: Kind, findings: Findings) -> Content:
    """Read rows as the given kind."""
    match kind:
        case Kind.TOPICS:
            return Content(topics_frame(rows, findings))
        case Kind.DOCUMENTS:
            return Content(documents_frame(rows, findings))
        case _:
            return rated_content(rows, kind, findings)
