"""What was decided for the whole project."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from judge_app.domain.scale import GradeMeaning, Scale
from judge_app.store.database import Database


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that was decided for the whole project.

    Attributes
    ----------
    project_id : str
        Random, made once; keeps browsers from mixing up two projects on one address.
    title : str
        Shown on every screen.
    scale : Scale
        Grades and their meanings.
    gain : str
        ``exponential`` or ``linear``; chosen at the start and never switched silently.
    label_rule : str
        How several judgments become one label.
    wanted_judgments : int
        Judgments wanted per pair.
    guidelines : str
        What annotators can read while they grade.
    show_effect : bool
        Whether annotators see what a grade did to the intervals.
    """

    project_id: str
    title: str
    scale: Scale
    gain: str
    label_rule: str
    wanted_judgments: int = 1
    guidelines: str = ""
    show_effect: bool = True


class SettingTable:
    """Reads and writes the project's settings."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: Settings | None = None

    def read(self) -> Settings | None:
        """Return the settings; None for a file in which no project was made yet."""
        if self._known is None:
            self._known = self._read()
        return self._known

    def _read(self) -> Settings | None:
        rows = self._database.cursor().execute("SELECT name, value FROM setting").fetchall()
        if not rows:
            return None
        values: dict[str, Any] = {name: json.loads(value) for name, value in rows}
        values["scale"] = Scale(tuple(GradeMeaning(**item) for item in values["scale"]))
        return Settings(**values)

    def write(self, settings: Settings) -> None:
        """Replace the settings."""
        values: dict[str, Any] = {
            name: getattr(settings, name) for name in Settings.__dataclass_fields__
        }
        values["scale"] = [
            {"grade": m.grade, "label": m.label, "description": m.description}
            for m in settings.scale.meanings
        ]
        rows = [(name, json.dumps(value, ensure_ascii=False)) for name, value in values.items()]
        with self._database.transaction() as cursor:
            cursor.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", rows)
        self._known = settings
