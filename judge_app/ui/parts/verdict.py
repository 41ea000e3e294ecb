"""Whether a run's score can be believed, with the reasons."""

from __future__ import annotations

import streamlit as st

from judge_app.domain.coverage import Trust
from judge_app.services.intake import Intake
from judge_app.ui.parts.interval_chart import Interval, Panel, interval_chart
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped

_SHOWN_IDS = 10

_BOX = {
    Trust.TRUST: st.success,
    Trust.CAUTION: st.warning,
    Trust.DO_NOT_COMPARE: st.error,
    Trust.NOTHING_JUDGED: st.info,
}


def show_facts(intake: Intake) -> None:
    """Say what the run is: its size, what it answers, its ties."""
    coverage = intake.coverage
    standing = (
        "part of the pool"
        if intake.is_pooled
        else ("not part of the pool" if intake.is_stored else "not stored yet")
    )
    st.markdown(f"### {escaped(coverage.run)} :gray[· {standing}]")
    n_asked = intake.n_matched + len(coverage.missing_queries)
    ties = (
        f"{count(intake.n_ties, 'query', 'queries')} with a tie across rank {coverage.facts.depth}"
        if intake.n_ties
        else f"no ties across rank {coverage.facts.depth}"
    )
    st.markdown(
        f"{count(intake.n_lines, 'line')} · {intake.n_matched:,} of "
        f"{count(n_asked, 'query', 'queries')} answered · at most "
        f"{count(intake.depth, 'document')} per query · {ties} · no duplicates"
    )
    _show_query_differences(intake)


def _show_query_differences(intake: Intake) -> None:
    missing, extra = intake.coverage.missing_queries, intake.coverage.extra_queries
    if missing:
        st.warning(
            f"It has no result for {count(len(missing), 'query', 'queries')} of the project. "
            f"Those that are labelled score 0: {_some(missing)}"
        )
    if extra:
        note(
            f"{count(len(extra), 'query', 'queries')} of the run are not in the project and are "
            f"left out: {_some(extra)}"
        )


def _some(ids: tuple[str, ...]) -> str:
    more = " …" if len(ids) > _SHOWN_IDS else ""
    return escaped(", ".join(ids[:_SHOWN_IDS])) + more


def show_verdict(intake: Intake) -> None:
    """Show the verdict and its reasons."""
    verdict = intake.coverage.verdict
    reasons = "\n".join(f"- {escaped(reason)}" for reason in verdict.reasons)
    _BOX[verdict.trust](f"### {escaped(verdict.headline)}\n{reasons}")


def show_interval(intake: Intake) -> None:
    """Show the run's value and everything that is still possible."""
    facts = intake.coverage.facts
    interval_chart(
        [intake.coverage.run],
        [
            Panel(
                f"nDCG@{facts.depth}",
                facts.measure,
                [Interval(facts.mean, facts.low, facts.high)],
            )
        ],
        key="new-run-interval",
    )
