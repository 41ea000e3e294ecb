"""A run taken in parts is the run that reading it whole gives, ranks included."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.importing import read_run, run_parts, run_scan_blocks
from judge_app.importing.regular_lines import DoubtError
from judge_app.importing.run_parts import RunInParts
from metrics import add_ranks
from tests.support.packing import PACKERS

COLUMNS = ["query_id", "doc_id", "score", "rank"]


def text_of(rankings):
    return "".join(
        f"{query}\tQ0\t{document}\t1\t{score}\ttag{len(query)}\n"
        for query, ranking in rankings.items()
        for document, score in ranking.items()
    )


def frame_of(run):
    frame = pd.concat([part.to_pandas() for part in run.parts()], ignore_index=True)
    return frame[COLUMNS].sort_values(["query_id", "rank"], ignore_index=True)


def whole(path):
    ranked = add_ranks(read_run(path).frame)[COLUMNS]
    return ranked.sort_values(["query_id", "rank"], ignore_index=True)


@pytest.fixture
def small(monkeypatch):
    """Cut files into many chunks and parts."""
    monkeypatch.setattr(run_scan_blocks, "CHUNK_BYTES", 64)
    monkeypatch.setattr(run_parts, "_ROWS_AT_A_TIME", 5)


ID = st.text(st.sampled_from("abé0_"), min_size=1, max_size=4)
SCORE = st.sampled_from(["2.5", "2.50", "1e-3", "inf", "-7", "0.1", "0.10000001"])
RANKINGS = st.dictionaries(
    ID, st.dictionaries(ID, SCORE, min_size=1, max_size=9), min_size=1, max_size=9
)


@settings(deadline=None)
@given(RANKINGS)
def test_parts_together_are_the_ranked_run(tmp_path_factory, rankings):
    path = tmp_path_factory.mktemp("run") / "a.run"
    path.write_text(text_of(rankings), encoding="utf-8")
    run = RunInParts(path)
    assert frame_of(run).equals(whole(path))
    assert run.n_rows == sum(map(len, rankings.values()))
    assert run.tags == read_run(path).tags


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("ending", ["", *PACKERS])
def test_no_ranking_is_cut_in_two(tmp_path, ending):
    rankings = {f"q{q}": {f"d{d}": str(d % 7) for d in range(3 + q)} for q in range(20)}
    path = tmp_path / "a.run"
    path.write_bytes(PACKERS.get(ending, bytes)(text_of(rankings).encode()))
    run = RunInParts(path)
    lengths = [part.to_pandas().groupby("query_id").size().to_dict() for part in run.parts()]
    assert len(lengths) > 3
    assert {q: n for part in lengths for q, n in part.items()} == {
        query: len(ranking) for query, ranking in rankings.items()
    }
    assert frame_of(run).equals(whole(path))


@pytest.mark.usefixtures("small")
def test_a_survey_tells_the_queries_and_shows_every_part(tmp_path):
    rankings = {f"q{q}": {f"d{d % 11}": str(d % 3) for d in range(q, q + 7)} for q in range(30)}
    path = tmp_path / "a.run"
    path.write_text(text_of(rankings))
    seen = []
    told = RunInParts(path).survey(lambda part: seen.extend(part["doc_id"].to_pylist()))
    assert told.queries["query_id"].tolist() == list(rankings)
    assert seen == [document for ranking in rankings.values() for document in ranking]
    read = read_run(path)
    for name in ("kind", "format", "source", "sha256", "n_lines", "tags", "encoding", "ok"):
        assert getattr(told.parsed, name) == getattr(read, name)
    assert told.parsed.frame.empty


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "end",
    [
        "q0 Q0 d9 1 1 t\n",  # its query stood before
        "q9 Q0 d9 1 nan t\n",
        "q9 Q0 d9 1 1,5 t\n",
        "q9 Q0 d9 1 1 t\nq9 Q0 d9 2 0 t\n",
        "q9 Q0 d9 1 1\n",
        "# comment\n",
        "q9  Q0 d9 1 1 t\n",
        "q9 Q0 \xe9 1 1 t\n",
    ],
)
def test_whatever_is_irregular_or_wrong_is_left_to_the_exact_reader(tmp_path, end):
    path = tmp_path / "a.run"
    good = text_of({f"q{q}": {f"d{d}": str(9 - d) for d in range(5)} for q in range(5)})
    path.write_bytes(good.replace("\t", " ").encode() + end.encode("latin-1"))
    with pytest.raises(DoubtError):
        list(RunInParts(path).parts())


@pytest.mark.parametrize("data", [b"", b"\n", "q Q0 d 1 1 t\n".encode("utf-16")])
def test_what_is_no_regular_run_is_left_to_the_exact_reader(tmp_path, data):
    path = tmp_path / "a.run"
    path.write_bytes(data)
    run = RunInParts(path)
    if data[:1] == b"\xff":
        assert frame_of(run)["doc_id"].tolist() == ["d"]
    else:
        with pytest.raises(DoubtError):
            list(run.parts())


@pytest.mark.realdata
@pytest.mark.parametrize("name", ["cranfield/runs/bm25.run", "robust03/runs/input.uic0301.gz"])
def test_real_runs_are_ranked_alike(realdata, name):
    assert frame_of(RunInParts(realdata / name)).equals(whole(realdata / name))


def test_several_tags_are_warned_of(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("q Q0 a 1 3 t\nq Q0 b 2 2 u\n")
    (warning,) = RunInParts(path).survey().parsed.warnings
    assert "'t', 'u'" in warning.message
