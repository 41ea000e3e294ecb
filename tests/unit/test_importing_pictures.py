"""Folders and archives of pictures: each is a document, told by its bytes."""

import io
from dataclasses import replace
from hashlib import sha256

import pandas as pd
import pytest
from PIL import Image

from judge_app.domain.errors import BadInputError
from judge_app.importing import pictures, read_file, stream_documents
from judge_app.importing.pictures import PictureError, look_at_picture
from judge_app.services.project import create_project, open_project
from tests.support.command_line import judgepool, said
from tests.support.dl19 import import_into
from tests.support.documents import picture, project_of_files, zipped
from tests.support.reading import messages, warned

PNG, JPEG = picture(size=(64, 40)), picture("JPEG", (30, 20))


def written(tmp_path, files, name="album.zip"):
    path = tmp_path / name
    path.write_bytes(zipped(files))
    return path


def read(tmp_path, files):
    return read_file(written(tmp_path, files))


def test_what_an_archive_holds_is_said_of_texts_and_pictures(tmp_path):
    texts, both = {f"{n:02d}.txt": "words" for n in range(30)}, "text files (.txt, .html, .md)"
    assert read(tmp_path, texts).why == f"an archive of {both}"
    told = read(tmp_path, texts | {"sea.png": PNG}).why
    assert told == f"an archive of {both} and pictures (.png, .jpg, .gif, .webp)"
    assert read(tmp_path, {"sea.png": PNG}).why.startswith("an archive of pictures")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("sea.png", PNG), ("boat.jpg", JPEG), ("page.html", b"<p>one two three</p>"),
        ("note.md", b"# One\n\nTwo three.\n"), ("note.txt", b"One two three four.\n"),
    ],
)  # fmt: skip
def test_a_single_document_file_is_told_to_come_in_a_folder(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadInputError) as raised:
        read_file(path)
    assert "come in a folder or a ZIP, even a single one." in raised.value.hint


def test_pictures_stand_beside_texts(tmp_path):
    parsed = read(tmp_path, {"a/sea.png": PNG, "a/note.txt": "words", "a/boat.JPG": JPEG})
    rows = parsed.frame.set_index("doc_id")
    assert rows["kind"].to_dict() == {"sea": "image", "note": "text", "boat": "image"}
    assert rows["text"].to_dict() == {"sea": "", "note": "words", "boat": ""}
    assert rows.loc["sea", ["media_type", "width", "height"]].tolist() == ["image/png", 64, 40]
    assert rows.loc["boat", ["media_type", "width", "height"]].tolist() == ["image/jpeg", 30, 20]
    assert (rows.loc["sea", "content"], rows.loc["boat", "content"]) == (PNG, JPEG)
    assert parsed.warnings[0].message.startswith("all files lie in the folder 'a'")
    assert len(parsed.warnings) == 1


def test_an_archive_of_pictures_alone_is_one_of_documents(tmp_path):
    parsed = read(tmp_path, {"1.png": PNG, "2.jpg": JPEG})
    assert (parsed.kind, parsed.format, len(parsed.frame)) == ("documents", "text-files", 2)
    assert "pictures" in parsed.why


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_the_type_comes_from_the_bytes(kind):
    looked = look_at_picture(picture(kind, (50, 30)))
    assert (looked.media_type, looked.width, looked.height) == (f"image/{kind.lower()}", 50, 30)


def test_a_photo_taken_upright_is_as_high_as_it_is_shown():
    turned = Image.Exif()
    turned[274] = 6
    target = io.BytesIO()
    Image.new("RGB", (40, 20)).save(target, "JPEG", exif=turned)
    looked = look_at_picture(target.getvalue())
    assert (looked.width, looked.height) == (20, 40)


def bomb(size=(20_000, 20_000)):
    target = io.BytesIO()
    Image.new("1", size).save(target, "PNG")
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "no picture"),
        (b"<html><script>alert(1)</script>", "no picture"),
        (b"", "no picture"),
        (picture("BMP"), "no picture"),
        (PNG[:60], "damaged"),
        (bomb(), "million pixels"),
        (bomb((10_000, 6_000)), "million pixels"),
    ],
)
def test_what_is_no_bearable_picture_is_refused_in_words(data, words):
    with pytest.raises(PictureError, match=words):
        look_at_picture(data)


def test_a_picture_of_too_many_bytes_is_refused(monkeypatch):
    monkeypatch.setattr(pictures, "LARGEST_PICTURE", len(PNG) - 1)
    with pytest.raises(PictureError, match="make it smaller"):
        look_at_picture(PNG)


def test_a_false_picture_is_a_problem_with_its_path(tmp_path):
    parsed = read(tmp_path, {"a.png": PNG, "b/evil.png": "<script>alert(1)</script>"})
    assert messages(parsed) == [(None, "b/evil.png: this is no picture in PNG, JPEG, GIF or WebP")]


def test_svg_is_left_out_and_the_reason_is_said(tmp_path):
    parsed = read(tmp_path, {"a.png": PNG, "b.svg": "<svg/>", "c.doc": "x"})
    assert len(parsed.frame) == 1
    assert warned(parsed) == [
        "files with other endings left out, 1: c.doc",
        (
            "SVG pictures left out, 1: b.svg; they can hold scripts and are never shown; save them "
            "as PNG"
        ),
    ]


def test_an_archive_of_svg_alone_is_refused(tmp_path):
    with pytest.raises(BadInputError, match="neither texts"):
        read(tmp_path, {"a.svg": "<svg/>"})


def test_the_same_name_with_two_endings_keeps_them(tmp_path):
    parsed = read(tmp_path, {"a.png": PNG, "a.txt": "words"})
    assert sorted(parsed.frame["doc_id"]) == ["a.png", "a.txt"]


def test_only_wanted_pictures_are_kept_of_a_stream(tmp_path):
    stream = stream_documents(
        written(tmp_path, {"a.png": PNG, "b.jpg": JPEG}), keep=frozenset({"b"})
    )
    (frame,) = stream
    assert frame["doc_id"].tolist() == ["b"]
    assert frame["content"].tolist() == [JPEG]


def test_a_folder_with_pictures_is_imported_by_its_name(tmp_path):
    project = tmp_path / "p.duckdb"
    judgepool("init", project)
    folder = tmp_path / "album"
    (folder / "inside").mkdir(parents=True)
    (folder / "inside" / "sea.png").write_bytes(PNG)
    (folder / "note.md").write_text("# Note")
    said(judgepool("import", project, folder))
    opened = open_project(project)
    document = opened.store.collection.documents(["inside/sea"])["inside/sea"]
    stored = opened.store.pictures.picture("inside/sea")
    opened.close()
    assert (document.kind, document.text) == ("image", "")
    assert (stored.media_type, stored.content) == ("image/png", PNG)
    assert stored.fingerprint == document.fingerprint


class TestStored:
    @pytest.fixture
    def project(self, tmp_path):
        made = project_of_files(tmp_path / "p.duckdb", {"sea.png": PNG, "note.txt": "words"})
        yield made
        made.close()

    def put(self, project, tmp_path, files, **options):
        import_into(project, written(tmp_path, files, "again.zip"), **options)

    def test_a_picture_is_readable_and_has_the_hash_of_its_bytes(self, project):
        document = project.store.collection.documents(["sea"])["sea"]
        assert document.fingerprint == sha256(PNG).hexdigest()[:16]
        pairs = project.store.pool.pairs()
        assert project.store.collection.unreadable(pairs).empty
        assert project.store.collection.titles(["sea"]) == {"sea": "sea"}
        assert project.store.pictures.sizes(["sea", "note", "no"]) == {"sea": (64, 40)}

    def test_another_picture_takes_its_place_only_when_that_is_said(self, project, tmp_path):
        with pytest.raises(BadInputError, match="would write over"):
            self.put(project, tmp_path, {"sea.jpg": JPEG})
        assert project.store.pictures.picture("sea").content == PNG
        self.put(project, tmp_path, {"sea.jpg": JPEG}, replace=True)
        stored = project.store.pictures.picture("sea")
        assert (stored.content, stored.media_type) == (JPEG, "image/jpeg")

    def test_the_same_picture_changes_nothing(self, project, tmp_path):
        self.put(project, tmp_path, {"sea.png": PNG})
        assert project.store.pictures.picture("sea").content == PNG

    def test_two_pictures_of_one_id_in_one_import_are_a_doubt(self, project, tmp_path):
        both = [
            written(tmp_path, {"boat.png": PNG}, "one.zip"),
            written(tmp_path, {"boat.jpg": JPEG}, "two.zip"),
        ]
        with pytest.raises(BadInputError) as caught:
            import_into(project, *both)
        assert "1 document has another text in a file of the same import" in str(
            caught.value.problems
        )

    def test_words_about_a_picture_are_added_to_it(self, project, tmp_path):
        before = project.store.collection.documents(["sea"])["sea"]
        path = tmp_path / "corpus.jsonl"
        path.write_text('{"_id": "sea", "title": "The sea", "text": "as painted"}\n')
        import_into(project, path, replace=True)
        after = project.store.collection.documents(["sea"])["sea"]
        assert after == replace(before, title="The sea", text="as painted")

    def test_a_release_tells_that_a_picture_was_replaced(self, project, tmp_path):
        before = project.store.exports.all_texts()
        self.put(project, tmp_path, {"sea.jpg": JPEG}, replace=True)
        assert project.store.exports.all_texts() != before


def test_text_hashes_of_projects_without_pictures_are_what_they_were(tmp_path):
    """By hand, as releases of earlier versions hold them."""
    made = create_project(tmp_path / "p.duckdb")
    made.store.collection.add_documents(
        pd.DataFrame(
            [["d", "T", "words", "", "text", ""]],
            columns=["doc_id", "title", "text", "url", "kind", "extra"],
        )
    )
    row = (
        made.store.database.cursor()
        .execute(
            "SELECT count(*), bit_xor(md5_number(concat_ws(chr(31), "
            "doc_id, title, text, url, kind, extra))) FROM document"
        )
        .fetchone()
    )
    digest = sha256(b"query (0, None)\n")
    digest.update(f"document {row}\n".encode())
    assert made.store.exports.all_texts() == digest.hexdigest()
    made.close()
