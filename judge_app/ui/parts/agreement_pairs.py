"""Annotators compared two by two: a matrix, the counts behind any of its cells, and a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from judge_app.domain.scale import Scale
from judge_app.services.exporting.tables import people_csv
from judge_app.ui.parts.agreement_words import (
    EXPLAINED,
    STATISTICS,
    figure_of,
    name_of,
    pairs_frame,
)
from judge_app.ui.parts.grid_chart import Cell, grid_chart
from judge_app.ui.parts.note import note
from judge_app.ui.parts.words import NO_VALUE, UNDEFINED, count
from metrics import PairAgreement


def show_matrix(pairs: Sequence[PairAgreement], names: Sequence[str]) -> None:
    """Show everybody against everybody by a statistic that the reader chooses."""
    st.subheader("Two by two", anchor=False)
    statistic = st.selectbox("Statistic", list(STATISTICS), key="agreement-statistic", width=260)
    cells = [cell for pair in pairs for cell in _both(pair, statistic)]
    grid_chart(
        cells,
        names,
        names,
        titles=("", ""),
        key="agreement-matrix",
        alt=f"{statistic} of every two people; the table below holds the same figures",
    )
    reasons = dict.fromkeys(
        why for pair in pairs if (why := figure_of(pair, statistic).why_undefined)
    )
    note(
        f"**{statistic}:** {EXPLAINED[statistic]} A cell without a number: the two share no pair."
        + "".join(f" **{NO_VALUE}** undefined: {why}" for why in reasons)
    )


def show_pairs_table(pairs: Sequence[PairAgreement], *, key: str, file_name: str) -> None:
    """Show every statistic of every two, and the download."""
    frame = pairs_frame(pairs)
    number = st.column_config.NumberColumn
    st.dataframe(
        frame,
        hide_index=True,
        placeholder=NO_VALUE,
        key=key,
        alt="Every statistic of every two",
        column_config={
            "first": st.column_config.TextColumn("One", width=110),
            "second": st.column_config.TextColumn("Other", width=110),
            "pairs": number("Pairs", width=70, help="Documents that both have graded"),
            **{name: number(name, format="%.3f", help=EXPLAINED[name]) for name in STATISTICS},
        },
    )
    st.download_button(
        "Download the figures",
        lambda: people_csv(frame, restorable=False).content,
        file_name=file_name,
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
        key=f"{key}-download",
    )


def show_confusion(pair: PairAgreement, scale: Scale, *, key: str) -> None:
    """Show how often each grade of one met each grade of the other."""
    grades = [f"{meaning.grade} {meaning.label}" for meaning in scale.meanings]
    counts = pair.confusion
    most = max(int(counts.max()), 1)
    first, second = name_of(pair.first), name_of(pair.second)
    grid_chart(
        [
            Cell(
                grades[row],
                grades[column],
                f"{int(counts[row, column]):,}",
                int(counts[row, column]) / most if counts[row, column] else None,
                f"{first} {row}, {second} {column}: {count(int(counts[row, column]), 'document')}",
            )
            for row in range(len(grades))
            for column in range(len(grades))
        ],
        grades,
        grades,
        titles=(first, second),
        key=key,
        alt=f"How often each grade of {first} met each grade of {second}",
    )
    with st.expander("The same counts as a table"):
        table = pd.DataFrame(
            counts, index=pd.Index(grades, name=f"{first} ↓ {second} →"), columns=grades
        )
        st.dataframe(table.reset_index(), hide_index=True, key=f"{key}-table", alt="The counts")


def choose_pair(pairs: Sequence[PairAgreement]) -> PairAgreement:
    """Let the reader choose two people; those who share most stand first."""
    most = max(pairs, key=lambda pair: pair.n_pairs)
    names = sorted({name for pair in pairs for name in (pair.first, pair.second)})
    left, right = st.columns(2, gap="small")
    one = left.selectbox("One", names, index=names.index(most.first), key="confusion-one")
    with_one = {
        (pair.second if pair.first == one else pair.first): pair
        for pair in pairs
        if one in (pair.first, pair.second)
    }
    others = sorted(with_one, key=lambda name: -with_one[name].n_pairs)
    other = right.selectbox("Other", others, key="confusion-other")
    return with_one[other]


def _both(pair: PairAgreement, statistic: str) -> list[Cell]:
    figure = figure_of(pair, statistic)
    said = UNDEFINED if figure.value is None else f"{figure.value:.3f}"
    tip = f"{pair.first} and {pair.second}: {statistic} {said}, {count(pair.n_pairs, 'pair')}"
    text = NO_VALUE if figure.value is None else f"{figure.value:.2f}".replace("0.", ".", 1)
    ends = ((pair.first, pair.second), (pair.second, pair.first))
    return [Cell(row, column, text, figure.value, tip) for row, column in ends]
