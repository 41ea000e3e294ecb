"""Files are held against the project before anything of them is stored."""

import gzip

import pytest

from judge_app.domain.errors import BadInputError, NotAllowedError
from judge_app.domain.model import Verdict
from judge_app.domain.people import Role
from judge_app.services.answers import evaluation_answer
from judge_app.services.import_options import parse_import_options
from judge_app.services.project import command_line_actor
from tests.support.projects import person

LEAD = command_line_actor()
RUNS = {"a": {"q1": ["d1", "d2"], "q2": ["d3"]}}


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=10)


def grades(project):
    frame = project.store.judgments.current_grades()
    return {(r.query_id, r.doc_id, r.person): r.grade for r in frame.itertuples()}


def test_a_fault_in_one_file_stores_nothing_of_the_others(project, bring):
    good = "q1 Q0 d1 1 3.5 good\n"
    bad = "q1 Q0 d1 1 3.5 bad\nq1 Q0 d2 2 nan bad\n"
    with pytest.raises(BadInputError) as raised:
        bring({"good.run": good, "bad.run": bad})
    (problem,) = raised.value.problems
    assert (problem.file, problem.line) == ("bad.run", 2)
    assert [run.name for run in project.store.runs.all()] == ["a"]


def test_a_dry_run_tells_and_stores_nothing(project, bring):
    told = bring({"new.run": "q1 Q0 d1 1 3.5 new\n"}, dry_run=True)
    assert told["stored"] is False
    assert told["files"][0]["run"] == "new"
    assert len(project.store.runs.all()) == 1


def test_what_comes_in_the_same_import_is_known(bring):
    told = bring(
        {
            "new.run": "q9 Q0 d9 1 3.5 new\nq9 Q0 d8 2 3.0 new\n",
            "queries.jsonl": '{"_id": "q9", "text": "what is q9"}\n',
            "corpus.jsonl": '{"_id": "d9", "text": "text of d9"}\n',
        }
    )
    (run,) = [file for file in told["files"] if file["kind"] == "run"]
    assert [warning["message"] for warning in run["warnings"]] == [
        "1 document not in the project: d8"
    ]


def test_an_unknown_query_in_a_run_is_kept_and_warned_of(project, bring):
    told = bring({"new.run": "q1 Q0 d1 1 3.5 new\nqX Q0 d1 1 3.5 new\n"})
    messages = [warning["message"] for warning in told["files"][0]["warnings"]]
    assert messages == ["1 query not in the project: qX"]
    assert set(project.store.runs.top(10)["query_id"]) == {"q1", "q2", "qX"}


@pytest.mark.parametrize("options", [{}, {"run_name": "new"}, {"replace": True}])
def test_the_same_run_twice_says_so_and_is_not_stored_again(project, bring, options):
    bring({"new.run": "q1 Q0 d1 1 3.5 new\n"})
    before = project.store.runs.all()
    (told,) = bring({"again.run": "q1 Q0 d1 1 3.5 new\n"}, **options)["files"]
    assert (told["same_as"], told["new"]) == ("new", 0)
    assert "here already, as run 'new'" in told["warnings"][0]["message"]
    assert project.store.runs.all() == before
    assert project.store.runs.replaced() == ()


def test_the_same_run_may_be_stored_under_a_second_name(project, bring):
    bring({"new.run": "q1 Q0 d1 1 3.5 new\n"})
    bring({"new.run": "q1 Q0 d1 1 3.5 new\n"}, run_name="copy")
    assert [run.name for run in project.store.runs.all()] == ["a", "new", "copy"]


def test_what_is_here_already_does_not_keep_the_rest_out(project, bring):
    bring({"new.run": "q1 Q0 d1 1 3.5 new\n"})
    told = bring({"new.run": "q1 Q0 d1 1 3.5 new\n", "more.run": "q1 Q0 d2 1 3.5 more\n"})
    assert [file["new"] for file in told["files"]] == [0, 1]


def test_a_taken_name_is_refused_until_replacing_is_asked_for(project, bring):
    bring({"one.run": "q1 Q0 d1 1 3.5 x\n"}, run_name="mine")
    with pytest.raises(BadInputError) as raised:
        bring({"two.run": "q1 Q0 d2 1 3.5 x\n"}, run_name="mine")
    assert "--replace" in raised.value.problems[0].message
    bring({"two.run": "q1 Q0 d2 1 3.5 x\n"}, run_name="mine", replace=True)
    top = project.store.runs.top(10)
    assert top[top["run"] == "mine"]["doc_id"].tolist() == ["d2"]
    assert [run.name for run in project.store.runs.all()] == ["a", "mine"]


def test_a_run_is_called_by_its_tag_else_by_its_file(project, bring):
    bring({"first.run": "q1 Q0 d1 1 3.5 tagged\n"})
    bring({"second.run.gz": gzip.compress(b"q1 Q0 d2 1 3.5 tagged\n")})
    bring({"third.run": "q1 Q0 d1 1 3.5 x\nq2 Q0 d3 1 3.5 y\n"})
    assert [run.name for run in project.store.runs.all()] == ["a", "tagged", "second", "third"]


def test_minus_one_says_pooled_and_not_judged(project, bring):
    told = bring({"some.qrels": "q1 0 d1 2\nq2 0 d9 -1\n"})
    assert told["files"][0]["not_judged"] == 1
    assert grades(project) == {("q1", "d1", "some.qrels"): 2}
    pairs = project.store.pool.pairs()
    assert ("q2", "d9") in set(zip(pairs["query_id"], pairs["doc_id"], strict=True))


def test_labels_outside_the_pool_are_kept_and_used_and_do_not_widen_it(project, bring):
    size = project.store.pool.size()
    bring({"some.qrels": "q1 0 elsewhere 3\nq1 0 d1 3\n"})
    assert project.store.pool.size() == size
    answer = evaluation_answer(project, LEAD, measures="nDCG@10")
    measures = answer["runs"][0]["measures"]
    assert answer["stamp"]["n_labels"] == 2
    assert measures["nDCG(dcg='exp-log2')@10"]["mean"] < 1


@pytest.mark.parametrize(("grade", "times"), [(-2, "1 time"), (4, "1 time")])
def test_grades_off_the_scale_stop_the_import_and_say_how_to_map(project, bring, grade, times):
    with pytest.raises(BadInputError) as raised:
        bring({"some.qrels": f"q1 0 d1 2\nq1 0 d2 {grade}\n"})
    (problem,) = raised.value.problems
    assert problem.line == 2
    assert times in problem.message
    assert "--map-grades" in problem.message
    assert grades(project) == {}


def test_grades_are_mapped_only_as_asked(project, bring):
    bring({"cran.qrels": "q1 0 d1 1\nq1 0 d2 4\nq2 0 d3 -1\n"}, map_grades="1=3,2=2,3=1,4=0,-1=0")
    assert sorted(grades(project).values()) == [0, 0, 3]


def test_a_map_that_leaves_a_grade_out_is_refused(bring):
    with pytest.raises(BadInputError) as raised:
        bring({"some.qrels": "q1 0 d1 1\nq1 0 d2 2\n"}, map_grades="1=3")
    assert "grade 2" in raised.value.problems[0].message


def test_judgments_of_several_people_become_one_label_and_a_missing_grade_is_no_grade(
    project, bring
):
    rows = "query,docid,annotator,rating,unrateable\nq1,d1,Ada,3,0\nq1,d1,Ben,1,0\nq1,d2,Ada,,1\n"
    bring({"judgments.csv": rows}, kind="judgments")
    assert grades(project) == {("q1", "d1", "Ada"): 3, ("q1", "d1", "Ben"): 1}
    verdicts = [one.verdict for one in project.store.judgments.since(0)]
    assert sorted(verdicts) == [Verdict.CANNOT_JUDGE, Verdict.GRADED, Verdict.GRADED]


def test_importing_a_file_of_labels_twice_adds_nothing(project, bring):
    first = bring({"some.qrels": "q1 0 d1 2\nq1 0 d2 0\n"})
    again = bring({"some.qrels": "q1 0 d1 2\nq1 0 d2 0\n"})
    assert (first["files"][0]["new"], again["files"][0]["new"]) == (2, 0)
    assert project.store.judgments.size() == 2


def test_of_a_file_of_labels_only_what_is_new_is_added_and_in_its_order(project, bring):
    labels = "q1 0 d2 1\nq1 0 d1 4\nq2 0 d3 2\nq9 0 d8 4\n"
    bring({"pool.qrels": labels}, map_grades="0=0,1=1,2=2,4=3", annotator="Mira")
    other = "0=0,1=1,2=2,4=2"
    again = bring({"pool.qrels": labels}, map_grades=other, annotator="Mira", accept_warnings=True)
    others = bring({"pool.qrels": labels}, map_grades="0=0,1=1,2=2,4=3", annotator="Ola")
    assert (again["files"][0]["new"], others["files"][0]["new"]) == (2, 4)
    log = project.store.judgments.since(0)
    assert [(one.doc_id, one.grade) for one in log] == [
        *(("d2", 1), ("d1", 3), ("d3", 2), ("d8", 3)),
        *(("d1", 2), ("d8", 2)),
        *(("d2", 1), ("d1", 3), ("d3", 2), ("d8", 3)),
    ]
    assert [one.judgment_id for one in log] == list(range(1, 11))
    assert len({one.client_key for one in log}) == 10


def test_rows_that_are_left_out_displace_nobodys_grade(project, bring):
    labels = "q1 0 d2 -1\nq1 0 d1 1\nq2 0 d3 -1\nq9 0 d8 2\n"
    first, second = (bring({"pool.qrels": labels}) for _ in range(2))
    assert (first["files"][0]["new"], second["files"][0]["new"]) == (2, 0)
    assert list(grades(project).values()) == [1, 2]


def test_several_labels_on_one_line_are_all_stored_once(project, bring):
    labels = '{"q1": {"d1": 1, "d2": 1, "d4": 1}, "q2": {"d3": 1}}'
    first, second = (bring({"qrels.json": labels}, kind="qrels") for _ in range(2))
    assert (first["files"][0]["new"], second["files"][0]["new"]) == (4, 0)
    assert len(grades(project)) == 4


def test_a_models_labels_are_kept_and_enter_no_human_label_set(project, bring):
    bring({"some.qrels": "q1 0 d1 3\n"}, model="llm-7")
    answer = evaluation_answer(project, LEAD, measures="nDCG@10")
    assert answer["stamp"]["n_labels"] == 0
    with_models = evaluation_answer(
        project, LEAD, measures="nDCG@10", labels="lower-median:with-models"
    )
    assert with_models["stamp"]["n_labels"] == 1
    assert with_models["stamp"]["labels"] == "lower-median:with-models"


def test_an_evaluator_may_bring_runs_and_nothing_else(project, bring):
    evaluator = person(project, "Eva", Role.EVALUATOR)
    bring({"new.run": "q1 Q0 d1 1 3.5 new\n"}, actor=evaluator)
    with pytest.raises(NotAllowedError):
        bring({"some.qrels": "q1 0 d1 2\n"}, actor=evaluator)


def test_only_retrieved_needs_no_depth_and_a_depth_needs_only_retrieved():
    assert parse_import_options(only_retrieved=True).depth is None
    with pytest.raises(BadInputError, match="which retrieved documents"):
        parse_import_options(depth=10)
    with pytest.raises(BadInputError, match="depth of 0"):
        parse_import_options(only_retrieved=True, depth=0)
