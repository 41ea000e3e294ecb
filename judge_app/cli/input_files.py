"""The files that a command names: opened before anything else happens."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple

from judge_app.cli.output import tell
from judge_app.cli.table import counted
from judge_app.domain.errors import BadInputError

STDIN = "-"


class InputFile(NamedTuple):
    """A file to read: where it lies, and its name as the person gave it."""

    path: Path
    name: str


@contextmanager
def input_files(names: Sequence[str], *, folders: bool = False) -> Iterator[list[InputFile]]:
    """Find files; ``-`` and pipes are copied, since a file is read more than once.

    Parameters
    ----------
    names : sequence of str
        As the person gave them.
    folders : bool
        Take folders too: those in BEIR's layout, also packed as ZIP, as their files; others as
        one ZIP of the text files in them, which are documents.

    Raises
    ------
    BadInputError
        When a file does not exist, is a folder or cannot be read, or stdin is named twice.
    """
    if list(names).count(STDIN) > 1:
        raise BadInputError("- (stdin) is named twice", "It can be read once only.")
    with TemporaryDirectory(prefix="judgepool-") as folder:
        yield [
            file
            for number, name in enumerate(names)
            for file in _find_all(name, Path(folder) / str(number), folders=folders)
        ]


def _find_all(name: str, spare: Path, *, folders: bool) -> list[InputFile]:
    path = Path(name)
    if not folders or name == STDIN or not (path.is_dir() or path.is_file()):
        return [_find(name, spare)]
    # It is slow to import.
    from judge_app.importing import beir_files, pack_documents  # noqa: PLC0415
    from judge_app.services.archives import files_in  # noqa: PLC0415

    if path.is_file():
        found = _find(name, spare)
        return [InputFile(one.path, one.name) for one in files_in(found.path, found.name, spare)]
    if beir := beir_files(path):
        return [InputFile(file, str(file)) for file in beir]
    left_out = pack_documents(path, spare)
    if left_out:
        tell(f"{name}: {counted(len(left_out), 'file')} with other endings left out")
    return [InputFile(spare, name)]


def _find(name: str, spare: Path) -> InputFile:
    if name == STDIN:
        _copy(sys.stdin.buffer, spare)
        return InputFile(spare, "stdin")
    path = Path(name)
    if not path.exists():
        raise BadInputError(f"{name} does not exist", "Check the name and the folder.")
    if path.is_dir():
        raise BadInputError(f"{name} is a folder", "Name the files in it.")
    try:
        with path.open("rb") as file:
            if not path.is_file():
                _copy(file, spare)
                return InputFile(spare, name)
    except OSError as error:
        raise BadInputError(f"{name} cannot be read: {error.strerror}") from error
    return InputFile(path, name)


def _copy(source: BinaryIO, target: Path) -> None:
    with target.open("wb") as copy:
        shutil.copyfileobj(source, copy)
