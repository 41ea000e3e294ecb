"""A file on its way to a server."""

from __future__ import annotations

import io

from judge_app.cli.backend import Progress
from judge_app.cli.input_files import InputFile


class SentFile(io.FileIO):
    """A file that tells how much of it has been read.

    Parameters
    ----------
    file : InputFile
        What to send.
    progress : callable, optional
        Called with the file's name and the share that has been read, 0 to 1.
    """

    def __init__(self, file: InputFile, progress: Progress | None) -> None:
        super().__init__(file.path)
        self._told_as = file.name
        self._progress = progress
        self._bytes = max(file.path.stat().st_size, 1)

    def read(self, size: int | None = -1, /) -> bytes:
        """Return the next bytes, and tell how far that is."""
        data = super().read(-1 if size is None else size) or b""
        if self._progress is not None:
            self._progress(self._told_as, min(self.tell() / self._bytes, 1.0))
        return data
