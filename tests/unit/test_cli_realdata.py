"""The gate on real runs, as a pipeline would use it."""

import csv
import io

import pytest

from tests.support import dl19
from tests.support.command_line import answered, judgepool, said

pytestmark = pytest.mark.realdata


def first_ten(path):
    """Return the pairs of a run's first ten ranks by score, then document id, descending."""
    return {
        (query_id, doc_id)
        for query_id, scores in dl19.read_run(path).items()
        for doc_id in sorted(scores, key=lambda doc: (scores[doc], doc.encode()), reverse=True)[:10]
    }


def label(project, pairs):
    qrels = "".join(f"{query_id} 0 {doc_id} 1\n" for query_id, doc_id in sorted(pairs))
    said(judgepool("import", project, "-", "--as", "qrels", "--annotator", "Mira", stdin=qrels))


def unjudged(project):
    text = said(judgepool("export", project, "-", "--as", "unjudged"))
    rows = csv.DictReader(io.StringIO(text))
    return {(row["query_id"], row["doc_id"]) for row in rows}


def test_the_gate_opens_once_the_pairs_that_only_the_new_run_brought_are_labelled(
    tmp_path, realdata
):
    project = tmp_path / "dl19.duckdb"
    folder = realdata / "dl19_text"
    new = folder / "runs" / f"{dl19.NEW_RUN}.run"
    others = [path for path in dl19.run_files(realdata) if path != new]
    said(judgepool("init", project))
    said(judgepool("import", project, folder / "topics.jsonl", folder / "corpus.jsonl", *others))
    assert said(judgepool("pool", project, "--depth", "10")).startswith("1,321 pairs ")
    label(project, unjudged(project))

    gate = ("coverage", project, new, "--depth", "10", "--fail-under", "0.95")
    closed = judgepool(*gate, "--format", "csv", "--queue")
    assert closed.exit_code == 1
    rows = list(csv.DictReader(io.StringIO(closed.stdout)))
    brought = {(row["query_id"], row["doc_id"]) for row in rows if row["state"] == "new"}
    assert brought == first_ten(new) - set().union(*map(first_ten, others))
    assert len(brought) == 100

    assert unjudged(project) == brought
    label(project, brought)
    opened = judgepool(*gate)
    assert opened.exit_code == 0
    assert answered("coverage", project, new)["runs"][0]["coverage"] == 1.0
