"""How a run is called when nobody says."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import PurePath

_COMPRESSED = (".gz", ".bz2", ".zst")


def default_run_name(tags: Sequence[str], file_name: str, taken: Container[str]) -> str:
    """Return the name of a run: its only tag if that is free, else the stem of its file.

    Parameters
    ----------
    tags : sequence of str
        The different run tags in the file.
    file_name : str
        The file as the person named it, with or without folders.
    taken : container of str
        Names of other runs.

    Returns
    -------
    str
        May be taken, when it is a stem.
    """
    if len(tags) == 1 and tags[0] not in taken:
        return tags[0]
    path = PurePath(PurePath(file_name).name)
    return path.with_suffix("").stem if path.suffix in _COMPRESSED else path.stem
