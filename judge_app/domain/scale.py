"""The grades a project uses, and what they mean to the people who give them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from judge_app.domain.errors import BadInputError

HIGHEST_GRADE = 9  # one key, one grade


@dataclass(frozen=True, slots=True)
class GradeMeaning:
    """One grade of the scale.

    Attributes
    ----------
    grade : int
        From 0 (not relevant) to the top of the scale.
    label : str
        A word or two, printed on the button.
    description : str
        One sentence that helps to tell it from its neighbours.
    example : str
        A document, in a few words, that deserves this grade; may be empty.
    """

    grade: int
    label: str
    description: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """All grades of a project, lowest first, without gaps from 0."""

    meanings: tuple[GradeMeaning, ...]

    @property
    def max_grade(self) -> int:
        """Top of the scale."""
        return len(self.meanings) - 1

    @classmethod
    def of_records(cls, records: Iterable[Mapping[str, Any]]) -> Scale:
        """Return the scale that `as_records` told; older files know no examples."""
        return cls(tuple(GradeMeaning(**record) for record in records))

    def as_records(self) -> list[dict[str, Any]]:
        """Return the grades as JSON keeps them, lowest first."""
        return [asdict(meaning) for meaning in self.meanings]

    def contains(self, grade: int) -> bool:
        """Tell whether a grade is on the scale."""
        return 0 <= grade <= self.max_grade

    def require(self, grade: int | None) -> int:
        """Return a grade that is on the scale.

        Raises
        ------
        BadInputError
            When the grade is missing or not on the scale.
        """
        if grade is None or not self.contains(grade):
            raise BadInputError(
                f"grade {grade} is not on this project's scale",
                f"Use a whole number from 0 to {self.max_grade}.",
            )
        return grade

    def __str__(self) -> str:
        """Return the range as the command line writes it, for instance ``0-3``."""
        return f"0-{self.max_grade}"


DEFAULT_SCALE = Scale(
    (
        GradeMeaning(0, "Not relevant", "Noise for this person"),
        GradeMeaning(1, "Related", "On the topic, does not answer"),
        GradeMeaning(2, "Highly relevant", "Answers most of it, or with effort"),
        GradeMeaning(3, "Fully answers", "Nothing else is needed"),
    )
)


def parse_scale(text: str) -> Scale:
    """Read a range such as ``0-3`` into a scale.

    The default meanings serve the default range; other ranges get plain labels that the lead
    can edit.

    Raises
    ------
    BadInputError
        When the text is no range from 0 to 1..9.
    """
    match = re.fullmatch(r"\s*0\s*-\s*(\d+)\s*", text)
    top = int(match.group(1)) if match else 0
    if not 1 <= top <= HIGHEST_GRADE:
        raise BadInputError(
            f"{text!r} is not a scale of grades",
            f"Write a range that starts at 0 and ends between 1 and {HIGHEST_GRADE}, e.g. 0-3.",
        )
    if top == DEFAULT_SCALE.max_grade:
        return DEFAULT_SCALE
    labels = {0: "Not relevant", top: "Fully answers"}
    return Scale(tuple(GradeMeaning(g, labels.get(g, f"Grade {g}")) for g in range(top + 1)))
