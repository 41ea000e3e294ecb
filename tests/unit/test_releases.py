"""Releases keep what the labels were, and say what has changed since."""

from dataclasses import replace

import pandas as pd
import pytest

from judge_app.domain.errors import (
    BadInputError,
    ConflictError,
    NotAllowedError,
    NotFoundError,
)
from judge_app.domain.model import Verdict
from judge_app.domain.people import Role
from judge_app.services import grading
from judge_app.services.evaluation import evaluate_project
from judge_app.services.exports import export
from judge_app.services.pooling import build_pool, plan_pool
from judge_app.services.project import open_project
from judge_app.services.releases import list_releases, make_release
from judge_app.services.state_difference import changed_pairs, compare_states
from judge_app.store import NewRun
from tests.support.clock import HandClock
from tests.support.exported import LEAD
from tests.support.projects import judgment, person

RUNS = {
    "alpha": {"q1": ["d1", "d2", "d3"], "q2": ["e1", "e2"]},
    "beta": {"q1": ["d3", "d2", "d1"], "q2": ["e2", "e1"]},
}


@pytest.fixture
def project(new_project):
    made = new_project(RUNS, depth=2, clock=HandClock())
    say(made, "Ada", judgment("q1", "d1", 3), judgment("q1", "d3", 0), judgment("q2", "e1", 2))
    return made


def say(project, name, *judgments):
    outcomes = grading.submit(project, person(project, name), judgments).outcomes
    assert all(outcome.judgment_id for outcome in outcomes)
    project.clock.advance(minutes=1)


def change_everything(project):
    say(project, "Ada", judgment("q1", "d2", 3))
    say(project, "Ben", judgment("q1", "d1", 0))
    seen = project.store.judgments.since(2)[0].client_key
    say(project, "Ada", judgment("q2", "e1", verdict=Verdict.WITHDRAWN, seen=seen))
    build_pool(project, LEAD, plan_pool(project, LEAD, depth=3))


def test_a_release_gives_the_same_file_for_good(project, tmp_path):
    before = {name: export(project, LEAD, format_name=name).content for name in ("trec", "parquet")}
    judgments = export(project, LEAD, what="judgments").content
    pool = export(project, LEAD, what="pool").content
    unjudged = export(project, LEAD, what="unjudged").content
    made = make_release(project, LEAD, "v1", note="for the paper")
    change_everything(project)
    assert export(project, LEAD).content != before["trec"]
    project.close()

    again = open_project(tmp_path / "p.duckdb")
    for name, content in before.items():
        assert export(again, LEAD, format_name=name, release="v1").content == content
    assert export(again, LEAD, what="judgments", release="v1").content == judgments
    assert export(again, LEAD, what="pool", release="v1").content == pool
    assert export(again, LEAD, what="unjudged", release="v1").content == unjudged
    assert list_releases(again, LEAD) == (made,)
    again.close()


def test_a_release_knows_what_it_was_made_of(project):
    release = make_release(project, LEAD, "v1", labels="max")
    assert (release.position, release.label_rule, release.gain) == (3, "max", "exponential")
    assert (release.n_labels, release.n_judgments) == (3, 3)
    assert (release.pool_batch, release.pool_pairs) == (0, 5)
    assert [run.name for run in release.runs] == ["alpha", "beta"]
    assert release.label_set == export(project, LEAD).facts["sha256"]
    assert export(project, LEAD, release="v1").facts["release"]["name"] == "v1"


def test_words_of_the_scale_may_change_later_and_a_release_keeps_its_own(project):
    make_release(project, LEAD, "v1")
    settings = project.settings
    first, *others = settings.scale.meanings
    scale = replace(settings.scale, meanings=(replace(first, label="Useless"), *others))
    project.store.settings.write(replace(settings, scale=scale))
    assert export(project, LEAD).facts["scale"][0]["label"] == "Useless"
    assert export(project, LEAD, release="v1").facts["scale"][0]["label"] == "Not relevant"


@pytest.mark.parametrize("name", ["v1", "V1"])
def test_a_name_is_given_once(project, name):
    make_release(project, LEAD, "v1")
    with pytest.raises(ConflictError, match="there is a release 'v1' already"):
        make_release(project, LEAD, name)
    assert len(list_releases(project, LEAD)) == 1


@pytest.mark.parametrize("name", ["", "now", "@3", "two words", "a,b", "../x", "=1", "x" * 61])
def test_a_name_is_one_word_that_means_nothing_else(project, name):
    with pytest.raises(BadInputError, match="cannot be the name of a release"):
        make_release(project, LEAD, name)


def test_leads_make_releases_and_evaluators_read_them(project):
    evaluator, annotator = person(project, "Eva", Role.EVALUATOR), person(project, "Ada")
    with pytest.raises(NotAllowedError, match="may not make releases"):
        make_release(project, evaluator, "v1")
    make_release(project, person(project, "Lea", Role.LEAD), "v1")
    assert [one.created_by for one in list_releases(project, evaluator)] == ["Lea"]
    compare_states(project, evaluator, "v1", "now")
    with pytest.raises(NotAllowedError):
        list_releases(project, annotator)
    with pytest.raises(NotAllowedError):
        compare_states(project, annotator, "v1", "now")


def test_a_log_that_was_tampered_with_is_said_loudly(project):
    make_release(project, LEAD, "v1")
    with project.store.database.transaction() as cursor:
        cursor.execute("UPDATE judgment SET grade = 1 WHERE judgment_id = 1")
    for look in (
        lambda: export(project, LEAD, release="v1"),
        lambda: evaluate_project(project, LEAD, release="v1"),
        lambda: compare_states(project, LEAD, "v1", "now"),
    ):
        with pytest.raises(ConflictError, match="ARE NOT WHAT THEY WERE"):
            look()


def test_a_pool_that_was_tampered_with_is_said_too(project):
    make_release(project, LEAD, "v1")
    with project.store.database.transaction() as cursor:
        cursor.execute("DELETE FROM pool_pair WHERE doc_id = 'd2'")
    with pytest.raises(ConflictError, match="POOL OF THE RELEASE v1 IS NOT WHAT IT WAS"):
        export(project, LEAD, release="v1")


def test_scores_of_a_release_are_those_of_the_day_it_was_made(project):
    before = evaluate_project(project, LEAD).evaluation.summaries
    make_release(project, LEAD, "v1")
    change_everything(project)
    assert evaluate_project(project, LEAD).evaluation.summaries != before
    released = evaluate_project(project, LEAD, release="v1")
    assert released.evaluation.summaries == before
    assert released.replaced_runs == ()


def test_a_run_that_was_replaced_since_is_named(project):
    make_release(project, LEAD, "v1")
    rows = pd.DataFrame({"query_id": ["q1"], "doc_id": ["d2"], "score": [1.0]})
    project.store.runs.add(NewRun("beta", "b.run", "other", project.clock(), "x"), rows)
    project.board.reload()
    assert evaluate_project(project, LEAD, release="v1").replaced_runs == ("beta",)
    assert evaluate_project(project, LEAD, release="v1", runs=["alpha"]).replaced_runs == ()
    assert compare_states(project, LEAD, "v1", "now").replaced_runs == ("beta",)


def reword(project, *, doc_id="d1", text="another text"):
    frame = pd.DataFrame(
        {"doc_id": [doc_id], "title": "", "text": text, "url": "", "kind": "text", "extra": ""}
    )
    project.store.collection.add_documents(frame)


def warnings(project, **words):
    return export(project, LEAD, release="v1", **words).facts["release"]["warnings"]


def test_texts_that_changed_since_a_release_are_said_loudly_where_they_are_exported(project):
    make_release(project, LEAD, "v1")
    qrels = export(project, LEAD, release="v1").content
    assert warnings(project, format_name="beir") == []
    reword(project)
    (said,) = warnings(project, format_name="beir")
    assert said.startswith("THE TEXTS ARE NOT THOSE OF THE RELEASE v1: topics or documents")
    assert compare_states(project, LEAD, "v1", "now").changed_texts == ("v1",)
    assert warnings(project) == []
    assert export(project, LEAD, release="v1").content == qrels
    reword(project, text="text of d1")
    assert warnings(project, format_name="beir") == []
    assert compare_states(project, LEAD, "v1", "now").changed_texts == ()


def test_a_topic_that_changed_since_a_release_is_said(project):
    make_release(project, LEAD, "v1")
    topic = pd.DataFrame({"query_id": ["q1"], "text": ["what is q1"], "narrative": ["only new"]})
    project.store.collection.add_queries(topic)
    (said,) = warnings(project, format_name="beir")
    assert "topics or documents of its pairs have changed since" in said
    assert compare_states(project, LEAD, "now", "v1").changed_texts == ("v1",)


def test_texts_outside_the_pairs_of_a_release_change_a_beir_export_and_no_label(project):
    make_release(project, LEAD, "v1")
    reword(project, doc_id="new")
    (said,) = warnings(project, format_name="beir")
    assert said.startswith("THE TEXTS ARE NOT ALL THOSE OF THE RELEASE v1: those of its pairs are")
    assert compare_states(project, LEAD, "v1", "now").changed_texts == ()


def test_runs_that_are_not_those_of_a_release_are_said_where_they_are_exported(project):
    make_release(project, LEAD, "v1")
    pool = export(project, LEAD, what="pool", release="v1").content
    assert warnings(project, what="run") == []
    rows = pd.DataFrame({"query_id": ["q1"], "doc_id": ["d2"], "score": [1.0]})
    for name in ("beta", "gamma"):
        project.store.runs.add(NewRun(name, "b.run", "other", project.clock(), "x"), rows)
    (said,) = warnings(project, what="run")
    assert said.startswith(
        "THE RUNS ARE NOT THOSE OF THE RELEASE v1: beta comes from another file, gamma is new."
    )
    assert warnings(project, what="run", run="alpha") == []
    assert export(project, LEAD, what="pool", release="v1").content == pool
    assert warnings(project, what="pool") == []


def test_a_release_has_its_own_label_rule(project):
    make_release(project, LEAD, "v1")
    with pytest.raises(BadInputError, match="has its own label rule"):
        export(project, LEAD, release="v1", labels="max")


@pytest.mark.parametrize("word", ["v2", "@99", "nowhere"])
def test_a_state_that_is_not_there_is_refused(project, word):
    with pytest.raises(NotFoundError):
        compare_states(project, LEAD, word, "now")


@pytest.mark.parametrize("word", ["@", "@x", "@-1", "@1.5", "@²"])
def test_a_position_is_a_whole_number(project, word):
    with pytest.raises(BadInputError, match="no position in the log"):
        compare_states(project, LEAD, word, "now")


def test_the_difference_lists_pairs_added_changed_and_removed(project):
    make_release(project, LEAD, "v1")
    change_everything(project)
    difference = compare_states(project, LEAD, "v1", "now")
    pairs = difference.pairs.fillna({"before": -1, "after": -1})
    assert list(pairs.itertuples(index=False, name=None)) == [
        ("changed", "q1", "d1", 3, 0),
        ("added", "q1", "d2", -1, 3),
        ("removed", "q2", "e1", 2, -1),
    ]
    assert [difference.count(change) for change in ("added", "changed", "removed")] == [1, 1, 1]
    back = compare_states(project, LEAD, "now", "v1")
    assert [back.count(change) for change in ("added", "changed", "removed")] == [1, 1, 1]
    assert (back.before.state.name, back.after.state.name) == ("now", "v1")


def test_both_sides_score_as_the_evaluation_of_that_state_does(project):
    make_release(project, LEAD, "v1")
    scores = [evaluate_project(project, LEAD, measures="nDCG@10, nDCG@3").evaluation.summaries]
    change_everything(project)
    scores.append(evaluate_project(project, LEAD, measures="nDCG@10, nDCG@3").evaluation.summaries)
    difference = compare_states(project, LEAD, "v1", "now")
    assert [effect.after for effect in difference.effects] == [
        "nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@3",
    ]  # fmt: skip
    for effect in difference.effects:
        for one in effect.runs:
            assert one.before == scores[0][one.run, effect.before]
            assert one.after == scores[1][one.run, effect.after]


def test_ranks_and_correlation_follow_the_labels(project):
    make_release(project, LEAD, "v1")
    say(project, "Zed", judgment("q1", "d3", 3), judgment("q1", "d1", 0))
    say(project, "Zed", judgment("q2", "e2", 3), judgment("q2", "e1", 0))
    difference = compare_states(project, LEAD, "v1", "@7", measures="nDCG@2")
    (effect,) = difference.effects
    ranks = {one.run: (one.rank_before, one.rank_after) for one in effect.runs}
    assert ranks == {"beta": (2, 1), "alpha": (1, 2)}
    assert (effect.tau, effect.tau_ap) == (-1.0, -1.0)


def test_before_the_first_judgment_every_mean_is_undefined_and_so_is_the_correlation(project):
    difference = compare_states(project, LEAD, "@0", "now")
    assert difference.before.stamp.n_labels == 0
    assert {one.before.mean for one in difference.effects[0].runs} <= {None}
    assert difference.effects[0].tau is None


def test_a_position_sees_the_pool_of_its_time(project):
    size = project.store.judgments.size()
    build_pool(project, LEAD, plan_pool(project, LEAD, depth=3))
    say(project, "Ada", judgment("q1", "d2", 1))
    earlier = compare_states(project, LEAD, f"@{size}", "now").before.stamp.pool_pairs
    assert earlier == 5
    assert project.store.pool.size() == 5


@pytest.mark.parametrize("side", ["before", "after"])
def test_nothing_against_something_is_all_added_or_all_removed(side):
    some = pd.DataFrame({"query_id": ["q"], "doc_id": ["d"], "grade": [1]})
    frames = {"before": some.iloc[:0], "after": some.iloc[:0], side: some}
    (change,) = changed_pairs(**frames)["change"]
    assert change == {"before": "removed", "after": "added"}[side]
