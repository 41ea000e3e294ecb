"""The line that says what the figures below it were computed from."""

from __future__ import annotations

import streamlit as st

from judge_app.services.labelling import Stamp
from judge_app.ui.parts.words import count, escaped
from metrics import Gain


def stamp_line(stamp: Stamp, *more: str) -> None:
    """Show gain variant, labels and scale, then anything else that the figures depend on.

    Parameters
    ----------
    stamp : Stamp
        What the figures were computed from.
    more : str
        Further facts, each a few words.
    """
    judgments = count(stamp.n_judgments, "judgment")
    facts = (
        f"nDCG(dcg='{Gain(stamp.gain).dcg_name}')",
        f"{count(stamp.n_labels, 'label')}, {stamp.labels} of {judgments}",
        f"grades {stamp.scale.replace('-', '–')}",
        *more,
        f"label set {stamp.label_set[:8]}",
    )
    st.markdown(f"> :small[:gray[{escaped(' · '.join(facts))}]]")
