"""Keys of texts and pairs: equal for equal ones, different for different ones."""

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from judge_app.importing.text_keys import group_keys, row_keys, text_keys, text_places

TEXTS = st.lists(st.text(max_size=30), min_size=1, max_size=30)


@given(TEXTS)
def test_a_key_depends_on_the_text_alone(texts):
    together = text_keys(pa.array(texts, pa.string()))
    alone = [int(text_keys(pa.array([text], pa.string()))[0]) for text in texts]
    assert together.tolist() == alone


@given(TEXTS, st.data())
def test_a_slice_of_an_array_has_the_keys_of_its_texts(texts, data):
    start = data.draw(st.integers(0, len(texts)))
    length = data.draw(st.integers(0, len(texts) - start))
    array = pa.array(texts, pa.string())
    expected = text_keys(array)[start : start + length]
    assert text_keys(array.slice(start, length)).tolist() == expected.tolist()


@given(st.lists(st.text(max_size=30), unique=True, max_size=50))
def test_different_texts_have_different_keys(texts):
    assert len(set(text_keys(pa.array(texts, pa.string())).tolist())) == len(texts)


def test_close_texts_have_different_keys():
    numbers = [str(number) for number in range(200_000)]
    zeros = ["0" * length for length in range(2, 40)]
    nul = ["a" + "\0" * length for length in range(20)]
    long = [f"msmarco_v2.1_doc_{n % 60:02d}_{n * 7919}#{n % 9}" for n in range(200_000)]
    texts = [*numbers, *zeros, *nul, *long]
    assert len(np.unique(text_keys(pa.array(texts, pa.string())))) == len(texts)


def test_the_same_documents_of_many_queries_have_different_keys():
    documents = text_keys(pa.array([str(number) for number in range(1_000)], pa.string()))
    pairs = np.repeat(group_keys(500), 1_000) ^ np.tile(documents, 500)
    assert len(np.unique(pairs)) == 500_000


@given(st.lists(st.tuples(*[st.text(max_size=12)] * 3), unique=True, min_size=1, max_size=30))
def test_rows_have_equal_keys_exactly_where_all_their_texts_are_equal(rows):
    twice = rows + rows[::-1]
    columns = [pa.chunked_array([c, c[::-1]], pa.string()) for c in zip(*rows, strict=True)]
    keys = row_keys(columns)
    assert keys[: len(rows)].tolist() == keys[len(rows) :][::-1].tolist()
    assert len(set(keys.tolist())) == len(set(twice))


def test_nothing_has_no_keys():
    assert text_keys(pa.array([], pa.string())).tolist() == []


WITHOUT_NUL = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)


@given(st.lists(WITHOUT_NUL, unique=True, max_size=30))
def test_places_are_in_the_order_of_the_bytes(texts):
    places = text_places(pa.array(texts, pa.string()))
    by_place = [texts[position] for position in np.argsort(places)]
    assert by_place == sorted(texts, key=lambda text: text.encode())


def test_places_of_ids_that_share_their_beginning_are_in_order():
    texts = [f"msmarco_v2.1_doc_{number}" for number in range(2_000)] + [
        "msmarco_",
        "msmarco_v2.1_",
    ]
    places = text_places(pa.array(texts, pa.string()))
    assert [texts[position] for position in np.argsort(places)] == sorted(texts)
