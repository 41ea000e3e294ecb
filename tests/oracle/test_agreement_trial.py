"""The reference figures of agreement come out through the product: service, API and commands."""

import csv
import io
import json

import krippendorff
import numpy as np
import pandas as pd
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from judge_app.api import Host, api_routes
from judge_app.domain.people import Role
from judge_app.services.agreement import read_agreement
from judge_app.services.agreement_answers import FIGURES
from judge_app.services.project import command_line_actor, create_project, open_project
from judge_app.services.tokens import Purpose, Tokens
from judge_app.services.upload_folder import open_folder
from judge_app.services.upload_shelf import UploadShelf
from tests.support.command_line import answered, judgepool, said
from tests.support.dl19 import import_into
from tests.support.projects import person

pytestmark = pytest.mark.realdata

NAMES = {
    "agreement": "agreement",
    "kappa": "kappa",
    "kappa_linear": "kappa_linear",
    "kappa_quadratic": "kappa_quadratic",
    "binary_agreement": "binary_agreement_ge1",
    "binary_kappa": "binary_kappa_ge1",
}
"""How the product and the reference call a figure."""


def project_of(path, folder, judgments, *texts):
    project = create_project(path)
    import_into(project, *(folder / name for name in texts))
    import_into(project, folder / judgments)
    return project


@pytest.fixture(scope="module")
def dl19(realdata, tmp_path_factory):
    """The eight assessors, and NIST's own labels as one more person."""
    folder = realdata / "dl19_text"
    path = tmp_path_factory.mktemp("agreement") / "dl19.duckdb"
    project = project_of(path, folder, "judgments_by_assessor.tsv", "topics.jsonl")
    import_into(project, folder / "qrels.nist.txt", kind="qrels", annotator="nist")
    project.close()
    return path


@pytest.fixture(scope="module")
def quepid(realdata, tmp_path_factory):
    folder = realdata / "quepid_haystack"
    path = tmp_path_factory.mktemp("agreement") / "quepid.duckdb"
    project_of(path, folder, "judgments_by_judge.tsv", "topics.tsv").close()
    return path


def reference(realdata, collection):
    path = realdata / collection / "agreement_reference.json"
    return json.loads(path.read_text(encoding="utf-8"))


def assert_reference(rows, expected, nothing=None):
    """Compare rows ``first, second, n_pairs, …`` with a reference of six decimals."""
    ours = {f"{row['first']}|{row['second']}": row for row in rows}
    assert set(ours) == set(expected)
    for pair, figures in expected.items():
        assert int(ours[pair]["n_pairs"]) == figures["n"]
        for name, theirs in NAMES.items():
            told, wanted = ours[pair][name], figures[theirs]
            if wanted is None:
                assert told == nothing, (pair, name)
            else:
                assert round(float(told), 6) == pytest.approx(wanted, abs=1e-9), (pair, name)


def service_rows(path):
    project = open_project(path)
    report = read_agreement(project, command_line_actor())
    project.close()
    return [
        {
            "first": pair.first,
            "second": pair.second,
            "n_pairs": pair.n_pairs,
            **{name: getattr(pair, own).value for name, own in FIGURES.items()},
        }
        for pair in report.annotators
    ]


def api_answer(path, tmp_path):
    project, tokens = open_project(path), Tokens("a test's secret")
    number = person(project, "Eva", Role.EVALUATOR).person.person_id
    token = tokens.issue(Purpose.API, number, Role.EVALUATOR)
    with open_folder(tmp_path / "p.duckdb") as folder:
        host = Host(project, tokens, UploadShelf(folder, project.clock))
        with TestClient(Starlette(routes=api_routes(host)), base_url="http://127.0.0.1") as client:
            answer = client.get("/api/v1/agreement", headers={"authorization": f"Bearer {token}"})
    project.close()
    assert answer.status_code == 200
    return answer.json()


def test_every_two_of_dl19_agree_as_the_reference_says(dl19, realdata, tmp_path):
    expected = reference(realdata, "dl19_text")
    assert_reference(service_rows(dl19), expected)
    assert_reference(api_answer(dl19, tmp_path)["annotators"], expected)
    assert_reference(answered("agreement", dl19)["annotators"], expected)
    table = csv.DictReader(io.StringIO(said(judgepool("agreement", dl19, "--format", "csv"))))
    assert_reference(table, expected, nothing="")


def test_the_copied_second_judgments_of_quepid_agree_as_the_reference_says(quepid, realdata):
    expected = reference(realdata, "quepid_haystack")
    assert_reference(service_rows(quepid), expected)
    assert_reference(answered("agreement", quepid)["annotators"], expected)


def wide(realdata, with_nist):
    folder = realdata / "dl19_text"
    frame = pd.read_csv(folder / "judgments_by_assessor.tsv", sep="\t", dtype=str)
    if with_nist:
        nist = pd.read_csv(folder / "qrels.nist.txt", sep=r"\s+", header=None, dtype=str)
        nist.columns = ["query_id", "_", "doc_id", "grade"]
        frame = pd.concat([frame, nist.assign(assessor="nist")])
    frame["grade"] = frame["grade"].astype(float)
    return frame.pivot_table(index="assessor", columns=["query_id", "doc_id"], values="grade")


def test_alpha_and_its_interval_are_the_packages(dl19, realdata):
    told = answered("agreement", dl19)["alpha"]
    grades = wide(realdata, with_nist=True).to_numpy()

    def alpha(columns):
        return krippendorff.alpha(
            columns, value_domain=[0, 1, 2, 3], level_of_measurement="ordinal"
        )

    assert told["value"] == pytest.approx(alpha(grades), abs=1e-12)
    doubly = grades[:, (~np.isnan(grades)).sum(axis=0) > 1]
    assert told["n_pairs"] == doubly.shape[1]
    # Another 200 resamples, drawn pair by pair: their ends lie within a fifth of the width.
    draws = np.random.default_rng(5).integers(0, doubly.shape[1], (200, doubly.shape[1]))
    ends = np.quantile([alpha(doubly[:, draw]) for draw in draws], [0.025, 0.975])
    assert [told["low"], told["high"]] == pytest.approx(ends, abs=np.ptp(ends) / 5)


def test_alpha_of_each_query_is_the_packages(dl19, realdata):
    sheet = wide(realdata, with_nist=True)
    rows = answered("agreement", dl19)["queries"]
    assert len(rows) == 43
    for row in rows:
        grades = sheet[row["query_id"]].to_numpy()
        theirs = krippendorff.alpha(
            grades, value_domain=[0, 1, 2, 3], level_of_measurement="ordinal"
        )
        assert row["alpha"] == pytest.approx(theirs, abs=1e-12)
        assert row["n_pairs"] == ((~np.isnan(grades)).sum(axis=0) > 1).sum()


def test_the_same_labels_by_a_model_count_apart(realdata, tmp_path):
    folder = realdata / "dl19_text"
    project = project_of(tmp_path / "p.duckdb", folder, "judgments_by_assessor.tsv", "topics.jsonl")
    import_into(project, folder / "qrels.nist.txt", kind="qrels", model="nist")
    project.close()
    answer = answered("agreement", tmp_path / "p.duckdb")
    expected = reference(realdata, "dl19_text")
    humans = {pair: row for pair, row in expected.items() if "nist" not in pair}
    assert_reference(answer["annotators"], humans)
    (model,) = answer["models"]
    turned = [{**row, "first": row["second"], "second": row["first"]} for row in model["humans"]]
    assert_reference(turned, {pair: row for pair, row in expected.items() if pair not in humans})
    assert answer["stamp"]["n_judgments"] == 9004
    assert answer["alpha"]["n_pairs"] == 4493
