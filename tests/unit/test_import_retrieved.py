"""Of a large corpus only those documents come in that somebody may have to see."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.services.answers import status_answer
from judge_app.services.project import command_line_actor

LEAD = command_line_actor()
CORPUS = "".join(json.dumps({"_id": f"d{n}", "text": f"text {n}"}) + "\n" for n in range(9))
RUN = "".join(f"q1 Q0 d{n} {n} {9 - n}.0 x\n" for n in range(1, 6)) + "q1 Q0 gone 6 0.5 x\n"


@pytest.fixture
def project(new_project):
    return new_project()


def held(project):
    return set(project.store.collection.documents([f"d{n}" for n in range(9)]))


def test_documents_that_no_run_retrieved_stay_out(project, bring):
    bring({"x.run": RUN})
    told = bring({"corpus.jsonl": CORPUS}, only_retrieved=True)
    assert held(project) == {"d1", "d2", "d3", "d4", "d5"}
    assert told["missing_documents"] == {"n": 1, "first": ["gone"], "depth": 10}


def test_a_depth_keeps_the_first_ranks_and_what_is_pooled_or_judged(project, bring):
    bring({"x.run": RUN, "l.qrels": "q1 0 d8 2\nq1 0 d7 -1\n"})
    told = bring({"corpus.jsonl": CORPUS}, only_retrieved=True, depth=2)
    assert held(project) == {"d1", "d2", "d7", "d8"}
    assert told["missing_documents"]["n"] == 0


def test_runs_of_the_same_import_count_whichever_comes_first(project, bring):
    bring({"corpus.jsonl": CORPUS, "x.run": RUN, "l.qrels": "q1 0 d8 2\n"}, only_retrieved=True)
    assert held(project) == {"d1", "d2", "d3", "d4", "d5", "d8"}


def test_a_depth_goes_by_score_and_not_by_the_column_of_ranks(project, bring):
    bring(
        {"corpus.jsonl": CORPUS, "x.run": "q1 Q0 d1 1 1.0 x\nq1 Q0 d2 2 2.0 x\n"},
        only_retrieved=True,
        depth=1,
    )
    assert held(project) == {"d2"}


def test_without_any_run_there_is_nothing_to_keep(bring):
    with pytest.raises(BadInputError, match="no run has retrieved anything yet"):
        bring({"corpus.jsonl": CORPUS}, only_retrieved=True)


def test_all_missing_documents_are_in_the_status(project, bring):
    bring({"x.run": "".join(f"q{q} Q0 m{q:02d} 1 1.0 x\n" for q in range(30))})
    told = bring({"corpus.jsonl": CORPUS})
    assert (told["missing_documents"]["n"], len(told["missing_documents"]["first"])) == (30, 20)
    assert status_answer(project)["missing_documents"] == [f"m{q:02d}" for q in range(30)]
