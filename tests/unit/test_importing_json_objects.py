"""Whole JSON documents: the line of every object, repeated keys, and outlines of cut texts."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge_app.importing.json_objects import ITEMS, JsonObject, fits, outline, read_json

LEAVES = st.none() | st.booleans() | st.integers() | st.text(alphabet='a"\\{}[]:, \n')
KEYS = st.text(alphabet='ab"\\{[', max_size=3)
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


def objects_in(value: object) -> list[JsonObject]:
    held = [value] if isinstance(value, JsonObject) else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return held + [item for one in inner for item in objects_in(one)]


@settings(deadline=None)
@given(DOCUMENTS, st.sampled_from([None, 1]))
def test_a_document_is_what_the_json_module_reads_and_each_object_stands_on_its_line(value, indent):
    text = json.dumps(value, indent=indent)
    document = read_json(text)
    assert json.loads(json.dumps(document), parse_int=str) == json.loads(text, parse_int=str)
    lines = text.split("\n")
    for item in objects_in(document):
        assert "{" in lines[item.line - 1]
        if indent and item:
            # The first key stands on the line that follows the brace.
            assert lines[item.line].strip().startswith(json.dumps(next(iter(item))))


def test_numbers_stay_as_they_are_written():
    assert read_json("[1.50, 1e3, -0, 12345678901234567890.10]") == [
        *("1.50", "1e3", "-0", "12345678901234567890.10")
    ]


def test_keys_that_stand_twice_are_known():
    document = read_json('{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}')
    assert isinstance(document, JsonObject)
    assert document.repeated == ["a"]
    assert [item.repeated for item in objects_in(document)] == [["a"], ["c"]]


@pytest.mark.parametrize("text", ["", "{", '{"a": 1} x', "[1,]", '{"a" 1}', "}{", '"\\', "]"])
def test_what_is_no_json_is_refused_as_the_json_module_does(text: str):
    with pytest.raises(json.JSONDecodeError):
        read_json(text)


def test_an_outline_names_the_keys_from_the_outside_in_even_of_a_cut_text():
    text = '{"name": "a \\"docs\\": [", "docs": {"7": [{"id": "x", "in": {"de": 1}}], "8": [{"i'
    paths = outline(text)
    assert paths == {
        *(("name",), ("docs",), ("docs", "7"), ("docs", "8")),
        *(("docs", "7", ITEMS, "id"), ("docs", "7", ITEMS, "in")),
        ("docs", "7", ITEMS, "in", "de"),
    }
    assert fits(paths, "docs", "*", ITEMS, "id")
    assert not fits(paths, "docs", "*", "id")


@settings(deadline=None)
@given(st.text(alphabet='ab"\\{}[]:, ', max_size=60))
def test_an_outline_is_made_of_any_text(text: str):
    assert all(len(path) >= 1 for path in outline(text))
