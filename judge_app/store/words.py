"""Parts of queries that several readers of the log share."""

from __future__ import annotations

from collections.abc import Collection

from judge_app.domain.model import JUDGED, KINDS_OF_CHECKS, KINDS_OF_GRADING, Verdict
from judge_app.domain.people import PersonKind


def _listed(words: Collection[str]) -> str:
    return ", ".join(f"'{word}'" for word in sorted(words))


CHECKS = _listed(KINDS_OF_CHECKS)
"""The kinds of judgments that tell about the person, not about the document."""

GRADING = _listed(KINDS_OF_GRADING)
"""The kinds of judgments that a person makes by grading what comes."""

JUDGING = _listed(JUDGED)
"""The verdicts after which a person need not be asked about the pair again."""

GRADED_BY_HUMANS = f"""
    SELECT query_id, doc_id, person_id FROM current_judgment JOIN person USING (person_id)
    WHERE verdict = '{Verdict.GRADED}' AND person.kind = '{PersonKind.HUMAN}'
"""  # noqa: S608 - words of the domain
"""Pairs with a grade that holds, and the humans who gave it; leads' decisions are among them."""
