"""A project made from the command line, and what is no project."""

import json
from dataclasses import replace

import pytest

from judge_app.services.checks import set_check_rates
from judge_app.services.order import set_queue_order
from judge_app.services.project import command_line_actor, open_project
from judge_app.services.settings import SettingChange, change_settings
from tests.support.command_line import answered, judgepool, refused, said

TOO_MANY_CHECKS = json.dumps(
    {
        "export": "qrels",
        "gain": "linear",
        "scale": [
            {"grade": 0, "label": "a", "description": ""},
            {"grade": 1, "label": "b", "description": ""},
        ],
        "settings": {"gold_rate": 0.9},
    }
)


def test_a_new_project_has_the_scale_gain_and_title_asked_for(tmp_path):
    path = tmp_path / "p.duckdb"
    said(judgepool("init", path, "--grades", "0-4", "--gain", "linear", "--title", "Trains"))
    status = answered("status", path)
    assert status["title"] == "Trains"
    assert status["stamp"]["scale"] == "0-4"
    assert status["stamp"]["gain"] == "linear"


def test_a_project_is_called_after_its_file_unless_it_has_a_title(tmp_path):
    said(judgepool("init", tmp_path / "trains.duckdb"))
    assert answered("status", tmp_path / "trains.duckdb")["title"] == "trains"


def test_a_project_can_be_made_like_the_one_that_an_export_came_from(tmp_path):
    first, like = tmp_path / "first.duckdb", tmp_path / "labels.qrels.meta.json"
    said(judgepool("init", first, "--grades", "0-4", "--gain", "linear", "--title", "Trains"))
    opened = open_project(first)
    change = SettingChange(
        title="Trains",
        guidelines="Read all.",
        labels=list("abcde"),
        descriptions=["", "x", "", "y", "é"],
        examples=["", "", "a page", "", "ü"],
        show_effect=False,
        show_finished=True,
        wanted_judgments=3,
    )
    lead = command_line_actor()
    change_settings(opened, lead, change)
    set_check_rates(opened, lead, gold_rate=0.1, repeat_rate=0.05, warm_up=True)
    set_queue_order(opened, lead, "maxmean")
    settings = opened.settings
    opened.close()
    said(judgepool("export", first, tmp_path / "labels.qrels"))

    out = said(judgepool("init", tmp_path / "second.duckdb", "--like", like))
    assert "Trains, grades 0-4, linear gain" in out
    opened = open_project(tmp_path / "second.duckdb")
    assert replace(opened.settings, project_id=settings.project_id) == settings
    opened.close()
    said(judgepool("init", tmp_path / "third.duckdb", "--like", like, "--title", "Ships"))
    assert answered("status", tmp_path / "third.duckdb")["title"] == "Ships"


@pytest.mark.parametrize(
    ("content", "words", "said_of_it"),
    [
        ("{}", (), "holds no facts about an export"),
        ("no JSON", (), "is not JSON"),
        ('{"export": "qrels", "gain": "cubic", "scale": []}', (), "is not a scale of grades"),
        ('{"export": "qrels", "gain": "linear", "scale": [1, 2]}', (), "not as Judgepool writes"),
        (
            '{"export": "qrels", "gain": "linear", "scale": [{"grade": 1}]}',
            (),
            "the grades [1] are not 0, 1, 2",
        ),
        (TOO_MANY_CHECKS, (), "cannot be the shares of checks"),
        ("{}", ("--gain", "linear"), "--like brings grades and gain"),
        (None, (), "cannot be read"),
    ],
)
def test_facts_that_are_none_make_no_project(tmp_path, content, words, said_of_it):
    like = tmp_path / "it.meta.json"
    if content is not None:
        like.write_text(content)
    told = refused(judgepool("init", tmp_path / "p.duckdb", "--like", like, *words))
    assert said_of_it in told
    assert not (tmp_path / "p.duckdb").exists()


@pytest.mark.parametrize("words", [("--grades", "1-5"), ("--grades", "many"), ("--gain", "cubic")])
def test_a_project_is_not_made_with_a_scale_or_gain_that_does_not_exist(tmp_path, words):
    assert words[1] in refused(judgepool("init", tmp_path / "p.duckdb", *words))
    assert not (tmp_path / "p.duckdb").exists()


def test_a_project_is_never_made_over_another_file(tmp_path):
    said(judgepool("init", tmp_path / "p.duckdb", "--title", "Trains"))
    assert "exists already" in refused(judgepool("init", tmp_path / "p.duckdb"))
    assert answered("status", tmp_path / "p.duckdb")["title"] == "Trains"


@pytest.mark.parametrize("command", ["init", "status", "serve"])
def test_a_project_in_postgresql_is_refused_in_words(command):
    assert "not yet supported" in refused(judgepool(command, "postgresql://host/name"))


@pytest.mark.parametrize("command", ["init", "serve"])
def test_a_server_cannot_be_named_where_a_file_is_needed(command):
    assert "file is needed" in refused(judgepool(command, "http://127.0.0.1:1"))


def test_a_project_that_is_not_there_is_named_with_the_way_to_make_it(tmp_path):
    words = refused(judgepool("status", tmp_path / "none.duckdb"))
    assert "there is no project at" in words
    assert "judgepool init" in words


def test_a_file_that_is_no_project_is_refused(tmp_path):
    (tmp_path / "text.duckdb").write_text("not a database\n" * 1000)
    assert "not a Judgepool project" in refused(judgepool("status", tmp_path / "text.duckdb"))
