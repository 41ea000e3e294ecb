"""Archives that stand for several files of an import: told and unpacked, wherever they come from.

The command line, the API and the screens ask here, so that one archive means the same everywhere.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from judge_app.importing import unpack_beir
from judge_app.services.import_options import Upload


def files_in(
    path: Path, name: str, spare: Path, progress: Callable[[float], None] | None = None
) -> list[Upload]:
    """Return the files that somebody means by one: those of a ZIP in BEIR's layout, else itself.

    Other archives (of texts, say) are read as they are, and stay one file.

    Parameters
    ----------
    path : Path
        Where it lies.
    name : str
        Its name as the person gave it; files of an archive are called ``name/path inside``.
    spare : Path
        Does not exist; becomes a folder with the unpacked files, if there are any.
    progress : callable, optional
        Called with the share that is unpacked, 0 to 1. What it raises passes through, and nothing
        is left in `spare`.

    Raises
    ------
    BadInputError
        When such a ZIP cannot be unpacked.
    """
    is_done = False
    try:
        unpacked = unpack_beir(path, name, spare, progress)
        is_done = True
    finally:
        if not is_done:
            shutil.rmtree(spare, ignore_errors=True)
    return [Upload(one.path, f"{name}/{one.inside}") for one in unpacked] or [Upload(path, name)]
