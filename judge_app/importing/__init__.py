"""From files as people have them to frames and a list of problems; nothing is stored here."""

from judge_app.importing.parsed import COLUMNS, Kind, Parsed
from judge_app.importing.reader import read_file, read_run
from judge_app.importing.registry import FORMAT_NAMES

__all__ = ["COLUMNS", "FORMAT_NAMES", "Kind", "Parsed", "read_file", "read_run"]
