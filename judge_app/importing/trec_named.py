"""Qrels of three columns, and the five of TREC's prels: read only when they are asked for.

Nothing in such lines tells which column is what, and a wrong guess corrupts labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_app.importing.formats import Content, Format
from judge_app.importing.pairs import qrels_frame
from judge_app.importing.parsed import Kind
from judge_app.importing.trec_lines import PRELS, THREE_COLUMNS, read_lines

if TYPE_CHECKING:
    from judge_app.importing.findings import Findings
    from judge_app.importing.sample import Sample
    from judge_app.importing.source import Source


def _never_by_itself(_sample: Sample) -> None:
    return None


def _never(_sample: Sample) -> bool:
    return False


def _three_columns(source: Source, _kind: Kind, findings: Findings) -> Content:
    return Content(qrels_frame(read_lines(source, THREE_COLUMNS, findings), findings))


def _prels(source: Source, _kind: Kind, findings: Findings) -> Content:
    """Read ``query_id doc_id grade method probability`` as plain qrels.

    The format is that of the TREC Million Query track (Carterette et al., If I had a million
    queries, ECIR 2009).
    """
    message = (
        "method and probability of the sampling are not used: every grade counts as one document, "
        "and measures that weight them (statAP, eMAP) would differ"
    )
    findings.warning(None, message)
    return Content(qrels_frame(read_lines(source, PRELS, findings), findings))


_QRELS_ONLY = frozenset({Kind.QRELS})
TREC_3COL = Format("trec-3col", _QRELS_ONLY, _never_by_itself, _never, _three_columns)
TREC_PRELS = Format("prels", _QRELS_ONLY, _never_by_itself, _never, _prels)
