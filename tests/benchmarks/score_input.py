"""Qrels and runs of any size for the benchmark of ``judgepool score``."""

from pathlib import Path

import numpy as np

DEPTH = 1000
JUDGED = 60
SEED = 11
COLLECTION = 8_841_823


def write_input(
    folder: Path, n_queries: int, *, n_runs: int = 1, scattered: bool = False
) -> tuple[Path, list[Path]]:
    """Make qrels and runs that look like those of real search engines.

    Every run has 1,000 lines per query, in rank order unless `scattered`, and each query has
    60 judged documents, half of which the first run found.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawn = np.random.default_rng(SEED)
    queries = np.sort(drawn.choice(1_200_000, n_queries, replace=False)).tolist()
    qrels = folder / "qrels.txt"
    runs = [folder / f"run{number}.txt" for number in range(n_runs)]
    for number, run in enumerate(runs):
        with run.open("w") as run_file, qrels.open("a" if number else "w") as qrels_file:
            for query in queries:
                documents = drawn.choice(COLLECTION, DEPTH + JUDGED, replace=False)
                _write_ranking(run_file, query, documents[:DEPTH], drawn, f"system{number}")
                if not number:
                    _write_labels(qrels_file, query, documents, drawn)
        if scattered:
            lines = run.read_bytes().splitlines(keepends=True)
            drawn.shuffle(lines)
            run.write_bytes(b"".join(lines))
    return qrels, runs


def _write_ranking(file, query, documents, drawn, tag):
    scores = np.sort(drawn.gamma(3, 5, DEPTH))[::-1]
    pairs = zip(documents.tolist(), scores.tolist(), strict=True)
    for rank, (document, score) in enumerate(pairs, start=1):
        file.write(f"{query} Q0 {document} {rank} {score:.6f} {tag}\n")


def _write_labels(file, query, documents, drawn):
    found = np.unique((DEPTH * drawn.random(JUDGED // 2) ** 3).astype(int))
    judged = [*documents[found], *documents[DEPTH : DEPTH + JUDGED - len(found)]]
    grades = drawn.choice(4, JUDGED, p=[0.5, 0.2, 0.15, 0.15])
    for document, grade in zip(judged, grades, strict=True):
        file.write(f"{query} 0 {document} {grade}\n")
