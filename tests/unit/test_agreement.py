"""How far people agree: who counts, what is undefined, and models on their own."""

from dataclasses import replace

import pytest

from judge_app.domain.errors import NotAllowedError
from judge_app.domain.model import JudgmentKind, Verdict
from judge_app.domain.people import PersonKind, Role
from judge_app.services.agreement import read_agreement
from judge_app.services.agreement_answers import agreement_answer
from judge_app.services.labelling import read_labels
from judge_app.services.model_agreement import model_disputes
from judge_app.services.project import command_line_actor
from tests.support.projects import judgment, person

LEAD = command_line_actor()
RUNS = {"one": {"q1": ["a", "b", "c", "d"], "q2": ["e", "f"]}}


@pytest.fixture
def project(new_project):
    return new_project(RUNS, depth=10)


@pytest.fixture
def say(project):
    """Write judgments into the log as they are, whoever would be allowed to give them."""
    seen = {}

    def write(name, grades, *, kind=JudgmentKind.ORDINARY, model=False, verdict=None):
        who = PersonKind.MODEL if model else PersonKind.HUMAN
        number = project.store.people.ensure(name, who, None).person_id
        for (query_id, doc_id), grade in grades.items():
            own = (name, query_id, doc_id)
            one = judgment(query_id, doc_id, grade, verdict=verdict, seen=seen.get(own))
            seen[own] = one.client_key
            project.store.judgments.append(
                [replace(one, person_id=number, kind=kind)], project.clock()
            )

    return write


A, B, C, D = (("q1", one) for one in "abcd")
E, F = ("q2", "e"), ("q2", "f")


def test_two_people_are_compared_on_what_both_graded(project, say):
    say("Ada", {A: 3, B: 0, C: 1, D: 2})
    say("Ben", {A: 3, B: 1, C: 1, E: 0})
    report = read_agreement(project, LEAD)
    (pair,) = report.annotators
    assert (pair.first, pair.second, pair.n_pairs) == ("Ada", "Ben", 3)
    assert pair.raw.value == pytest.approx(2 / 3)
    # By hand: one difference of one grade; by chance the nine combinations of 3, 0, 1 with
    # 3, 1, 1 differ by 0 2 2, 3 1 1, 2 0 0: squares sum to 23, so κ = 1 − 1/3 / (23/9).
    assert pair.kappa_quadratic.value == pytest.approx(1 - (1 / 3) / (23 / 9))
    assert report.people == {"Ada": 4, "Ben": 4}
    assert report.alpha.n_pairs == 3
    assert report.stamp.n_judgments == 8
    assert report.pairs.iloc[0][["query_id", "doc_id", "grades"]].tolist() == [
        "q1", "b", "Ben 1, Ada 0",
    ]  # fmt: skip


def test_the_latest_word_counts_and_what_is_no_grade_does_not(project, say):
    say("Ada", {A: 0, B: 2})
    say("Ada", {A: 3})
    say("Ben", {A: 3, B: 1})
    say("Ben", {B: None}, verdict=Verdict.CANNOT_JUDGE)
    report = read_agreement(project, LEAD)
    (pair,) = report.annotators
    assert pair.n_pairs == 1
    assert pair.raw.value == 1
    assert report.people == {"Ada": 2, "Ben": 1}


@pytest.mark.parametrize(
    "kind",
    [
        JudgmentKind.ADJUDICATION,
        JudgmentKind.TRAINING,
        JudgmentKind.GOLD,
        JudgmentKind.REPEAT,
    ],
)
def test_decisions_and_checks_are_no_opinions(project, say, kind):
    say("Ada", {A: 3, B: 1})
    say("Ben", {A: 3, B: 0})
    before = read_agreement(project, LEAD)
    say("Ben", {B: 3, C: 2}, kind=kind)
    say("Lea", {A: 0, B: 0}, kind=kind)
    after = read_agreement(project, LEAD)
    assert after.people == before.people
    assert after.alpha == before.alpha
    assert after.pairs.equals(before.pairs)


def test_what_is_undefined_is_said(project, say):
    assert read_agreement(project, LEAD).alpha.why_undefined == "Nobody has judged anything."
    say("Ada", {A: 1, B: 1})
    assert read_agreement(project, LEAD).alpha.why_undefined == "Only one person has judged."
    say("Ben", {C: 1})
    assert "by two people" in read_agreement(project, LEAD).alpha.why_undefined
    say("Ben", {A: 1, B: 1})
    told = agreement_answer(project, LEAD)
    assert told["alpha"]["value"] is None
    assert "cannot be told from chance" in told["alpha"]["why_undefined"]
    (pair,) = told["annotators"]
    assert pair["agreement"] == 1
    assert pair["kappa"] is None
    assert "cannot be told from chance" in pair["why"]["kappa"]
    assert told["queries"][0]["alpha"] is None
    assert told["n_disputed"] == 0


def test_the_same_log_gives_the_same_interval(project, say):
    say("Ada", {A: 3, B: 0, C: 1, D: 2, E: 1, F: 0})
    say("Ben", {A: 2, B: 0, C: 1, D: 3, E: 0, F: 0})
    first, second = (read_agreement(project, LEAD).alpha for _ in range(2))
    assert first == second
    assert first.low < first.value < first.high


def test_only_those_who_may_see_all_grades_read_it(project):
    with pytest.raises(NotAllowedError, match="how far annotators agree"):
        read_agreement(project, person(project, "Ada"))
    for role in (Role.LEAD, Role.EVALUATOR):
        read_agreement(project, person(project, role, role))


def test_a_model_stands_beside_the_humans(project, say):
    say("Ada", {A: 3, B: 0, C: 1})
    say("Ben", {A: 1, B: 0, E: 2})
    without = read_agreement(project, LEAD)
    say("gpt", {A: 2, B: 0, C: 3, E: 0, F: 1}, model=True)
    say("other", {F: 1, C: 0}, model=True)
    report = read_agreement(project, LEAD)
    assert report.people == without.people
    assert report.alpha == without.alpha
    assert len(report.annotators) == 1
    gpt, _ = report.models
    assert (gpt.model, gpt.n_judgments) == ("gpt", 5)
    # The humans' labels by the lower median are a 1, b 0, c 1, e 2.
    assert gpt.label.n_pairs == 4
    assert gpt.label.raw.value == pytest.approx(1 / 4)
    assert gpt.label.confusion[2, 1] == 1
    assert {pair.second: pair.n_pairs for pair in gpt.humans} == {"Ada": 3, "Ben": 3}
    assert {pair.second: pair.n_pairs for pair in gpt.models} == {"other": 2}
    rows = gpt.queries.set_index("query_id").T.to_dict()
    assert rows["q1"] == {
        "n_pairs": 3, "n_higher": 2, "n_lower": 0, "mean_difference": pytest.approx(1.0),
    }  # fmt: skip
    assert rows["q2"] == {
        "n_pairs": 1, "n_higher": 0, "n_lower": 1, "mean_difference": pytest.approx(-2.0),
    }  # fmt: skip
    assert gpt.queries["query_id"].tolist() == ["q2", "q1"]


def test_an_adjudication_is_the_humans_label_a_model_is_held_against(project, say):
    say("Ada", {A: 3})
    say("gpt", {A: 0}, model=True)
    say("Lea", {A: 0}, kind=JudgmentKind.ADJUDICATION)
    assert read_agreement(project, LEAD).models[0].label.raw.value == 1


def test_a_model_alone_is_compared_with_nobody(project, say):
    say("gpt", {A: 2}, model=True)
    (model,) = read_agreement(project, LEAD).models
    assert model.label is None
    assert (model.humans, model.models) == ((), ())
    assert model.queries.empty
    assert agreement_answer(project, LEAD)["models"][0]["label"] is None


def test_a_model_makes_no_label_unless_the_rule_says_so(project, say):
    say("Ada", {A: 0})
    say("gpt", {A: 3, B: 2}, model=True)

    def labels(rule=None):
        frame = read_labels(project, rule).frame
        return dict(zip(frame["doc_id"], frame["grade"], strict=True))

    assert labels() == {"a": 0}
    assert labels("max") == {"a": 0}
    assert labels("max:with-models") == {"a": 3, "b": 2}
    assert labels("lower-median:person=gpt") == {"a": 3, "b": 2}


def test_disputed_by_models_are_pairs_where_one_differs_most_first(project, say):
    say("Ada", {A: 0, B: 1, C: 2, E: 3})
    say("Ben", {A: 0, B: 3})
    say("gpt", {A: 3, B: 1, C: 1}, model=True)
    say("other", {D: 2, C: 2}, model=True)
    # a: 3 against 0; b: as the label, 1, has it; c: 1 against 2; d and q2: nobody differs.
    assert list(model_disputes(project, "q1").items()) == [("a", 3.0), ("c", 1.0)]
    assert model_disputes(project, "q2") == {}
    say("gpt", {D: 0}, model=True)
    assert list(model_disputes(project, "q1").items()) == [("a", 3.0), ("d", 2.0), ("c", 1.0)]
