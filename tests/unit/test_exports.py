"""What leaves a project: which rows, which bytes, and what is said beside them."""

import csv
import hashlib
import io
import json
import shutil
import zipfile
from dataclasses import replace

import pandas as pd
import pytest

from judge_app.domain.errors import BadInputError, NotFoundError
from judge_app.services.exporting.catalog import FORMATS
from judge_app.services.exporting.facts_header import packed_facts, unpacked_facts
from judge_app.services.exporting.tables import people_csv
from judge_app.services.exports import export
from judge_app.services.project import open_project
from tests.support.clock import HandClock
from tests.support.exported import LEAD, NOTE, rich_project

EVERY = [(what, name) for what, formats in FORMATS.items() for name in formats]


@pytest.fixture
def project(tmp_path):
    made = rich_project(tmp_path / "rich.duckdb")
    yield made
    made.close()


def written(project, what, name, **words):
    if what == "run" and name in {"trec", "ranx"}:
        words["run"] = "alpha"
    return export(project, LEAD, what=what, format_name=name, **words)


def records(content):
    return [json.loads(line) for line in content.decode().splitlines()]


@pytest.mark.parametrize("anonymous", [False, True])
def test_the_same_state_gives_the_same_bytes_at_any_time_and_in_any_copy(tmp_path, anonymous):
    clock = HandClock()
    project = rich_project(tmp_path / "rich.duckdb", clock)

    def all_bytes(opened):
        return {
            (what, name): written(opened, what, name, anonymous=anonymous).content
            for what, name in EVERY
        }

    first = all_bytes(project)
    clock.advance(days=400)
    assert all_bytes(project) == first
    project.close()
    shutil.copy(tmp_path / "rich.duckdb", tmp_path / "copy.duckdb")
    for path in ("rich.duckdb", "copy.duckdb"):
        again = open_project(tmp_path / path)
        assert all_bytes(again) == first
        again.close()


@pytest.mark.parametrize(("what", "name"), EVERY)
def test_the_facts_have_the_hash_of_the_file_and_the_moment_that_the_file_has_not(
    project, what, name
):
    exported = written(project, what, name)
    facts = exported.facts
    assert facts["sha256"] == hashlib.sha256(exported.content).hexdigest()
    assert facts["bytes"] == len(exported.content)
    assert (facts["export"], facts["format"]) == (what, name)
    assert facts["stamp"]["created_at"].startswith("2026-03-01")
    assert json.loads(json.dumps(facts)) == facts


def test_the_facts_say_what_the_labels_and_the_pool_are(project):
    facts = export(project, LEAD).facts
    assert facts["gain"] == "exponential"
    assert facts["labels"] == "lower-median"
    assert facts["scale"][0]["label"] == "Not relevant"
    assert facts["counts"] == {
        "queries": 2, "documents": 5, "pairs": 5, "grades": {"0": 1, "1": 1, "2": 3},
    }  # fmt: skip
    assert facts["pool"] == [
        {"strategy": "depth", "depth": 3, "batches": 1, "pairs": 10},
        {"strategy": "imported", "depth": None, "batches": 1, "pairs": 1},
    ]
    assert facts["blinding"]["annotators_see_effect_of_grades"] is True
    project.store.settings.write(replace(project.settings, repeat_rate=0.1))
    blinding = export(project, LEAD).facts["blinding"]
    assert blinding["annotators_see_effect_of_grades"] is False
    assert facts["blinding"]["names_replaced"] is False
    assert set(facts["versions"]) == {"judgepool", "duckdb", "pyarrow"}
    assert facts["release"] is None


def test_the_facts_say_how_the_project_is_set_up_and_name_nobody_where_that_is_asked(project):
    settings = replace(project.settings, label_rule="max:person=Ada", guidelines="Lies alles. ü")
    project.store.settings.write(settings)
    facts = export(project, LEAD).facts["settings"]
    assert facts == {
        "title": "rich", "guidelines": "Lies alles. ü", "label_rule": "max:person=Ada",
        "wanted_judgments": 1, "show_effect": True, "show_finished": True,
        "queue_order": "pooled", "queue_runs": [],
        "gold_rate": 0.0, "repeat_rate": 0.0, "warm_up": False,
    }  # fmt: skip
    assert "Ada" not in export(project, LEAD, anonymous=True).facts["settings"]["label_rule"]


def test_facts_fit_into_a_header_however_long_the_guidelines_are(project):
    guidelines = "".join(chr(0x4E00 + n) for n in range(20_000))
    project.store.settings.write(replace(project.settings, guidelines=guidelines))
    facts = export(project, LEAD).facts
    packed = packed_facts(facts)
    assert unpacked_facts(packed) == facts
    assert packed.isascii()
    assert len(packed) < 100_000
    for word, said in (("no base64!", "base64"), ("AAAA", "decompressing")):
        with pytest.raises(ValueError, match=said):
            unpacked_facts(word)


def test_qrels_have_one_label_a_pair_in_the_order_of_the_ids_by_bytes(project):
    assert export(project, LEAD).content.decode() == (
        "007 0 -5 2\n007 0 =1+1 0\n007 0 NA 2\nq2 0 d'1 2\nq2 0 ＝x 1\n"
    )


def test_raw_judgments_have_everybody_s_every_word(project):
    rows = records(written(project, "judgments", "jsonl").content)
    assert [row["judgment_id"] for row in rows] == list(range(1, 15))
    first = rows[0]
    assert first == {
        "judgment_id": 1,
        "query_id": "007",
        "doc_id": "NA",
        "annotator": "Ada",
        "annotator_kind": "human",
        "verdict": "graded",
        "grade": 3,
        "note": NOTE,
        "judgment_kind": "ordinary",
        "seen": None,
        "is_late": False,
        "shown_at": "2026-03-01T09:00:00.000000Z",
        "judged_at": "2026-03-01T09:00:07.250000Z",
        "received_at": "2026-03-01T09:00:07.250000Z",
        "fingerprint": "f00d",
    }
    assert [(row["seen"], row["is_late"]) for row in rows[2:5]] == [
        (None, False), (3, False), (3, True),
    ]  # fmt: skip
    verdicts = [row["verdict"] for row in rows]
    assert {"cannot_judge", "skipped", "withdrawn"} <= set(verdicts)
    kinds = {(row["annotator_kind"], row["judgment_kind"]) for row in rows}
    assert kinds == {("human", "ordinary"), ("model", "imported"), ("human", "adjudication")}
    assert all(row["grade"] is None for row in rows if row["verdict"] != "graded")


def test_a_run_has_the_grades_of_judged_documents_and_nothing_for_the_others(project):
    content = written(project, "run", "csv", run="alpha").content.decode()
    rows = list(csv.DictReader(io.StringIO(content)))
    grades = {(row["query_id"], row["doc_id"]): row["grade"] for row in rows}
    assert grades["007", "'=1+1"] == "0"
    assert grades["007", "1e5"] == ""
    assert [row["rank"] for row in rows if row["query_id"] == "007"] == list("12345")
    ranked = records(written(project, "run", "jsonl", run="alpha").content)
    assert {row["grade"] for row in ranked} == {0, 1, 2, None}
    frame = pd.read_parquet(io.BytesIO(written(project, "run", "parquet").content))
    assert frame["grade"].isna().sum() == 8
    assert set(frame["run"]) == {"alpha", "beta"}


def test_the_pool_tells_what_brought_each_pair_also_where_no_run_did(project):
    rows = records(written(project, "pool", "jsonl").content)
    both = [row for row in rows if (row["query_id"], row["doc_id"]) == ("007", "-5")]
    assert [(row["run"], row["rank"]) for row in both] == [("alpha", 3), ("beta", 1)]
    (bare,) = [row for row in rows if row["doc_id"] == "elsewhere"]
    assert (bare["strategy"], bare["batch"], bare["run"], bare["rank"]) == (
        "imported",
        1,
        None,
        None,
    )


def test_unjudged_pairs_are_those_of_the_pool_without_a_label(project):
    pairs = written(project, "unjudged", "trec").content.decode().splitlines()
    pool = written(project, "pool", "trec").content.decode().splitlines()
    assert "q2 0 @me -1" in pairs
    assert len(pool) == 11
    assert len(pairs) == 11 - 5
    assert set(pairs) < set(pool)


def test_pseudonyms_are_stable_and_lead_to_nobody(project, tmp_path):
    rows = records(written(project, "judgments", "jsonl", anonymous=True).content)
    named = records(written(project, "judgments", "jsonl").content)
    pairs = {(one["annotator"], other["annotator"]) for one, other in zip(named, rows, strict=True)}
    stands_for = dict(pairs)
    assert len(pairs) == len(stands_for) == len(set(stands_for.values())) == 4
    assert stands_for["gpt-9"] == "gpt-9"
    assert stands_for["Ada"].startswith("person-")
    told = written(project, "judgments", "csv", anonymous=True, labels="max:person=Ada,=Ben")
    assert b"Ada" not in told.content
    assert stands_for["Ada"].encode() in told.content
    assert "Ada" not in json.dumps(told.facts)
    assert stands_for["Ada"] in told.facts["labels"]
    assert told.facts["blinding"]["names_replaced"] is True
    other = rich_project(tmp_path / "other.duckdb")
    elsewhere = records(written(other, "judgments", "jsonl", anonymous=True).content)
    other.close()
    assert elsewhere[0]["annotator"] != rows[0]["annotator"]


def test_no_cell_of_a_csv_for_people_runs_as_a_formula(project):
    for what in ("judgments", "unjudged", "pool", "run"):
        exported = written(project, what, "csv")
        rows = list(csv.reader(io.StringIO(exported.content.decode())))
        cells = [cell for row in rows[1:] for cell in row]
        assert not [cell for cell in cells if cell[:1] in set("=+-@\t\r\n＝＋－＠")]
        assert rows[0][-1] == "escaped"
        assert exported.facts["escaped_cells"] == sum(len(row[-1].split()) for row in rows[1:])


def test_a_csv_without_such_cells_has_no_column_about_them_and_numbers_stay_numbers():
    frame = pd.DataFrame({"doc_id": ["d1", "d2"], "score": [-1.5, float("-inf")]})
    table = people_csv(frame)
    assert table.content == b"doc_id,score\nd1,-1.5\nd2,-inf\n"
    assert table.n_escaped == 0


def test_formats_for_machines_hold_every_id_as_it_is(project):
    content = written(project, "qrels", "csv").content.decode()
    assert "007,=1+1,0\n" in content
    assert {"=1+1", "-5", "＝x"} <= {
        row["doc_id"] for row in records(written(project, "qrels", "jsonl").content)
    }
    frame = pd.read_parquet(io.BytesIO(written(project, "judgments", "parquet").content))
    assert "=Ben" in set(frame["annotator"])


def test_a_beir_folder_tells_no_time(project):
    packed = zipfile.ZipFile(io.BytesIO(written(project, "qrels", "beir").content))
    assert packed.namelist() == ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"]
    assert {member.date_time for member in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    files = written(project, "qrels", "beir").facts["files"]
    assert files["qrels/test.tsv"]["sha256"] == (
        hashlib.sha256(packed.read("qrels/test.tsv")).hexdigest()
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"what": "moods"}, "there is no export"),
        ({"what": "judgments", "format_name": "ranx"}, "cannot be written"),
        ({"what": "run", "format_name": "trec"}, "holds one run"),
        ({"what": "qrels", "run": "alpha"}, "--run names a run"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words(project, words, said):
    with pytest.raises(BadInputError, match=said):
        export(project, LEAD, **words)


def test_an_unknown_run_is_named(project):
    with pytest.raises(NotFoundError, match="no run 'gamma'"):
        export(project, LEAD, what="run", run="gamma")


def test_labels_of_queries_without_a_topic_do_not_go_into_a_beir_folder(project):
    with project.store.database.transaction() as cursor:
        cursor.execute("DELETE FROM query WHERE query_id = 'q2'")
    with pytest.raises(
        BadInputError, match=r"^1 labelled query has no topic, for instance 'q2'; BEIR's"
    ):
        export(project, LEAD, format_name="beir")
