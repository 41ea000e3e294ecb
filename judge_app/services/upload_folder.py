"""Where files rest that were sent and are not stored yet.

They rest in a folder beside the project's file, not in the system's temporary one. That is often
small, or held in memory; beside the project there has to be room for what will be stored anyway.
Whoever may not read the project may not read them either. And where a server was killed, the next
one finds what was left behind, and removes it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from judge_app.domain.errors import JudgepoolError

SPARE_BYTES = 256 << 20
"""So much of the disk is left free, since the project's file has to grow too."""

_OURS = re.compile(r"[0-9a-f]{32}(\.files)?")
_GB, _MB = 1e9, 1e6


class NoRoomError(JudgepoolError):
    """The disk is too full for a file."""

    http_status = 507


class UploadFolder:
    """A folder on a disk that may fill up.

    Parameters
    ----------
    path : Path
        Exists.
    free_bytes : callable, optional
        Returns how much room the disk of a folder has.
    """

    def __init__(
        self,
        path: Path,
        free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free,
    ) -> None:
        self.path = path
        self._free_bytes = free_bytes

    def paths(self, upload_id: str) -> tuple[Path, Path]:
        """Return where a file lies, and the folder of what is unpacked from it."""
        return self.path / upload_id, self.path / f"{upload_id}.files"

    def require_room(self, name: str, size: int) -> None:
        """Refuse what would fill the disk.

        Raises
        ------
        NoRoomError
            When so many more bytes would leave less than `SPARE_BYTES`.
        """
        free = max(self._free_bytes(self.path) - SPARE_BYTES, 0)
        if size > free:
            raise no_room(name, size, free)

    def clear(self) -> None:
        """Remove what this or an earlier server left; whatever else lies there is not ours."""
        for path in self.path.iterdir():
            if not _OURS.fullmatch(path.name):
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


@contextmanager
def open_folder(database: Path) -> Iterator[UploadFolder]:
    """Have a folder beside a project's file while the block lasts.

    Parameters
    ----------
    database : Path
        The project's file, which this process alone holds.
    """
    real = database.resolve()
    path = real.with_name(real.name + ".uploads")
    path.mkdir(mode=0o700, exist_ok=True)
    folder = UploadFolder(path)
    folder.clear()
    try:
        yield folder
    finally:
        folder.clear()
        if not any(path.iterdir()):
            path.rmdir()


def no_room(name: str, size: int, free: int) -> NoRoomError:
    """Return the error that so many bytes of a file do not fit into so many."""
    return NoRoomError(
        f"there is no room for {name}: {_said(size)} are to come, and the server's disk has room "
        f"for {_said(free)}",
        "Make room where the project's file is, or send the file packed (.gz, .zst).",
    )


def _said(n_bytes: int) -> str:
    return f"{n_bytes / _GB:,.1f} GB" if n_bytes >= _GB else f"{n_bytes / _MB:,.1f} MB"
