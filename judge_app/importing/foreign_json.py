"""JSON lines that are no records of ours: what was seen in them, and what is needed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from judge_app.importing.findings import listed, places
from judge_app.importing.json_objects import outline

if TYPE_CHECKING:
    from judge_app.importing.sample import Sample

_SAMPLED = 50
_SHOWN_KEYS = 12
_DEEPEST = 4


class JsonLines(NamedTuple):
    """The first lines of a file that are objects, or were meant as such.

    Attributes
    ----------
    keys : tuple of str
        Paths of keys, those inside other objects after a dot.
    too_deep : tuple of int
        Lines that nest objects or lists without end.
    broken : tuple of int
        Lines that are no JSON.
    n_lines : int
        Lines that were looked at.
    """

    keys: tuple[str, ...]
    too_deep: tuple[int, ...]
    broken: tuple[int, ...]
    n_lines: int


def json_lines_in(sample: Sample) -> JsonLines | None:
    """Look through the first lines; None where most are not meant as objects, or there is one."""
    lines = [line.strip() for line in sample.lines[:_SAMPLED]]
    meant = [line for line in lines if line.startswith("{") and line.endswith("}")]
    if len(lines) <= 1 or 2 * len(meant) <= len(lines):
        return None
    keys: dict[str, None] = {}
    too_deep, broken = [], []
    every = enumerate(re.split(r"\r\n?|\n", sample.text), start=1)
    numbers = [number for number, line in every if line.strip()]
    for number, line in zip(numbers, lines, strict=False):
        try:
            item = json.loads(line)
        except RecursionError:
            too_deep.append(number)
            continue
        except ValueError:
            broken.append(number)
            continue
        if isinstance(item, dict):
            keys |= dict.fromkeys(_keys(line))
    return JsonLines(tuple(keys), tuple(too_deep), tuple(broken), len(lines))


def _keys(line: str) -> list[str]:
    """Return the keys that lead to values, at most some levels deep."""
    paths = sorted(path for path in outline(line) if len(path) <= _DEEPEST)
    inner = {path[:end] for path in paths for end in range(1, len(path))}
    return [".".join(path).replace(".[]", "[]") for path in paths if path not in inner]


def in_words(seen: JsonLines) -> str:
    """Return one or two sentences on what was seen."""
    keys = listed(seen.keys, _SHOWN_KEYS)
    said = []
    if seen.too_deep:
        said.append(f"nested too deep to be read: {places(seen.too_deep)}")
    if seen.broken:
        said.append(f"no JSON: {places(seen.broken)}")
    if not said:
        return f"These are JSON lines, but their keys make no kind of file: {keys}."
    faulty = f"{len(seen.too_deep) + len(seen.broken):,} of the first {seen.n_lines:,}"
    others = f" The others have the keys {keys}." if keys else ""
    return f"These are JSON lines, but {faulty} cannot be read ({'; '.join(said)}).{others}"
