"""A log says the same of documents with the answers to checks in it as without them."""

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.services.exports import export
from judge_app.services.labelling import board_stamp, read_labels
from judge_app.services.project import command_line_actor
from tests.support.clock import HandClock
from tests.support.exported import import_bytes
from tests.support.projects import person, small_project

RUNS = {"a": {"q1": ["d1", "d2", "d3"], "q2": ["d4", "d5"]}, "b": {"q1": ["d3", "d2"]}}
PAIRS = [("q1", "d1"), ("q1", "d2"), ("q1", "d3"), ("q2", "d4"), ("q2", "d5")]
LEAD = command_line_actor()
KINDS = [JudgmentKind.ORDINARY, JudgmentKind.ADJUDICATION]
CHECKS = [JudgmentKind.TRAINING, JudgmentKind.GOLD, JudgmentKind.REPEAT]
VERDICTS = [Verdict.GRADED] * 4 + [Verdict.CANNOT_JUDGE, Verdict.WITHDRAWN, Verdict.SKIPPED]


def said(kinds):
    return st.tuples(
        st.sampled_from(PAIRS),
        st.integers(0, 2),
        st.sampled_from(VERDICTS),
        st.integers(0, 3),
        st.sampled_from(kinds),
    )


def entry(number, pair, who, verdict, grade, kind):
    return NewJudgment(
        client_key=f"k{number}",
        query_id=pair[0],
        doc_id=pair[1],
        person_id=who,
        verdict=verdict,
        grade=grade if verdict is Verdict.GRADED else None,
        kind=kind,
        # Nobody is told of an own judgment, so that those of before are passed over.
        seen=f"k{number - 1}",
    )


def facts(project):
    """Everything that is said of documents and systems, by the board and by the file."""
    labels = read_labels(project)
    standings = project.board.standings()
    book = project.board.pool_progress(None), project.board.pool_progress("q1")
    with project.board.held() as state:
        room = state.open_pairs(project.store).room(2).tolist()
    return (
        labels.frame.to_dict("records"),
        labels.stamp,
        board_stamp(project),
        replace(standings, position=0),
        book,
        room,
        project.store.judgments.counts(),
        project.store.judgments.median_seconds(),
    )


def make(folder, log, *, is_loaded):
    project = small_project(folder / "p.duckdb", RUNS, depth=3, clock=HandClock())
    for name in ("Mira", "Ola", "Ben"):
        person(project, name)
    if not is_loaded:
        project.board.standings()
        with project.board.held() as state:
            state.open_pairs(project.store)
    for number, one in enumerate(log):
        project.store.judgments.append([entry(number, *one)], project.clock())
    told = facts(project)
    project.close()
    return told


# Making a failing example smaller takes minutes, since each try makes two files.
@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(
    st.lists(st.tuples(st.booleans(), said(KINDS), said(CHECKS)), min_size=1, max_size=15),
    st.booleans(),
)
def test_labels_board_and_stamp_are_the_same(tmp_path_factory, drawn, is_loaded):
    plain, mixed = [], []
    for has_check, real, check in drawn:
        plain.append(real)
        mixed += [check, real] if has_check else [real]
    folders = [tmp_path_factory.mktemp("log") for _ in range(2)]
    without = make(folders[0], plain, is_loaded=is_loaded)
    assert make(folders[1], mixed, is_loaded=is_loaded) == without


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "parquet"])
def test_a_log_with_checks_comes_over_whole_and_says_the_same(tmp_path, format_name):
    project = small_project(tmp_path / "p.duckdb", RUNS, depth=3)
    mira = person(project, "Mira").person.person_id
    for number, kind in enumerate([JudgmentKind.ORDINARY, *CHECKS]):
        new = entry(number, PAIRS[0], mira, Verdict.GRADED, number, kind)
        project.store.judgments.append([new], project.clock())
    log = export(project, LEAD, what="judgments", format_name=format_name).content
    other = small_project(tmp_path / "other.duckdb", RUNS, depth=3)
    import_bytes(other, (f"judgments.{format_name}", log), folder=tmp_path)
    here, there = (one.store.exports.judgments(9) for one in (project, other))
    pd.testing.assert_frame_equal(here, there)
    assert there["judgment_kind"].tolist() == ["ordinary", "training", "gold", "repeat"]
    assert read_labels(other).frame["grade"].tolist() == [0]
    project.close()
    other.close()
