"""Text and numbers as the screens print them."""

import pytest

from judge_app.ui.parts.words import (
    about,
    count,
    duration,
    escaped,
    in_percent,
    interval,
    listed,
    score,
    sentence,
    signed_interval,
)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("bm25_base*", r"bm25\_base\*"),
        ("[x](http://y)", r"\[x\]\(http\://y\)"),
        ("<b>", r"\<b\>"),
        ("a\n# b", r"a \# b"),
        (":red[x]", r"\:red\[x\]"),
        ("$x$", r"\$x\$"),
    ],
)
def test_markdown_shows_a_name_as_it_is(name, shown):
    assert escaped(name) == shown


def test_an_undefined_value_is_said_and_never_0():
    assert score(None) == "undefined"
    assert interval(None, None) == "undefined"
    assert signed_interval(None, None) == "undefined"
    assert in_percent(None) is None


def test_only_everything_is_100_percent():
    assert in_percent(0.9999) == 99.9
    assert in_percent(1.0) == 100.0
    assert in_percent(0.29) == 29.0


def test_differences_carry_their_signs():
    assert signed_interval(-0.0412, 0.09) == "−0.041 to +0.090"


def test_numbers_have_their_nouns():
    assert count(1, "query", "queries") == "1 query"
    assert count(1421, "pair") == "1,421 pairs"
    assert listed(["topics"]) == "topics"
    assert listed(["topics", "documents", "runs"]) == "topics, documents and runs"


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0.4, "less than a minute"),
        (1, "1 minute"),
        (50, "50 minutes"),
        (137, "2.3 hours"),
        (710, "12 hours"),
    ],
)
def test_durations_are_said_as_people_say_them(minutes, said):
    assert duration(minutes) == said


def test_a_message_becomes_a_sentence_and_a_file_name_stays_itself():
    assert sentence("nothing was stored") == "Nothing was stored."
    assert sentence("runs.txt: it is empty.") == "runs.txt: it is empty."


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0.5, "Less than a minute"), (1, "About 1 minute"), (600, "About 10 hours")],
)
def test_an_estimate_of_work_reads_as_a_sentence_begins(minutes, said):
    assert about(minutes) == said
