"""Files that somebody dropped on a page: they lie on the server's disk and are read from there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

import streamlit as st

from judge_app.services.archives import files_in
from judge_app.services.import_options import Upload
from judge_app.services.upload_shelf import ShelvedFile
from judge_app.ui.components.file_box import BoxData, file_box, told_files
from judge_app.ui.session import Session

T = TypeVar("T")


class Piece(NamedTuple):
    """A file to read, and what names it in this browser's session."""

    slot: str
    upload: Upload


def ask_for_files(
    session: Session, slot: str, label: str, *, note: str, several: bool = False
) -> list[ShelvedFile]:
    """Show a box for files; return those that have arrived in full.

    What was `remembered` in the box's slot is forgotten when there are none.

    Parameters
    ----------
    session : Session
        Whose files they are.
    slot : str
        Names the box in this browser's session.
    label, note : str
        What files are meant, and what may be known of them.
    several : bool
        Whether more than one file may be chosen.
    """
    key = _box_key(slot)
    lost: frozenset[str] = st.session_state.get(_lost(key), frozenset())
    box = BoxData(
        token=session.api_token(),
        api=session.host.api,
        label=label,
        help=note,
        several=several,
        lost=sorted(lost),
    )
    told = file_box(box, key)
    found = session.host.uploads.find(session.actor, told)
    missing = frozenset(told).difference(file.upload_id for file in found)
    if missing - lost:
        # The box still shows them: the server was started anew, or a day has passed.
        st.session_state[_lost(key)] = lost | missing
        st.rerun()
    if not found:
        # What was made of files that are gone may be as large as they were.
        st.session_state.pop(slot, None)
    return found


def remove_files(session: Session, slot: str) -> None:
    """Remove the files of a box, and make it a new, empty one from the next run of the page on."""
    session.host.uploads.remove(session.actor, told_files(_box_key(slot)))
    st.session_state[_round(slot)] = st.session_state.get(_round(slot), 0) + 1


def pieces(
    file: ShelvedFile, tell: Callable[[str, float], None] = lambda _name, _share: None
) -> list[Piece]:
    """Return the files that are read for one: those in an archive that stands for several.

    Parameters
    ----------
    file : ShelvedFile
        From `ask_for_files`.
    tell : callable, optional
        Called with the file's name and the share of it that is unpacked, 0 to 1.

    Raises
    ------
    BadInputError
        When an archive cannot be unpacked.
    """

    def unpack() -> list[Upload]:
        return files_in(file.path, file.name, file.spare, lambda share: tell(file.name, share))

    uploads = remembered(_pieces(file.upload_id), file.upload_id, unpack)
    if len(uploads) == 1:
        return [Piece(file.upload_id, uploads[0])]
    return [Piece(f"{file.upload_id}-{n}", upload) for n, upload in enumerate(uploads)]


def known_slots(files: Iterable[ShelvedFile]) -> list[str]:
    """Return the slots of the pieces of files, as far as the files have been unpacked."""
    looked_at = [file for file in files if _pieces(file.upload_id) in st.session_state]
    return [piece.slot for file in looked_at for piece in pieces(file)]


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


def _pieces(upload_id: str) -> str:
    return f"pieces-{upload_id}"


def _lost(key: str) -> str:
    return f"{key}-lost"


def _round(slot: str) -> str:
    return f"{slot}-round"


def _box_key(slot: str) -> str:
    return f"{slot}-{st.session_state.get(_round(slot), 0)}"
