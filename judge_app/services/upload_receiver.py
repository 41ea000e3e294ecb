"""Write a file as it comes in, and leave nothing of it where it breaks off."""

from __future__ import annotations

import errno

from judge_app.domain.errors import BadInputError, NotFoundError, StoreError
from judge_app.domain.people import Actor
from judge_app.services.upload_folder import no_room
from judge_app.services.upload_shelf import ShelvedFile, UploadShelf


class Receiver:
    """Takes the bytes of one announced file, one block after the other.

    Parameters
    ----------
    shelf : UploadShelf
        Where it was announced.
    actor : Actor
        Who sends it.
    upload_id : str
        From `UploadShelf.announce`.

    Raises
    ------
    NotFoundError, ConflictError
        As `UploadShelf.open_place` does.
    """

    def __init__(self, shelf: UploadShelf, actor: Actor, upload_id: str) -> None:
        self._shelf = shelf
        self._place = shelf.open_place(actor, upload_id)
        self._n_bytes = 0
        self._is_whole = False
        try:
            self._target = self.file.path.open("xb")
        except OSError as error:
            shelf.close_place(self._place, is_whole=False)
            raise _unwritable(error) from error

    @property
    def file(self) -> ShelvedFile:
        """The file as it was announced."""
        return self._place.file

    def write(self, block: bytes | bytearray) -> None:
        """Write what comes next.

        Raises
        ------
        NotFoundError
            When the file was removed meanwhile.
        BadInputError
            When more comes than was announced.
        NoRoomError, StoreError
            When it cannot be written.
        """
        if self._place.is_removed:
            raise NotFoundError(f"{self.file.name} was removed while it was sent")
        self._n_bytes += len(block)
        if self._n_bytes > self.file.size:
            raise BadInputError(
                f"more came of {self.file.name} than the {self.file.size:,} bytes announced",
                "Send it again when nothing is written to it any more.",
            )
        left = self.file.size - self._n_bytes + len(block)
        self._shelf.folder.require_room(self.file.name, left)
        try:
            self._target.write(block)
        except OSError as error:
            raise self._fault(error, left) from error

    def finish(self) -> None:
        """Say that nothing more comes.

        Raises
        ------
        BadInputError
            When less came than was announced.
        NoRoomError, StoreError
            When it cannot be written.
        """
        if self._n_bytes != self.file.size:
            raise BadInputError(
                f"{self._n_bytes:,} of the {self.file.size:,} bytes of {self.file.name} came",
                "Send it again.",
            )
        try:
            self._target.close()
        except OSError as error:
            raise self._fault(error, self.file.size) from error
        self._is_whole = True

    def close(self) -> None:
        """Keep a finished file, and remove any other."""
        try:
            self._target.close()
        except OSError:
            # What could not be written is not kept, and that was said already.
            self._is_whole = False
        self._shelf.close_place(self._place, is_whole=self._is_whole)

    def _fault(self, error: OSError, left: int) -> Exception:
        if error.errno == errno.ENOSPC:
            return no_room(self.file.name, left, free=0)
        return _unwritable(error)


def _unwritable(error: OSError) -> StoreError:
    return StoreError(
        f"the server cannot keep the file: {error.strerror}",
        "See whether it may write where the project's file is.",
    )
