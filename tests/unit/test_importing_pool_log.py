"""An exported pool is told by its columns; what is wrong in it is named by its line."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file

HEADER = (
    "query_id,doc_id,batch,strategy,depth,added_at,added_by,batch_runs,pool_priority,"
    "inclusion_probability,run,rank"
)
WITH_DRAW = f"{HEADER},budget,random_share,seed"
FIRST = 'q1,d1,0,depth,10,2026-01-31T12:00:00.000000Z,Ada,"[""a"", ""b""]",0.0,1.0,a,1'


def row(**cells):
    names = HEADER.split(",")
    told = dict(
        zip(names, ["q1", "d2", "0", "depth", "10", "2026-01-31T12:00:00.000000Z"], strict=False)
    )
    told |= {"added_by": "Ada", "batch_runs": '["a", "b"]', "pool_priority": "0.0"}
    told |= {"inclusion_probability": "1.0", "run": "a", "rank": "2"} | cells
    return ",".join('"' + told[name].replace('"', '""') + '"' for name in names)


@pytest.fixture
def read(tmp_path):
    def read_rows(*rows, header=HEADER, **words):
        path = tmp_path / "pool.csv"
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return read_file(path, **words)

    return read_rows


def told(parsed):
    return [(problem.line, problem.message) for problem in parsed.problems]


def test_pairs_stand_once_and_batches_are_there_even_without_pairs(read):
    bare = row(query_id="", doc_id="", batch="1", batch_runs="[]", depth="", run="", rank="")
    parsed = read(FIRST, row(doc_id="d1", run="b", rank="7"), row(), bare)
    assert parsed.kind is Kind.QRELS
    assert (told(parsed), parsed.warnings) == ([], ())
    assert parsed.frame[["doc_id", "grade", "line"]].to_numpy().tolist() == [
        ["d1", -1, 2], ["d2", -1, 4],
    ]  # fmt: skip
    assert [(one.number, one.depth, one.runs) for one in parsed.pool.batches] == [
        (0, 10, ("a", "b")), (1, None, ()),
    ]  # fmt: skip
    assert parsed.pool.ranks["rank"].tolist() == [1, 7, 2]


def test_no_column_of_an_exported_pool_is_called_unused(read):
    parsed = read(f"{FIRST},100,0.25,7", header=WITH_DRAW)
    assert (told(parsed), parsed.warnings) == ([], ())


def test_a_pool_without_the_history_is_pairs_and_no_more(read):
    parsed = read("q1,d1,0,depth,10,a,1", header="query_id,doc_id,batch,strategy,depth,run,rank")
    assert (parsed.ok, parsed.pool) == (True, None)
    assert parsed.frame["grade"].tolist() == [-1]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"batch": "one"}, "the batch 'one' is no whole number from 0"),
        ({"batch": "1", "strategy": ""}, "the strategy is empty"),
        ({"batch": "1", "depth": "-3"}, "the depth '-3' is no whole number"),
        ({"batch": "1", "added_at": "yesterday"}, "the added_at 'yesterday' is no moment"),
        ({"batch": "1", "added_at": ""}, "the added_at '' is no moment"),
        ({"batch": "1", "added_by": ""}, "the added_by is empty"),
        ({"batch": "1", "batch_runs": "a, b"}, "the batch_runs 'a, b' is no list of runs"),
        ({"batch": "1", "batch_runs": "[1]"}, "the batch_runs '[1]' is no list of runs"),
        ({"depth": "20"}, "batch 0 is told otherwise than in a row above"),
        ({"pool_priority": "inf"}, "the pool_priority 'inf' is no number"),
        ({"inclusion_probability": "0"}, "the inclusion_probability '0' is not above 0"),
        ({"inclusion_probability": "1.5"}, "the inclusion_probability '1.5' is not above 0"),
        ({"doc_id": "d1", "pool_priority": "3"}, "document 'd1' of query 'q1' has another batch"),
        ({"doc_id": ""}, "the doc_id is empty"),
        ({"query_id": ""}, "the query_id is empty"),
        ({"rank": "first"}, "the rank 'first' is no whole number"),
        ({"run": "c"}, "no batch_runs names the run 'c'"),
    ],
)
def test_a_faulty_row_is_named_by_its_line(read, cells, said):
    (found,) = told(read(FIRST, row(**cells)))
    assert found[0] == 3
    assert said in found[1]


def test_budget_share_and_seed_of_a_batch_are_read_where_a_file_has_them(read):
    assert {(one.budget, one.seed) for one in read(FIRST).pool.batches} == {(None, None)}
    (batch,) = read(f"{FIRST},3,0.25,11", header=WITH_DRAW).pool.batches
    assert (batch.budget, batch.random_share, batch.seed) == (3, 0.25, 11)


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        ("many,,", "the budget 'many' is no whole number from 0"),
        (",,-1", "the seed '-1' is no whole number from 0"),
        (",1.5,", "the random_share '1.5' is not from 0 to 1"),
        (",nan,", "the random_share 'nan' is not from 0 to 1"),
    ],
)
def test_a_faulty_draw_is_named_by_its_line(read, draw, said):
    assert told(read(f"{FIRST},{draw}", header=WITH_DRAW)) == [(2, said)]


@pytest.mark.parametrize(
    ("kind", "lacks"), [(Kind.RUN, "no score"), (Kind.JUDGMENTS, "no grade and no annotator")]
)
@pytest.mark.parametrize("name", ["csv", "jsonl"])
def test_a_pool_is_no_run_and_no_judgments_and_that_is_said_once(tmp_path, kind, lacks, name):
    path = tmp_path / f"it.{name}"
    cells = dict(
        zip(
            HEADER.split(","),
            ["q", "d", 0, "depth", 3, "x", "y", "[]", 0.0, 1.0, "a", 1],
            strict=True,
        )
    )
    lines = [json.dumps(cells)] * 3 if name == "jsonl" else [HEADER, FIRST, row()]
    path.write_text("\n".join(lines))
    (found,) = told(read_file(path, kind=kind))
    assert found[0] == 1
    assert "Judgepool's export of a pool" in found[1]
    assert lacks in found[1]
    assert f"--as {kind}" in found[1]


def test_a_table_without_a_score_says_which_columns_it_has(read):
    parsed = read("q1,d1,2", header="query_id,doc_id,kind", kind=Kind.RUN)
    assert told(parsed) == [
        (1, "no column for the score or grade; the columns are 'query_id', 'doc_id', 'kind'")
    ]


def test_half_a_pair_is_refused_in_every_format(tmp_path):
    path = tmp_path / "pool.jsonl"
    cells = dict(
        zip(
            HEADER.split(","),
            ["q", None, 0, "depth", 3, "2026-01-31", "y", "[]", 0.0, 1.0, None, None],
            strict=True,
        )
    )
    path.write_text(json.dumps(cells))
    with pytest.raises(BadInputError) as raised:
        read_file(path).or_refuse()
    assert raised.value.problems[0].message == "the doc_id is empty"
