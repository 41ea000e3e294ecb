"""``judgepool score``: its figures, its forms, and what it says beside them."""

import csv
import gzip
import hashlib
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
import pytrec_eval

from judge_app.domain.qrels import qrels_line
from judge_app.domain.run_names import default_run_name
from tests.support.command_line import answered, judgepool, refused, said

QRELS = "q1 0 a 2\nq1 0 b 0\nq1 0 c 1\nq2 0 a 0\nq3 0 z 1\nq1 0 p -1\n"
RUN = "q1 Q0 b 1 3 mine\nq1 Q0 x 2 2 mine\nq1 Q0 a 3 2 mine\nq2 Q0 a 1 1 mine\nq9 Q0 a 1 1 mine\n"
NDCG = "nDCG(dcg='exp-log2')@2"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "first.run").write_text(RUN)
    return tmp_path / "qrels.txt", tmp_path / "first.run"


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_json_has_the_keys_of_the_contract_and_no_bounds(files):
    answer = answered("score", *files, "--measures", "nDCG@2")
    assert set(answer["stamp"]) == {
        "gain", "labels", "scale", "n_judgments", "n_labels", "label_set", "pool_pairs",
        "created_at",
    }  # fmt: skip
    (run,) = answer["runs"]
    assert run["run"] == "mine"
    figures = run["measures"][NDCG]
    assert (figures["low"], figures["high"]) == (None, None)
    assert answer["unscored_queries"] == ["q9"]


def test_topics_without_anything_relevant_are_left_out_and_missing_ones_count_0(files):
    relevant = answered("score", *files, "--measures", "RR")["runs"][0]["measures"]["RR"]
    everything = answered("score", *files, "--measures", "RR", "--topics", "all")
    everything = everything["runs"][0]["measures"]["RR"]
    # a stands at rank 3: it ties with x, whose id is greater.
    assert relevant["mean"] == pytest.approx((1 / 3 + 0) / 2)
    assert everything["mean"] == pytest.approx((1 / 3 + 0 + 0) / 3)
    assert (relevant["n_queries"], relevant["n_undefined"], relevant["n_missing"]) == (2, 1, 1)
    assert everything["n_queries"] == 3


def test_fractions_are_no_labels_and_are_refused_with_their_lines(files):
    qrels, run = files
    qrels.write_text("q1 0 a 2\nq1 0 b 1.5\nq2 0 a 0.25\n")
    answer = judgepool("score", qrels, run)
    assert answer.exit_code == 2
    assert f"{qrels}:2: the grade 1.5 is not a whole number" in answer.stderr
    assert f"{qrels}:3: the grade 0.25 is not a whole number" in answer.stderr


def test_a_guessed_encoding_is_said(files):
    qrels, run = files
    qrels.write_bytes("q1 0 piñata 1\n".encode("cp1252"))
    run.write_text("q1 Q0 piñata 1 2 mine\n", encoding="utf-8")
    answer = answered("score", qrels, run, "--measures", "RR")
    assert answer["runs"][0]["measures"]["RR"]["mean"] == 1
    notices = judgepool("score", qrels, run, "--measures", "RR").stderr
    assert f"{qrels}: read as Windows-1252, since byte 0xf1 in line 1 is not UTF-8" in notices
    run.write_bytes("q1 Q0 piñata 1 2 mine\n".encode("utf-16-le"))
    notices = judgepool("score", qrels, run, "--measures", "RR").stderr
    assert "mine: read as UTF-16-LE, since every second byte" in notices


def test_an_encoding_that_is_said_is_believed_for_all_files(files):
    qrels, run = files
    qrels.write_bytes("q1 0 Жук 1\n".encode("cp1251"))
    run.write_bytes("q1 Q0 Жук 1 2 mine\n".encode("cp1251"))
    told = answered("score", qrels, run, "--measures", "RR", "--encoding", "windows-1251")
    assert told["runs"][0]["measures"]["RR"]["mean"] == 1


def test_the_label_set_is_the_hash_of_the_sorted_bare_qrels(files):
    labels = [("q1", "a", 2), ("q1", "b", 0), ("q1", "c", 1), ("q2", "a", 0), ("q3", "z", 1)]
    text = "".join(qrels_line(*label) for label in labels)
    stamp = answered("score", *files)["stamp"]
    assert stamp["label_set"] == hashlib.sha256(text.encode()).hexdigest()
    assert (stamp["n_labels"], stamp["scale"], stamp["pool_pairs"]) == (5, "0-2", None)


def test_pairs_that_were_pooled_and_not_judged_are_no_labels(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 a -1\nq1 0 b 1\nq2 0 c -1\n")
    run.write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n")
    figures = answered("score", qrels, run, "--measures", "Judged@2, P@2")["runs"][0]["measures"]
    assert figures["Judged@2"]["mean"] == pytest.approx((0.5 + 0) / 2)
    assert figures["P@2"]["n_queries"] == 2


def test_a_file_of_nothing_but_unjudged_pairs_scores_nothing(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 a -1\nq1 0 b -1\n")
    run.write_text("q1 Q0 a 1 2 t\n")
    answer = answered("score", qrels, run, "--measures", "nDCG@2")
    assert answer["runs"][0]["measures"][NDCG]["mean"] is None
    assert answer["stamp"]["label_set"] == hashlib.sha256(b"").hexdigest()


def test_grades_below_0_bring_no_gain_and_are_no_part_of_the_ideal(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 spam -2\nq1 0 b 1\n")
    run.write_text("q1 Q0 b 1 2 t\nq1 Q0 spam 2 1 t\n")
    figures = answered("score", qrels, run, "--measures", "nDCG@2,Judged@2")["runs"][0]["measures"]
    assert (figures[NDCG]["mean"], figures["Judged@2"]["mean"]) == (1.0, 1.0)


def test_per_query_csv_has_full_precision_and_empty_cells_for_the_undefined(files):
    words = ("score", *files, "--measures", "R@3", "--per-query", "--format", "csv")
    text = said(judgepool(*words))
    assert text.splitlines()[0] == "run,query_id,measure,value,low,high,judged"
    values = {row["query_id"]: row["value"] for row in rows(text)}
    assert values == {"q1": "0.5", "q2": "", "q3": "0.0"}
    rr = rows(
        said(judgepool("score", *files, "--measures", "RR", "--per-query", "--format", "csv"))
    )
    assert rr[0]["value"] == repr(1 / 3)


def test_per_query_json_has_null_for_the_undefined(files):
    answer = json.loads(
        said(judgepool("score", *files, "--measures", "RR", "--per-query", "--format", "json"))
    )
    values = {row["query_id"]: row["value"] for row in answer["per_query"]}
    assert values == {"q1": 1 / 3, "q2": None, "q3": 0.0}


def test_the_table_has_four_decimals_and_its_stamp(files):
    lines = said(judgepool("score", *files, "--measures", "RR")).splitlines()
    assert lines[0] == "RR"
    assert lines[2].split()[:2] == ["mine", "0.1667"]
    assert lines[-1].startswith(
        f"exponential gain, topics with something relevant, labels of {files[0]}, scale 0-2, 5 "
    )


def test_what_the_means_hide_is_told_on_stderr(files):
    result = judgepool("score", *files, "--measures", "nDCG@2")
    assert result.exit_code == 0
    told = result.stderr.splitlines()
    assert any("1 topic of 3 with nothing relevant" in line for line in told)
    assert any("nothing for 1 topic of 3" in line and "q3" in line for line in told)
    assert any("1 topic without labels, not scored: q9" in line for line in told)
    assert any("equal scores on both sides of a cut-off: 1 at rank 2" in line for line in told)
    assert any("without a label" in line and "of the top 2" in line for line in told)


def test_nothing_is_told_where_there_is_nothing_to_tell(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 a 1\nq1 0 b 0\n")
    run.write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n")
    result = judgepool("score", qrels, run)
    assert (result.exit_code, result.stderr) == (0, "")


def test_trec_eval_means_linear_gain_and_all_topics(files):
    answer = answered("score", *files, "--measures", "nDCG@3", "--trec-eval")
    linear = answered(
        "score", *files, "--measures", "nDCG@3", "--gain", "linear", "--topics", "all"
    )
    assert list(answer["runs"][0]["measures"]) == ["nDCG(dcg='log2')@3"]
    assert answer["runs"] == linear["runs"]


@pytest.mark.parametrize("words", [("--gain", "exponential"), ("--topics", "relevant")])
def test_trec_eval_and_its_opposite_are_refused_together(files, words):
    assert "--trec-eval" in refused(judgepool("score", *files, "--trec-eval", *words))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--measures", "nCDG@10"), "nDCG"),
        (("--gain", "cubic"), "cubic"),
        (("--topics", "some"), "some"),
    ],
)
def test_unknown_words_are_refused(files, words, told):
    assert told in refused(judgepool("score", *files, *words))


def test_a_faulty_run_is_refused_with_its_lines_and_nothing_is_scored(files, tmp_path):
    faulty = tmp_path / "faulty.run"
    faulty.write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 nan t\nq1 Q0 a 3 1 t\n")
    words = refused(judgepool("score", *files, faulty))
    assert f"{faulty}:2:" in words
    assert f"{faulty}:3:" in words


def test_faulty_qrels_are_refused_with_their_lines(files, tmp_path):
    qrels = tmp_path / "faulty.txt"
    qrels.write_text("q1 0 a 1\nq1 0 a 2\n")
    assert f"{qrels}:2:" in refused(judgepool("score", qrels, files[1]))


def test_a_number_that_is_no_grade_is_refused_with_its_line(files, tmp_path):
    qrels = tmp_path / "wrong.txt"
    qrels.write_text("q1 0 a 1\nq1 0 b 8841823\n")
    assert f"{qrels}:2: 8841823" in refused(judgepool("score", qrels, files[1]))


def test_runs_are_named_by_their_tag_and_by_their_file_where_that_is_taken(files, tmp_path):
    second = tmp_path / "second.run.gz"
    second.write_bytes(gzip.compress(RUN.encode()))
    mixed = tmp_path / "mixed.run"
    mixed.write_text(RUN.replace("mine", "other", 1))
    answer = answered("score", *files, second, mixed, "--measures", "RR")
    assert [run["run"] for run in answer["runs"]] == ["mine", "second", "mixed"]


def test_files_that_would_have_one_name_are_named_by_their_paths(files, tmp_path):
    others = [tmp_path / folder / "first.run" for folder in ("one", "two")]
    for other in others:
        other.parent.mkdir()
        other.write_text(RUN)
    answer = answered("score", *files, *others, "--measures", "RR")
    assert [run["run"] for run in answer["runs"]] == ["mine", "first", str(others[1])]


def test_a_run_named_twice_is_refused(files):
    assert "twice" in refused(judgepool("score", *files, files[1]))


def test_a_run_is_read_from_stdin(files):
    expected = answered("score", *files, "--measures", "RR")["runs"]
    result = judgepool("score", files[0], "-", "--measures", "RR", "--format", "json", stdin=RUN)
    assert json.loads(said(result))["runs"] == expected


@pytest.mark.parametrize(
    ("tags", "file_name", "taken", "name"),
    [
        (["bm25"], "a.run", (), "bm25"),
        (["bm25"], "a.run", ("bm25",), "a"),
        (["x", "y"], "runs/b.run.gz", (), "b"),
        ([], "input.bm25.txt", (), "input.bm25"),
        ([], ".zst", (), ".zst"),
    ],
)
def test_a_run_has_its_only_tag_as_its_name_else_its_file(tags, file_name, taken, name):
    assert default_run_name(tags, file_name, taken) == name


def test_runs_of_one_tag_keep_apart_whatever_their_files_are_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("old").mkdir()
    Path("qrels").write_text("q1 0 a 1\n")
    Path("old/bm25").write_text("q1 Q0 a 1 9 bm25\n")
    Path("bm25").write_text("q1 Q0 z 1 9 bm25\n")
    for order in (["old/bm25", "bm25"], ["bm25", "old/bm25"]):
        found = rows(
            said(judgepool("score", "qrels", *order, "--measures", "P@1", "--format", "csv"))
        )
        assert len({row["run"] for row in found}) == 2
        expected = [1.0 if path == "old/bm25" else 0.0 for path in order]
        assert [float(row["mean"]) for row in found] == expected


def test_one_file_under_two_names_is_refused(files, monkeypatch):
    qrels, run = files
    monkeypatch.chdir(run.parent)
    assert "named twice" in refused(judgepool("score", qrels, run, f"./{run.name}"))


def test_trec_eval_s_numbers_hold_for_grades_below_minus_one(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 a 1\nq1 0 b -2\nq1 0 c 0\nq1 0 d 1\n")
    run.write_text("q1 Q0 b 1 9 t\nq1 Q0 a 2 8 t\nq1 Q0 c 3 7 t\nq1 Q0 d 4 6 t\n")
    labels = {"q1": {"a": 1, "b": -2, "c": 0, "d": 1}}
    theirs = pytrec_eval.RelevanceEvaluator(labels, {"bpref", "map"}).evaluate(
        {"q1": {"b": 9.0, "a": 8.0, "c": 7.0, "d": 6.0}}
    )["q1"]
    figures = answered("score", qrels, run, "--trec-eval", "--measures", "Bpref AP")["runs"][0]
    assert figures["measures"]["Bpref"]["mean"] == pytest.approx(theirs["bpref"])
    assert figures["measures"]["AP"]["mean"] == pytest.approx(theirs["map"])
    assert "1 label below -1: judged" in judgepool("score", qrels, run).stderr


def test_the_stamp_tells_topics_and_32_bit_scores_apart(files):
    lines = [
        said(judgepool("score", *files, *words)).splitlines()[-1]
        for words in ((), ("--topics", "all"), ("--float32",))
    ]
    assert len(set(lines)) == 3
    stamp = answered("score", *files, "--topics", "all", "--float32")["stamp"]
    assert (stamp["topics"], stamp["score_bits"]) == ("all", 32)


def test_the_worst_topics_stand_beside_a_mean(files):
    figures = answered("score", *files, "--measures", "RR")["runs"][0]["measures"]["RR"]
    assert figures["worst"] == [
        {"query_id": "q3", "value": 0.0}, {"query_id": "q1", "value": pytest.approx(1 / 3)},
    ]  # fmt: skip
    table = said(judgepool("score", *files, "--measures", "RR"))
    assert "worst topics, mine: q3 0.0000, q1 0.3333" in table


def test_both_means_are_in_the_csv(files):
    (row,) = rows(said(judgepool("score", *files, "--measures", "RR", "--format", "csv")))
    assert float(row["mean_relevant"]) == pytest.approx((1 / 3 + 0) / 2)
    assert float(row["mean_all"]) == pytest.approx((1 / 3 + 0) / 3)


def test_topics_are_undefined_by_the_grade_that_a_measure_calls_relevant(files):
    told = judgepool("score", *files, "--measures", "AP, AP(rel=2)").stderr
    assert "1 topic of 3 with nothing relevant: undefined for AP and left out" in told
    assert "2 topics of 3 with nothing relevant at grade 2 or more: undefined for AP(rel=2)" in told


def test_a_missing_topic_is_not_counted_as_unlabelled(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 a 1\nq4 0 d 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 9 t\n")
    told = judgepool("score", tmp_path / "qrels", tmp_path / "run", "--measures", "AP").stderr
    assert "nothing for 1 topic of 2" in told
    assert "without a label" not in told


def test_a_run_of_another_collection_is_told(files, tmp_path):
    (tmp_path / "other.run").write_text("x1 Q0 a 1 9 t\n")
    assert (
        "no topic of the qrels is in this run"
        in judgepool("score", files[0], tmp_path / "other.run").stderr
    )


def test_what_was_noticed_while_reading_is_said(tmp_path):
    (tmp_path / "qrels").write_text("#1 0 a 1\nq2 0 b 2\n")
    (tmp_path / "run").write_text("#1 Q0 a 1 9 t\nq2 Q0 b 1 9 t\n")
    told = judgepool("score", tmp_path / "qrels", tmp_path / "run").stderr
    assert told.count("# at the start marks a comment") == 2


def test_bytes_that_are_no_text_in_a_column_that_nobody_reads_are_noticed(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    (tmp_path / "run").write_bytes(b"q1 \xff a 1 9 t\n")
    told = judgepool("score", tmp_path / "qrels", tmp_path / "run")
    assert "byte 0xff" in told.stderr


def test_all_faults_of_a_file_are_counted(tmp_path):
    (tmp_path / "qrels").write_text("".join(f"q1 0 d{n} x\n" for n in range(1_500)))
    told = refused(judgepool("score", tmp_path / "qrels", tmp_path / "qrels"))
    assert "1,500 problems" in told
    assert "… and 1,480 more" in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_nobody_s_fault(files):
    command = (
        f"{sys.executable} -c 'from judge_app.cli import app; app()' score {files[0]} {files[1]}"
    )
    done = subprocess.run(
        ["bash", "-c", f"{command} > /dev/full"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "could not be written" in done.stderr
    assert "fault of Judgepool" not in done.stderr
