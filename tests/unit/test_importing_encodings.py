"""Files in other encodings than UTF-8: told, said, guessed, refused."""

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file
from judge_app.importing.run_scan import scan_run
from tests.support.packing import PACKERS
from tests.support.reading import messages, read, warned

RUN = "".join(
    f"größe{query} Q0 piñata–{document} {document} {9 - document}.5 naïf\n"
    for query in range(40)
    for document in range(9)
)
MARKED = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


@pytest.mark.parametrize("encoding", ["utf-8", *MARKED])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_mark_at_the_start_says_the_encoding(tmp_path: Path, encoding: str, ending: str):
    parsed = read(tmp_path, RUN.replace("\n", ending).encode(encoding), "a.run")
    assert (parsed.encoding, parsed.warnings) == (MARKED.get(encoding, "utf-8"), ())
    assert parsed.frame.equals(read(tmp_path, RUN, "b.run").frame)


def test_the_mark_of_either_order_of_bytes_is_known(tmp_path: Path):
    data = ("\ufeff" + RUN).encode("utf-16-be")
    parsed = read(tmp_path, data, "a.run")
    assert (parsed.encoding, parsed.warnings) == ("utf-16-be", ())
    assert parsed.frame["query_id"].iloc[0] == "größe0"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [RUN, "1\t艾滋病的治疗\n2\t冥王星不是行星\n", "q 0 d 1\r\n"])
def test_utf_16_without_a_mark_is_told_by_its_zeros_and_said(
    tmp_path: Path, encoding: str, text: str
):
    kind = Kind.TOPICS if "\t" in text else None
    parsed = read(tmp_path, text.encode(encoding), "a.txt", kind=kind)
    assert parsed.encoding == encoding
    (warning,) = warned(parsed)
    assert warning == (
        f"read as {encoding.upper()}, since every second byte of most letters is 0; "
        "say --encoding if that is wrong"
    )
    assert parsed.frame.equals(read(tmp_path, text, "b.txt", kind=kind).frame)


def test_windows_1252_is_guessed_and_said_with_the_byte_and_its_line(tmp_path: Path):
    parsed = read(tmp_path, b"q 0 d1 1\nq 0 d2 2\n" + "q 0 piñata 3\n".encode("cp1252"), "qrels")
    assert parsed.encoding == "windows-1252"
    assert parsed.frame["doc_id"].tolist() == ["d1", "d2", "piñata"]
    ((line, message),) = [(warning.line, warning.message) for warning in parsed.warnings]
    assert line == 3
    assert message == (
        "read as Windows-1252, since byte 0xf1 in line 3 is not UTF-8; "
        "say --encoding if that is wrong"
    )


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(st.characters(codec="cp1252", categories=["L", "N"]), min_size=1)))
def test_ids_come_through_every_encoding_that_is_said(tmp_path_factory, ids):
    folder = tmp_path_factory.mktemp("letters")
    text = "q 0 first 1\n" + "".join(f"q{n} 0 {id_} 1\n" for n, id_ in enumerate(ids))
    for encoding in ("cp1252", "windows-1252", "utf-8", "utf-16", "utf-16-be"):
        parsed = read(folder, text.encode(encoding), "qrels", encoding=encoding)
        assert parsed.frame["doc_id"].tolist() == ["first", *ids]
        assert parsed.warnings == ()


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(st.characters(codec="cp1252", categories=["L"]), min_size=1), min_size=1))
def test_accents_between_ascii_letters_are_guessed_right(tmp_path_factory, ids):
    folder = tmp_path_factory.mktemp("guessed")
    ids = ["x".join(id_) for id_ in ids]
    text = "".join(f"q{n} 0 {id_} 1\n" for n, id_ in enumerate(ids))
    parsed = read(folder, text.encode("cp1252"), "qrels")
    assert parsed.frame["doc_id"].tolist() == ids
    assert parsed.encoding == ("utf-8" if text.isascii() else "windows-1252")
    assert bool(parsed.encoding_guess) == bool(parsed.warnings) == (not text.isascii())


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs", "Cc"]))),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "gb18030"]),
)
def test_texts_come_through_every_encoding_of_all_letters(tmp_path_factory, texts, encoding):
    folder = tmp_path_factory.mktemp("texts")
    lines = [f"d{n}\tbody {text}" for n, text in enumerate(texts)]
    content = "\n".join(["doc_id\ttext", "x\ty", *lines]).replace("\t\t", "\t \t") + "\n"
    parsed = read(folder, content.encode(encoding), "docs.tsv", encoding=encoding)
    assert parsed.frame["text"].tolist() == ["y", *(line.split("\t")[1] for line in lines)]


def test_bytes_without_a_letter_stand_for_themselves_as_in_browsers(tmp_path: Path):
    parsed = read(tmp_path, b"q 0 caf\xe9 1\nq 0 a\x81b 1\nq 0 \x80 1\n", "qrels")
    assert parsed.frame["doc_id"].tolist() == ["café", "a\x81b", "€"]


def test_what_a_person_says_is_taken(tmp_path: Path):
    data = "q 0 Łódź 1\n".encode("iso8859-2")
    assert read(tmp_path, data, "qrels", encoding="latin2").frame["doc_id"].tolist() == ["Łódź"]
    parsed = read(tmp_path, data, "qrels", encoding="ISO-8859-2")
    assert (parsed.encoding, parsed.warnings) == ("iso8859-2", ())
    assert read(tmp_path, data, "qrels").frame["doc_id"].tolist() == ["£ód¼"]


@pytest.mark.parametrize(
    ("data", "said", "line", "words"),
    [
        (b"q 0 a 1\nq 0 \xe9 1\n", "utf-8", 2, "0xe9 is not UTF-8 here; say the right --enc"),
        (b"q 0 a 1\nq 0 \xe9 1\n", "ascii", 2, "0xe9 is not ASCII here; say the right --enc"),
        ("q 0 a 1\nq 0 b 1\n".encode("utf-16-le")[:-1], "utf-16-le", 2, "middle of a letter"),
        ("q 0 a 1\n".encode("utf-16-le") + b"\x00\xdc\n\0", "utf-16-le", 2, "0x00 is not UTF-16"),
    ],
)
def test_what_is_not_in_the_encoding_that_was_said_is_refused_on_its_line(
    tmp_path: Path, data: bytes, said: str, line: int, words: str
):
    ((at, message),) = messages(read(tmp_path, data, "qrels", encoding=said, kind=Kind.QRELS))
    assert at == line
    assert words in message


@pytest.mark.parametrize("name", ["utf-9", "hex", "idna", "rot13", "", "punycode", "undefined"])
def test_what_is_no_encoding_of_text_is_refused(tmp_path: Path, name: str):
    with pytest.raises(BadInputError, match="There is no encoding") as refusal:
        read(tmp_path, "q 0 d 1\n", "qrels", encoding=name)
    assert "windows-1252" in refusal.value.hint


def test_utf_8_with_a_few_bad_bytes_is_refused_rather_than_spoilt(tmp_path: Path):
    text = "".join(f"q 0 größe{number} 1\n" for number in range(50))
    with pytest.raises(BadInputError) as refusal:
        read(tmp_path, text.encode() + b"q 0 pi\xf1ata 1\n", "qrels")
    (problem,) = refusal.value.problems
    assert problem.line == 51
    assert "0xf1 is not UTF-8 here, though 50 other places are" in problem.message


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("лунный свет", "koi8-r"), ("лунный свет", "cp1251"), ("天文学家的望远镜", "gb18030")],
)
def test_other_scripts_are_not_taken_for_western_ones(tmp_path: Path, text: str, encoding: str):
    with pytest.raises(BadInputError, match="not like text of a Western European language"):
        read(tmp_path, f"1\t{text}\n2\t{text}\n".encode(encoding), "topics.tsv")
    parsed = read(tmp_path, f"1\t{text}\n".encode(encoding), "topics.tsv", encoding=encoding)
    assert parsed.frame["text"].tolist() == [text]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("ending", ["", *PACKERS])
def test_a_scanned_run_is_the_same_in_every_encoding(tmp_path: Path, encoding: str, ending: str):
    labels = pd.DataFrame({"query_id": ["größe3"], "doc_id": ["piñata–4"], "grade": [1]})
    path, plain = tmp_path / "a.run", tmp_path / "b.run"
    path.write_bytes(PACKERS.get(ending, bytes)(RUN.encode(encoding)))
    plain.write_text(RUN, encoding="utf-8")
    found, expected = scan_run(path, labels), scan_run(plain, labels)
    assert found.labelled["rank"].tolist() == expected.labelled["rank"].tolist() == [5]
    assert found.tags == expected.tags == ("naïf",)


def test_a_long_file_is_decoded_across_its_blocks(tmp_path: Path):
    lines = "".join(f"q{n} 0 é{'x' * (n % 89)} {n % 4}\n" for n in range(60_000))
    expected = read(tmp_path, lines, "utf8.qrels").frame
    for encoding in ("cp1252", "utf-16", "utf-16-be"):
        assert read(tmp_path, lines.encode(encoding), "a.qrels").frame.equals(expected)


@pytest.mark.realdata
def test_the_real_latin_1_topics_have_their_n_with_tilde(realdata: Path):
    path = realdata / "nasty" / "topics_latin1_colon_separated.txt"
    parsed = read_file(path)
    assert parsed.encoding == "windows-1252"
    assert "byte 0xf1" in parsed.warnings[0].message
    assert parsed.frame["text"].str.contains("piñata").any()
