"""A CSV for people runs nothing in a spreadsheet and reads back as the very same texts."""

import csv
import io

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from judge_app.domain.spreadsheet import runs_as_formula
from judge_app.importing.escaped import restored
from judge_app.importing.tables import Cells
from judge_app.services.exporting.tables import people_csv

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
CELLS = st.one_of(TEXTS, st.builds("{}{}".format, st.sampled_from("'=+-@\t\r＝＋－＠"), TEXTS))
TABLES = st.lists(st.tuples(CELLS, CELLS), max_size=8)


@given(TABLES)
def test_every_text_comes_back_and_none_runs(rows):
    frame = pd.DataFrame(rows, columns=["query_id", "note"]).astype("str")
    content = people_csv(frame).content.decode()
    header, *table = csv.reader(io.StringIO(content, newline=""), strict=True)
    assert not any(runs_as_formula(cell) for row in table for cell in row)
    cells = [Cells(number, row) for number, row in enumerate(table)]
    back = restored(Cells(0, header), cells)
    assert [tuple(row.cells[:2]) for row in back] == rows
