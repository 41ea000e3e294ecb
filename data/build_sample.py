"""Make the sample's five runs from its topics and documents.

Four runs are pooled (``runs/bm25.run``, ``tfidf.run``, ``lsa.run``, ``fusion.run``); the fifth
(``new_run/rerank.run``) is the newcomer that nobody pooled. The script draws nothing at random
except the seeded start of the LSA decomposition, so a second call writes the same files. The
four see only the words of the query; the newcomer reads the narrative too.

Needs ``bm25s``, ``PyStemmer`` and ``scikit-learn``; ``data/README.md`` names the versions used.

Run it from anywhere::

    python data/build_sample.py
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfVectorizer
from sklearn.preprocessing import normalize

SAMPLE = Path(__file__).resolve().parent / "sample"
DEPTH = 50
SEED = 20240517
LSA_DIMENSIONS = 40
FUSION_CONSTANT = 60
CANDIDATES = 100
NARRATIVE_WEIGHT = 0.8
FEEDBACK_DOCUMENTS = 3
FEEDBACK_TERMS = 25
QUERY_SHARE = 0.6
TITLE_SHARE = 0.25

Matrix = NDArray[np.float64]
"""Scores of shape (queries, documents), or term weights of shape (queries or documents, terms)."""

Vector = NDArray[np.float64]
"""Term weights of one query, shape (terms,)."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Topics and documents in file order."""

    query_ids: Sequence[str]
    queries: Sequence[str]
    narratives: Sequence[str]
    doc_ids: Sequence[str]
    titles: Sequence[str]
    texts: Sequence[str]


def read_collection(folder: Path) -> Collection:
    """Read ``topics.jsonl`` and ``documents.jsonl``; a document's text includes its title."""
    topics = _read_jsonl(folder / "topics.jsonl")
    documents = _read_jsonl(folder / "documents.jsonl")
    return Collection(
        query_ids=[topic["_id"] for topic in topics],
        queries=[topic["text"] for topic in topics],
        narratives=[topic["narrative"] for topic in topics],
        doc_ids=[document["_id"] for document in documents],
        titles=[document["title"] for document in documents],
        texts=[f"{document['title']}\n{document['text']}" for document in documents],
    )


def _read_jsonl(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def bm25_scores(
    collection: Collection, queries: Sequence[str], stemmer: Callable[..., list[str]] | None = None
) -> Matrix:
    """Score with BM25 (k1 = 1.5, b = 0.75, English stop words), on words or on stems."""
    index = bm25s.BM25()
    index.index(
        bm25s.tokenize(
            list(collection.texts), stopwords="en", stemmer=stemmer, show_progress=False
        ),
        show_progress=False,
    )
    tokens = bm25s.tokenize(
        list(queries), stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False
    )
    return np.array([index.get_scores(terms) for terms in tokens], dtype=np.float64)


def tfidf_scores(collection: Collection) -> Matrix:
    """Score with the cosine of TF-IDF vectors of single words."""
    vectorizer = TfidfVectorizer(stop_words="english")
    documents = vectorizer.fit_transform(collection.texts)
    return np.asarray((vectorizer.transform(collection.queries) @ documents.T).toarray())


def lsa_scores(collection: Collection) -> Matrix:
    """Score with the cosine in a latent semantic space of ``LSA_DIMENSIONS`` dimensions."""
    vectorizer = TfidfVectorizer(stop_words="english", sublinear_tf=True)
    documents = vectorizer.fit_transform(collection.texts)
    space = TruncatedSVD(n_components=LSA_DIMENSIONS, n_iter=20, random_state=SEED).fit(documents)
    queries = normalize(space.transform(vectorizer.transform(collection.queries)))
    return np.asarray(queries @ normalize(space.transform(documents)).T)


def fused_scores(first: Matrix, second: Matrix) -> Matrix:
    """Fuse two systems by reciprocal rank: the sum of 1 / (60 + rank)."""
    return 1.0 / (FUSION_CONSTANT + _ranks(first)) + 1.0 / (FUSION_CONSTANT + _ranks(second))


def _ranks(scores: Matrix) -> Matrix:
    """Rank of each document from 1, the best first."""
    order = np.argsort(-scores, axis=1, kind="stable")
    return np.argsort(order, axis=1, kind="stable").astype(np.float64) + 1.0


def reranked_scores(collection: Collection) -> Matrix:
    """Rerank stemmed BM25 with a relevance model that has also read the narratives.

    BM25 over query and narrative proposes ``CANDIDATES`` documents. A vector of the query, the
    narrative (weighted ``NARRATIVE_WEIGHT``) and the strongest stems of the first few documents
    then orders them: pseudo-relevance feedback in the manner of RM3 (Lavrenko and Croft, 2001),
    on TF-IDF weights. Titles count apart, so that a page on the matter comes before a page that
    only mentions it. Documents that were not proposed score 0.
    """
    stemmer = Stemmer.Stemmer("english")
    questions = [
        f"{query}\n{narrative}"
        for query, narrative in zip(collection.queries, collection.narratives, strict=True)
    ]
    proposed = _ranks(bm25_scores(collection, questions, stemmer.stemWords)) <= CANDIDATES
    vectorizer = TfidfVectorizer(analyzer=_stemming_analyzer(stemmer), sublinear_tf=True)
    documents = vectorizer.fit_transform(collection.texts).toarray()
    titles = vectorizer.transform(collection.titles).toarray()
    needs = normalize(
        vectorizer.transform(collection.queries).toarray()
        + NARRATIVE_WEIGHT * vectorizer.transform(collection.narratives).toarray()
    )
    models = normalize(np.array([_expanded(need, documents) for need in needs]))
    scores = (1 - TITLE_SHARE) * models @ documents.T + TITLE_SHARE * models @ titles.T
    return np.where(proposed, scores, 0.0)


def _expanded(need: Vector, documents: Matrix) -> Vector:
    """Move a query's vector of term weights towards the documents nearest to it."""
    similarity = documents @ need
    best = np.argsort(-similarity, kind="stable")[:FEEDBACK_DOCUMENTS]
    feedback = np.average(documents[best], axis=0, weights=similarity[best])
    feedback[feedback < np.sort(feedback)[-FEEDBACK_TERMS]] = 0.0
    return QUERY_SHARE * need + (1 - QUERY_SHARE) * feedback / np.linalg.norm(feedback)


def _stemming_analyzer(stemmer: Stemmer.Stemmer) -> Callable[[str], list[str]]:
    words = TfidfVectorizer(stop_words=list(ENGLISH_STOP_WORDS)).build_analyzer()
    return lambda text: stemmer.stemWords(words(text))


def write_run(path: Path, tag: str, collection: Collection, scores: Matrix) -> None:
    """Write the best ``DEPTH`` documents of every query as a TREC run.

    Equal scores are ordered by document id, the larger first, as trec_eval reads them.
    Documents without any score are left out.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for query_id, row in zip(collection.query_ids, scores, strict=True):
        printed = [round(float(score), 6) for score in row]
        best = sorted(zip(printed, collection.doc_ids, strict=True), reverse=True)[:DEPTH]
        lines += [
            f"{query_id} Q0 {doc_id} {rank} {score:.6f} {tag}\n"
            for rank, (score, doc_id) in enumerate(best, start=1)
            if score > 0
        ]
    path.write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Write the five runs beside the topics and documents."""
    collection = read_collection(SAMPLE)
    bm25 = bm25_scores(collection, collection.queries)
    lsa = lsa_scores(collection)
    pooled = {
        "bm25": bm25,
        "tfidf": tfidf_scores(collection),
        "lsa": lsa,
        "fusion": fused_scores(bm25, lsa),
    }
    for tag, scores in pooled.items():
        write_run(SAMPLE / "runs" / f"{tag}.run", tag, collection, scores)
    write_run(SAMPLE / "new_run" / "rerank.run", "rerank", collection, reranked_scores(collection))


if __name__ == "__main__":
    main()
