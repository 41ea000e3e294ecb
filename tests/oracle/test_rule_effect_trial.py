"""What a label rule does on the main trial, against qrels exports, scipy and the board itself."""

from collections import Counter
from itertools import pairwise, permutations

import pytest
from scipy.stats import kendalltau

from judge_app.services.exports import export
from judge_app.services.label_rule import change_label_rule
from judge_app.services.project import command_line_actor
from judge_app.services.rule_effect import effect_of_rule
from tests.support.dl19 import import_into, make_project, pool, read_qrels

pytestmark = pytest.mark.realdata

LEAD = command_line_actor()
RULES = ["max", "majority", "lower-median:person=assessor1,assessor4,assessor6,assessor8"]


@pytest.fixture(scope="module")
def project(realdata, tmp_path_factory):
    made = make_project(tmp_path_factory.mktemp("rules") / "p.duckdb", realdata)
    pool(made)
    folder = realdata / "dl19_text"
    import_into(made, folder / "judgments_by_assessor.tsv")
    import_into(made, folder / "qrels.nist.txt", kind="qrels", annotator="nist")
    yield made
    made.close()


def exported(project, rule):
    qrels = read_qrels(export(project, LEAD, labels=rule).content.decode())
    return {(query, doc): grade for query, docs in qrels.items() for doc, grade in docs.items()}


@pytest.mark.parametrize("rule", RULES)
def test_moves_are_those_between_two_exports(project, rule):
    before, after = exported(project, "lower-median"), exported(project, rule)
    expected = Counter(
        (before.get(pair), after.get(pair))
        for pair in before.keys() | after.keys()
        if before.get(pair) != after.get(pair)
    )
    moves = effect_of_rule(project, LEAD, rule).moves.astype(object)
    moves = moves.where(moves.notna(), None)
    ours = {(row.before, row.after): row.n_pairs for row in moves.itertuples()}
    assert ours == expected


@pytest.mark.parametrize("rule", RULES)
def test_every_pass_is_one_between_the_means_and_none_is_missing(project, rule):
    effect = effect_of_rule(project, LEAD, rule)
    for measure in effect.difference.effects:
        before = {run.run: run.before.mean for run in measure.runs}
        after = {run.run: run.after.mean for run in measure.runs}
        passes = {
            (one, other)
            for one, other in permutations(before, 2)
            if before[one] < before[other] and after[one] > after[other]
        }
        assert {
            (change.run, change.other)
            for change in effect.rank_changes
            if change.measure == measure.after and change.verb == "passes"
        } == passes
        names = list(before)
        tau = kendalltau([before[name] for name in names], [after[name] for name in names])
        assert measure.tau == pytest.approx(tau.statistic)


def test_what_is_decided_is_what_the_board_says_under_either_rule(project):
    effects = {rule: effect_of_rule(project, LEAD, rule) for rule in RULES}
    before, order = _differences(project), project.board.standings().order
    n_changes = 0
    for rule, effect in effects.items():
        change_label_rule(project, LEAD, rule)
        after, later = _differences(project), project.board.standings().order
        change_label_rule(project, LEAD, "lower-median")
        asked = {frozenset(pair) for runs in (order, later) for pair in pairwise(runs)}
        asked |= {
            frozenset((one.run, one.other))
            for one in effect.rank_changes
            if one.measure == effect.decided_by
        }
        expected = {
            pair for pair in asked if before[_in_order(pair)].ahead != after[_in_order(pair)].ahead
        }
        assert {frozenset((one.run, one.other)) for one in effect.order_changes} == expected
        for one in effect.order_changes:
            assert one.before == before[one.run, one.other]
            assert one.after == after[one.run, one.other]
        n_changes += len(expected)
    assert n_changes


def _in_order(pair):
    return tuple(sorted(pair))


def _differences(project):
    """Return the mean difference of every two runs as the live board has it."""
    with project.board.held() as state:
        runs = state.layout.runs
        return {
            (runs[a], runs[b]): state.difference(a, b) for a, b in permutations(range(len(runs)), 2)
        }
