"""Archives and folders of .txt, .html and .md files: each file is a document."""

import io
import stat
import tarfile
import zipfile

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, archive, beir_files, read_file, unpack_beir
from tests.support.command_line import judgepool, refused, said
from tests.support.packing import PACKERS
from tests.support.reading import documents, messages, read, warned

PAGE = "<html><head><title>A &amp;\n B</title></head><p>x</p></html>"
NOTE = "intro\n\n# The *heading* #\n\n## other\n"
FILES = {"a/CACM-1.html": PAGE, "b/note.md": NOTE, "b/c.d.txt": "just é text\r\n"}
DOCUMENTS = [
    {"doc_id": "a/CACM-1", "title": "A & B", "text": PAGE, "kind": "html"},
    {"doc_id": "b/note", "title": "The *heading*", "text": NOTE, "kind": "markdown"},
    {"doc_id": "b/c.d", "text": "just é text\r\n"},
]


def as_bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode()


def zipped(files, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as packed:
        for path, content in files.items():
            packed.writestr(path, as_bytes(content))
    return target.getvalue()


def tarred(files) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as packed:
        for path, content in files.items():
            entry = tarfile.TarInfo(path)
            entry.size = len(as_bytes(content))
            packed.addfile(entry, io.BytesIO(as_bytes(content)))
    return target.getvalue()


ARCHIVES = {
    "zip": zipped,
    "tar": tarred,
    **{f"tar.{ending}": lambda files, e=ending: PACKERS[e](tarred(files)) for ending in PACKERS},
}


@pytest.mark.parametrize("ending", ARCHIVES)
def test_every_text_file_of_an_archive_is_a_document(tmp_path, ending: str):
    parsed = read(tmp_path, ARCHIVES[ending](FILES), f"any.{ending}")
    assert (parsed.format, parsed.n_lines) == ("text-files", 3)
    assert documents(parsed) == DOCUMENTS
    assert parsed.warnings == ()


def test_nothing_is_written_to_disk(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TMPDIR", str(folder))
    documents(read(tmp_path, zipped(FILES), "any.zip"))
    documents(read(tmp_path, PACKERS["gz"](tarred(FILES)), "any.tgz"))
    assert list(folder.iterdir()) == []


def test_folders_that_all_share_are_no_part_of_the_ids(tmp_path):
    files = {"./corpus/html/1.html": PAGE, "./corpus/html/x/2.txt": "y"}
    parsed = read(tmp_path, tarred(files), "corpus.tar")
    assert [row["doc_id"] for row in documents(parsed)] == ["1", "x/2"]
    assert warned(parsed) == [
        "all files lie in the folder 'corpus/html', which the ids do not name"
    ]


def test_files_that_differ_in_their_endings_alone_keep_them(tmp_path):
    parsed = read(tmp_path, zipped({"1.txt": "a", "1.html": "b", "2.txt": "c"}), "any.zip")
    assert [row["doc_id"] for row in documents(parsed)] == ["1.txt", "1.html", "2"]
    assert "1.txt, 1.html" in warned(parsed)[0]


def test_other_and_hidden_files_are_left_out_with_a_warning(tmp_path):
    files = {"1.txt": "a", "2.pdf": b"%PDF", "__MACOSX/._1.txt": b"\0", ".x.txt": b"\0"}
    parsed = read(tmp_path, zipped(files), "any.zip")
    assert [row["doc_id"] for row in documents(parsed)] == ["1"]
    assert warned(parsed) == [
        "files with other endings left out, 3: 2.pdf, __MACOSX/._1.txt, .x.txt"
    ]


def test_files_with_nothing_to_read_are_named(tmp_path):
    parsed = read(tmp_path, zipped({"1.txt": "", "2.txt": " \n", "3.txt": "x"}), "any.zip")
    assert "neither title nor text (1.txt, 2.txt)" in warned(parsed)[0]


def test_a_path_that_stands_twice_is_an_error(tmp_path):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        packed.writestr("1.txt", "a")
        with pytest.warns(UserWarning, match="Duplicate name"):
            packed.writestr("1.txt", "b")
    ((line, message),) = messages(read(tmp_path, target.getvalue(), "any.zip"))
    assert line is None
    assert message.startswith("1.txt: the id '1.txt' stood in 1.txt already")


@pytest.mark.parametrize(
    ("name", "content", "said_so", "text"),
    [
        ("1.txt", "café".encode("cp1252"), None, "café"),
        ("1.txt", "café\n".encode("utf-16"), None, "café\n"),
        ("1.txt", "﻿café".encode(), None, "café"),
        ("1.txt", "кафе".encode("cp1251"), "windows-1251", "кафе"),
        (
            "1.html",
            '<meta charset="koi8-r">кафе'.encode("koi8-r"),
            None,
            '<meta charset="koi8-r">кафе',
        ),
    ],
)
def test_each_file_is_read_in_its_own_encoding(tmp_path, name, content, said_so, text):
    parsed = read(tmp_path, zipped({name: content}), "any.zip", encoding=said_so)
    assert documents(parsed)[0]["text"] == text
    assert any("Windows-1252" in told for told in warned(parsed)) == (content == b"caf\xe9")


@pytest.mark.parametrize("content", [b"a\0b", "кафе место".encode("cp1251")])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content: bytes):
    parsed = read(tmp_path, zipped({"1.txt": content, "2.txt": "x"}), "any.zip")
    assert messages(parsed) == [(None, "1.txt: this is no text that can be read; say --encoding")]


@pytest.mark.parametrize("path", ["../1.txt", "/etc/1.txt", "a/../../1.txt", "..\\1.txt"])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_paths_that_lead_out_of_the_archive_are_refused(tmp_path, pack, path: str):
    parsed = read(tmp_path, pack({path: "x"}), "any", kind=Kind.DOCUMENTS)
    ((_, message),) = messages(parsed)
    assert "leads out of the archive" in message


def links() -> list[bytes]:
    in_tar, in_zip = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=in_tar, mode="w") as packed:
        entry = tarfile.TarInfo("1.txt")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(entry)
    with zipfile.ZipFile(in_zip, "w") as packed:
        entry = zipfile.ZipInfo("1.txt")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(entry, "/etc/passwd")
    return [in_tar.getvalue(), in_zip.getvalue()]


@pytest.mark.parametrize("content", links(), ids=["tar", "zip"])
def test_links_are_refused(tmp_path, content: bytes):
    ((_, message),) = messages(read(tmp_path, content, "any", kind=Kind.DOCUMENTS))
    assert "'1.txt' in it is a link" in message


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_bombs_are_refused_while_they_are_read(tmp_path, monkeypatch, pack):
    monkeypatch.setattr(archive, "LARGEST_MEMBER", 1000)
    monkeypatch.setattr(archive, "LARGEST_TOTAL", 1900)
    large = read(tmp_path, pack({"1.txt": "x" * 1001}), "any", kind=Kind.DOCUMENTS)
    assert "'1.txt' in it holds more than" in messages(large)[0][1]
    many = {"1.txt": "x" * 1000, "2.txt": "y" * 1000}
    assert "in all" in messages(read(tmp_path, pack(many), "any", kind=Kind.DOCUMENTS))[0][1]


def test_a_tar_whose_header_never_ends_is_refused(tmp_path):
    endless = tarfile.TarInfo("././@PaxHeader")
    endless.type, endless.size = tarfile.XHDTYPE, 1 << 32
    start = endless.tobuf(tarfile.USTAR_FORMAT)
    content = PACKERS["gz"](start + bytes(1 << 24))
    ((_, message),) = messages(read(tmp_path, content, "any.tgz", kind=Kind.DOCUMENTS))
    assert "headers of its files have no end" in message


@pytest.mark.parametrize("ending", ["zip", "tar", "tar.gz"])
def test_an_archive_that_is_cut_short_is_refused(tmp_path, ending: str):
    whole = ARCHIVES[ending]({f"{number}.txt": f"{number**9}\n" * 99 for number in range(99)})
    parsed = read(tmp_path, whole[: len(whole) // 2], f"any.{ending}", kind=Kind.DOCUMENTS)
    assert parsed.n_problems == 1
    assert "copy or download it again" in messages(parsed)[0][1]


@pytest.mark.parametrize("records", ["1 0 d1 2\n1 0 d2 0\n", "<top>\n<num> 1\n<title> x\n</top>\n"])
def test_archives_of_runs_and_the_like_are_not_taken_for_documents(tmp_path, records: str):
    content = zipped({"a.txt": "a text", "b.txt": records})
    with pytest.raises(BadInputError, match="are no documents") as refusal:
        read(tmp_path, content, "any.zip")
    assert "--as documents" in refusal.value.hint
    assert len(documents(read(tmp_path, content, "any.zip", kind=Kind.DOCUMENTS))) == 2


@pytest.mark.parametrize("kind", [None, Kind.RUN])
def test_an_archive_without_text_files_is_refused(tmp_path, kind):
    with pytest.raises(BadInputError, match=r"holds neither texts .* nor pictures"):
        read(tmp_path, zipped({"a.jsonl": "{}"}), "any.zip", kind=kind)


def test_progress_ends_at_one(tmp_path):
    path = tmp_path / "any.tar.gz"
    path.write_bytes(PACKERS["gz"](tarred(FILES)))
    seen: list[float] = []
    read_file(path, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.duckdb"
    said(judgepool("init", path, "--title", "t", "--grades", "0-3"))
    return path


def fill(folder, files) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(as_bytes(content))


def test_a_folder_of_text_files_is_imported_as_documents(project, tmp_path):
    folder = tmp_path / "docs"
    fill(folder, {**FILES, "x.pdf": b"%PDF"})
    result = judgepool("import", project, folder)
    assert f"{folder}: documents, 3 documents" in said(result)
    assert "1 file with other endings left out" in result.stderr


def test_a_folder_in_the_layout_of_beir_is_imported_as_its_files(project, tmp_path):
    folder = tmp_path / "beir"
    fill(
        folder,
        {
            "corpus.jsonl": '{"_id": "d", "text": "x"}\n',
            "queries.jsonl": '{"_id": "q", "text": "y"}\n',
            "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq\td\t1\n",
            "readme.txt": "not a document",
        },
    )
    told = said(judgepool("import", project, folder))
    assert "corpus.jsonl: documents, 1 document" in told
    assert "queries.jsonl: topics, 1 topic" in told
    assert "test.tsv: qrels, 1 label" in told


BEIR = {
    "set/corpus.jsonl": '{"_id": "d", "text": "x"}\n',
    "set/queries.jsonl": '{"_id": "q", "text": "y"}\n',
    "set/qrels/test.tsv": "query-id\tcorpus-id\tscore\nq\td\t1\n",
    "set/readme.md": "not a document",
    "set/corpus.jsonl.meta.json": "{}",
}


@pytest.mark.parametrize("cut", ["", "set/"])
def test_a_folder_in_the_layout_of_beir_packed_as_zip_is_imported_as_its_files(
    project, tmp_path, cut: str
):
    packed = tmp_path / "set.zip"
    packed.write_bytes(zipped({path.removeprefix(cut): text for path, text in BEIR.items()}))
    told = said(judgepool("import", project, packed))
    assert "corpus.jsonl: documents, 1 document" in told
    assert "queries.jsonl: topics, 1 topic" in told
    assert "test.tsv: qrels, 1 label" in told
    assert "readme" not in told


def test_where_a_zip_cannot_be_unpacked_its_layout_is_named(tmp_path):
    with pytest.raises(BadInputError, match="layout of BEIR packed as ZIP") as refusal:
        read(tmp_path, zipped(BEIR), "set.zip")
    assert "Unpack it" in refusal.value.hint


def test_an_unpacked_zip_keeps_the_limits_of_archives(tmp_path, monkeypatch):
    packed = tmp_path / "set.zip"
    packed.write_bytes(zipped({"../corpus.jsonl": "{}"}))
    with pytest.raises(BadInputError, match="leads out of the archive"):
        unpack_beir(packed, "set.zip", tmp_path / "path")
    with zipfile.ZipFile(packed, "w") as target:
        entry = zipfile.ZipInfo("corpus.jsonl")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        target.writestr(entry, "/etc/passwd")
    with pytest.raises(BadInputError, match="is a link"):
        unpack_beir(packed, "set.zip", tmp_path / "link")
    monkeypatch.setattr(archive, "LARGEST_TOTAL", 10)
    packed.write_bytes(zipped(BEIR))
    with pytest.raises(BadInputError, match="in all"):
        unpack_beir(packed, "set.zip", tmp_path / "large")


def test_of_a_folder_only_real_packings_are_taken(tmp_path):
    names = ["corpus.jsonl", "corpus.jsonl.meta.json", "corpus.jsonl~", "queries.jsonl.gz"]
    fill(tmp_path, dict.fromkeys([*names, "qrels/dev.tsv.zst", "qrels/dev.tsv.bak"], ""))
    taken = [path.relative_to(tmp_path).as_posix() for path in beir_files(tmp_path)]
    assert taken == ["corpus.jsonl", "queries.jsonl.gz", "qrels/dev.tsv.zst"]


@pytest.mark.parametrize("target", ["file", "folder"])
def test_links_in_a_folder_are_refused(project, tmp_path, target: str):
    fill(tmp_path, {"docs/1.txt": "x", "elsewhere/secret": "y"})
    goal = tmp_path / "elsewhere" / ("secret" if target == "file" else "")
    (tmp_path / "docs" / "2.txt").symlink_to(goal)
    words = refused(judgepool("import", project, tmp_path / "docs"))
    assert "2.txt is a link, which is not followed" in words


def test_a_linked_corpus_is_refused(tmp_path):
    fill(tmp_path, {"corpus.jsonl": "", "set/queries.jsonl": ""})
    (tmp_path / "set" / "corpus.jsonl").symlink_to(tmp_path / "corpus.jsonl")
    with pytest.raises(BadInputError, match="is a link"):
        beir_files(tmp_path / "set")


@pytest.mark.parametrize("kind", [None, Kind.RUN])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped({"../1.txt": "x"}), "leads out of the archive"),
        (tarred({"../1.txt": "x"}), "leads out of the archive"),
        *((content, "is a link") for content in links()),
        (zipped({"1.txt": "x" * 1001}), "holds more than"),
        (tarred({"1.txt": "x" * 1001}), "holds more than"),
    ],
)
def test_what_is_wrong_with_an_archive_is_told_without_a_kind_too(
    tmp_path, monkeypatch, kind, content: bytes, words: str
):
    monkeypatch.setattr(archive, "LARGEST_MEMBER", 1000)
    with pytest.raises(BadInputError, match=words):
        read(tmp_path, content, "any", kind=kind)


def test_a_folder_of_other_files_is_refused(project, tmp_path):
    fill(tmp_path / "runs", {"a.run": "1 Q0 d 1 2 t\n"})
    words = refused(judgepool("import", project, tmp_path / "runs"))
    assert "runs is a folder without .txt, .html, .md, .png, .jpg, .gif or .webp files" in words
    assert "Name the files in it" in words
