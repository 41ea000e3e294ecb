"""The warning that some queries are given to too few people."""

from __future__ import annotations

import streamlit as st

from judge_app.services.short_handed import short_handed
from judge_app.ui.parts.words import count
from judge_app.ui.session import Session


def warn_of_short_hands(session: Session) -> None:
    """Say of which pairs more judgments are wanted than there are people to give them."""
    said = [
        f"{count(one.wanted, 'judgment is', 'judgments are')} wanted of pairs of "
        f"{count(one.n_queries, 'query that is', 'queries that are')} assigned to "
        f"{'one person' if one.n_people == 1 else count(one.n_people, 'person', 'people')} only."
        for one in short_handed(session.project, session.actor)
    ]
    if said:
        st.warning(f"{' '.join(said)} Give them to more people, or ask for fewer judgments.")
