"""Fixtures shared by every test: where the real collections are, and whether there is a browser."""

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

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
