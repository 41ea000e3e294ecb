"""Fixtures shared by every test: where the real collections are, and whether there is a browser."""

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
REAL_DATA = REPOSITORY.parent / "shared" / "realdata"
REFERENCE = REPOSITORY.parent / "shared" / "reference"


@pytest.fixture(scope="session")
def realdata() -> Path:
    """Folder of the shared real collections; the test is skipped where they are absent."""
    if not REAL_DATA.is_dir():
        pytest.skip(f"the shared real collections are not at {REAL_DATA}")
    return REAL_DATA


@pytest.fixture(scope="session")
def reference() -> Path:
    """Folder of the shared reference cases; the test is skipped where they are absent."""
    if not REFERENCE.is_dir():
        pytest.skip(f"the shared reference cases are not at {REFERENCE}")
    return REFERENCE
