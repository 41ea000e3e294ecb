"""The facts about an export in a header of HTTP, which holds no long text and no accents."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any


def packed_facts(facts: Mapping[str, Any]) -> str:
    """Return facts as one word of ASCII: guidelines alone may be longer than a header may be."""
    return b64encode(zlib.compress(json.dumps(facts).encode(), 9)).decode()


def unpacked_facts(word: str) -> dict[str, Any]:
    """Return the facts that `packed_facts` packed.

    Raises
    ------
    ValueError
        When it packed none.
    """
    try:
        facts: dict[str, Any] = json.loads(zlib.decompress(b64decode(word, validate=True)))
    except zlib.error as error:
        raise ValueError(str(error)) from error
    return facts
