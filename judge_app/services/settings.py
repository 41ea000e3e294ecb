"""Change what may change: words, and how much is wanted; never the grades or the gain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.domain.scale import GradeMeaning, Scale
from judge_app.services.project import Project
from judge_app.store import Settings

MOST_WANTED = 10
_LONGEST_TITLE, _LONGEST_LABEL, _LONGEST_GUIDELINES = 120, 40, 20_000
_LONGEST_DESCRIPTION, _LONGEST_EXAMPLE = 160, 400


@dataclass(frozen=True, slots=True)
class SettingChange:
    """The settings as they shall be.

    Attributes
    ----------
    title : str
        Shown on every screen.
    guidelines : str
        What annotators can read while they grade; may be empty.
    labels, descriptions, examples : sequence of str
        One for each grade, lowest first; descriptions and examples may be empty.
    show_effect : bool
        Whether annotators see what a grade did to the intervals.
    show_finished : bool
        Whether annotators see the systems one by one, unnamed, when a query is finished.
    wanted_judgments : int
        Judgments wanted per pair, by different people.
    """

    title: str
    guidelines: str
    labels: Sequence[str]
    descriptions: Sequence[str]
    examples: Sequence[str]
    show_effect: bool
    show_finished: bool
    wanted_judgments: int


def change_settings(project: Project, actor: Actor, change: SettingChange) -> None:
    """Store changed settings.

    Raises
    ------
    NotAllowedError
        When the actor is no lead.
    BadInputError
        When a text is missing or too long, two grades share a label, or the number of judgments
        wanted is out of range.
    """
    actor.require(Permission.CHANGE_SETTINGS)
    project.store.settings.write(changed_settings(project.settings, change))


def changed_settings(settings: Settings, change: SettingChange) -> Settings:
    """Return settings after a change.

    Raises
    ------
    BadInputError
        As `change_settings` does.
    """
    if not 1 <= change.wanted_judgments <= MOST_WANTED:
        raise BadInputError(
            f"{change.wanted_judgments} judgments per pair cannot be asked for",
            f"Use a number from 1 to {MOST_WANTED}.",
        )
    return replace(
        settings,
        title=_text(change.title, "the title", _LONGEST_TITLE),
        guidelines=_text(change.guidelines, "the guidelines", _LONGEST_GUIDELINES, least=0),
        scale=_relabelled(settings.scale, change),
        show_effect=change.show_effect,
        show_finished=change.show_finished,
        wanted_judgments=change.wanted_judgments,
    )


def _relabelled(scale: Scale, change: SettingChange) -> Scale:
    grades = [meaning.grade for meaning in scale.meanings]
    told = (change.labels, change.descriptions, change.examples)
    if any(len(texts) != len(grades) for texts in told):
        raise BadInputError(
            f"the scale has {len(grades)} grades",
            "Give each of them one label, description and example.",
        )
    meanings = tuple(
        GradeMeaning(
            grade,
            _text(label, f"the label of grade {grade}", _LONGEST_LABEL),
            _text(description, f"the description of grade {grade}", _LONGEST_DESCRIPTION, least=0),
            _text(example, f"the example of grade {grade}", _LONGEST_EXAMPLE, least=0),
        )
        for grade, label, description, example in zip(grades, *told, strict=True)
    )
    labels = [meaning.label for meaning in meanings]
    if len(set(labels)) < len(labels):
        raise BadInputError("two grades have the same label", "Give every grade its own.")
    return Scale(meanings)


def _text(text: str, what: str, longest: int, *, least: int = 1) -> str:
    stripped = text.strip()
    if not least <= len(stripped) <= longest:
        raise BadInputError(
            f"{what} {'is missing' if not stripped else 'is too long'}",
            f"Use at most {longest:,} characters.",
        )
    return stripped
