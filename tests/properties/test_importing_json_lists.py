"""Exports in JSON that were damaged anywhere are read or refused in words, and never misread."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file

EXPORTS = {
    "quepid-book": {
        "query_doc_pairs": [
            {
                "query_text": "q",
                "doc_id": "d",
                "document_fields": '{"title": "t"}',
                "judgements": [{"rating": 1.0, "unrateable": False, "user_email": "m"}],
            },
            {
                "query_text": "q",
                "doc_id": "e",
                "judgements": [{"rating": None, "unrateable": True, "user_email": "m"}],
            },
        ]
    },
    "quepid-case": {
        "queries": [
            {"query_text": "q", "ratings": [{"doc_id": "d", "rating": 1, "user_email": "m"}]},
            {"query_text": "r", "ratings": {"d": 2}},
        ]
    },
    "quepid-snapshot": {
        "name": "n",
        "docs": {"1": [{"id": "d", "rated_only": False}, {"id": "e"}]},
        "queries": [{"query_id": 1, "query_text": "q", "ratings": {"d": 1.0}}],
    },
    "opensearch": {"judgmentRatings": [{"query": "q", "ratings": [{"docId": "d", "rating": "1"}]}]},
    "rank-eval": {"requests": [{"id": "q", "ratings": [{"_index": "i", "_id": "d", "rating": 1}]}]},
    "rankquest": [
        {"id": "q", "searchContext": {"q": "x"}, "ratings": [{"documentId": "d", "rating": 1}]}
    ],
    "rre": {
        "topics": [
            {
                "query_groups": [
                    {
                        "queries": [{"placeholders": {"$query": "q"}}],
                        "relevant_documents": {"d": {"gain": 1}, "2": ["e"]},
                    }
                ]
            }
        ]
    },
    "doctag": {"run": [{"topic_id": "1", "documents": [{"document_id": "d"}]}]},
}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.sampled_from(["", "d", "\t"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("dq1"), inner),
    max_leaves=4,
)


def places_in(value: object, path: tuple = ()) -> list[tuple]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found = [(*path, key) for key, _ in inner]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return found + [
        place
        for key, item in inner
        if isinstance(item, (dict, list))
        for place in places_in(item, (*path, key))
    ]


@pytest.mark.parametrize("name", EXPORTS)
def test_each_export_is_recognised_whole(tmp_path, name: str):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(EXPORTS[name]))
    parsed = read_file(path)
    assert (parsed.format, parsed.problems) == (name, ())


@settings(deadline=None, max_examples=300)
@given(st.data(), st.sampled_from(sorted(EXPORTS)), st.sampled_from(list(Kind)))
def test_a_value_that_is_another_is_read_or_refused_in_words(tmp_path_factory, data, name, kind):
    export = copy.deepcopy(EXPORTS[name])
    *outer, key = data.draw(st.sampled_from(places_in(export)))
    holder = export
    for step in outer:
        holder = holder[step]
    holder[key] = data.draw(VALUES)
    text = json.dumps(export, indent=data.draw(st.sampled_from([None, 1])))
    cut = data.draw(st.sampled_from([len(text), len(text) // 2]))
    path = tmp_path_factory.mktemp("any") / "file"
    path.write_text(text[:cut])
    try:
        parsed = read_file(path, kind=kind, format=data.draw(st.sampled_from([None, name])))
    except BadInputError:
        return
    assert parsed.ok == (not parsed.problems)
    assert parsed.ok != parsed.frame.empty
    assert cut == len(text) or not parsed.ok
    for problem in parsed.problems:
        assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1
