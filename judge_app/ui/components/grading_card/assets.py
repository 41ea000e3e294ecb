"""The card's files: its styles joined, and its JavaScript modules joined, each into one text.

Streamlit runs a component's script from a ``blob:`` address, where relative imports resolve to
nothing. The modules are ordinary ES modules with imports and exports, so editors and tests load
them as they are; for the page they are put one after the other, each behind what it imports.
They share one scope there, so a top-level name may occur in one module only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from judge_app.ui.components.files import component_text

_ENTRY = "card.js"
_IMPORT = re.compile(r'^import\s[^;]*?\sfrom\s+"\./(?:js/)?(?P<file>[\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)

# Of two rules of the same weight the later one holds: the phone's come after those they change.
_STYLES = (
    "base",
    "keys",
    "line",
    "query",
    "sheet",
    "rail",
    "interval",
    "instead",
    "dialogs",
    "phone",
    "document",
)

read_asset = partial(component_text, __package__)


def read_styles() -> str:
    """Return the styles of all parts of the card."""
    return read_asset(*(f"css/{part}.css" for part in _STYLES))


def read_script() -> str:
    """Return ``card.js`` with every module it imports, in an order that loads."""
    return "\n".join(_joined(_ENTRY, seen=set()))


def read_module(name: str) -> str:
    """Return one module, for instance ``js/keys.js``, without its imports and exports."""
    return _EXPORT.sub("", _IMPORT.sub("", read_asset(name)))


def _joined(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the modules that `name` imports and have not been seen, then `name` itself."""
    seen.add(name)
    for match in _IMPORT.finditer(read_asset(name)):
        module = f"js/{match['file']}"
        if module not in seen:
            yield from _joined(module, seen)
    yield read_module(name)
