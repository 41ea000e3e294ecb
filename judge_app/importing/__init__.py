"""From files as people have them to frames and a list of problems; nothing is stored here."""

from judge_app.importing.beir_archive import Unpacked, unpack_beir
from judge_app.importing.document_stream import DocumentStream, stream_documents
from judge_app.importing.folders import beir_files, pack_documents
from judge_app.importing.kinds import kind_of
from judge_app.importing.parsed import COLUMNS, Kind, LookedAt, Parsed, count_grades, looked_at
from judge_app.importing.reader import read_file, read_run
from judge_app.importing.registry import FORMAT_NAMES

__all__ = [
    "COLUMNS",
    "FORMAT_NAMES",
    "DocumentStream",
    "Kind",
    "LookedAt",
    "Parsed",
    "Unpacked",
    "beir_files",
    "count_grades",
    "kind_of",
    "looked_at",
    "pack_documents",
    "read_file",
    "read_run",
    "stream_documents",
    "unpack_beir",
]
