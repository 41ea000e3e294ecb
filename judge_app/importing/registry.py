"""Every format that can be read, the most telling first."""

from __future__ import annotations

from judge_app.importing import beir, csv_tables, jsonl, trec, trec_sgml, trec_xml, tsv

FORMATS = (
    trec_xml.FORMAT,
    trec_sgml.FORMAT,
    beir.FORMAT,
    jsonl.FORMAT,
    trec.FORMAT,
    tsv.FORMAT,
    csv_tables.FORMAT,
)
FORMAT_NAMES = tuple(known.name for known in FORMATS)
