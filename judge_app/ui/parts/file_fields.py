"""The fields of "More about these files", which messages name by options of the command line."""

from __future__ import annotations

import re

from judge_app.importing import FORMAT_NAMES, Kind

PLACE = "More about these files"
FIELDS = {
    "--as": "They are",
    "--format": "Written as",
    "--encoding": "In the encoding",
    "--name": "Name of the run",
    "--annotator": "Labels are by",
    "--replace": "Put these files in the place of what is stored",
    "--model": "This is a model, not a person",
    "--only-retrieved": "Keep only documents that some run retrieved",
    "--depth": "… at the first ranks, down to",
}
_BESIDE = {"--map-grades": "What the grades mean", "--accept-warnings": "Store despite warnings"}

_ANY_KIND = re.escape("|".join(Kind))
_VALUES = "|".join(map(re.escape, (*Kind, *FORMAT_NAMES, "windows-1252")))
# What an export is called with belongs to another page.
_OPTION = re.compile(
    rf"(?<![\w(-])(?<!export what you need with )({'|'.join(FIELDS | _BESIDE)})(?![\w-])"
    rf"(?: {_ANY_KIND}| ({_VALUES})(?![\w|-]))?"
)


def labelled(option: str) -> str:
    """Return the label of a field, with its option in grey."""
    return f"{FIELDS[option]} :gray[{option}]"


def in_fields(text: str) -> str:
    """Return a message with the fields of the page in the place of options.

    An option with a value, as ``--as qrels``, becomes “They are: qrels”.
    """
    told = _OPTION.sub(_as_field, text)
    return told.replace("” “", "” and “")


def with_place(text: str) -> str:
    """Return advice as `in_fields` does, and say where the fields are if it names some."""
    told = in_fields(text)
    found = {match[1] for match in _OPTION.finditer(text)}
    return f"{told} See “{PLACE}”." if found & FIELDS.keys() else told


def _as_field(match: re.Match[str]) -> str:
    option, value = match.groups()
    label = (FIELDS | _BESIDE)[option]
    return f"“{label}: {value}”" if value else f"“{label}”"
