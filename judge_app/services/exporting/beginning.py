"""The first lines of an export, as a screen shows them."""

from __future__ import annotations

import io
import zipfile
from itertools import islice

import pandas as pd

from judge_app.services.exporting.tables import jsonl_bytes

SHOWN_LINES = 8
_LONGEST_LINE = 400


def beginning(format_name: str, frame: pd.DataFrame, content: bytes) -> str:
    """Return the first lines of an export; long ones are cut.

    Of Parquet, which has no lines, the first rows are told as JSON; of a packed folder the first
    lines of every file.
    """
    if format_name == "parquet":
        return _lines(jsonl_bytes(frame.head(SHOWN_LINES)))
    if format_name != "beir":
        return _lines(content)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = []
        for name in packed.namelist():
            with packed.open(name) as file:
                parts.append(f"{name}\n{_lines(b''.join(islice(file, 3)))}")
    return "\n\n".join(parts)


def _lines(content: bytes) -> str:
    lines = content.split(b"\n", SHOWN_LINES)[:SHOWN_LINES]
    shown = (line.decode(errors="replace") for line in lines)
    cut = (line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} …" for line in shown)
    return "\n".join(cut).rstrip("\n")
