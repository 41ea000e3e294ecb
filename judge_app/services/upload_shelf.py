"""Files that were sent and are not stored yet: whose they are, and when they go."""

from __future__ import annotations

import secrets
import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from judge_app.domain.errors import BadInputError, ConflictError, NotFoundError
from judge_app.domain.people import Actor, Permission
from judge_app.services.project import Clock
from judge_app.services.upload_folder import UploadFolder

KEPT = timedelta(days=1)
"""A file that nobody asked for during this time is removed."""

_MOST_NAME = 255


@dataclass(frozen=True, slots=True)
class ShelvedFile:
    """A file that was sent, or will be.

    Attributes
    ----------
    upload_id : str
        Names it; made here.
    name : str
        As the person's machine calls it: a label, no path.
    size : int
        Bytes.
    path : Path
        Where it lies.
    spare : Path
        Where a folder may be made for files that are unpacked from it; both go together.
    """

    upload_id: str
    name: str
    size: int
    path: Path
    spare: Path

    def delete(self) -> None:
        """Remove it from the disk, and what was unpacked from it."""
        self.path.unlink(missing_ok=True)
        shutil.rmtree(self.spare, ignore_errors=True)


@dataclass(slots=True)
class Place:
    """What a shelf knows of a file; changed under its lock only."""

    file: ShelvedFile
    owner: int
    used_at: datetime
    is_open: bool = False
    is_whole: bool = False
    is_removed: bool = False
    n_users: int = 0

    @property
    def is_idle(self) -> bool:
        """Whether nobody writes or reads it."""
        return not self.is_open and not self.n_users


class UploadShelf:
    """The files that were sent to one server.

    Parameters
    ----------
    folder : UploadFolder
        Where they rest.
    clock : callable
        Returns the moment in UTC.
    """

    def __init__(self, folder: UploadFolder, clock: Clock) -> None:
        self.folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._places: dict[str, Place] = {}

    def announce(self, actor: Actor, name: str, size: int) -> ShelvedFile:
        """Name a file that somebody wants to send.

        Raises
        ------
        NotAllowedError
            When the actor may import nothing.
        BadInputError
            When name or size cannot be those of a file.
        NoRoomError
            When it does not fit on the disk.
        """
        actor.require(Permission.IMPORT_RUNS)
        if not 0 < len(name) <= _MOST_NAME:
            raise BadInputError(f"a file's name has between 1 and {_MOST_NAME} characters")
        if size < 0:
            raise BadInputError("a file cannot have fewer than 0 bytes")
        self.remove_old()
        self.folder.require_room(name, size)
        upload_id = secrets.token_hex(16)
        path, spare = self.folder.paths(upload_id)
        file = ShelvedFile(upload_id, name, size, path, spare)
        with self._lock:
            self._places[upload_id] = Place(file, actor.person.person_id, self._clock())
        return file

    def open_place(self, actor: Actor, upload_id: str) -> Place:
        """Take the place of an announced file, to write it.

        Raises
        ------
        NotFoundError
            When the actor has not announced it, or it was removed.
        ConflictError
            When it was sent already.
        """
        with self._lock:
            place = self._own(actor, upload_id)
            if place.is_open or place.is_whole:
                raise ConflictError("this file was sent already", "Announce it again.")
            place.is_open = True
        return place

    def close_place(self, place: Place, *, is_whole: bool) -> None:
        """Say that a file has been written; what is not whole, or unwanted by now, is removed."""
        with self._lock:
            place.is_open, place.is_whole = False, is_whole
            place.used_at = self._clock()
            idle = [] if is_whole and not place.is_removed else self._take_out([place])
        _delete(idle)

    def find(self, actor: Actor, upload_ids: Iterable[str]) -> list[ShelvedFile]:
        """Return those of some files that are here in full and belong to the actor."""
        with self._lock:
            now = self._clock()
            found = [place for place in self._of(actor, upload_ids) if place.is_whole]
            for place in found:
                place.used_at = now
        return [place.file for place in found]

    @contextmanager
    def held(self, actor: Actor, files: Sequence[ShelvedFile]) -> Iterator[None]:
        """Keep files while the block lasts, even when they are removed meanwhile.

        Raises
        ------
        NotFoundError
            When one of them is not here any more.
        """
        with self._lock:
            places = [self._own(actor, file.upload_id) for file in files]
            for place in places:
                place.n_users += 1
        try:
            yield
        finally:
            with self._lock:
                for place in places:
                    place.n_users -= 1
                    place.used_at = self._clock()
                unwanted = [place for place in places if place.is_removed and place.is_idle]
            _delete(unwanted)

    def remove(self, actor: Actor, upload_ids: Iterable[str]) -> None:
        """Remove files; those that are not here, or belong to others, are passed over."""
        with self._lock:
            idle = self._take_out(self._of(actor, upload_ids))
        _delete(idle)

    def remove_old(self) -> None:
        """Remove what nobody has used for as long as files are `KEPT`."""
        with self._lock:
            limit = self._clock() - KEPT
            places = self._places.values()
            idle = self._take_out([p for p in places if p.used_at < limit and p.is_idle])
        _delete(idle)

    def stop(self) -> None:
        """Let nobody go on sending."""
        with self._lock:
            idle = self._take_out([place for place in self._places.values() if place.is_open])
        _delete(idle)

    def _own(self, actor: Actor, upload_id: str) -> Place:
        found = self._of(actor, [upload_id])
        if not found:
            raise NotFoundError(
                "the file is not on the server any more", "Send it again, or choose it anew."
            )
        return found[0]

    def _of(self, actor: Actor, upload_ids: Iterable[str]) -> list[Place]:
        places = [self._places[one] for one in upload_ids if one in self._places]
        return [place for place in places if place.owner == actor.person.person_id]

    def _take_out(self, places: Sequence[Place]) -> list[Place]:
        """Forget files, and return those that nobody writes or reads; whoever does deletes them."""
        for place in places:
            place.is_removed = True
            self._places.pop(place.file.upload_id, None)
        return [place for place in places if place.is_idle]


def _delete(places: Sequence[Place]) -> None:
    for place in places:
        place.file.delete()
