"""Two files of one import that hold the same id with other texts: that is said, with its places."""

import io
import json

import pandas as pd
import pytest

from judge_app.domain.errors import BadInputError
from tests.support.command_line import judgepool, refused, said


@pytest.fixture
def project(new_project):
    return new_project()


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


ONE = lines({"_id": "d1", "title": "", "text": "one"}, {"_id": "d2", "title": "", "text": "two"})
OTHER = lines(
    {"_id": "d9", "title": "", "text": "x"}, {"_id": "d2", "title": "", "text": "another two"}
)


def test_the_file_that_would_win_waits_for_a_word_and_both_places_are_named(project, bring):
    with pytest.raises(BadInputError) as raised:
        bring({"a.jsonl": ONE, "b.jsonl": OTHER})
    (doubt,) = raised.value.problems
    assert doubt.file == "b.jsonl"
    assert doubt.message == (
        "1 document has another text in a file of the same import, which this one replaces: "
        "d2 (line 2 here, line 2 of a.jsonl)"
    )
    assert "write over" in raised.value.message
    assert project.store.collection.n_documents() == 0


def test_once_that_is_accepted_the_later_file_wins(project, bring):
    _, later = bring({"a.jsonl": ONE, "b.jsonl": OTHER}, accept_warnings=True)["files"]
    assert later["rivals"] == 1
    assert project.store.collection.documents(["d2"])["d2"].text == "another two"


def test_equal_texts_and_texts_that_fill_a_gap_are_no_rivals(project, bring):
    titles = lines(
        {"_id": "d1", "title": "One", "text": ""}, {"_id": "d2", "title": "", "text": "two"}
    )
    answer = bring({"a.jsonl": ONE, "b.jsonl": ONE + "\n", "c.jsonl": titles})
    assert [file["doubts"] for file in answer["files"]] == [[], [], []]
    stored = project.store.collection.documents(["d1"])["d1"]
    assert (stored.title, stored.text) == ("One", "one")


def test_topics_are_compared_too_whatever_their_formats(bring):
    narrated = json.dumps(
        [{"query_id": "q1", "text": "first", "narrative": "only new ones"}], indent=1
    )
    files = {
        "topics.tsv": "q2\tsecond\nq1\tfirst question\n",
        "topics.json": narrated,
    }
    with pytest.raises(BadInputError) as raised:
        bring(files)
    (doubt,) = raised.value.problems
    assert doubt.message.endswith("replaces: q1 (line 2 here, line 2 of topics.tsv)")


def test_rows_of_parquet_and_entries_of_one_line_are_called_so(bring):
    table = io.BytesIO()
    pd.DataFrame({"doc_id": ["d0", "d1"], "text": ["zero", "one"]}).to_parquet(table)
    array = json.dumps([{"doc_id": f"d{n}", "text": "other"} for n in (3, 2, 1)])
    with pytest.raises(BadInputError) as raised:
        bring({"docs.parquet": table.getvalue(), "docs.json": array})
    (doubt,) = raised.value.problems
    assert "d1 (entry 3 here, row 2 of docs.parquet)" in doubt.message


def test_documents_kept_for_a_run_are_compared_as_well(bring):
    run = "q1 Q0 d2 1 1.0 r\n"
    with pytest.raises(BadInputError) as raised:
        bring({"a.jsonl": ONE, "b.jsonl": OTHER, "r.run": run}, only_retrieved=True)
    assert "d2 (line 2 here, line 2 of a.jsonl)" in raised.value.problems[0].message


def test_the_command_line_says_it_in_a_dry_run_too(tmp_path):
    said(judgepool("init", tmp_path / "q.duckdb"))
    for name, content in (("a.jsonl", ONE), ("b.jsonl", OTHER)):
        (tmp_path / name).write_text(content)
    files = (tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    result = judgepool("import", tmp_path / "q.duckdb", *files, "--dry-run")
    assert result.exit_code == 2
    assert "would write over" in result.stderr
    assert "line 2 of" in result.stderr
    assert "Keep one text" in refused(judgepool("import", tmp_path / "q.duckdb", *files))
