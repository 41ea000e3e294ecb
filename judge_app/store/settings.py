"""What was decided for the whole project."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judge_app.domain.labels import RuleChange
from judge_app.domain.scale import Scale
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
    show_finished : bool
        Whether annotators see the systems one by one, unnamed, when a query is finished.
    queue_order : str
        In which order pairs are graded; ``pooled`` is that of the pool.
    queue_runs : tuple of str
        Names of the two runs that the order is about, where it is about two.
    label_rule_changes : tuple of RuleChange
        Every change of the label rule, oldest first; a new project has none.
    gold_rate, repeat_rate : float
        Shares of the pairs handed out whose grade is known, and that the person graded before.
    warm_up : bool
        Whether everybody first practises on the warm-up pairs.
    """

    project_id: str
    title: str
    scale: Scale
    gain: str
    label_rule: str
    wanted_judgments: int = 1
    guidelines: str = ""
    show_effect: bool = True
    show_finished: bool = True
    queue_order: str = "pooled"
    queue_runs: tuple[str, ...] = ()
    label_rule_changes: tuple[RuleChange, ...] = ()
    gold_rate: float = 0.0
    repeat_rate: float = 0.0
    warm_up: bool = False

    @property
    def has_hidden_checks(self) -> bool:
        """Whether pairs are handed out that are not what they seem."""
        return self.gold_rate > 0 or self.repeat_rate > 0

    @property
    def tells_effect(self) -> bool:
        """Whether annotators really see what a grade did to the intervals.

        A check changes no score, so that the effect of single grades would give it away.
        """
        return self.show_effect and not self.has_hidden_checks


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
        values["scale"] = Scale.of_records(values["scale"])
        # In older projects one switch was for both.
        values.setdefault("show_finished", values.get("show_effect", True))
        values["label_rule_changes"] = tuple(
            RuleChange(rule, datetime.fromisoformat(moment), by)
            for rule, moment, by in values.get("label_rule_changes", ())
        )
        values["queue_runs"] = tuple(values.get("queue_runs", ()))
        return Settings(**values)

    def write(self, settings: Settings) -> None:
        """Replace the settings."""
        values: dict[str, Any] = {
            name: getattr(settings, name) for name in Settings.__dataclass_fields__
        }
        values["scale"] = settings.scale.as_records()
        values["label_rule_changes"] = [
            (one.rule, one.changed_at.isoformat(), one.changed_by)
            for one in settings.label_rule_changes
        ]
        rows = [(name, json.dumps(value, ensure_ascii=False)) for name, value in values.items()]
        with self._database.transaction() as cursor:
            cursor.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", rows)
        self._known = settings
