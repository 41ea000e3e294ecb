"""``judgepool score --compare`` and ``--pool``: figures, forms, and what they leave open."""

import csv
import io
import json

import pytest

from tests.support.command_line import answered, judgepool, refused, said

QRELS = "q1 0 a 2\nq1 0 b 0\nq1 0 c 1\nq2 0 a 1\nq2 0 b 1\nq3 0 a 0\nq1 0 p -1\nq2 0 x -1\n"
FIRST = "q1 Q0 b 1 3 first\nq1 Q0 x 2 2 first\nq2 Q0 a 1 1 first\n"
SECOND = "q1 Q0 a 1 3 second\nq1 Q0 x 2 2 second\nq2 Q0 b 1 2 second\nq2 Q0 x 2 1 second\n"
THIRD = "q2 Q0 b 1 2 third\nq2 Q0 a 2 1 third\n"
NDCG = "nDCG(dcg='exp-log2')@2"
KEYS = {
    "run", "baseline", "measure", "difference", "interval_low", "interval_high", "p_value",
    "p_adjusted", "wins", "ties", "losses", "n_queries", "low", "high", "state",
}  # fmt: skip


@pytest.fixture
def files(tmp_path):
    for name, text in {"qrels": QRELS, "1": FIRST, "2": SECOND, "3": THIRD}.items():
        (tmp_path / name).write_text(text)
    return [tmp_path / name for name in ("qrels", "1", "2", "3")]


def compared(*words):
    return answered("score", *words, "--compare")["comparisons"]


def summary(answer, measure=NDCG):
    return answer["runs"][0]["measures"][measure]


def test_every_run_is_compared_with_the_first_by_every_measure(files):
    rows = compared(*files, "--measures", "nDCG@2, P@2")
    assert [(row["measure"], row["run"], row["baseline"]) for row in rows] == [
        (measure, run, "first") for measure in (NDCG, "P@2") for run in ("second", "third")
    ]
    assert all(set(row) == KEYS for row in rows)


def test_the_scores_stay_as_they_are_and_the_stamp_says_how_chance_was_drawn(files):
    plain = answered("score", *files, "--measures", "nDCG@2")
    beside = answered("score", *files, "--measures", "nDCG@2", "--compare", "--seed", "4")
    assert beside["runs"] == plain["runs"]
    assert summary(beside)["low"] is None
    new = set(beside["stamp"]) - set(plain["stamp"])
    assert new == {"pool", "seed", "resamples", "interval_level"}
    assert (beside["stamp"]["pool"], beside["stamp"]["seed"]) == ("open", 4)
    assert "comparisons" not in plain


def test_differences_wins_and_p_are_those_of_the_topics_in_the_mean(files):
    row, other = compared(*files, "--measures", "P@2")
    # Topic by topic first has 0 .5 0, second .5 .5 0 and third 0 1 0.
    assert row["difference"] == pytest.approx(0.5 / 3)
    assert (row["wins"], row["ties"], row["losses"], row["n_queries"]) == (1, 2, 0, 3)
    assert (row["p_value"], other["p_value"], row["p_adjusted"]) == (1.0, 1.0, 1.0)
    # x stands at rank 2 of both for q1, and may be relevant for q2, where only second shows it.
    assert (row["low"], row["high"]) == pytest.approx((0.5 / 3, 1 / 3))
    assert row["state"] == "decided"


def test_the_choice_of_topics_holds_for_the_comparison_too(files):
    relevant, everything = (
        compared(*files, "--measures", "R@2", "--topics", topics)[0]
        for topics in ("relevant", "all")
    )
    assert (relevant["n_queries"], everything["n_queries"]) == (2, 3)
    assert relevant["difference"] == pytest.approx(everything["difference"] * 3 / 2)


def test_csv_holds_the_comparisons_at_full_precision(files):
    words = ("score", *files, "--measures", "nDCG@2, P@2", "--compare")
    rows = list(csv.DictReader(io.StringIO(said(judgepool(*words, "--format", "csv")))))
    expected = compared(*files, "--measures", "nDCG@2, P@2")
    assert [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in expected
    ] == rows


def test_the_table_stands_below_the_scores_and_says_what_its_columns_mean(files):
    lines = said(judgepool("score", *files, "--measures", "nDCG@2, AP", "--compare")).splitlines()
    place = lines.index(f"{NDCG}: difference from first")
    assert lines[place + 1].split()[-3:] == ["[low,", "high]", "state"]
    assert [line.split()[0] for line in lines[place + 2 : place + 4]] == ["second", "third"]
    place = lines.index("AP: difference from first")
    assert lines[place + 1].split()[-1] == "n"
    text = "\n".join(lines)
    assert "Seed 0, 10,000 draws" in text
    assert "open world" in text
    assert "decided: 0 lies outside" in text
    assert max(len(line) for line in lines[:-1]) <= 120


def test_bounds_are_not_explained_where_there_are_none(files):
    text = said(judgepool("score", *files, "--measures", "AP", "--compare"))
    assert "[low, high]" not in text
    assert "decided" not in text


def test_json_can_hold_topics_and_comparisons_and_csv_only_one_of_them(files):
    words = ("score", *files, "--compare", "--per-query")
    answer = json.loads(said(judgepool(*words, "--format", "json")))
    assert {"comparisons", "per_query"} <= set(answer)
    assert "difference from first" in said(judgepool(*words))
    assert "CSV holds one" in refused(judgepool(*words, "--format", "csv"))


def test_figures_can_be_repeated_and_hang_on_the_seed(tmp_path, files):
    for number in (1, 2):
        lines = [f"q{n} Q0 d{(n * number) % 5} 1 1 run{number}\n" for n in range(40)]
        (tmp_path / f"long{number}").write_text("".join(lines))
    labels = "".join(f"q{n} 0 d{n % 3} 1\nq{n} 0 d{n % 7} 2\n" for n in range(40) if n % 21 > 2)
    (tmp_path / "many").write_text(labels)
    words = [tmp_path / name for name in ("many", "long1", "long2")]
    first, again, other = (
        compared(*words, "--measures", "nDCG@3", "--seed", seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first[0]["p_value"] != other[0]["p_value"]
    assert first[0]["difference"] == other[0]["difference"]
    assert first[0]["p_value"] * 10_001 == pytest.approx(round(first[0]["p_value"] * 10_001))


def test_swapping_the_files_mirrors_the_comparison(files):
    qrels, first, second, _ = files
    (there,) = compared(qrels, first, second, "--measures", "nDCG@2")
    (back,) = compared(qrels, second, first, "--measures", "nDCG@2")
    assert (there["low"], there["high"]) == (-back["high"], -back["low"])
    assert (there["difference"], there["p_value"]) == (-back["difference"], back["p_value"])
    assert (there["wins"], there["losses"]) == (back["losses"], back["wins"])
    assert there["state"] == back["state"]


def test_a_run_beside_its_copy_differs_by_nothing_and_is_open(files, tmp_path):
    (tmp_path / "copy").write_text(FIRST.replace("first", "copy"))
    (row,) = compared(files[0], files[1], tmp_path / "copy", "--measures", "nDCG@2")
    assert (row["difference"], row["low"], row["high"]) == (0, 0, 0)
    assert (row["ties"], row["p_value"], row["state"]) == (2, 1.0, "open")


@pytest.mark.parametrize(
    ("labels", "n_queries"), [("q1 0 a 1\n", 1), ("q1 0 a 0\n", 0), ("q1 0 a -1\n", 0)]
)
def test_where_chance_cannot_be_told_or_nothing_counts_there_is_a_dash_and_null(
    files, tmp_path, labels, n_queries
):
    (tmp_path / "few").write_text(labels)
    words = (tmp_path / "few", files[1], files[2], "--measures", "nDCG@2")
    (row,) = compared(*words)
    assert row["n_queries"] == n_queries
    assert {row[name] for name in ("interval_low", "p_value", "p_adjusted")} == {None}
    assert (row["difference"] is None) == (row["low"] is None) == (n_queries == 0)
    text = said(judgepool("score", *words, "--compare"))
    line = next(line for line in text.splitlines()[4:] if line.startswith("second"))
    assert line.split()[2:5] == ["-", "-", "-"]
    assert "nan" not in text


def test_one_run_has_nothing_to_be_compared_with(files):
    assert "second run" in refused(judgepool("score", *files[:2], "--compare"))


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--pool", "ajar"), "open"), (("--compare", "--seed", "-1"), "--seed")],
)
def test_unknown_pools_and_seeds_below_0_are_refused(files, words, told):
    assert told in refused(judgepool("score", *files, *words))


def test_labels_without_a_pool_give_no_bounds_and_no_column_for_them(files):
    words = ("score", *files, "--measures", "nDCG@2")
    assert summary(answered(*words))["high"] is None
    assert "[low, high]" not in said(judgepool(*words))
    assert "[low, high]" not in said(judgepool(*words, "--per-query"))


@pytest.mark.parametrize("pool", ["open", "closed"])
def test_with_a_pool_scores_have_bounds_and_the_stamp_says_which(files, pool):
    words = ("score", *files, "--measures", "nDCG@2, AP", "--pool", pool)
    answer = answered(*words)
    assert answer["stamp"]["pool"] == pool
    figures = summary(answer)
    assert figures["low"] < figures["mean"] < figures["high"]
    assert summary(answer, "AP")["low"] is None
    text = said(judgepool(*words))
    assert "[low, high]" in text
    assert text.splitlines()[-1].endswith({"open": "open world", "closed": "closed pool"}[pool])


def test_a_closed_pool_counts_what_was_pooled_and_an_open_world_counts_nothing(files):
    words = ("score", *files, "--measures", "nDCG@2", "--pool")
    assert answered(*words, "closed")["stamp"]["pool_pairs"] == 8
    assert answered(*words, "open")["stamp"]["pool_pairs"] is None


def test_pooled_pairs_that_nobody_judged_stay_without_label_in_a_closed_pool(files):
    words = ("score", *files, "--measures", "Judged@2, P@2, Bpref")
    plain, closed = answered(*words), answered(*words, "--pool", "closed")
    for measure in ("Judged@2", "P@2", "Bpref"):
        assert summary(closed, measure)["mean"] == summary(plain, measure)["mean"]
    assert closed["stamp"]["label_set"] == plain["stamp"]["label_set"]


def test_in_an_open_world_recall_has_no_lower_bound_above_0(files):
    figures = summary(
        answered("score", files[0], files[2], "--measures", "R@2", "--pool", "open"), "R@2"
    )
    assert figures["low"] == pytest.approx(0, abs=1e-9)
    assert figures["mean"] > 0.4


def test_per_query_rows_carry_their_bounds(files):
    words = ("score", *files, "--measures", "P@2", "--pool", "open", "--per-query")
    rows = json.loads(said(judgepool(*words, "--format", "json")))["per_query"]
    of_first = [(row["value"], row["low"], row["high"]) for row in rows[:3]]
    assert of_first == [(0.0, 0.0, 0.5), (0.5, 0.5, 0.5), (0.0, 0.0, 0.0)]
