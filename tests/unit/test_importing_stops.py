"""What a progress callback raises ends the reading, leaves nothing behind and passes through."""

import tempfile
import threading
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from judge_app.domain.errors import StoppedError
from judge_app.importing import read_file
from judge_app.importing.document_stream import stream_documents
from judge_app.importing.run_parts import RunInParts
from judge_app.importing.run_scan import scan_run
from tests.support.packing import PACKERS

PAIRS = [(f"q{query}", f"d{document}") for query in range(400) for document in range(100)]
RUN = "".join(f"{query} Q0 {document} 1 0.5 tag\n" for query, document in PAIRS).encode()
LABELS = pd.DataFrame({"query_id": ["q1"], "doc_id": ["d1"], "grade": [1]})


def as_parquet() -> bytes:
    queries, documents = zip(*PAIRS, strict=True)
    table = pa.table({"query_id": queries, "doc_id": documents, "score": [0.5] * len(PAIRS)})
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink)
    return sink.getvalue().to_pybytes()


def documents_as_parquet() -> bytes:
    ids = [str(number) for number in range(5000)]
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table({"doc_id": ids, "text": ids}), sink)
    return sink.getvalue().to_pybytes()


FILES = {
    "a.run": RUN,
    "spaced.run": RUN.replace(b"Q0 ", b"Q0  "),
    "utf16.run": RUN.decode().encode("utf-16"),
    "late-latin.run": RUN + "q Q0 é 1 1 t\n".encode("latin-1"),
    "a.qrels": b"".join(f"{query} 0 {document} 1\n".encode() for query, document in PAIRS),
    "topics.tsv": b"".join(b"%d\tquery %d\n" % (n, n) for n in range(9000)),
    "topics.csv": b"query_id,text\n" + b"".join(b"%d,query %d\n" % (n, n) for n in range(9000)),
    "corpus.jsonl": b"".join(b'{"_id": "%d", "text": "x"}\n' % n for n in range(9000)),
    "run.json": b'{"q": {' + b", ".join(b'"d%d": 0.5' % n for n in range(9000)) + b"}}",
    "run.parquet": as_parquet(),
    "documents.parquet": documents_as_parquet(),
}
READERS = {
    "read": lambda path, progress: read_file(path, progress=progress),
    "scan": lambda path, progress: scan_run(path, LABELS, progress=progress),
    "parts": lambda path, progress: list(RunInParts(path).parts(progress)),
    "documents": lambda path, progress: list(stream_documents(path, progress=progress)),
}
CASES = [
    *(("read", name) for name in FILES),
    *(("scan", name) for name in FILES if Path(name).suffix == ".run"),
    *(("parts", name) for name in ("a.run", "utf16.run")),
    *(("documents", name) for name in ("corpus.jsonl", "documents.parquet")),
]


class GoneError(OSError):
    """What a callback raises that tells it over a broken connection."""


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files would lie."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("packer", [bytes, *PACKERS.values()])
@pytest.mark.parametrize("fault", [StoppedError("stopped"), GoneError(5, "gone"), ValueError("x")])
@pytest.mark.parametrize(("reader", "name"), CASES)
def test_nothing_is_left_behind(tmp_path: Path, scratch: Path, reader, name, fault, packer):
    path = tmp_path / name
    path.write_bytes(packer(FILES[name]))
    threads = set(threading.enumerate())

    def stop(_share: float) -> None:
        raise fault

    with pytest.raises(type(fault)) as caught:
        READERS[reader](path, stop)
    assert caught.value is fault
    assert list(scratch.iterdir()) == []
    assert set(threading.enumerate()) == threads
