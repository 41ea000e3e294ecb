"""The card's files, and its JavaScript modules joined into the one script Streamlit takes.

Streamlit runs a component's script from a ``blob:`` address, where relative imports resolve to
nothing. The modules are ordinary ES modules with imports and exports, so editors and tests load
them as they are; for the page they are put one after the other, each behind what it imports.
They share one scope there, so a top-level name may occur in one module only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

_FILES = resources.files(__package__)
_ENTRY = "card.js"
_IMPORT = re.compile(r'^import\s[^;]*?\sfrom\s+"\./(?:js/)?(?P<file>[\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)


def read_asset(name: str) -> str:
    """Return the text of one of the card's files, for instance ``card.css``."""
    return _FILES.joinpath(name).read_text(encoding="utf-8")


def read_script() -> str:
    """Return ``card.js`` with every module it imports, in an order that loads."""
    return "\n".join(_joined(_ENTRY, seen=set()))


def _joined(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the modules that `name` imports and have not been seen, then `name` itself."""
    seen.add(name)
    text = read_asset(name)
    for match in _IMPORT.finditer(text):
        module = f"js/{match['file']}"
        if module not in seen:
            yield from _joined(module, seen)
    yield _EXPORT.sub("", _IMPORT.sub("", text))
