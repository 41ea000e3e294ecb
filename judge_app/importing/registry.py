"""Every format that can be read, the most telling first."""

from __future__ import annotations

from judge_app.importing import (
    beir,
    csv_tables,
    jsonl,
    parquet,
    ranx,
    trec,
    trec_sgml,
    trec_xml,
    tsv,
)

FORMATS = (
    parquet.FORMAT,
    trec_xml.FORMAT,
    trec_sgml.FORMAT,
    ranx.FORMAT,
    beir.FORMAT,
    jsonl.FORMAT,
    trec.FORMAT,
    tsv.FORMAT,
    csv_tables.FORMAT,
)
FORMAT_NAMES = tuple(known.name for known in FORMATS)
