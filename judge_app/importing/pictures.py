"""Files that are pictures: told by their bytes, never by what their names or senders say."""

from __future__ import annotations

import io
from typing import NamedTuple

LARGEST_PICTURE = 20 << 20
MOST_PIXELS = 50_000_000
LARGEST_ALBUM = 1 << 29
"""Bytes that the pictures of one file may have in all, since they are held at once."""

PICTURE_COLUMNS = ("media_type", "width", "height", "content")
"""Columns of a frame of documents that are there where some of them are pictures."""

_MEDIA_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
_ORIENTATION = 274
_LYING = frozenset({5, 6, 7, 8})


class PictureError(ValueError):
    """A picture cannot be shown; the message says why."""


class ImportedPicture(NamedTuple):
    """A picture whose bytes were looked at; the names are those of its columns.

    ``width`` and ``height`` are pixels as a browser shows them.
    """

    media_type: str
    width: int
    height: int
    content: bytes


def look_at_picture(data: bytes) -> ImportedPicture:
    """Return a picture with what its bytes say of it.

    Parameters
    ----------
    data : bytes
        A whole file.

    Raises
    ------
    PictureError
        If it is no PNG, JPEG, GIF or WebP, is damaged, or is too large to be shown.
    """
    # It is slow to import.
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415

    if len(data) > LARGEST_PICTURE:
        raise PictureError(f"the picture has more than {LARGEST_PICTURE >> 20} MB; make it smaller")
    too_large = f"the picture has more than {MOST_PIXELS // 1_000_000} million pixels"
    try:
        # Opening reads sizes only; nothing is unpacked before they are known to be bearable.
        with Image.open(io.BytesIO(data), formats=tuple(_MEDIA_TYPES)) as picture:
            width, height = picture.size
            if width * height > MOST_PIXELS:
                raise PictureError(f"{too_large}; make it smaller")
            # Only photographs say how the camera was held; a PNG would be unpacked for it.
            is_photo = picture.format in {"JPEG", "WEBP"}
            if is_photo and picture.getexif().get(_ORIENTATION) in _LYING:
                width, height = height, width
            picture.verify()
            return ImportedPicture(_MEDIA_TYPES[picture.format or ""], width, height, data)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise PictureError(f"{too_large}; make it smaller") from None
    except UnidentifiedImageError:
        raise PictureError("this is no picture in PNG, JPEG, GIF or WebP") from None
    except (OSError, SyntaxError, ValueError, EOFError) as fault:
        if isinstance(fault, PictureError):
            raise
        raise PictureError(f"the picture is damaged ({fault}); save it anew") from None
