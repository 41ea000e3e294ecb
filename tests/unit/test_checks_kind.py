"""What a judgment is for is found from what was handed out and what its author had seen."""

from itertools import pairwise

import pytest

from judge_app.domain.checks import Word, arrives_late, drawn, is_answered, kind_of, n_due
from judge_app.domain.model import JudgmentKind, Verdict
from tests.support.projects import judgment

ORDINARY, ADJUDICATION = JudgmentKind.ORDINARY, JudgmentKind.ADJUDICATION
TRAINING, GOLD, REPEAT = JudgmentKind.TRAINING, JudgmentKind.GOLD, JudgmentKind.REPEAT
GRADED, SKIPPED, WITHDRAWN = Verdict.GRADED, Verdict.SKIPPED, Verdict.WITHDRAWN


def words(*said):
    return [
        Word(n, f"k{n}", verdict, kind, is_late=False) for n, (kind, verdict) in enumerate(said, 1)
    ]


@pytest.mark.parametrize(
    ("purpose", "said", "seen", "kind"),
    [
        (None, [], None, ORDINARY),
        (GOLD, [], None, GOLD),
        (TRAINING, [], None, TRAINING),
        # The own grade of before was not on screen.
        (REPEAT, [(ORDINARY, GRADED)], None, REPEAT),
        # Put off, and come back to.
        (REPEAT, [(ORDINARY, GRADED), (REPEAT, SKIPPED)], "k2", REPEAT),
        (GOLD, [(GOLD, SKIPPED)], "k1", GOLD),
        # A grade changed at once, before anything else is known.
        (GOLD, [(GOLD, GRADED)], "k1", GOLD),
        (GOLD, [(GOLD, GRADED)], None, GOLD),
        # Looking back at both grades, its author means the document.
        (REPEAT, [(ORDINARY, GRADED), (REPEAT, GRADED)], "k2", ORDINARY),
        (REPEAT, [(ORDINARY, GRADED)], "k1", ORDINARY),
        # From another tab, which showed the pair when it was handed out.
        (REPEAT, [(ORDINARY, GRADED), (REPEAT, GRADED)], None, REPEAT),
    ],
)
def test_the_kind_follows_from_purpose_and_what_was_seen(purpose, said, seen, kind):
    assert kind_of(judgment("q", "d", 1, seen=seen), purpose, words(*said)) is kind


def test_an_answer_to_a_check_is_no_news_about_the_label():
    said = words((ORDINARY, GRADED), (REPEAT, GRADED))
    assert not arrives_late(judgment("q", "d", 1, seen="k1"), said)
    assert not arrives_late(judgment("q", "d", 1, seen="k2"), said)
    assert arrives_late(judgment("q", "d", 1), said)


def test_a_check_put_off_or_taken_back_is_not_answered():
    assert not is_answered(GOLD, words((GOLD, SKIPPED)))
    assert is_answered(GOLD, words((GOLD, SKIPPED), (GOLD, GRADED)))
    assert not is_answered(GOLD, words((GOLD, GRADED), (GOLD, WITHDRAWN)))


def test_lots_belong_to_their_words_and_are_spread_evenly():
    lots = [drawn("project", 3, place) for place in range(2_000)]
    assert lots == [drawn("project", 3, place) for place in range(2_000)]
    assert 0.04 < sum(lot < 0.05 for lot in lots) / len(lots) < 0.06
    assert drawn("a", "bc") != drawn("ab", "c")


@pytest.mark.parametrize("rate", [0.01, 0.05, 0.1, 0.3, 1 / 3, 0.5])
def test_one_place_in_every_stretch_n_due_but_not_always_the_same(rate):
    assert abs(sum(n_due(place, rate, "somebody") for place in range(1_000)) - 1_000 * rate) <= 1
    due = [place for place in range(1_000) if n_due(place, rate, "somebody")]
    assert len(due) < 5 or len({b - a for a, b in pairwise(due)}) > 1
    assert due != [place for place in range(1_000) if n_due(place, rate, "somebody else")]


def test_without_a_rate_nothing_n_due():
    assert not any(n_due(place, 0.0) for place in range(100))
