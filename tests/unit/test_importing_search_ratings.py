"""Ratings as OpenSearch, Elasticsearch, RankQuest and RRE write them, and DocTAG's runs."""

import json

import pytest

from judge_app.importing import Kind
from tests.support.reading import messages, read, topics, warned

OPENSEARCH = {
    "name": "A list",
    "type": "IMPORT_JUDGMENT",
    "judgmentRatings": [
        {
            "query": "rye bread ",
            "ratings": [{"docId": "b1", "rating": "1.0"}, {"docId": "b 2", "rating": "0.4"}],
        },
        {"query": "milk", "ratings": [{"rating": "100.000", "docId": "b#1"}]},
    ],
}
RANK_EVAL = {
    "requests": [
        {
            "id": "bread",
            "request": {"query": {"match": {"text": "rye bread"}}},
            "ratings": [
                {"_index": "shop", "_id": "b1", "rating": 3},
                {"_index": "shop", "_id": "b2", "rating": 0},
            ],
        },
        {
            "id": "milk",
            "template_id": "t",
            "params": {"q": "milk"},
            "ratings": [{"_index": "shop", "_id": "b1", "rating": 1}],
        },
    ],
    "metric": {"precision": {"k": 20}},
}
RANKQUEST = [
    {
        "id": "a/b==",
        "searchContext": {"q": "rye bread", "size": "5"},
        "ratings": [{"documentId": "b1", "rating": 3, "label": "Rye", "comment": "yes"}],
        "comment": "a case",
    },
    {"id": "c", "searchContext": {"words": "milk"}, "ratings": [{"documentId": "b1", "rating": 0}]},
]
GROUP = {
    "name": "bread",
    "queries": [
        {"template": "t", "placeholders": {"$query": "rye"}},
        {"template": "t", "placeholders": {"$words": "Rye"}},
    ],
    "relevant_documents": {"b1": {"gain": 3}, "b2": {"rating": 1}},
}
BY_GRADE = {
    "placeholders": {"$query": "milk"},
    "relevant_documents": {"0": ["b1"], "2": ["b 2", "b3"]},
}
DOCTAG = {
    "run": [
        {"topic_id": "351", "documents": [{"document_id": "z"}, {"document_id": "a b"}]},
        {"topic_id": 352, "documents": [{"document_id": "z", "language": "english"}]},
    ]
}


@pytest.fixture(params=[None, 1])
def written(request, tmp_path):
    def write(content, name="export.json", **said):
        return read(tmp_path, json.dumps(content, indent=request.param), name, **said)

    return write


def rows(parsed):
    assert parsed.problems == ()
    return parsed.frame.drop(columns="line").to_numpy().tolist()


def test_opensearch_has_its_ratings_as_texts_and_the_queries_as_ids(written):
    parsed = written(OPENSEARCH)
    assert (parsed.kind, parsed.format) == (Kind.QRELS, "opensearch")
    expected = [["rye bread ", "b1", 1.0], ["rye bread ", "b 2", 0.4], ["milk", "b#1", 100.0]]
    assert rows(parsed) == expected
    assert "each one's text is its id" in warned(parsed)[0]
    assert topics(written(OPENSEARCH, kind=Kind.TOPICS)) == [
        ("rye bread ", "rye bread", ""),
        ("milk", "milk", ""),
    ]


def test_a_request_for_rank_eval_is_qrels_under_its_ids(written):
    parsed = written(RANK_EVAL)
    assert (parsed.kind, parsed.format, parsed.warnings) == (Kind.QRELS, "rank-eval", ())
    assert rows(parsed) == [["bread", "b1", 3], ["bread", "b2", 0], ["milk", "b1", 1]]


def test_ratings_of_several_indexes_are_said(written):
    content = json.loads(json.dumps(RANK_EVAL))
    content["requests"][0]["ratings"][1]["_index"] = "archive"
    assert warned(written(content)) == [
        "documents of 2 indexes are rated; their ids are taken without it"
    ]


def test_test_cases_of_rankquest_keep_their_ids(written):
    parsed = written(RANKQUEST)
    assert (parsed.kind, parsed.format) == (Kind.QRELS, "rankquest")
    assert rows(parsed) == [["a/b==", "b1", 3], ["c", "b1", 0]]
    expected = [("a/b==", "rye bread", ""), ("c", "milk", "")]
    assert topics(written(RANKQUEST, kind=Kind.TOPICS)) == expected


def test_the_name_of_the_file_may_say_that_topics_are_meant(written):
    assert written(RANKQUEST, "queries.json").kind is Kind.TOPICS
    assert written(RANKQUEST, "run.json").kind is Kind.QRELS


@pytest.mark.parametrize(
    "content",
    [
        {"index": "i", "topics": [{"description": "all", "query_groups": [GROUP]}]},
        {"index": "i", "query_groups": [GROUP]},
    ],
)
def test_each_query_of_a_group_has_the_documents_of_the_group(written, content):
    parsed = written(content)
    assert (parsed.kind, parsed.format) == (Kind.QRELS, "rre")
    assert rows(parsed) == [
        *(["rye", "b1", 3], ["rye", "b2", 1], ["Rye", "b1", 3], ["Rye", "b2", 1]),
    ]
    assert parsed.frame["line"].is_unique
    assert topics(written(content, kind=Kind.TOPICS)) == [("rye", "rye", ""), ("Rye", "Rye", "")]


@pytest.mark.parametrize(
    "content",
    [{"queries": [BY_GRADE]}, {"topics": [{"description": "all", "queries": [BY_GRADE]}]}],
)
def test_documents_may_stand_under_their_grade_and_queries_without_a_group(written, content):
    expected = [["milk", "b1", 0], ["milk", "b 2", 2], ["milk", "b3", 2]]
    assert rows(written(content)) == expected


def test_a_run_of_doctag_is_in_the_order_of_its_lists(written):
    parsed = written(DOCTAG)
    assert (parsed.kind, parsed.format, parsed.tags) == (Kind.RUN, "doctag", ())
    assert rows(parsed) == [["351", "z", 1.0], ["351", "a b", 0.5], ["352", "z", 1.0]]
    assert "1/position" in warned(parsed)[0]


def test_a_document_twice_in_a_ranking_is_named_by_its_places(tmp_path):
    content = {
        "run": [{"topic_id": "1", "documents": [{"document_id": "z"}, {"document_id": "z"}]}]
    }
    parsed = read(tmp_path, json.dumps(content), "x.json")
    first, second = (f"run[0].documents[{number}]" for number in (0, 1))
    assert messages(parsed) == [
        (
            1,
            (
                f"{second}: document 'z' of query '1' stands twice in the run ({first}, {second}); "
                "a ranking holds a document once"
            ),
        )
    ]
    parsed = read(tmp_path, json.dumps(content, indent=1), "x.json")
    assert "(lines 6, 9)" in parsed.problems[0].message


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        (
            {"judgmentRatings": [{"query": "q", "ratings": [{"docId": "d", "rating": "good"}]}]},
            "judgmentRatings[0].ratings[0]",
            "the grade 'good' is not a whole number",
        ),
        (
            {"judgmentRatings": [{"query": "q", "ratings": [{"docid": "d", "rating": "1"}]}]},
            "judgmentRatings[0].ratings[0]",
            "doc_id is empty",
        ),
        (
            {"requests": [{"id": "q", "ratings": [{"_id": "d"}]}]},
            "requests[0].ratings[0]",
            "the grade is empty",
        ),
        (
            {"requests": [{"id": "q", "ratings": {"_id": "d"}}]},
            "requests[0].ratings",
            "has to be a list",
        ),
        (
            [{"id": "q", "searchContext": {}, "ratings": [{"documentId": "d", "rating": True}]}],
            "[0].ratings[0]",
            "rating is 'true', not a text",
        ),
        (
            {"queries": [{"placeholders": {"$a": "x", "$b": "y"}, "relevant_documents": {"d": 1}}]},
            'queries[0].relevant_documents["d"]',
            "query_id is empty",
        ),
        (
            {"run": [{"topic_id": "1", "documents": [{"document": "z"}]}]},
            "run[0].documents[0]",
            "doc_id is empty",
        ),
    ],
)
def test_each_fault_is_named_with_its_place(written, content, place, words):
    parsed = written(content)
    assert parsed.n_problems == 1
    assert parsed.problems[0].message.startswith(place)
    assert words in parsed.problems[0].message
    assert parsed.frame.empty


def test_lists_without_ratings_are_refused(written):
    parsed = written({"judgmentRatings": [{"query": "q", "ratings": []}]})
    assert messages(parsed) == [(None, "there is not one row of qrels in this file")]
