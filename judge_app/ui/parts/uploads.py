"""Files that somebody dropped on a page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from judge_app.domain.grade_map import GradeMap
from judge_app.services.import_options import Upload

T = TypeVar("T")


@contextmanager
def on_disk(
    files: Sequence[UploadedFile], grade_maps: Sequence[GradeMap | None] = ()
) -> Iterator[list[Upload]]:
    """Put uploaded files into a folder that is gone when the block ends.

    Parameters
    ----------
    files : sequence of UploadedFile
        What somebody dropped.
    grade_maps : sequence of GradeMap or None, optional
        What was said of the grades of each.
    """
    with TemporaryDirectory(prefix="judgepool-") as folder:
        uploads = []
        for number, (file, grade_map) in enumerate(zip_longest(files, grade_maps)):
            path = Path(folder) / str(number)
            file.seek(0)
            with path.open("wb") as target:
                shutil.copyfileobj(file, target)
            uploads.append(Upload(path, file.name, grade_map))
        yield uploads


def remembered(slot: str, key: Hashable, make: Callable[[], T]) -> T:
    """Return what was made last in a slot of this browser's session, if the key is still the same.

    Every touch of a page runs its script again; a large file need not be read again for that.
    """
    kept = st.session_state.get(slot)
    if kept is None or kept[0] != key:
        kept = (key, make())
        st.session_state[slot] = kept
    value: T = kept[1]
    return value


def uploader_key(slot: str) -> str:
    """Return the key of a file field; `clear_uploader` makes the next one a new, empty field."""
    return f"{slot}-{st.session_state.get(f'{slot}-round', 0)}"


def clear_uploader(slot: str) -> None:
    """Empty a file field from the next run of the page on."""
    st.session_state[f"{slot}-round"] = st.session_state.get(f"{slot}-round", 0) + 1
