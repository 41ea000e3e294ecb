"""How lists are written, and how rows are printed."""

import csv
import io

import pytest

from judge_app.cli.output import harmless
from judge_app.cli.table import counted, csv_text, figure, listed, share, text_table
from judge_app.cli.words import split_list


@pytest.mark.parametrize(
    ("values", "entries"),
    [
        (None, None),
        ([], None),
        ([""], None),
        ([" , "], None),
        (["a"], ["a"]),
        (["a,b"], ["a", "b"]),
        (["a b"], ["a", "b"]),
        (["a, b", "c"], ["a", "b", "c"]),
        (["bm25(k1=0.9, b=0.4), rm3"], ["bm25(k1=0.9, b=0.4)", "rm3"]),
        (["left(open, b"], ["left(open, b"]),
    ],
)
def test_entries_are_separated_by_commas_or_blanks_outside_parentheses(values, entries):
    assert split_list(values) == entries


def test_control_characters_cannot_steer_the_terminal():
    assert harmless("d1\x1b[2J\r\x07 ok\n\tü") == "d1\\x1b[2J\\r\\x07 ok\n\tü"


def test_columns_are_aligned_names_left_and_numbers_right():
    table = text_table(("run", "n"), [("a", "10"), ("long name", "7")])
    assert table.split("\n") == ["run         n", "a          10", "long name   7"]


def test_a_table_without_rows_still_has_its_header():
    assert text_table(("run", "n"), []) == "run  n"


def test_csv_keeps_every_digit_and_leaves_undefined_cells_empty():
    text = csv_text(("id", "value"), [{"id": "x", "value": 0.1 + 0.2}, {"id": "y", "value": None}])
    assert text == "id,value\nx,0.30000000000000004\ny,\n"


def test_csv_gives_ids_back_byte_for_byte():
    ids = ["=1+1", "+x", "-3", "@a", '"x', "a,b", "NA", "007", "1e5", "two\nlines", ""]
    text = csv_text(("id", "n"), [{"id": name, "n": 1} for name in ids])
    assert [row["id"] for row in csv.DictReader(io.StringIO(text, newline=""))] == ids


def test_a_share_says_100_percent_of_everything_only():
    assert share(1.0) == "100.0 %"
    assert share(0.99999) == "99.9 %"
    assert share(0.0) == "0.0 %"
    assert share(None) == "-"


def test_undefined_figures_are_a_dash():
    assert figure(None) == "-"
    assert figure(0.5) == "0.5000"


def test_counts_agree_with_their_noun():
    assert counted(1, "query", "queries") == "1 query"
    assert counted(0, "query", "queries") == "0 queries"
    assert counted(1421, "pair") == "1,421 pairs"


def test_long_lists_say_how_many_more_there_are():
    assert listed(["a", "b"]) == "a, b"
    assert listed(list("abcdefg")) == "a, b, c, d, e and 2 more"
