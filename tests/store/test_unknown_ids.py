"""Ids that a project does not hold are counted, and the first of them named."""

import pandas as pd
import pyarrow as pa
import pytest

from judge_app.domain.model import SomeIds
from tests.support.projects import small_project


@pytest.fixture
def collection(tmp_path):
    made = small_project(tmp_path / "p.duckdb", {"a": {"q1": ["d1", "d2"]}})
    yield made.store.collection
    made.close()


def documents(*doc_ids):
    return pa.table({"doc_id": pa.array(doc_ids, pa.string())})


def test_each_is_counted_once_and_those_that_arrive_are_known(collection):
    asked = documents("x2", "d1", "é", "x2", "x10", "d2", "comes")
    assert collection.count_documents(asked, frozenset({"comes"})) == (
        6,
        SomeIds(3, ("x10", "x2", "é")),
    )


def test_all_are_counted_and_the_first_by_bytes_are_named(collection):
    many = [f"x{number}" for number in range(5_000)]
    assert collection.count_documents(documents(*many)) == (5_000, SomeIds.of(sorted(many)))
    assert collection.count_documents(documents(*many), shown=1)[1] == SomeIds(5_000, ("x0",))


@pytest.mark.parametrize("known", [(), ("d1", "d2")])
def test_there_may_be_none(collection, known):
    assert collection.count_documents(documents(*known)) == (len(known), SomeIds())


def test_queries_are_asked_for_alike(collection):
    asked = pd.DataFrame({"query_id": ["q1", "q2", "q3"]})
    assert collection.unknown_queries(asked, {"q3"}) == SomeIds(1, ("q2",))
    assert collection.count_queries(pa.Table.from_pandas(asked))[0] == 3
