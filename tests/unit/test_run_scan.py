"""A run's labelled documents and their ranks: regular files, irregular ones, and refused ones."""

import bz2
import gzip
import math
from collections import defaultdict

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.importing import run_scan, run_scan_blocks, run_scan_lookup
from judge_app.importing.regular_lines import DoubtError
from judge_app.importing.run_scan import scan_run
from metrics import add_ranks

COLUMNS = ("query_id", "doc_id", "score")


def run_text(rows, delimiter=" "):
    return "".join(
        delimiter.join((query_id, "Q0", doc_id, "1", score, "tag")) + "\n"
        for query_id, doc_id, score in rows
    )


def labels_of(pairs):
    return pd.DataFrame(
        {
            "query_id": pd.Series([query_id for query_id, _ in pairs], dtype="str"),
            "doc_id": pd.Series([doc_id for _, doc_id in pairs], dtype="str"),
            "grade": np.arange(len(pairs)) % 4,
        }
    )


def ranks_in(scan):
    found = scan.labelled
    return {
        (query_id, doc_id): rank
        for query_id, doc_id, rank in zip(
            found["query_id"], found["doc_id"], found["rank"], strict=True
        )
    }


def ranks_by_hand(rows):
    by_query = defaultdict(list)
    for query_id, doc_id, score in rows:
        by_query[query_id].append((float(score), doc_id.encode()))
    return {
        (query_id, doc_id.decode()): rank
        for query_id, documents in by_query.items()
        for rank, (_, doc_id) in enumerate(sorted(documents, reverse=True), start=1)
    }


@pytest.fixture
def scan(tmp_path):
    def scan_text(text, labels=None, **options):
        path = tmp_path / "a.run"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return scan_run(path, labels_of([]) if labels is None else labels, **options)

    return scan_text


@pytest.fixture
def only_fast(monkeypatch):
    """Fail where the fast way is not trusted."""

    def refuse(*_, **__):
        pytest.fail("the file was read line by line")

    monkeypatch.setattr(run_scan, "read_run", refuse)


@pytest.fixture
def only_exact(monkeypatch):
    def doubt(*_):
        raise DoubtError

    monkeypatch.setattr(run_scan, "map_blocks", doubt)


ROWS = [
    ("q1", "NA", "3.5"),
    ("q1", "007", "3.5"),
    ("q1", "1e5", "-inf"),
    ("q1", '"x', "inf"),
    ("q2", "é", "1e5"),
    ("q2", "'", "99999.5"),
]
RANKS = {
    ("q1", '"x'): 1,
    ("q1", "NA"): 2,
    ("q1", "007"): 3,
    ("q1", "1e5"): 4,
    ("q2", "é"): 1,
    ("q2", "'"): 2,
}
LABELS = labels_of([(query_id, doc_id) for query_id, doc_id, _ in ROWS])


@pytest.mark.parametrize("way", ["only_fast", "only_exact"])
def test_documents_without_a_label_are_named_down_to_the_rank_asked_for(scan, request, way):
    request.getfixturevalue(way)
    shown = scan(run_text(ROWS), shown=2).shown
    named = {(row.query_id, row.doc_id): row.rank for row in shown.itertuples()}
    assert named == {pair: rank for pair, rank in RANKS.items() if rank <= 2}
    assert scan(run_text(ROWS)).shown.empty


@pytest.mark.parametrize("delimiter", [" ", "\t"])
def test_ids_survive_byte_for_byte_and_infinite_scores_sort(scan, only_fast, delimiter):
    assert ranks_in(scan(run_text(ROWS, delimiter), LABELS)) == RANKS


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("q1 Q0 007", "q1  Q0 007"),
        lambda text: text.replace("q1 Q0 007", " q1 Q0 007"),
        lambda text: text.replace("q1 Q0 007", "q1 Q0\t007"),
        lambda text: text.replace("tag\n", "tag and more\n", 1),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n", " \n"),
        lambda text: "# a remark of more words\n" + text,
        lambda text: text + "# a b 1 2 c\n",
        lambda text: text.replace(" 1 3.5", " first +3.5"),
        lambda text: "\ufeff" + text,
        lambda text: text.removesuffix("\n"),
    ],
)
def test_irregular_files_give_the_same_ranks(scan, spoil):
    assert ranks_in(scan(spoil(run_text(ROWS)), LABELS)) == RANKS


def zstd(data: bytes) -> bytes:
    target = pa.BufferOutputStream()
    with pa.CompressedOutputStream(target, "zstd") as stream:
        stream.write(data)
    return target.getvalue().to_pybytes()


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, zstd])
def test_compressed_files_are_read(scan, only_fast, pack):
    assert ranks_in(scan(pack(run_text(ROWS).encode()), LABELS)) == RANKS


def test_a_file_name_with_wildcards_means_that_file(tmp_path):
    (tmp_path / "a1.run").write_text(run_text([("q", "other", "1")]))
    path = tmp_path / "a[1]*.run"
    path.write_text(run_text(ROWS))
    assert ranks_in(scan_run(path, LABELS)) == RANKS


TEXT = st.text(st.sampled_from("aZ019é#\"'_-.𝄞"), min_size=1, max_size=20).filter(
    lambda text: not text.startswith("#")
)
SCORE = st.sampled_from(["1", "1.0", "-0.0", "0", "2.5", "inf", "-inf", "1e300", "1e-320"])


@st.composite
def run_rows(draw):
    """Rows of a run without repeated pairs, in any order."""
    pairs = draw(
        st.lists(
            st.tuples(
                st.sampled_from(["1", "01", "q é", "x"]).map(lambda q: q.replace(" ", "_")), TEXT
            ),
            min_size=1,
            max_size=40,
            unique=True,
        )
    )
    return [(query_id, doc_id, draw(SCORE)) for query_id, doc_id in pairs]


@settings(max_examples=150, deadline=None)
@given(run_rows(), st.data())
def test_ranks_follow_the_tie_rule_in_any_order_of_lines(tmp_path_factory, rows, data):
    path = tmp_path_factory.mktemp("runs") / "a.run"
    path.write_text(run_text(rows), encoding="utf-8")
    labels = labels_of(data.draw(st.lists(st.sampled_from([row[:2] for row in rows]), unique=True)))
    scan = scan_run(path, labels, cutoffs=[1, 2, 5])

    by_hand = ranks_by_hand(rows)
    wanted = set(zip(labels["query_id"], labels["doc_id"], strict=True))
    assert ranks_in(scan) == {pair: rank for pair, rank in by_hand.items() if pair in wanted}
    frame = pd.DataFrame([(q, d, float(s)) for q, d, s in rows], columns=COLUMNS)
    ranked = add_ranks(frame)
    from_metrics = zip(ranked["query_id"], ranked["doc_id"], ranked["rank"], strict=True)
    assert by_hand == {(query_id, doc_id): rank for query_id, doc_id, rank in from_metrics}
    assert scan.retrieved.to_dict() == frame.groupby("query_id").size().to_dict()
    assert scan.ties == {k: ties_by_hand(rows, k) for k in (1, 2, 5)}


def ties_by_hand(rows, k):
    scores = defaultdict(list)
    for query_id, _, score in rows:
        scores[query_id].append(float(score))
    ordered = [sorted(values, reverse=True) for values in scores.values()]
    return sum(len(values) > k and values[k - 1] == values[k] for values in ordered)


@settings(max_examples=50, deadline=None)
@given(run_rows(), st.integers(60, 400))
def test_cuts_in_the_middle_of_rankings_change_nothing(tmp_path_factory, rows, size):
    path = tmp_path_factory.mktemp("runs") / "a.run"
    rows = sorted(rows, key=lambda row: row[0])
    path.write_text(run_text(rows), encoding="utf-8")
    labels = labels_of([row[:2] for row in rows])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_scan_blocks, "CHUNK_BYTES", size)
        assert ranks_in(scan_run(path, labels)) == ranks_by_hand(rows)


def test_many_blocks_and_long_rankings_are_ranked_as_by_hand(scan, only_fast, monkeypatch):
    drawn = np.random.default_rng(5)
    rows = [
        (f"q{query}", f"document {number}".replace(" ", "-"), f"{score:.2f}")
        for query, length in enumerate([1, 900, 30, 2500, 1, 1, 400])
        for number, score in enumerate(drawn.normal(size=length))
    ]
    monkeypatch.setattr(run_scan_blocks, "CHUNK_BYTES", 5_000)
    result = scan(run_text(rows), labels_of([row[:2] for row in rows]), cutoffs=[10])
    assert ranks_in(result) == ranks_by_hand(rows)
    assert result.retrieved.tolist() == [1, 900, 30, 2500, 1, 1, 400]


def test_lines_of_a_query_may_stand_apart(scan, only_fast):
    rows = [(f"q{number % 3}", f"d{number}", str(number % 7)) for number in range(60)]
    result = scan(run_text(rows), labels_of([row[:2] for row in rows]))
    assert ranks_in(result) == ranks_by_hand(rows)


def test_32_bit_scores_tie_where_64_bit_scores_do_not(scan):
    rows = [("q", "a", "1.00000001"), ("q", "b", "1.0")]
    labels = labels_of([("q", "a"), ("q", "b")])
    exact = scan(run_text(rows), labels, cutoffs=[1])
    rounded = scan(run_text(rows), labels, cutoffs=[1], float32=True)
    assert ranks_in(exact) == {("q", "a"): 1, ("q", "b"): 2}
    assert ranks_in(rounded) == {("q", "b"): 1, ("q", "a"): 2}
    assert (exact.ties, rounded.ties) == ({1: 0}, {1: 1})


def test_both_ways_count_the_same_ties_and_tags(scan, request):
    rows = [
        ("q1", "a", "2"),
        ("q1", "b", "1"),
        ("q1", "c", "1"),
        ("q2", "a", "5"),
        ("q2", "b", "5"),
    ]
    fast = scan(run_text(rows), cutoffs=[1, 2, 3])
    request.getfixturevalue("only_exact")
    exact = scan(run_text(rows), cutoffs=[1, 2, 3])
    assert fast.ties == exact.ties == {1: 1, 2: 1, 3: 0}
    assert fast.tags == exact.tags == ("tag",)
    assert fast.retrieved.to_dict() == exact.retrieved.to_dict() == {"q1": 3, "q2": 2}


def test_labels_of_other_queries_and_documents_are_not_found(scan, only_fast):
    labels = labels_of([("q1", "é"), ("q2", "NA"), ("q3", "NA"), ("q1", "NA")])
    result = scan(run_text(ROWS), labels)
    assert ranks_in(result) == {("q1", "NA"): 2}
    assert result.labelled["grade"].tolist() == [3]


def test_a_run_without_any_label_has_lengths_only(scan, only_fast):
    result = scan(run_text(ROWS), labels_of([("q3", "NA")]))
    assert ranks_in(result) == {}
    assert result.retrieved.to_dict() == {"q1": 4, "q2": 2}


def test_pairs_that_share_a_key_are_told_apart(scan, monkeypatch):
    monkeypatch.setattr(
        run_scan_lookup, "text_keys", lambda texts: np.zeros(len(texts), dtype=np.uint64)
    )
    assert ranks_in(scan(run_text(ROWS), LABELS)) == RANKS


@pytest.mark.parametrize("apart", [0, 3])
def test_a_document_twice_is_refused_with_both_lines(scan, apart):
    rows = [("q1", "a", "3"), ("q1", "b", "2"), *[("q2", f"d{n}", "1") for n in range(apart)]]
    with pytest.raises(BadInputError) as caught:
        scan(run_text([*rows, ("q1", "a", "1")]), name="given.run")
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == ("given.run", 3 + apart)
    assert f"lines 1, {3 + apart}" in problem.message


@pytest.mark.parametrize(
    ("score", "said"),
    [
        ("nan", "nan, not a number"),
        ("-NaN", "-NaN, not a number"),
        ("1,5", "decimal comma"),
        ("high", "'high' is not a number"),
        ("1_000", "'1_000' is not a number"),
        ("0x10", "'0x10' is not a number"),
    ],
)
def test_a_score_that_is_no_number_is_refused_with_its_line(scan, score, said):
    with pytest.raises(BadInputError) as caught:
        scan(run_text([("q1", "a", "3"), ("q1", "b", score)]))
    (problem,) = caught.value.problems
    assert problem.line == 2
    assert said in problem.message


@pytest.mark.parametrize(
    "line", ["q1 Q0 b 2 1.5\n", "q1  Q0 b 2 1.5\n", "q1 Q0 b 2 1.5 \n", "q1 Q0 b  1.5 tag\n"]
)
def test_a_line_that_lacks_a_column_is_refused_with_its_number(scan, line):
    with pytest.raises(BadInputError) as caught:
        scan(run_text([("q1", "a", "3")]) + line + run_text([("q1", "c", "1")]))
    (problem,) = caught.value.problems
    assert problem.line == 2
    assert "5 columns" in problem.message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (gzip.compress(run_text(ROWS).encode())[:-12], "in the middle of its compressed data"),
        ((run_text(ROWS) * 2).encode().replace("é".encode(), b"\xe9", 1), "0xe9 is not UTF-8"),
        (run_text(ROWS).encode().replace(b"007", b"0\x007"), "NUL"),
    ],
)
def test_damaged_files_are_refused_in_words(scan, content, said):
    with pytest.raises(BadInputError) as caught:
        scan(content)
    told = [str(caught.value), *(problem.message for problem in caught.value.problems)]
    assert any(said in words for words in told)


def test_a_folder_and_a_missing_file_are_refused(tmp_path):
    with pytest.raises(BadInputError, match="folder"):
        scan_run(tmp_path, labels_of([]))
    with pytest.raises(BadInputError, match="does not exist"):
        scan_run(tmp_path / "absent.run", labels_of([]))


def test_a_score_beyond_the_range_of_numbers_is_the_same_both_ways(scan, request):
    rows = [("q", "a", "1e999"), ("q", "b", "1e308"), ("q", "c", "-1e999"), ("q", "d", "1e-999")]
    labels = labels_of([row[:2] for row in rows])
    fast = ranks_in(scan(run_text(rows), labels))
    request.getfixturevalue("only_exact")
    assert fast == ranks_in(scan(run_text(rows), labels))
    assert math.isinf(float("1e999"))


def test_several_tags_are_warned_of_the_fast_way_too(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("q Q0 a 1 3 t\nq Q0 b 2 2 u\n")
    labels = pd.DataFrame({"query_id": ["q"], "doc_id": ["a"], "grade": [1]})
    (warning,) = scan_run(path, labels).warnings
    assert "2 tags in this file, 't', 'u'" in warning.message
