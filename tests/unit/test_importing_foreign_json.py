"""JSON that is of no kind: what was seen in it is said, and what is needed."""

import json

import pytest

from judge_app.domain.errors import BadInputError
from judge_app.importing import Kind, read_file

DEEP = '{"a":' * 3000 + "1" + "}" * 3000


@pytest.fixture
def refusal(tmp_path):
    def refused(text, name="it.json"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadInputError) as raised:
            read_file(path)
        return f"{raised.value.message} {raised.value.hint}"

    return refused


def test_keys_that_make_no_kind_are_named_inner_ones_too(refusal):
    lines = [json.dumps({"q": n, "results": [{"pid": 1}], "at": {"x": {"y": 2}}}) for n in range(3)]
    said = refusal("\n".join(lines))
    assert "their keys make no kind of file: at.x.y, q, results[].pid." in said
    assert "runs query_id, doc_id and score" in said


def test_lines_that_are_nested_too_deep_are_numbered_and_the_keys_of_others_told(refusal):
    said = refusal(f'{DEEP}\n\n{DEEP}\n{{"_id": "d1", "text": "t"}}\n')
    assert "2 of the first 3 cannot be read (nested too deep to be read: lines 1, 3)" in said
    assert "The others have the keys _id, text." in said
    assert "3 of the first 3 cannot be read" in refusal(f"{DEEP}\n" * 3)


def test_lines_that_are_no_json_are_numbered(refusal):
    said = refusal('{"_id": 1}\n{"_id": oops}\n{_id: 2}\n{"_id": 3}\n')
    assert "2 of the first 4 cannot be read (no JSON: lines 2, 3)" in said


def table(*systems, shift=0.0):
    values = [0.358954, 0.220142, 0.643266, 0.774504, 0.0, 1.0]
    return {
        name: {str(205_277 + n): value + shift for n, value in enumerate(values)}
        for name in systems
    }


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_scores_of_systems_by_query_are_no_run_unless_somebody_says_so(refusal, tmp_path, indent):
    text = json.dumps(table("one", "other"), indent=indent)
    said = refusal(text)
    assert "every name has the same keys" in said
    assert "say --as run" in said
    parsed = read_file(tmp_path / "it.json", kind=Kind.RUN)
    assert (parsed.kind, len(parsed.frame)) == (Kind.RUN, 12)


@pytest.mark.parametrize(
    "run",
    [
        # Other documents for every query.
        table("q1") | {"q2": {f"d{n}": n / 10 for n in range(6)}},
        # The same documents, best first.
        {q: {f"d{n}": 1 - n / 10 for n in range(6)} for q in ("q1", "q2")},
        # Scores beyond what a measure can be.
        table("q1", "q2", shift=7.0),
        # Too few to tell.
        {q: {"d1": 0.25, "d2": 0.5} for q in ("q1", "q2")},
        table("q1"),
    ],
)
def test_what_can_be_nothing_but_a_run_is_one(tmp_path, run):
    path = tmp_path / "it.json"
    path.write_text(json.dumps(run))
    assert read_file(path).kind is Kind.RUN
    other = tmp_path / "my.run.json"
    other.write_text(json.dumps(table("one", "other")))
    assert read_file(other).kind is Kind.RUN
