"""Errors as people read them: what is wrong, where, what to do; never a traceback."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pandas as pd
import streamlit as st

from judge_app.domain.errors import BadInputError, JudgepoolError, Problem
from judge_app.ui.parts.words import escaped, sentence


def _as_it_is(text: str) -> str:
    return text


@contextmanager
def explained(say: Callable[[str], str] = _as_it_is) -> Iterator[None]:
    """Show an error that ends the block in place of what the block would have shown.

    ``say`` puts texts into the words of the page.
    """
    try:
        yield
    except JudgepoolError as error:
        show_error(error, say)


def show_error(error: JudgepoolError, say: Callable[[str], str] = _as_it_is) -> None:
    """Show an error's message, what to do about it, and the places it names."""
    said = escaped(sentence(say(error.message)))
    st.error(f"{said}\n\n{escaped(say(error.hint))}" if error.hint else said)
    if isinstance(error, BadInputError) and error.problems:
        show_problems(error.problems, say)


def show_problems(
    problems: Sequence[Problem], say: Callable[[str], str] = _as_it_is, *, key: str = "problems"
) -> None:
    """List problems with their lines."""
    st.dataframe(
        pd.DataFrame(
            {
                "file": [problem.file for problem in problems],
                "line": pd.array([problem.line for problem in problems], dtype="Int64"),
                "problem": [say(problem.message) for problem in problems],
            }
        ),
        hide_index=True,
        key=key,
        alt="Problems by file and line",
        placeholder="whole file",
        column_config={
            "file": st.column_config.TextColumn("File", width="small"),
            "line": st.column_config.NumberColumn("Line", width="small", format="%d"),
            "problem": st.column_config.TextColumn("What is wrong", width="large"),
        },
    )
