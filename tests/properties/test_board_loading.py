"""A board that loads a log knows what one knows that followed it judgment by judgment."""

from dataclasses import replace
from itertools import count, pairwise

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from judge_app.domain.labels import REDUCERS, label_frame, parse_label_rule
from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.domain.people import PersonKind
from judge_app.domain.qrels import qrels_line, qrels_lines
from judge_app.services.labelling import qrels_text
from judge_app.services.live.state import load_state
from tests.support.projects import small_project

RUNS = {
    "a": {"q1": ["d1", "d2", "ü3", "d4"], "q2": ["d5", "d6"], "é": ["d7"]},
    "b": {"q1": ["ü3", "d8", "d1"], "q2": ["d6", "d9"]},
}
PAIRS = sorted({(q, d) for ranking in RUNS.values() for q, docs in ranking.items() for d in docs})
# Labels that no run and no pool has a place for, and a document that two queries share.
BESIDE = [("q2", "d1"), ("q1", "elsewhere"), ("é", "😀"), ("é", "\uffee")]
PEOPLE = {
    "Mira": PersonKind.HUMAN,
    "Ola": PersonKind.HUMAN,
    "robot": PersonKind.MODEL,
    "gpt": PersonKind.MODEL,
}
RULES = [name + who for name in REDUCERS for who in ("", ":with-models", ":person=Mira,robot")]

words = st.lists(
    st.tuples(
        st.sampled_from(sorted(PEOPLE)),
        st.sampled_from(PAIRS[:4] + PAIRS + BESIDE),
        st.sampled_from([0, 1, 2, 3, Verdict.WITHDRAWN, Verdict.CANNOT_JUDGE, Verdict.SKIPPED]),
        st.sampled_from([JudgmentKind.ORDINARY] * 4 + [*JudgmentKind]),
        st.booleans(),
    ),
    max_size=40,
)


def add(project, said, numbers, keys):
    """Append judgments; one that has not seen its author's last word comes late."""
    last: dict[tuple[str, tuple[str, str]], str] = {}
    made = []
    for name, pair, what, kind, saw in said:
        key = f"key {next(keys)}"
        is_grade = isinstance(what, int)
        made.append(
            NewJudgment(
                client_key=key,
                query_id=pair[0],
                doc_id=pair[1],
                person_id=numbers[name],
                verdict=Verdict.GRADED if is_grade else what,
                grade=what if is_grade else None,
                seen=last.get((name, pair)) if saw else None,
                kind=kind,
            )
        )
        last[name, pair] = key
    if made:
        project.store.judgments.append(made, project.clock())


def knowledge(state):
    """Return everything a state can be asked, but for where it came from."""
    queries = range(len(state.layout.queries))
    return {
        "position": state.position,
        "judgments": state.n_judgments(),
        "label set": state.label_set(),
        "labels": [dict(state.scores.labels_of(query)) for query in queries],
        "n": state.scores.n_labels(),
        "unjudged": state.scores.pool_unjudged.tolist(),
        "finished": [state.is_finished(query) for query in queries],
    }


@pytest.mark.parametrize("rule", RULES)
@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(first=words, second=words)
def test_loading_a_log_is_following_it(tmp_path_factory, rule, first, second):
    path = tmp_path_factory.mktemp("board") / "p.duckdb"
    project = small_project(path, RUNS, depth=2, without_text=["d9"])
    store = project.store
    store.settings.write(replace(project.settings, label_rule=rule))
    people = {name: store.people.ensure(name, kind, None) for name, kind in PEOPLE.items()}
    numbers, keys = {name: one.person_id for name, one in people.items()}, count()
    by_number = {one.person_id: one for one in people.values()}

    followed = load_state(store)
    add(project, first, numbers, keys)
    halfway = load_state(store)
    add(project, second, numbers, keys)
    loaded = load_state(store)
    for state in (followed, halfway):
        state.take_in(store.judgments.since(state.position), by_number)

    labels = label_frame(store.judgments.current_grades(), parse_label_rule(rule))
    assert {
        (query_id, doc_id): label
        for query, query_id in enumerate(loaded.layout.queries)
        for doc_id, label in loaded.scores.labels_of(query).items()
    } == dict(
        zip(zip(labels["query_id"], labels["doc_id"], strict=True), labels["grade"], strict=True)
    )
    for state in (followed, halfway):
        assert knowledge(state) == knowledge(loaded)
        for measure, scores in loaded.scores.by_measure.items():
            other = state.scores.by_measure[measure]
            for name in ("value", "low", "high", "judged"):
                one, two = getattr(scores, name), getattr(other, name)
                assert (one is None) == (two is None)
                if one is not None:
                    np.testing.assert_array_equal(one, two)
    project.close()


@pytest.mark.parametrize("name", REDUCERS)
@given(
    grades=st.integers(1, 6).flatmap(
        lambda n: arrays(
            np.int64, st.tuples(st.integers(1, 30), st.just(n)), elements=st.integers(0, 3)
        )
    )
)
def test_many_pairs_are_reduced_as_each_is(name, grades):
    rule = parse_label_rule(name)
    assert rule.reduce_rows(grades).tolist() == [rule.reduce(row) for row in grades.tolist()]


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8"), min_size=1),
            st.text(st.characters(codec="utf-8"), min_size=1),
            st.integers(0, 100),
        )
    )
)
def test_many_lines_are_written_as_each_is(labels):

    columns = list(zip(*labels, strict=True)) or [[], [], []]
    texts, kinds = [qrels_line(*label) for label in labels], (pa.string(), pa.string(), pa.int64())
    content, ends = qrels_lines(*(pa.array(c, k) for c, k in zip(columns, kinds, strict=True)))
    assert content == "".join(texts).encode()
    assert [content[a:b].decode() for a, b in pairwise(ends)] == texts
    frame = pd.DataFrame(dict(zip(("query_id", "doc_id", "grade"), columns, strict=True)))
    assert qrels_text(frame.astype({"query_id": "str", "doc_id": "str"})) == "".join(texts)
