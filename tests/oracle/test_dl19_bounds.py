"""In a replay the interval always holds the value that the scores end at."""

import numpy as np
import pytest

from judge_app.services.exports import export
from judge_app.services.grading import submit
from judge_app.services.project import command_line_actor
from tests.support import dl19
from tests.support.projects import judgment, person

pytestmark = pytest.mark.realdata
ROUNDING = 1e-12


def test_low_and_high_hold_the_final_value_at_every_prefix(tmp_path, realdata):
    project = dl19.make_project(tmp_path / "p.duckdb", realdata)
    dl19.pool(project)
    nist = dl19.read_qrels((realdata / "dl19_text" / "qrels.nist.txt").read_text())
    pairs = project.store.pool.pairs()[["query_id", "doc_id"]].to_numpy().tolist()
    np.random.default_rng(1).shuffle(pairs)
    grader = person(project, "replay")

    states = []
    for query_id, doc_id in pairs:
        grade = nist[query_id].get(doc_id, 0)
        submit(project, grader, [judgment(query_id, doc_id, grade)])
        with project.board.held() as state:
            number = state.layout.query_number[query_id]
            states.append(
                (
                    number,
                    {
                        measure: tuple(
                            None if array is None else array[:, number].copy()
                            for array in (scores.low, scores.high)
                        )
                        for measure, scores in state.scores.by_measure.items()
                    },
                    {
                        (run, measure): (summary.low, summary.mean, summary.high, summary.n_queries)
                        for run, summaries in project.board.standings().by_run.items()
                        for measure, summary in summaries.items()
                    },
                )
            )
    with project.board.held() as state:
        final = {m: s.value.copy() for m, s in state.scores.by_measure.items()}
    _check_queries(states, final)
    _check_means(states)
    exported = dl19.read_qrels(export(project, command_line_actor()).content.decode())
    assert sum(map(len, exported.values())) == 1421
    project.close()


def _check_queries(states, final):
    checked = 0
    for number, bounds, _ in states:
        for measure, (low, high) in bounds.items():
            if low is None:
                continue
            known = ~np.isnan(low)
            end = final[measure][known, number]
            assert (low[known] <= end + ROUNDING).all(), (measure, number)
            assert (end <= high[known] + ROUNDING).all(), (measure, number)
            assert (low[known] <= high[known] + ROUNDING).all()
            checked += int(known.sum())
    assert checked > 15_000


def _check_means(states):
    checked = 0
    for _, _, summaries in states:
        for low, mean, high, n_queries in summaries.values():
            if low is not None:
                assert low - ROUNDING <= mean <= high + ROUNDING
                assert 0 <= low <= high <= 1
                checked += n_queries > 0
    assert checked > 15_000
