"""What the queue knows by following the log is what it reads from the file."""

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from judge_app.domain.model import JudgmentKind, NewJudgment, Verdict
from judge_app.domain.people import PersonKind
from judge_app.services.live import OpenPairs
from tests.support.projects import person, small_project

RUNS = {"a": {"q1": ["d1", "ü", "Z"], "q2": ["d4", "d1"]}}
PAIRS = [("q1", "d1"), ("q1", "ü"), ("q1", "Z"), ("q2", "d4"), ("q2", "d1")]
OUTSIDE = [("q2", "Z"), ("q1", "d4")]
ENTRIES = st.lists(
    st.tuples(
        st.sampled_from([*PAIRS, *OUTSIDE]),
        st.integers(0, 3),
        st.sampled_from([Verdict.GRADED, Verdict.GRADED, *Verdict]),
        st.sampled_from([JudgmentKind.ORDINARY] * 3 + [JudgmentKind.ADJUDICATION]),
        st.booleans(),
    ),
    max_size=25,
)


def told(book):
    return (
        book.room(2).tolist(),
        [book.judged_by(who).tolist() for who in range(4)],
        [book.put_off_by(who) for who in range(4)],
    )


# Making a failing example smaller takes minutes, since each try makes a file.
@settings(max_examples=20, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(ENTRIES, st.integers(0, 25))
def test_following_and_reading_come_to_the_same(tmp_path_factory, entries, place):
    project = small_project(
        tmp_path_factory.mktemp("open") / "p.duckdb", RUNS, depth=3, without_text=["d4"]
    )
    for name in ("Mira", "Ola", "Lea"):
        person(project, name)
    project.store.people.ensure("gpt", PersonKind.MODEL, None)
    with project.board.held() as state:
        followed = state.open_pairs(project.store)
        told(followed)
    for number, (pair, who, verdict, kind, has_seen) in enumerate(entries):
        grade = 1 if verdict is Verdict.GRADED else None
        seen = f"k{number - 1}" if has_seen else None
        new = NewJudgment(f"k{number}", *pair, who, verdict, grade, seen=seen, kind=kind)
        project.store.judgments.append([new], project.clock())
        if number == place:
            with project.board.held():
                pass
    with project.board.held() as state:
        assert state.open_pairs(project.store) is followed
    assert told(followed) == told(OpenPairs(project.store, project.store.judgments.size()))
    assert [followed.number_of(pair) for pair in OUTSIDE] == [None, None]
    project.close()
