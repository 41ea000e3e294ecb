"""Where an export goes: which format a name asks for, what may stand there, how it is written."""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath

from judge_app.cli.backend import ExportedFile
from judge_app.cli.table import json_text
from judge_app.domain.errors import BadInputError
from judge_app.services.exporting.catalog import FORMATS

STDOUT = "-"
_FOLDER, _FOLDER_QRELS = "beir", "beir-qrels"
_FOLDER_FILES = frozenset({"corpus.jsonl", "queries.jsonl", "qrels/test.tsv"})
_QRELS_FOLDER = "qrels"
_FORMAT_OF = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".parquet": "parquet",
    ".json": "ranx",
    ".zip": _FOLDER,
    ".tsv": _FOLDER_QRELS,
}
_STREAM_FOLDERS = ("/dev", "/dev/fd", "/proc/self/fd")


def format_for(out: str, what: str, format_name: str | None) -> str | None:
    """Return the format to write; None for the usual one.

    Parameters
    ----------
    out : str
        The place, as it was typed. Its ending chooses the format where nobody said one; a folder
        asks for BEIR.
    what : str
        The export.
    format_name : str or None
        As it was said; it counts more than the ending. BEIR has no place on stdout, in a device
        and in a ``.tsv``: those get its qrels alone.

    Raises
    ------
    BadInputError
        When the ending asks for a format that this export cannot have.
    """
    path, is_stream = Path(out), out == STDOUT or is_device(Path(out))
    if format_name is not None:
        alone = is_stream or path.suffix.lower() == ".tsv"
        return _FOLDER_QRELS if format_name == _FOLDER and alone else format_name
    if is_stream or what not in FORMATS:
        return None
    is_folder = path.is_dir() or out.endswith(("/", os.sep))
    wanted = _FOLDER if is_folder else _FORMAT_OF.get(path.suffix.lower())
    if wanted is None or wanted in FORMATS[what]:
        return wanted
    ending = "into a folder" if is_folder else f"as {path.suffix}"
    raise BadInputError(
        f"{what} cannot be written {ending}: {out}",
        f"Choose another name, or say --format; {what} can be: {', '.join(FORMATS[what])}.",
    )


def require_place(out: str, project: str, format_name: str | None) -> None:
    """Refuse a place where nothing may be written, before anything is computed.

    Parameters
    ----------
    out, project : str
        As they were typed.
    format_name : str or None
        As `format_for` returns it.

    Raises
    ------
    BadInputError
        When the place has no name, is the project, is a folder where a file is to go, or is a
        folder that holds anything but an earlier BEIR export.
    """
    path = Path(out)
    if path.name in {"", ".."}:
        raise BadInputError(
            f"{out!r} is not the name of a file or folder to write",
            "Say a name, for instance labels.qrels, or - for stdout.",
        )
    if path.exists() and Path(project).exists() and path.samefile(project):
        raise BadInputError(f"{out} is the project itself", "Choose another file to write.")
    if not path.is_dir():
        return
    if not _is_folder(path, format_name):
        raise BadInputError(f"{out} is a folder", "Say the name of a file to write.")
    foreign = sorted(_files_in(path) - _FOLDER_FILES)
    if foreign:
        raise BadInputError(
            f"{out} holds other files than a BEIR export, for instance {foreign[0]}",
            "Choose a new or an empty folder. An earlier BEIR export alone is replaced.",
        )


def is_device(path: Path) -> bool:
    """Tell whether a path is a pipe or device, beside which nothing can lie."""
    is_special = path.exists() and not path.is_file() and not path.is_dir()
    return is_special or path.parent.as_posix() in _STREAM_FOLDERS


def facts_path(path: Path) -> Path | None:
    """Return where the facts about a file go; None for a pipe or device."""
    return None if is_device(path) else path.with_name(f"{path.name}.meta.json")


def write_export(path: Path, exported: ExportedFile) -> bool:
    """Write an export and the facts about it, each file whole or not at all.

    Returns
    -------
    bool
        Whether an earlier BEIR export was replaced.

    Raises
    ------
    BadInputError
        When the place cannot be written.
    """
    facts = facts_path(path)
    try:
        if facts is None:
            with path.open("wb") as device:
                device.write(exported.content)
            return False
        is_replaced = False
        if _is_folder(path, exported.facts["format"]):
            is_replaced = path.is_dir() and bool(_files_in(path))
            _unpack(path, exported.content)
        else:
            _write_whole(path, exported.content)
        _write_whole(facts, json_text(exported.facts).encode())
    except OSError as error:
        raise BadInputError(
            f"{path} cannot be written: {error.strerror}", "Choose another place."
        ) from error
    return is_replaced


def _is_folder(path: PurePath, format_name: str | None) -> bool:
    return format_name == _FOLDER and path.suffix.lower() != ".zip"


def _files_in(folder: Path) -> set[str]:
    """Return what lies in a folder and its ``qrels``; of other folders only that they are there."""
    found = {one.name for one in folder.iterdir()}
    inner = folder / _QRELS_FOLDER
    if not inner.is_dir():
        return found
    return found - {inner.name} | {f"{inner.name}/{one.name}" for one in inner.iterdir()}


def _unpack(folder: Path, content: bytes) -> None:
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for name in packed.namelist():
            target = folder / name
            target.parent.mkdir(exist_ok=True)
            with packed.open(name) as member, _beside(target) as part, part.open("xb") as file:
                shutil.copyfileobj(member, file)


def _write_whole(path: Path, content: bytes) -> None:
    with _beside(path) as part, part.open("xb") as file:
        file.write(content)


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give a new file's path in the same folder; it takes the place of the other at the end."""
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield part
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
