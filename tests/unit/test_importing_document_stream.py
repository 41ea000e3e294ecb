"""Documents taken from a file some at a time are those that reading it whole gives."""

import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file
from judge_app.importing.document_stream import DocumentStream, stream_documents
from tests.support.packing import PACKERS
from tests.support.reading import messages, warned

IDS = ["a", "b\\c", 'd"e', "é\u2028", " f ", "7", "\u00a0g", "h", "007", "NaN", "null", "😀"]
DOCUMENTS = [
    {"doc_id": id_, "title": f"title {n}", "text": f"text {n}" * (n + 1), "year": str(1990 + n)}
    for n, id_ in enumerate(IDS)
]


def as_json_lines(documents, ascii_only=True):
    lines = (json.dumps(document, ensure_ascii=ascii_only) for document in documents)
    return "".join(f"{line}\n" for line in lines).encode()


def as_tsv(documents):
    rows = ["\t".join(documents[0]), *("\t".join(d.values()) for d in documents)]
    return "".join(f"{row}\n" for row in rows).encode()


def as_csv(documents):
    return pd.DataFrame(documents).to_csv(index=False, lineterminator="\r\n").encode()


def as_parquet(documents):
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(documents), sink, row_group_size=5)
    return sink.getvalue().to_pybytes()


FORMATS = {"docs.jsonl": as_json_lines, "d.tsv": as_tsv, "d.csv": as_csv, "d.parquet": as_parquet}


def frame_of(stream: DocumentStream) -> pd.DataFrame:
    frames = list(stream)
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("packer", [bytes, *PACKERS.values()])
def test_wanted_documents_are_those_of_the_whole_file(tmp_path: Path, name: str, packer):
    path = write(tmp_path, name, packer(FORMATS[name](DOCUMENTS)))
    whole = read_file(path, kind=Kind.DOCUMENTS).or_refuse()
    assert whole.frame["doc_id"].tolist() == IDS
    every = stream_documents(path)
    assert frame_of(every).equals(whole.frame)
    assert (every.n_rows, every.n_kept, every.missing) == (len(IDS), len(IDS), ())
    keep = frozenset({*IDS[::2], "nowhere", "z"})
    some = stream_documents(path, keep=keep)
    expected = whole.frame[whole.frame["doc_id"].isin(keep)].reset_index(drop=True)
    assert frame_of(some).equals(expected)
    assert (some.n_rows, some.n_kept, some.missing) == (len(IDS), 6, ("nowhere", "z"))
    read = some.read()
    assert (read.kind, read.format, read.sha256) == (Kind.DOCUMENTS, whole.format, whole.sha256)
    assert (read.n_lines, read.problems, read.warnings) == (whole.n_lines, (), ())


def test_columns_without_a_header_are_taken_by_their_places(tmp_path: Path):
    path = write(
        tmp_path, "collection.tsv", b"".join(b"%d\tpassage %d\n" % (n, n) for n in range(99))
    )
    stream = stream_documents(path, keep=frozenset(["7", "98"]))
    assert frame_of(stream)["text"].tolist() == ["passage 7", "passage 98"]


@settings(deadline=None)
@given(st.lists(st.text(min_size=1), unique=True, min_size=1), st.randoms(), st.booleans())
def test_ids_are_found_with_every_escape(tmp_path_factory, ids, random, ascii_only):
    folder = tmp_path_factory.mktemp("ids")
    documents = [{"_id": id_, "text": f"text {n}"} for n, id_ in enumerate(ids)]
    text = "".join(json.dumps(one, ensure_ascii=ascii_only) + "\n" for one in documents)
    path = write(folder, "corpus.jsonl", text.encode(errors="surrogatepass"))
    whole = read_file(path, kind=Kind.DOCUMENTS, format="jsonl", encoding="utf-8")
    keep = frozenset(random.sample(ids, len(ids) // 2))
    stream = stream_documents(path, format="jsonl", encoding="utf-8", keep=keep)
    found = frame_of(stream)
    if whole.ok:
        assert found.get("doc_id", pd.Series()).tolist() == [id_ for id_ in ids if id_ in keep]


def test_the_id_is_the_one_that_reading_takes_wherever_it_stands(tmp_path: Path):
    lines = [
        '{"text": "x", "_id": "a"}',
        ' {"_id": "b", "text": "x"} ',
        '{"_id": "c", "metadata": {"docid": "d"}, "text": "x"}',
        '{"_id": "f", "text": "x"}',
        '{"_id": 7, "text": "x"}',
        '{"id": "\\u0067", "text": "x"}',
    ]
    path = write(tmp_path, "corpus.jsonl", "\n".join(lines).encode())
    ids = read_file(path, kind=Kind.DOCUMENTS).frame["doc_id"].tolist()
    assert ids == ["a", "b", "d", "f", "7", "g"]
    for doc_id in ids:
        stream = stream_documents(path, keep=frozenset([doc_id]))
        assert frame_of(stream)["doc_id"].tolist() == [doc_id]
    assert frame_of(stream_documents(path, keep=frozenset(["c"]))).empty


def test_faults_of_every_record_are_told_and_contradictions_of_wanted_ones(tmp_path: Path):
    lines = [
        '{"_id": "a", "text": "x"}',
        '{"_id": "other", "text": "x"}',
        '{"_id": "", "text": "x"}',
        "no JSON",
        '{"_id": "a", "text": "y"}',
        '{"_id": "other", "text": "y"}',
        '{"_id": "b", "text": "x"}',
        '{"_id": "b", "text": "x"}',
        '{"text": "x"}',
        '{"_id": "c", "text": ""}',
    ]
    path = write(tmp_path, "corpus.jsonl", "\n".join(lines).encode())
    stream = stream_documents(path, keep=frozenset("abc"))
    assert frame_of(stream)["doc_id"].tolist() == ["a", "b", "c"]
    read = stream.read()
    assert [line for line, _ in messages(read)] == [3, 4, 5, 9]
    assert "stood in line 1 already, with other content" in messages(read)[2][1]
    assert read.frame.empty
    assert [warning.line for warning in read.warnings] == [8, 10]


def test_batches_are_small(tmp_path: Path):
    lines = (f'{{"_id": "{n}", "text": "{"x" * 500}"}}\n' for n in range(30_000))
    path = write(tmp_path, "corpus.jsonl", "".join(lines).encode())
    sizes = [len(frame) for frame in stream_documents(path)]
    assert sum(sizes) == 30_000
    assert max(sizes) < 10_000


def test_other_formats_are_read_whole_and_sifted(tmp_path: Path):
    text = "".join(
        f"<DOC>\n<DOCNO> d{n} </DOCNO>\n<TEXT>\nwords\n</TEXT>\n</DOC>\n" for n in range(5)
    )
    stream = stream_documents(
        write(tmp_path, "docs.txt", text.encode()), keep=frozenset(["d3", "x"])
    )
    assert frame_of(stream)["doc_id"].tolist() == ["d3"]
    assert (stream.n_rows, stream.n_kept, stream.missing) == (5, 1, ("x",))


def test_the_encoding_is_guessed_from_the_start_and_a_later_doubt_is_a_problem(tmp_path: Path):
    first = "1\tcafé\n".encode("cp1252")
    rest = b"".join(b"%d\tpassage %d\n" % (n, n) for n in range(2, 200_000))
    stream = stream_documents(write(tmp_path, "docs.tsv", first + rest), keep=frozenset("12"))
    assert frame_of(stream)["text"].tolist() == ["café", "passage 2"]
    assert stream.read().encoding == "windows-1252"
    assert "read as Windows-1252" in warned(stream.read())[0]
    late = stream_documents(write(tmp_path, "late.tsv", rest + first), format="tsv")
    assert sum(map(len, late)) < 199_998
    ((line, message),) = messages(late.read())
    assert line == 199_999
    assert "0xe9 is not UTF-8 here; say --encoding windows-1252" in message


@pytest.mark.parametrize("data", [b"", b"q Q0 d 1 2.5 t\n"])
def test_what_holds_no_documents_is_refused(tmp_path: Path, data: bytes):
    with pytest.raises(BadInputError):
        stream_documents(write(tmp_path, "documents.txt", data))


@pytest.mark.realdata
@pytest.mark.parametrize("name", ["cacm/derived/corpus.jsonl", "quepid_haystack/docs.jsonl"])
def test_real_documents_are_those_of_the_whole_file(realdata: Path, name: str):
    whole = read_file(realdata / name).frame
    keep = frozenset(whole["doc_id"].iloc[::3])
    some = frame_of(stream_documents(realdata / name, keep=keep))
    assert some.equals(whole.iloc[::3].reset_index(drop=True))
