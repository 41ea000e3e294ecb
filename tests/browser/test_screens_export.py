"""What the Export screen hands out, and the releases that are made and compared there."""

import csv
import json

import pytest
from playwright.sync_api import Page, expect

from judge_app.services.sample import make_sample
from tests.support.browser import SECONDS
from tests.support.server import running_server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of its own, since a release stays."""
    sample = make_sample(tmp_path_factory.mktemp("export"))
    with running_server(sample.project) as running:
        yield running


def choose(page: Page, field: str, option: str) -> None:
    page.get_by_role("combobox", name=field).click()
    page.get_by_role("option", name=option, exact=True).click()


def taken(page: Page, button: str, tmp_path) -> bytes:
    with page.expect_download(timeout=SECONDS) as download:
        page.get_by_role("button", name=button).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_bytes()


def test_judgments_are_handed_out_with_pseudonyms_and_the_facts_beside_them(
    visit, server, tmp_path
):
    page = visit(server.address, "export", role="evaluator")
    choose(page, "What", "judgments")
    page.get_by_text("Pseudonyms instead of names").click()
    expect(page.get_by_text("person-").first).to_be_visible(timeout=SECONDS)
    content = taken(page, "Download 162 rows", tmp_path)
    names = {row["annotator"] for row in csv.DictReader(content.decode().splitlines())}
    assert len(names) == 3
    assert all(name.startswith("person-") for name in names)
    facts = json.loads(taken(page, "Facts about it", tmp_path))
    assert facts["blinding"]["names_replaced"] is True
    with server.client() as client:
        words = {"as": "judgments", "format": "csv", "anonymous": "true"}
        assert client.get("/export", params=words).content == content


def test_a_lead_makes_a_release_that_can_be_taken_and_compared(visit, server, tmp_path):
    page = visit(server.address, "export", role="lead", name="Lea")
    page.get_by_role("tab", name="Releases").click()
    expect(page.get_by_text("There is no release yet.")).to_be_visible(timeout=SECONDS)
    page.get_by_label("Name of the release").fill("v1")
    page.get_by_role("button", name="Make the release").click()
    expect(page.get_by_text("v1 holds 114 labels")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_label("Name of the release")).to_have_value("")
    with server.client() as client:
        (release,) = client.get("/releases").json()["releases"]
        before = client.get("/export").content
        sent = {"files": ("more.qrels", b"q01 0 chain-suck 0\nq01 0 cross-chaining 3\n")}
        assert client.post("/imports", files=sent, data={"annotator": "Zed"}).is_success
        assert client.get("/export").content != before
    assert (release["name"], release["created_by"]) == ("v1", "Lea")

    page.get_by_label("Name of the release").fill("V1")
    page.get_by_role("button", name="Make the release").click()
    expect(page.get_by_text("Releases never change.")).to_be_visible(timeout=SECONDS)

    page.get_by_role("tab", name="What changed").click()
    expect(page.get_by_text("1 added · 1 changed · 0 removed")).to_be_visible(timeout=SECONDS)
    expect(page.locator("blockquote")).to_have_count(2)

    page.get_by_role("tab", name="Download").click()
    choose(page, "State", "v1")
    assert taken(page, "Download 114 rows", tmp_path) == before


def test_an_evaluator_sees_releases_and_cannot_make_one(visit, server):
    page = visit(server.address, "export", role="evaluator", name="Eva")
    page.get_by_role("tab", name="Releases").click()
    expect(page.get_by_text("Leads make releases.")).to_be_visible(timeout=SECONDS)
    expect(page.get_by_role("button", name="Make the release")).to_have_count(0)
