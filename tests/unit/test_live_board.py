"""The board follows the log and never differs from scores computed anew."""

import hashlib
from dataclasses import asdict, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge_app.domain.model import Verdict
from judge_app.services.answers import evaluation_answer
from judge_app.services.effect import finished_query
from judge_app.services.exports import export
from judge_app.services.grading import submit
from judge_app.services.labelling import board_stamp
from judge_app.services.live.state import load_state
from judge_app.services.project import command_line_actor
from tests.support.projects import add_run, judgment, person, small_project

LEAD = command_line_actor()
RUNS = {
    "a": {"q1": ["d1", "d2", "d3", "d4"], "q2": ["d5", "d6"], "q3": ["d7"]},
    "b": {"q1": ["d3", "d8", "d1"], "q2": ["d6", "d9"]},
}
PAIRS = sorted({(q, d) for ranking in RUNS.values() for q, docs in ranking.items() for d in docs})


def same(one, other):
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other or one == pytest.approx(other, abs=1e-12)


steps = st.lists(
    st.tuples(
        st.sampled_from(["Mira", "Ola", "Kim"]),
        st.sampled_from(PAIRS),
        st.sampled_from([0, 1, 2, 3, "withdraw", "cannot", "later"]),
    ),
    max_size=25,
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    steps=steps,
    pool_depth=st.integers(1, 4),
    rule=st.sampled_from(["lower-median", "latest", "max"]),
)
def test_after_any_judgments_the_board_equals_scores_computed_anew(
    tmp_path_factory, steps, pool_depth, rule
):
    path = tmp_path_factory.mktemp("board") / "p.duckdb"
    project = small_project(path, RUNS, depth=pool_depth)
    project.store.settings.write(replace(project.settings, label_rule=rule))
    project.board.reload()
    project.board.standings()
    verdicts = {
        "withdraw": Verdict.WITHDRAWN,
        "cannot": Verdict.CANNOT_JUDGE,
        "later": Verdict.SKIPPED,
    }
    seen = {}
    for name, pair, said in steps:
        actor = person(project, name)
        is_grade = isinstance(said, int)
        new = judgment(
            *pair,
            said if is_grade else None,
            verdict=None if is_grade else verdicts[said],
            seen=seen.get((name, pair)),
        )
        submit(project, actor, [new])
        seen[name, pair] = new.client_key
    anew = evaluation_answer(project, LEAD, measures="nDCG@3, nDCG@10, Judged@10")
    board = {
        run: {str(measure): asdict(summary) for measure, summary in summaries.items()}
        for run, summaries in project.board.standings().by_run.items()
    }
    computed = {
        one["run"]: {
            name: {key: figure for key, figure in figures.items() if key != "worst"}
            for name, figures in one["measures"].items()
        }
        for one in anew["runs"]
    }
    assert same(computed, board)
    stamp = board_stamp(project).as_json()
    assert {**stamp, "created_at": ""} == {**anew["stamp"], "created_at": ""}
    project.close()


def test_only_the_query_of_the_judgment_is_recomputed(tmp_path, monkeypatch):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=4)
    project.board.standings()
    recomputed = []
    with project.board.held() as state:
        original = state.scores.recompute
        monkeypatch.setattr(
            state.scores, "recompute", lambda which: (recomputed.append(which), original(which))
        )
        number = state.layout.query_number["q2"]
    submit(project, person(project, "Mira"), [judgment("q2", "d5", 3)])
    project.board.standings()
    assert recomputed == [slice(number, number + 1)]
    project.close()


def test_a_new_run_appears_with_its_own_holes(tmp_path):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=4)
    submit(project, person(project, "Mira"), [judgment("q1", "d1", 3)])
    add_run(project, "c", {"q1": ["unknown", "d1"]})
    (a, b, c) = project.board.standings().by_run.values()
    measure = project.board.effect_measure
    assert c[measure].n_missing == 0
    assert c[measure].high == 1
    assert c[measure].low < a[measure].low < b[measure].high
    project.close()


def test_with_nothing_judged_everything_is_undefined_and_nothing_is_zero(tmp_path):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=4)
    standings = project.board.standings()
    for summaries in standings.by_run.values():
        for summary in summaries.values():
            assert (summary.mean, summary.low, summary.high, summary.p10) == (None,) * 4
            assert summary.n_queries == 0
    assert standings.n_labelled == 0
    project.close()


def test_a_query_is_finished_when_all_that_can_be_shown_is_judged(tmp_path):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=4, without_text=["d9"])
    mira = person(project, "Mira")
    first = submit(project, mira, [judgment("q2", "d5", 3)])
    last = submit(project, mira, [judgment("q2", "d6", 0)])
    assert first.finished is None
    assert last.finished is not None
    assert {system.letter for system in last.finished.systems} == {"A", "B"}
    project.close()


def test_systems_are_shuffled_per_person_and_query_and_stay_so(tmp_path):
    documents = [f"d{n}" for n in range(8)]
    queries = [f"q{n}" for n in range(6)]
    rotated = {f"run {n}": dict.fromkeys(queries, documents[n:] + documents[:n]) for n in range(8)}
    project = small_project(tmp_path / "p.duckdb", rotated, depth=8)
    mira, ola = (person(project, name) for name in ("Mira", "Ola"))
    submit(project, mira, [judgment(q, d, 3 * (d == "d0")) for q in queries for d in documents])

    def order(actor, query_id):
        told = finished_query(project, query_id, actor.person.person_id)
        return tuple(system.value for system in told.systems)

    orders = {(actor.person.name, q): order(actor, q) for actor in (mira, ola) for q in queries}
    assert {frozenset(values) for values in orders.values()} == {frozenset(orders["Mira", "q0"])}
    assert len(set(orders["Mira", "q0"])) == 8
    assert len(set(orders.values())) == 12
    assert order(mira, "q3") == orders["Mira", "q3"]
    project.close()


def test_the_hash_in_the_stamp_is_that_of_the_export(tmp_path):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=4)
    mira = person(project, "Mira")
    for number, pair in enumerate(PAIRS):
        submit(project, mira, [judgment(*pair, number % 4)])
    exported = export(project, LEAD).content
    assert board_stamp(project).label_set == hashlib.sha256(exported).hexdigest()
    assert exported.decode().splitlines()[0] == "q1 0 d1 0"
    with project.board.held() as state:
        assert load_state(project.store).label_set() == state.label_set()
    project.close()
