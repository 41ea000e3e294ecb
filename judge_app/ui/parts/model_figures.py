"""Models beside the humans: how far they agree, and where they grade too high or too low."""

from __future__ import annotations

import streamlit as st

from judge_app.services.agreement import AgreementReport
from judge_app.services.model_agreement import ModelAgreement
from judge_app.services.order import MODEL_DISPUTES, ORDERS
from judge_app.ui.pages import PROJECT
from judge_app.ui.parts.agreement_pairs import show_confusion, show_pairs_table
from judge_app.ui.parts.agreement_words import name_of
from judge_app.ui.parts.empty import empty
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import count, escaped
from judge_app.ui.session import Session


def show_models(session: Session, report: AgreementReport) -> None:
    """Show one model, chosen where there are several."""
    if not report.models:
        empty(
            "**No model has judged here.** Grades of a model come in like other judgments, under "
            "its name: `judgepool import PROJECT FILE --model NAME`, or on the screen Project. "
            "They stand beside the humans’ and make no label unless the label rule says so.",
            session,
            PROJECT,
            "Bring in judgments",
        )
        return
    names = [one.model for one in report.models]
    name = names[0] if len(names) == 1 else st.selectbox("Model", names, key="model")
    model = report.models[names.index(name)]
    st.markdown(
        f"**{escaped(model.model)}** has judged {count(model.n_judgments, 'pair')} of query and "
        f"document. "
        f"{_in_labels(session)}"
    )
    others = [*([model.label] if model.label else []), *model.humans, *model.models]
    if not others:
        note("Nobody else has judged these documents, so there is nothing to compare.")
        return
    _show_bias(model)
    show_pairs_table(others, key="model-pairs", file_name=f"model-{model.model}.csv")
    left, right = st.columns(2, gap="medium")
    with left:
        _show_confusion(session, model)
    with right:
        _show_queries(session, model)


def _in_labels(session: Session) -> str:
    rule = session.project.settings.label_rule
    if ":" in rule:
        return f"The label rule is {escaped(rule)}; it says whose judgments count."
    return "Its grades make no label: the label rule counts humans only."


def _show_bias(model: ModelAgreement) -> None:
    """Say in a sentence which way the model leans."""
    queries = model.queries
    if model.label is None or queries.empty:
        return
    n = int(queries["n_pairs"].sum())
    higher, lower = int(queries["n_higher"].sum()), int(queries["n_lower"].sum())
    mean = float((queries["mean_difference"] * queries["n_pairs"]).sum() / n)
    st.markdown(
        f"Of {count(n, 'pair')} that humans have judged too, its grade is **higher** than "
        f"their label on {higher:,} ({higher / n:.0%}), **lower** on {lower:,} ({lower / n:.0%}) "
        f"and the same on {n - higher - lower:,}; on average {abs(mean):.2f} grades too "
        f"{'high' if mean >= 0 else 'low'}, by the humans’ label."
    )


def _show_confusion(session: Session, model: ModelAgreement) -> None:
    st.subheader("Grade by grade", anchor=False)
    others = [*([model.label] if model.label else []), *model.humans, *model.models]
    names = [name_of(pair.second) for pair in others]
    chosen = st.selectbox("Beside", names, key="model-beside")
    pair = others[names.index(chosen)]
    show_confusion(pair, session.project.settings.scale, key="model-confusion")


def _show_queries(session: Session, model: ModelAgreement) -> None:
    st.subheader("Too high, too low", anchor=False)
    if model.queries.empty:
        note("No human has judged what the model has.")
        return
    texts = {query.query_id: query.text for query in session.project.store.collection.queries()}
    number = st.column_config.NumberColumn
    st.dataframe(
        model.queries.assign(query=[texts.get(one, one) for one in model.queries["query_id"]]),
        hide_index=True,
        column_order=["query", "mean_difference", "n_higher", "n_lower", "n_pairs"],
        column_config={
            "query": st.column_config.TextColumn("Query", width=220),
            "mean_difference": number(
                "Mean", format="%+.2f", help="Its grade less the humans’ label, on average"
            ),
            "n_higher": number("Higher", help="Documents that it grades higher than the label"),
            "n_lower": number("Lower", help="Documents that it grades lower than the label"),
            "n_pairs": number("Pairs", help="With a label by humans"),
        },
        height=330,
        key="model-queries",
        alt="Queries, those first on which the model is furthest off",
    )
    note(
        "Furthest off first. The screen Pool can put the documents on which models differ first "
        f"in the queue: the order “{ORDERS[MODEL_DISPUTES][0]}”."
    )
