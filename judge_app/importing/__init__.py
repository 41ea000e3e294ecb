"""Files to frames and problems, without knowing of any project."""

from judge_app.importing.parsed import Kind, Parsed
from judge_app.importing.reader import read_file

__all__ = ["Kind", "Parsed", "read_file"]
