"""However people fill, grade, leave and stay away: no pair is with more of them than it wants."""

import threading
from collections import Counter
from dataclasses import replace

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from judge_app.domain.model import Verdict
from judge_app.domain.people import Role
from judge_app.domain.queue import LEASE
from judge_app.services.grading import next_cards, release, submit
from judge_app.services.overlap import set_overlap
from judge_app.services.project import command_line_actor
from tests.support.clock import HandClock
from tests.support.projects import judgment, person, small_project

LEAD = command_line_actor()
N_PEOPLE = 4
VERDICTS = [Verdict.GRADED] * 4 + [Verdict.CANNOT_JUDGE, Verdict.SKIPPED]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["fill", "grade", "grade", "leave", "wait", "forget"]),
        st.integers(0, N_PEOPLE - 1),
        st.integers(0, 5),
    ),
    min_size=10,
    max_size=60,
)


def make(path, n_queries, n_documents, **more):
    runs = {"a": {f"q{q}": [f"d{q}-{d}" for d in range(n_documents)] for q in range(n_queries)}}
    return small_project(path, runs, depth=n_documents, **more)


def wanted_of(project):
    default = project.settings.wanted_judgments
    rows = project.store.queue.pairs().to_pylist()
    return {(row["query_id"], row["doc_id"]): row["wanted"] or default for row in rows}


def given_and_held(project):
    """Count judgments and live claims of each pair from the file alone."""
    grades = project.store.judgments.current_grades()
    given = Counter(zip(grades["query_id"], grades["doc_id"], strict=True))
    live = project.store.claims.live(project.clock())
    return given, Counter(zip(live["query_id"], live["doc_id"], strict=True))


# Making a failing example smaller takes minutes, since each try makes a file.
@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(STEPS, st.sampled_from([(1, 1.0), (2, 1.0), (2, 0.5), (3, 0.3)]))
def test_claims_never_exceed_what_a_pair_wants(tmp_path_factory, steps, overlap):
    clock = HandClock()
    project = make(tmp_path_factory.mktemp("queue") / "p.duckdb", 3, 4, clock=clock)
    set_overlap(project, LEAD, *overlap)
    wanted = wanted_of(project)
    people = [person(project, f"person {n}") for n in range(N_PEOPLE)]
    desks = [[] for _ in people]
    since = [clock.now for _ in people]
    for act, who, size in steps:
        if act == "fill":
            cards, progress = next_cards(project, people[who], desks[who], size)
            new = [(card.query_id, card.doc_id) for card in cards]
            assert not set(new) & set(desks[who])
            desks[who] += new
            since[who] = clock.now
            assert progress.remaining >= len(new)
        elif act == "grade" and desks[who] and clock.now - since[who] < LEASE:
            pair = desks[who].pop(0)
            verdict = VERDICTS[size]
            grade = size % 4 if verdict is Verdict.GRADED else None
            submit(project, people[who], [judgment(*pair, grade, verdict=verdict)])
        elif act == "leave":
            release(project, people[who], desks[who])
            desks[who] = []
        elif act == "wait":
            clock.advance(minutes=size * 5)
        elif act == "forget":
            desks[who] = []
        given_now, held = given_and_held(project)
        assert all(given_now[pair] + held[pair] <= wanted[pair] for pair in given_now | held)
    project.close()


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 3), st.sampled_from([0.0, 0.3, 1.0]), st.integers(0, 99))
def test_everybody_together_gives_each_pair_what_it_wants(tmp_path_factory, wanted, share, seed):
    project = make(tmp_path_factory.mktemp("queue") / "p.duckdb", 3, 5)
    set_overlap(project, LEAD, wanted, share, seed)
    people = [person(project, f"person {n}") for n in range(N_PEOPLE)]
    is_busy = True
    while is_busy:
        is_busy = False
        for actor in people:
            cards, _ = next_cards(project, actor, [], 2)
            submit(project, actor, [judgment(c.query_id, c.doc_id, 1) for c in cards])
            is_busy |= bool(cards)
    given_now, _ = given_and_held(project)
    assert given_now == wanted_of(project)
    assert next_cards(project, people[0], [], 9)[1].remaining == 0
    project.close()


def test_threads_together_never_exceed_the_overlap(tmp_path):
    project = make(tmp_path / "p.duckdb", 8, 10)
    project.store.settings.write(replace(project.settings, wanted_judgments=2))
    actors = [person(project, f"person {n}") for n in range(8)]
    faults = []

    def work(actor):
        desk = []
        while True:
            cards, _ = next_cards(project, actor, desk, 5 - len(desk))
            desk += [(card.query_id, card.doc_id) for card in cards]
            if not desk:
                return
            _, held = given_and_held(project)
            faults.extend(pair for pair, n in held.items() if n > 2)
            submit(project, actor, [judgment(*desk.pop(0), 1)])

    threads = [threading.Thread(target=work, args=(actor,)) for actor in actors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    log = project.store.judgments.since(0)
    assert set(Counter((j.query_id, j.doc_id) for j in log).values()) == {2}
    assert len({(j.query_id, j.doc_id, j.person_id) for j in log}) == len(log) == 160


def test_a_surplus_grade_is_kept_and_the_pair_goes_to_nobody_else(tmp_path):
    project = make(tmp_path / "p.duckdb", 1, 1)
    mira, ola, lea = (
        person(project, "Mira"),
        person(project, "Ola"),
        person(project, "Lea", Role.LEAD),
    )
    assert len(next_cards(project, mira, [], 1)[0]) == 1
    for actor in (ola, mira):
        assert submit(project, actor, [judgment("q0", "d0-0", 2)]).outcomes[0].status == "saved"
    assert len(project.store.judgments.current_grades()) == 2
    assert next_cards(project, lea, [], 1)[0] == ()


def test_nobody_can_hold_what_was_never_handed_out(tmp_path):
    project = make(tmp_path / "p.duckdb", 1, 3)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    held = [(card.query_id, card.doc_id) for card in next_cards(project, mira, [], 3)[0]]
    next_cards(project, ola, held, 0)
    live = project.store.claims.live(project.clock())
    assert set(live["person_id"]) == {mira.person.person_id}
    next_cards(project, ola, [("q0", "no such"), ("no such", "d0-0")], 0)
    assert len(project.store.claims.live(project.clock())) == 3


def test_what_ran_out_and_went_to_somebody_else_is_not_claimed_again(tmp_path):
    clock = HandClock()
    project = make(tmp_path / "p.duckdb", 1, 2, clock=clock)
    mira, ola = person(project, "Mira"), person(project, "Ola")
    held = [(card.query_id, card.doc_id) for card in next_cards(project, mira, [], 2)[0]]
    clock.advance(seconds=LEASE.total_seconds() + 1)
    (taken,) = next_cards(project, ola, [], 1)[0]
    next_cards(project, mira, held, 0)
    live = project.store.claims.live(clock())
    assert len(live) == 2
    assert dict(zip(live["doc_id"], live["person_id"], strict=True))[taken.doc_id] == (
        ola.person.person_id
    )
