"""Keys of texts and pairs: equal for equal ones, different for different ones."""

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from judge_app.importing.run_scan_keys import pair_keys, text_keys

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
    queries = np.repeat(np.arange(500), 1_000)
    assert len(np.unique(pair_keys(queries, np.tile(documents, 500)))) == 500_000


def test_nothing_has_no_keys():
    assert text_keys(pa.array([], pa.string())).tolist() == []
