"""What a table must look like before anything is computed from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd

from metrics.errors import MetricsError

_NUMBERS = {
    "grade": "Grades are whole numbers from 0.",
    "score": "Scores are numbers; the greatest stands first.",
    "rank": "Ranks are whole numbers from 1.",
}
IDS = ("run", "query_id", "doc_id", "annotator")


def check_tables(rankings: pd.DataFrame, labels: pd.DataFrame, pool: pd.DataFrame | None) -> None:
    """Refuse tables from which no evaluation can come.

    Raises
    ------
    MetricsError
        As `check_table`.
    """
    order = "score" if "score" in rankings or "rank" not in rankings else "rank"
    check_table(rankings, "rankings", ("run", "query_id", "doc_id", order))
    check_table(labels, "labels", ("query_id", "doc_id", "grade"))
    if pool is not None:
        check_table(pool, "pooled pairs", ("query_id", "doc_id"))


def check_table(frame: pd.DataFrame, what: str, columns: Sequence[str]) -> None:
    """Refuse a table that lacks columns, or whose ids or grades have another type.

    Ids are text: a query 7 of one table and "7" of another would never meet, and every score
    would silently be 0.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table.
    what : str
        What it holds, in the plural: ``rankings``, for instance.
    columns : sequence of str
        Columns that it must have.

    Raises
    ------
    MetricsError
        If a column is missing, an id is no text, or grades, scores or ranks are no numbers.
    """
    missing = [name for name in columns if name not in frame]
    if missing:
        present = ", ".join(map(str, frame.columns)) or "none"
        raise MetricsError(
            f"The {what} lack the column {', '.join(missing)}.",
            f"They need {', '.join(columns)}; they have {present}.",
        )
    if not len(frame):
        return
    for name in columns:
        if name in IDS and not _is_text(frame[name]):
            raise MetricsError(
                f"The column {name} of the {what} holds ids that are not text.",
                "Ids are text, since 7 and 07 differ: read them as such.",
            )
        if name in _NUMBERS and not _is_number(frame[name]):
            raise MetricsError(f"The column {name} of the {what} holds no numbers.", _NUMBERS[name])


def _is_number(values: pd.Series) -> bool:
    types = pd.api.types
    real = types.is_numeric_dtype(values) and not types.is_complex_dtype(values)
    whole = values.name != "rank" or bool((values % 1 == 0).all())
    return real and not types.is_bool_dtype(values) and whole


def names_in(names: Sequence[str] | None, what: str, known: Iterable[str]) -> list[str]:
    """Return names that were asked for, each once; all that are known for None.

    Raises
    ------
    MetricsError
        If a single text is given in place of several names.
    """
    if isinstance(names, str):
        raise MetricsError(f"The {what} are given as one text.", f"Give a list: [{names!r}].")
    return list(known) if names is None else list(dict.fromkeys(names))


def _is_text(ids: pd.Series) -> bool:
    """Tell whether every id is a text."""
    values = ids.cat.categories if isinstance(ids.dtype, pd.CategoricalDtype) else ids
    text = pd.api.types.infer_dtype(values, skipna=False) in {"string", "empty"}
    return text and not bool(ids.isna().any())
