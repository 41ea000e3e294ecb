"""What keeps checked files from being stored."""

from __future__ import annotations

from collections.abc import Sequence

from judge_app.domain.errors import BadInputError
from judge_app.services.import_options import ImportOptions
from judge_app.services.import_report import CheckedFile

CORRECT = "Correct what is named in the file, and import it again."
ACCEPT = "--accept-warnings stores it as it was read."


def refuse_faulty(files: Sequence[CheckedFile], *, lead_in: str = "nothing was stored") -> None:
    """Refuse files with errors.

    Raises
    ------
    BadInputError
        With every listed problem of every file, and what to do about them.
    """
    faulty = [file for file in files if file.n_problems]
    if faulty:
        count = sum(file.n_problems for file in faulty)
        raise BadInputError(
            f"{lead_in}: {count:,} problem{'s' if count > 1 else ''}",
            remedies(faulty),
            tuple(problem for file in faulty for problem in file.problems),
            count,
        )


def refuse_doubtful(
    files: Sequence[CheckedFile], options: ImportOptions, *, lead_in: str = "nothing was stored"
) -> None:
    """Refuse files that may mean something else than was read, unless that was accepted.

    Raises
    ------
    BadInputError
        With every doubt, and what to say about it.
    """
    doubtful = [file for file in files if file.doubts and not file.same_as]
    if doubtful and not options.accept_warnings:
        doubts = tuple(doubt for file in doubtful for doubt in file.doubts)
        raise BadInputError(
            f"{lead_in}, since {_reason(doubtful)}",
            f"{remedies(doubtful)} {ACCEPT}".strip(),
            doubts,
        )


def _reason(doubtful: Sequence[CheckedFile]) -> str:
    if all(file.is_overwriting for file in doubtful):
        return "it would write over what was stored or said before"
    if all(file.missing_runs for file in doubtful):
        return "a part of it would be lost"
    files = "the file means" if len(doubtful) == 1 else f"{len(doubtful):,} files mean"
    return f"it is not sure what {files}"


def remedies(files: Sequence[CheckedFile]) -> str:
    """Return what to do about several files, each advice once."""
    return " ".join(dict.fromkeys(advice for file in files for advice in file.remedies))
