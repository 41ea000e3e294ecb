"""Bounds of ``score`` against every assignment of grades to all that has no label."""

import itertools

import numpy as np
import pytest

from metrics import UNJUDGED, Gain, gain_table
from tests.support import brute_force
from tests.support.command_line import answered

CUTOFF = 2
NDCG = "nDCG(dcg='exp-log2')@2"
DOCUMENTS = "abcde"


def random_case(rng):
    """Labels and rankings of two topics; -1 is pooled and not judged, None is not in the file."""
    topics = []
    for _ in range(2):
        grades = {d: int(g) for d, g in zip(DOCUMENTS, rng.choice([0, 1, 2, 9], 5), strict=True)}
        for document in rng.permutation(list(DOCUMENTS))[: rng.integers(0, 4)]:
            grades[document] = int(rng.choice([-1, 9]))
        grades[DOCUMENTS[rng.integers(5)]] = int(rng.integers(1, 3))
        runs = [list(rng.permutation(list(DOCUMENTS))[: rng.integers(0, 4)]) for _ in range(2)]
        topics.append(({d: g for d, g in grades.items() if g != 9}, *runs))
    return topics


def write(case, folder):
    """Write the case as files; a document further down shows that only the top counts."""
    labels = [
        f"{number} 0 {document} {grade}\n"
        for number, (grades, *_) in enumerate(case)
        for document, grade in grades.items()
    ]
    (folder / "qrels").write_text("".join(labels))
    for place, name in enumerate(("one", "two")):
        lines = [
            f"{number} Q0 {document} 0 {-rank} {name}\n"
            for number, (_, *runs) in enumerate(case)
            for rank, document in enumerate(runs[place])
        ]
        (folder / name).write_text("".join(lines) + f"other Q0 a 0 1 {name}\n")
    return folder / "qrels", folder / "one", folder / "two"


def differences(topic, pool, gains):
    """NDCG of the second run less that of the first, for every assignment of one topic."""
    grades, *runs = topic
    labels = {d: grade for d, grade in grades.items() if grade >= 0}
    tops = [run[:CUTOFF] for run in runs]
    shown = sorted({d for top in tops for d in top if d not in labels})
    waiting = [d for d, grade in grades.items() if grade == -1 and d not in shown]
    outside = CUTOFF + 1 if pool == "open" else len(waiting)
    for graded, extra in brute_force.assignments(len(shown), outside, len(gains) - 1):
        known = labels | dict(zip(shown, graded, strict=True))
        judged = [*known.values(), *extra]
        first, second = (
            brute_force.ndcg([known[d] for d in top], judged, CUTOFF, gains) for top in tops
        )
        yield second - first


@pytest.mark.parametrize("pool", ["open", "closed"])
def test_a_comparison_is_decided_exactly_when_no_assignment_turns_it(tmp_path, pool):
    rng = np.random.default_rng({"open": 1, "closed": 2}[pool])
    states = []
    for _ in range(40):
        case = random_case(rng)
        files = write(case, tmp_path)
        top_grade = max(grade for grades, *_ in case for grade in grades.values())
        gains = gain_table(Gain.EXPONENTIAL, top_grade)
        every = [set(differences(topic, pool, gains)) for topic in case]
        means = [sum(chosen) / len(case) for chosen in itertools.product(*every)]
        words = ["--measures", "nDCG@2", "--compare"]
        # What bounds leave open is an open world if nothing is said.
        words += ["--pool", "closed"] if pool == "closed" else []
        (row,) = answered("score", *files, *words)["comparisons"]
        assert (row["low"], row["high"]) == pytest.approx((min(means), max(means)), abs=1e-12)
        turned = min(means) < 1e-9 and max(means) > -1e-9
        assert row["state"] == ("open" if turned else "decided"), case
        states.append(row["state"])
    assert set(states) == {"open", "decided"}


def topic_bounds(topic, pool, gains):
    """Extremes of the first run's nDCG over all assignments of one topic."""
    grades, run, _ = topic
    labels = {d: grade for d, grade in grades.items() if grade >= 0}
    waiting = {d for d, grade in grades.items() if grade == -1} - set(run[:CUTOFF])
    return brute_force.bounds(
        codes=[labels.get(d, UNJUDGED) for d in run[:CUTOFF]],
        judged=list(labels.values()),
        n_outside=CUTOFF if pool == "open" else len(waiting),
        max_grade=len(gains) - 1,
        measure=lambda ranked, judged: brute_force.ndcg(ranked, judged, CUTOFF, gains),
        empty=None,
    )


@pytest.mark.parametrize("pool", ["open", "closed"])
def test_bounds_of_scores_are_the_extremes_over_all_assignments(tmp_path, pool):
    rng = np.random.default_rng(3)
    for _ in range(25):
        case = random_case(rng)
        qrels, one, _ = write(case, tmp_path)
        top_grade = max(grade for grades, *_ in case for grade in grades.values())
        gains = gain_table(Gain.EXPONENTIAL, top_grade)
        expected = [topic_bounds(topic, pool, gains) for topic in case]
        answer = answered("score", qrels, one, "--measures", "nDCG@2", "--pool", pool)
        figures = answer["runs"][0]["measures"][NDCG]
        found = (figures["low"], figures["high"])
        assert found == pytest.approx(tuple(np.mean(expected, axis=0)), abs=1e-12)
