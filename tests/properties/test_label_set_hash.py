"""The hash of a label set is that of its bare qrels, whatever the ids and their order."""

import hashlib

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from judge_app.domain.qrels import qrels_line
from judge_app.services.score_labels import FileLabels

# Ids share long beginnings, so that an order by their first bytes alone would not do.
IDS = st.text(st.characters(codec="utf-8", exclude_characters="\0 \t\r\n"), min_size=1).map(
    lambda text: "clueweb09-" * (len(text) % 3) + text
)
LABELS = st.dictionaries(st.tuples(IDS, IDS), st.integers(0, 3), max_size=30)


@given(LABELS)
def test_it_is_the_sha256_of_the_sorted_lines(labels):
    frame = pd.DataFrame(
        {
            "query_id": pd.Series([query_id for query_id, _ in labels], dtype="str"),
            "doc_id": pd.Series([doc_id for _, doc_id in labels], dtype="str"),
            "grade": np.array(list(labels.values()), dtype=np.int64),
        }
    )
    held = FileLabels("qrels", frame, pd.Index(frame["query_id"].unique()), np.zeros((0, 4), int))
    in_order = sorted(labels, key=lambda pair: (pair[0].encode(), pair[1].encode()))
    text = "".join(qrels_line(*pair, labels[pair]) for pair in in_order)
    assert held.sha256() == hashlib.sha256(text.encode()).hexdigest()
