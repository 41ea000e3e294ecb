"""Files as people have them: packed, cut short, in odd encodings, or not files at all."""

import errno
import gzip
import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file, source
from judge_app.importing.opening import UnreadableError, plain_copy, sha256_of
from judge_app.importing.source import Source
from tests.conftest import unavailable
from tests.support.packing import PACKERS

LINES = "".join(f"q{number % 7} Q0 d{number} 1 {number / 8} tag\n" for number in range(40_000))


@pytest.fixture(params=PACKERS)
def packed(request) -> bytes:
    return PACKERS[request.param](LINES.encode())


def test_a_packed_run_is_read_whatever_its_name(tmp_path: Path, packed: bytes):
    path = tmp_path / "named_like_text.run"
    path.write_bytes(packed)
    parsed = read_file(path)
    assert parsed.kind is Kind.RUN
    assert (len(parsed.frame), parsed.n_lines) == (40_000, 40_000)


def test_the_hash_is_that_of_the_bytes_on_disk(tmp_path: Path, packed: bytes):
    path = tmp_path / "a.run"
    path.write_bytes(packed)
    assert read_file(path).sha256 == sha256_of(path) == hashlib.sha256(packed).hexdigest()


@pytest.mark.parametrize("kept", [0.02, 0.5, 0.99])
def test_a_file_cut_short_is_refused(tmp_path: Path, packed: bytes, kept: float):
    path = tmp_path / "a.run.gz"
    path.write_bytes(packed[: int(len(packed) * kept)])
    try:
        messages = [problem.message for problem in read_file(path).problems]
    except BadInputError as refusal:
        messages = [problem.message for problem in refusal.problems]
    assert len(messages) == 1
    assert "ends in the middle of its compressed data" in messages[0]


def test_damaged_data_are_told_from_data_cut_short(tmp_path: Path):
    data = bytearray(gzip.compress(LINES.encode()))
    data[len(data) // 2] ^= 0xFF
    path = tmp_path / "a.run.gz"
    path.write_bytes(data)
    parsed = read_file(path, kind=Kind.RUN)
    assert parsed.n_problems == 1
    assert "damaged" in parsed.problems[0].message
    assert parsed.frame.empty


def test_joined_gzip_members_are_read_to_the_last(tmp_path: Path):
    path = tmp_path / "a.run.gz"
    path.write_bytes(gzip.compress(b"q Q0 a 1 2 t\n") + gzip.compress(b"q Q0 b 2 1 t\n"))
    assert read_file(path).frame["doc_id"].tolist() == ["a", "b"]


def test_a_plain_copy_is_the_file_itself_or_goes_away(tmp_path: Path, packed: bytes):
    plain, path = tmp_path / "plain", tmp_path / "packed"
    plain.write_text(LINES)
    path.write_bytes(packed)
    with plain_copy(plain) as same:
        assert same == plain
    with plain_copy(path) as copy:
        assert copy.read_text() == LINES
    assert not copy.exists()


def test_a_plain_copy_of_data_cut_short_is_refused(tmp_path: Path, packed: bytes):
    path = tmp_path / "packed"
    path.write_bytes(packed[:-20])
    with pytest.raises(UnreadableError, match="compressed data"), plain_copy(path):
        pytest.fail("nothing should have been handed out")


def test_a_byte_order_mark_is_no_part_of_the_first_id(tmp_path: Path):
    path = tmp_path / "a.run"
    path.write_bytes(b"\xef\xbb\xbfq1 Q0 d1 1 2.5 t\r\nq1 Q0 d2 2 1.5 t\r\n")
    frame = read_file(path).frame
    assert frame["query_id"].tolist() == ["q1", "q1"]
    assert frame["score"].tolist() == [2.5, 1.5]


def test_lone_carriage_returns_end_lines_where_there_is_no_line_feed(tmp_path: Path):
    path = tmp_path / "qrels.txt"
    path.write_bytes(b"q1 0 d1 1\rq1 0 d2 2\rq1 0 d3 x\r")
    parsed = read_file(path)
    assert parsed.n_lines == 3
    assert [problem.line for problem in parsed.problems] == [3]


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"q1 0 d1 1\nq1 0 d2\x00 1\n", 2, "NUL byte"),
        (b"q1 0 d1 1\nq1 0 pi\xf1ata\x00 1\n", 2, "NUL byte"),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(
    tmp_path: Path, data: bytes, line: int, words: str
):
    path = tmp_path / "qrels.txt"
    path.write_bytes(data)
    parsed = read_file(path, kind=Kind.QRELS)
    assert [problem.line for problem in parsed.problems] == [line]
    assert words in parsed.problems[0].message


def test_a_bad_byte_far_down_is_found_on_its_line(tmp_path: Path):
    path = tmp_path / "qrels.txt"
    good = b"".join(b"q 0 d%d 1\n" % number for number in range(300_000))
    path.write_bytes(good + b"q 0 \xe9t\xe9 1\n")
    parsed = read_file(path, encoding="utf-8")
    assert [problem.line for problem in parsed.problems] == [300_001]
    guessed = read_file(path)
    assert guessed.frame["doc_id"].iloc[-1] == "été"
    assert [warning.line for warning in guessed.warnings] == [300_001]


def test_lines_are_counted_across_chunks(tmp_path: Path):
    path = tmp_path / "lines.txt"
    path.write_text("".join(f"{'x' * (number % 97)}\n" for number in range(60_000)) + "end")
    source = Source(path, "lines.txt")
    firsts = [(chunk.first_line, chunk.data.count(b"\n")) for chunk in source.chunks()]
    assert len(firsts) > 1
    assert [first for first, _ in firsts[1:]] == [first + n for first, n in firsts[:-1]]
    assert source.n_lines == 60_001


def test_progress_ends_at_one_and_never_falls(tmp_path: Path, packed: bytes):
    path = tmp_path / "a.run"
    path.write_bytes(packed)
    seen: list[float] = []
    read_file(path, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_what_is_no_file_of_text_is_refused_by_name(tmp_path: Path):
    empty, blank, folder = tmp_path / "empty.run", tmp_path / "blank.run", tmp_path / "folder"
    empty.touch()
    blank.write_text("\n \n\t\n")
    folder.mkdir()
    for path, words in [
        (empty, "is empty"),
        (blank, "is empty"),
        (folder, "is a folder"),
        (tmp_path / "missing", "does not exist"),
    ]:
        with pytest.raises(BadInputError, match=words) as refusal:
            read_file(path)
        assert refusal.value.hint


def test_a_file_that_the_system_refuses_to_read_is_refused(tmp_path: Path, monkeypatch):
    path = tmp_path / "a.run"
    path.write_text("q Q0 d 1 1 t\n")

    # Taking away the right to read does not stop root, which CI may be.
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BadInputError, match="cannot be read: Permission denied"):
        read_file(path)


def test_a_file_packed_by_the_zstd_program_is_read(tmp_path: Path):
    path = tmp_path / "a.run"
    path.write_text(LINES)
    try:
        subprocess.run(["zstd", "-q", str(path)], check=True)
    except FileNotFoundError:
        unavailable("the program zstd is not installed")
    assert len(read_file(tmp_path / "a.run.zst").frame) == 40_000


def test_a_line_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "LONGEST_LINE", 1 << 21)
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"_id": "1", "text": "x"}\n{"_id": "2", "text": "' + "x" * (3 << 20) + '"}\n')
    ((problem),) = read_file(path).problems
    assert (problem.line, "longer than 2 MB unpacked" in problem.message) == (2, True)


def test_a_json_document_may_be_one_long_line_up_to_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "LONGEST_LINE", 1 << 20)
    documents = ",".join(f'"{number}":{number}.5' for number in range(200_000))
    path = tmp_path / "run.json"
    path.write_text(f'{{"q":{{{documents}}}}}')
    assert len(read_file(path).frame) == 200_000
    monkeypatch.setattr(source, "LARGEST_DOCUMENT", 1 << 20)
    (problem,) = read_file(path).problems
    assert "longer than 1 MB unpacked" in problem.message
