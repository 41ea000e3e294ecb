"""Files that are not what they should be: told where and why, and nothing of them is stored."""

import gzip

import pytest

from tests.support.command_line import answered, judgepool, refused, said

TOPICS = '{"_id": "q1", "text": "first"}\n{"_id": "q2", "text": "second"}\n'
DOCUMENTS = '{"_id": "d1", "title": "", "text": "a"}\n{"_id": "d2", "title": "", "text": "b"}\n'
RUN = "q1 Q0 d1 1 3.0 good\nq1 Q0 d2 2 2.0 good\n"


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.duckdb"
    said(judgepool("init", path))
    (tmp_path / "queries.jsonl").write_text(TOPICS)
    (tmp_path / "corpus.jsonl").write_text(DOCUMENTS)
    said(judgepool("import", path, tmp_path / "queries.jsonl", tmp_path / "corpus.jsonl"))
    return path


def refuse(project, name, content, *options):
    """Import a file that has to be refused; return what was said."""
    file = project.parent / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    words = refused(judgepool("import", project, file, *options))
    assert str(file) in words
    status = answered("status", project)
    assert status["runs"] == []
    assert status["stamp"]["n_labels"] == 0
    return words.replace(str(file), name)


def test_a_truncated_gz_says_that_it_ends_too_early(project):
    whole = gzip.compress("".join(f"q1 Q0 d{n} {n} {-n} good\n" for n in range(999)).encode())
    words = refuse(project, "cut.run.gz", whole[: len(whole) // 2])
    assert "ends in the middle of its compressed data" in words


def test_five_columns_are_named_with_their_line_and_what_a_line_should_be(project):
    words = refuse(project, "five.run", RUN + "q2 Q0 d1 1 2.0\n")
    assert "five.run:3: 5 columns, where a run has 6: query_id Q0 doc_id rank score tag" in words


def test_a_file_of_five_columns_throughout_is_refused(project):
    words = refuse(project, "five.txt", "q1 Q0 d1 1 3.0\nq1 Q0 d2 2 2.0\n")
    assert "columns" in words
    assert "query_id Q0 doc_id rank score tag" in words


def test_a_score_that_is_not_a_number_is_named_with_its_line(project):
    words = refuse(project, "nan.run", RUN + "q2 Q0 d1 1 NaN good\n")
    assert "nan.run:3: the score is NaN" in words


def test_a_document_twice_in_a_ranking_is_named_with_both_lines(project):
    words = refuse(project, "twice.run", RUN + "q1 Q0 d1 3 1.0 good\n")
    assert "twice.run:3: " in words
    assert "'d1'" in words
    assert "lines 1, 3" in words


def test_an_empty_file_is_refused(project):
    assert "empty.run is empty" in refuse(project, "empty.run", "")


def test_a_folder_is_refused(project, tmp_path):
    (tmp_path / "runs").mkdir()
    assert f"{tmp_path}/runs is a folder" in refused(
        judgepool("import", project, tmp_path / "runs")
    )


def test_a_file_that_is_not_there_is_refused(project, tmp_path):
    words = refused(judgepool("import", project, tmp_path / "none.run"))
    assert f"{tmp_path}/none.run does not exist" in words


def test_the_output_of_trec_eval_is_recognised(project):
    lines = "map\tq1\t0.2500\nP_5\tq1\t0.2000\nmap\tall\t0.2500\nP_5\tall\t0.2000\n"
    words = refuse(project, "scores.run", lines)
    assert "output of trec_eval" in words
    assert "Give the run that was scored" in words


def test_one_bad_file_keeps_the_good_ones_out_too(project, tmp_path):
    (tmp_path / "good.run").write_text(RUN)
    (tmp_path / "bad.run").write_text(RUN + "q2 Q0 d1 1 NaN bad\n")
    refused(judgepool("import", project, tmp_path / "good.run", tmp_path / "bad.run"))
    assert answered("status", project)["runs"] == []


def test_a_query_that_the_project_does_not_have_is_a_warning(project):
    result = judgepool("import", project, "-", stdin=RUN + "q9 Q0 d1 1 1.0 good\n")
    assert result.exit_code == 0
    assert "1 query not in the project: q9" in result.stderr
    assert answered("status", project)["runs"][0]["n_queries"] == 2


def test_a_document_without_text_is_a_warning_and_never_queued(project):
    lines = '{"_id": "d3", "title": "", "text": ""}\n'
    result = judgepool("import", project, "-", "--as", "documents", stdin=lines)
    assert result.exit_code == 0
    assert "stdin:1: " in result.stderr
    assert "has neither title nor text" in result.stderr
    said(judgepool("import", project, "-", stdin=RUN + "q2 Q0 d3 1 1.0 good\n"))
    pooled = judgepool("pool", project)
    assert pooled.exit_code == 0
    assert "not queued, since there is no text to show: 1 new pair" in pooled.stderr
    assert answered("status", project)["pool_without_text"] == 1


IDS = ["NA", "007", "7", "1e5", '"x', "null", "nan", "=1+1", "Dairy", "dairy", "ä"]


def test_ids_come_back_byte_for_byte(tmp_path):
    project = tmp_path / "p.duckdb"
    said(judgepool("init", project))
    topics = "".join(f"{name}\tquestion\n" for name in IDS)
    (tmp_path / "topics.tsv").write_text(topics, encoding="utf-8")
    said(judgepool("import", project, tmp_path / "topics.tsv"))
    run = "".join(f"{name} Q0 {name} 1 1.0 a\n" for name in IDS)
    said(judgepool("import", project, "-", stdin=run))
    said(judgepool("pool", project))
    qrels = "".join(f"{name} 0 {name} 1\n" for name in IDS)
    said(judgepool("import", project, "-", "--as", "qrels", stdin=qrels))
    exported = said(judgepool("export", project, "-"))
    ordered = sorted(IDS, key=str.encode)
    assert exported == "".join(f"{name} 0 {name} 1\n" for name in ordered)
    (run,) = answered("coverage", project)["runs"]
    assert [pair["query_id"] for pair in run["judged"]] == ordered
    assert answered("status", project)["n_queries"] == len(IDS)


def test_two_files_that_content_cannot_tell_apart_are_told_by_their_names(tmp_path):
    project = tmp_path / "p.duckdb"
    said(judgepool("init", project))
    (tmp_path / "queries.jsonl").write_text(TOPICS)
    (tmp_path / "corpus.jsonl").write_text(TOPICS)
    files = (tmp_path / "queries.jsonl", tmp_path / "corpus.jsonl")
    words = said(judgepool("import", project, *files))
    assert "queries.jsonl: topics, 2 topics" in words
    assert "corpus.jsonl: documents, 2 documents" in words


def test_where_the_name_says_nothing_either_the_command_asks(project, tmp_path):
    (tmp_path / "part1.jsonl").write_text(TOPICS)
    file = tmp_path / "part1.jsonl"
    words = refused(judgepool("import", project, file))
    assert "topics or documents" in words
    assert "--as" in words
    assert "documents, 2 documents" in said(judgepool("import", project, file, "--as", "documents"))


def test_of_many_problems_the_first_twenty_are_shown_and_the_rest_counted(project):
    lines = "".join(f"q1 Q0 d{n} {n} {'x' if n else '1.0'} good\n" for n in range(1501))
    words = refuse(project, "wrong.run", lines, "--as", "run")
    assert "nothing was stored: 1,500 problems" in words
    assert sum(line.startswith("  wrong.run:") for line in words.splitlines()) == 20
    assert "… and 1,480 more" in words


def test_a_grade_beyond_the_scale_is_refused_with_the_way_to_map_it(project):
    words = refuse(project, "qrels.txt", "q1 0 d1 7\n")
    assert "qrels.txt:1: grade 7" in words
    assert "--map-grades" in words


@pytest.mark.parametrize(
    "words",
    [
        ("--as", "poems"),
        ("--format", "papyrus"),
        ("--map-grades", "1>3"),
        ("--annotator", "Mira", "--model", "gpt"),
    ],
)
def test_words_that_mean_nothing_are_refused(project, words):
    assert "Error: " in refused(judgepool("import", project, "-", *words, stdin=RUN))
    assert answered("status", project)["runs"] == []
