"""The bundled sample keeps the promises that the product and its first screen rely on."""

import csv
import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
POOLED_RUNS = ("bm25", "fusion", "lsa", "tfidf")
POOL_DEPTH = 10


def read_jsonl(name):
    lines = (SAMPLE / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read_run(path):
    """Ranked document ids and the tags of a run, ordered by score, then document id, descending."""
    scored, tags = defaultdict(list), set()
    for line in path.read_text(encoding="utf-8").splitlines():
        query_id, q0, doc_id, _, score, tag = line.split()
        assert q0 == "Q0"
        scored[query_id].append((float(score), doc_id.encode()))
        tags.add(tag)
    ranked = {
        query_id: [doc_id.decode() for _, doc_id in sorted(pairs, reverse=True)]
        for query_id, pairs in scored.items()
    }
    return ranked, tags


def top_pairs(ranked):
    return {
        (query_id, doc_id)
        for query_id, doc_ids in ranked.items()
        for doc_id in doc_ids[:POOL_DEPTH]
    }


@pytest.fixture(scope="module")
def topics():
    return read_jsonl("topics.jsonl")


@pytest.fixture(scope="module")
def documents():
    return read_jsonl("documents.jsonl")


@pytest.fixture(scope="module")
def runs():
    return {path.stem: read_run(path) for path in sorted((SAMPLE / "runs").glob("*.run"))}


@pytest.fixture(scope="module")
def new_run():
    return read_run(SAMPLE / "new_run" / "rerank.run")


@pytest.fixture(scope="module")
def pool(runs):
    return set().union(*(top_pairs(ranked) for ranked, _ in runs.values()))


@pytest.fixture(scope="module")
def judgments():
    with (SAMPLE / "judgments.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def ratings(judgments):
    """Ratings by pair, then by annotator."""
    by_pair = defaultdict(dict)
    for row in judgments:
        by_pair[row["query"], row["docid"]][row["annotator"]] = int(row["rating"])
    return by_pair


def test_there_are_at_least_twelve_queries_each_with_a_narrative(topics):
    assert len(topics) >= 12
    assert len({topic["_id"] for topic in topics}) == len(topics)
    for topic in topics:
        assert topic["text"].strip()
        assert topic["narrative"].count(". ") >= 1, topic["_id"]


def test_there_are_at_least_150_documents_of_60_to_400_words(documents):
    assert len(documents) >= 150
    assert len({document["_id"] for document in documents}) == len(documents)
    lengths = {document["_id"]: len(document["text"].split()) for document in documents}
    assert {doc_id: n for doc_id, n in lengths.items() if not 60 <= n <= 400} == {}


def test_documents_have_titles_of_their_own_and_ids_without_blanks(documents):
    titles = Counter(document["title"] for document in documents)
    assert max(titles.values()) == 1
    assert all(document["title"].strip() for document in documents)
    assert not [document["_id"] for document in documents if len(document["_id"].split()) != 1]


def test_no_two_documents_share_a_run_of_ten_words(documents):
    seen = {}
    for document in documents:
        words = document["text"].lower().split()
        for start in range(len(words) - 9):
            phrase = tuple(words[start : start + 10])
            assert seen.setdefault(phrase, document["_id"]) == document["_id"], " ".join(phrase)


def test_ids_do_not_give_away_the_query_a_document_was_written_for(topics, documents):
    query_ids = tuple(topic["_id"] for topic in topics)
    assert not [document["_id"] for document in documents if document["_id"].startswith(query_ids)]


def test_four_runs_are_pooled_and_a_fifth_is_new(runs, new_run):
    assert tuple(runs) == POOLED_RUNS
    assert {name: tags for name, (_, tags) in runs.items()} == {name: {name} for name in runs}
    assert new_run[1] == {"rerank"}


@pytest.mark.parametrize("name", [*POOLED_RUNS, "rerank"])
def test_a_run_covers_every_query_with_known_documents_once(name, runs, new_run, topics, documents):
    ranked, _ = new_run if name == "rerank" else runs[name]
    known = {document["_id"] for document in documents}
    assert set(ranked) == {topic["_id"] for topic in topics}
    for doc_ids in ranked.values():
        assert POOL_DEPTH <= len(doc_ids) <= 50
        assert len(set(doc_ids)) == len(doc_ids)
        assert set(doc_ids) <= known


@pytest.mark.parametrize("path", sorted(SAMPLE.glob("*un*/*.run")), ids=lambda path: path.stem)
def test_the_printed_ranks_follow_the_order_of_the_scores(path):
    printed = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        query_id, _, doc_id, rank, _, _ = line.split()
        printed[query_id].append(doc_id)
        assert int(rank) == len(printed[query_id])
    assert printed == read_run(path)[0]


def test_the_runs_differ_from_one_another(runs, new_run):
    tops = [top_pairs(ranked) for ranked, _ in [*runs.values(), new_run]]
    shared = [
        len(first & second) / len(first)
        for number, first in enumerate(tops)
        for second in tops[number + 1 :]
    ]
    assert max(shared) < 0.9


def test_about_forty_percent_of_the_pool_is_judged_and_nothing_else(pool, ratings):
    assert set(ratings) <= pool
    assert 0.35 <= len(ratings) / len(pool) <= 0.45


def test_some_queries_are_complete_some_begun_and_some_untouched(pool, ratings):
    pooled = Counter(query_id for query_id, _ in pool)
    judged = Counter(query_id for query_id, _ in ratings)
    assert [query_id for query_id in pooled if judged[query_id] == pooled[query_id]]
    assert [query_id for query_id in pooled if 0 < judged[query_id] < pooled[query_id]]
    assert [query_id for query_id in pooled if judged[query_id] == 0]


def test_every_judgment_is_a_grade_from_0_to_3_given_once_by_an_annotator(judgments):
    assert {row["rating"] for row in judgments} == {"0", "1", "2", "3"}
    assert len({row["annotator"] for row in judgments}) >= 3
    given = Counter((row["query"], row["docid"], row["annotator"]) for row in judgments)
    assert max(given.values()) == 1
    assert any(row["note"] for row in judgments)


def test_annotators_sometimes_agree_and_sometimes_differ(ratings):
    shared = [set(given.values()) for given in ratings.values() if len(given) > 1]
    differ = sum(len(grades) > 1 for grades in shared)
    assert 0.25 <= len(shared) / len(ratings) <= 0.45
    assert 0.15 <= differ / len(shared) <= 0.6
    assert any(len(given) == 3 for given in ratings.values())


def test_the_new_run_brings_documents_that_nobody_pooled(pool, new_run):
    unpooled = top_pairs(new_run[0]) - pool
    assert len(unpooled) >= 20
    assert len({query_id for query_id, _ in unpooled}) >= 8
