"""Fixtures shared by every test: real collections, the browser, and projects to work in."""

import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import pytest

from judge_app.services.project import create_project
from tests.support.clock import HandClock
from tests.support.importing import Importer
from tests.support.projects import small_project

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"


def unavailable(what: str) -> NoReturn:
    """Skip a test and say why; where every test has to run, fail it instead."""
    if os.environ.get("JUDGEPOOL_RUN_ALL_TESTS"):
        pytest.fail(f"{what}, and every test has to run here")
    pytest.skip(what)


@pytest.fixture(scope="session")
def realdata() -> Path:
    """Folder of the shared real collections."""
    folder = SHARED / "realdata"
    if not folder.is_dir():
        unavailable("the shared real collections are absent")
    return folder


@pytest.fixture(scope="session")
def reference() -> Path:
    """Folder of the shared reference cases."""
    folder = SHARED / "reference"
    if not folder.is_dir():
        unavailable("the shared reference cases are absent")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the machine's own Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        unavailable("there is no Chromium on this machine (Debian: apt-get install chromium)")
    return path


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def new_project(tmp_path):
    """Make a project in the test's folder, empty or as `small_project` fills it, until its end."""
    with ExitStack() as open_files:

        def make(runs=None, **options):
            path = tmp_path / "p.duckdb"
            if runs is None:
                made = create_project(path, **options)
            else:
                made = small_project(path, runs, **options)
            open_files.callback(made.close)
            return made

        yield make


@pytest.fixture
def bring(project, tmp_path):
    """Import files into the project that the test's module makes."""
    return Importer(project, tmp_path)
