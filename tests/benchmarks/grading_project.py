"""The project that both pages of the grading benchmark start on."""

from pathlib import Path

import numpy as np
import pandas as pd

from tests.support.projects import small_project

SEED = 17
DEPTH = 10
N_RUNS = 8
PAIRS_PER_QUERY = N_RUNS * DEPTH // 2


def build(path: Path, n_pairs: int, size: int) -> None:
    """Make a project of so many pooled pairs, each with a document of ``size`` characters."""
    drawn = np.random.default_rng(SEED)
    words = vocabulary(drawn)
    shares = 1 / np.arange(1, len(words) + 1)
    paragraphs = [
        " ".join(drawn.choice(words, 100, p=shares / shares.sum())) + "." for _ in range(500)
    ]
    n_queries = -(-n_pairs // PAIRS_PER_QUERY)
    queries = [f"q{number:04d}" for number in range(n_queries)]
    pooled = {q: [f"{q}-{place:02d}" for place in range(PAIRS_PER_QUERY)] for q in queries}
    # The first documents of neighbouring runs overlap by half; together they are all documents.
    starts = {f"run {number}": number * DEPTH // 2 for number in range(N_RUNS)}
    runs = {
        run: {q: documents[start:] + documents[:start] for q, documents in pooled.items()}
        for run, start in starts.items()
    }
    project = small_project(path, runs, depth=DEPTH)
    asked = [" ".join(drawn.choice(words[20:400], 3, replace=False)) for _ in queries]
    project.store.collection.add_queries(
        pd.DataFrame(
            {"query_id": queries, "text": asked, "narrative": drawn.choice(paragraphs, n_queries)}
        )
    )
    ids = [doc_id for documents in pooled.values() for doc_id in documents]
    needed = size // min(map(len, paragraphs)) + 1
    texts = [
        "\n\n".join([f"Document {doc_id}.", *drawn.choice(paragraphs, needed)])[:size]
        for doc_id in ids
    ]
    project.store.collection.add_documents(
        pd.DataFrame(
            {"doc_id": ids, "title": "", "text": texts, "url": "", "kind": "text", "extra": ""}
        )
    )
    project.close()


def vocabulary(drawn: np.random.Generator) -> list[str]:
    """Draw the words of the made language, the most common one first."""
    letters = np.array(list("abcdefghiklmnoprstuvw"))
    made = ("".join(drawn.choice(letters, length)) for length in drawn.integers(2, 11, 3_000))
    return list(dict.fromkeys(made))
