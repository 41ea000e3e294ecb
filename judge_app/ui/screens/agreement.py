"""How far people agree, models beside them, and the rule that makes their grades labels."""

from __future__ import annotations

import streamlit as st

from judge_app.services.agreement import CONFIDENCE, AgreementReport, read_agreement
from judge_app.ui.pages import AGREEMENT, PROJECT
from judge_app.ui.parts.agreement_pairs import (
    choose_pair,
    show_confusion,
    show_matrix,
    show_pairs_table,
)
from judge_app.ui.parts.agreement_words import meaning
from judge_app.ui.parts.disputes import show_disputes
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.label_rule import show_label_rule
from judge_app.ui.parts.model_figures import show_models
from judge_app.ui.parts.note import note
from judge_app.ui.parts.stamp import stamp_line
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session, require_session

_KEPT = "agreement-report"


def show(session: Session) -> None:
    """Show the tab that is looked at; the others are not computed."""
    st.title("Agreement", anchor=False)
    tabs = st.tabs(["People", "Models", "Label rule"], key="agreement-tabs", on_change="rerun")
    people, models, rule = tabs
    if people.open:
        with people:
            _show_people(session, _report(session))
    if models.open:
        with models:
            show_models(session, _report(session))
    if rule.open:
        with rule:
            show_label_rule(session)


def _report(session: Session) -> AgreementReport:
    """Return what was read before, unless there are new judgments or another rule since."""
    project = session.project
    with project.board.held() as board:
        state = (board.position, project.settings)
    kept: tuple[object, AgreementReport] | None = st.session_state.get(_KEPT)
    if kept is None or kept[0] != state:
        kept = st.session_state[_KEPT] = (state, read_agreement(project, session.actor))
    return kept[1]


def _show_people(session: Session, report: AgreementReport) -> None:
    if not report.alpha.n_pairs:
        _show_no_overlap(session, report)
        return
    judgments = sum(report.people.values())
    stamp_line(
        report.stamp,
        f"{count(judgments, 'grade')} by {count(len(report.people), 'person', 'people')}",
    )
    _show_alpha(report)
    left, right = st.columns([11, 10], gap="medium")
    with left:
        show_matrix(report.annotators, _overlapping(report))
    with right:
        st.subheader("Grade by grade", anchor=False)
        pair = choose_pair(report.annotators)
        show_confusion(pair, session.project.settings.scale, key="confusion")
    with st.expander("Every figure of every two people"):
        show_pairs_table(
            report.annotators,
            key="agreement-pairs",
            file_name=f"agreement-{report.stamp.label_set[:8]}.csv",
        )
    show_disputes(session, report)


def _overlapping(report: AgreementReport) -> list[str]:
    """Return the people who share a pair with somebody; the others have nothing in the matrix."""
    return sorted({name for pair in report.annotators for name in (pair.first, pair.second)})


def _show_alpha(report: AgreementReport) -> None:
    alpha = report.alpha
    with st.container(horizontal=True, gap="large"):
        value = "undefined" if alpha.value is None else f"{alpha.value:.3f}"
        st.metric("Krippendorff’s α, ordinal", value, width="content")
        if alpha.low is not None and alpha.high is not None:
            st.metric(
                f"{CONFIDENCE:.0%} interval",
                f"{alpha.low:.3f} to {alpha.high:.3f}",
                width="content",
            )
        st.metric("Judged by two or more", count(alpha.n_pairs, "pair"), width="content")
    st.markdown(meaning(alpha))
    if alpha.why_no_interval:
        note(f"No interval: {alpha.why_no_interval}")
    with st.expander("How to read α"):
        st.markdown(
            "α sets the disagreement on pairs of query and document that two or more people "
            "judged against what chance would bring if the same grades were dealt out at random. "
            "The order of the "
            "grades counts: to differ by two is worse the more judgments lie between the two. The "
            "interval comes from drawing the documents again 1,000 times; it speaks about other "
            "documents judged by the same people.\n\n"
            "Is it high enough? For content analysis Krippendorff (*Content Analysis*, 2004) asks "
            "for .800 and calls .667 the least for tentative conclusions. These are conventions "
            "for other data. Relevance judgments stay lower as a rule, and systems can keep their "
            "order nonetheless: Voorhees (*Information Processing & Management* 36, 2000) found a "
            "mean Kendall τ of .938 between rankings by assessors whose relevant sets overlapped "
            "by less than half. What disagreement does to the systems here is on the tab **Label "
            "rule**; where it comes from is below."
        )


def _show_no_overlap(session: Session, report: AgreementReport) -> None:
    people = ", ".join(f"{escaped(name)} ({n:,})" for name, n in report.people.items())
    so_far = f" So far have graded: {people}." if people else ""
    empty(
        "**No document has been judged by two people,** so there is no agreement to measure."
        f"{so_far}\n\nOverlap comes when the lead asks for two or more judgments per pair: of all "
        "pairs in the settings of the project, or of a random share, for instance a fifth, with "
        "`judgepool pool PROJECT --overlap 2 --share 0.2`. Judgments that were made elsewhere can "
        "be brought in under their authors’ names.",
        session,
        PROJECT,
        "Open the project",
    )


show(require_session(AGREEMENT.permission))
