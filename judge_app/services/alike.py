"""A new project that is set up like the one that an export came from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge_app.domain.errors import BadInputError
from judge_app.domain.labels import parse_label_rule
from judge_app.services.checks import with_check_rates
from judge_app.services.order import AS_POOLED, ORDERS, SETTLE
from judge_app.services.project import Clock, Project, create_with, first_settings, wall_clock
from judge_app.services.settings import SettingChange, changed_settings
from judge_app.store import Settings

_ASK = "Give the .meta.json that judgepool export writes beside a file."


def create_project_like(
    path: Path, facts: Path, *, title: str = "", clock: Clock = wall_clock
) -> Project:
    """Make a new project with the scale, gain and settings of another one, and open it.

    Parameters
    ----------
    path : Path
        Must not exist.
    facts : Path
        The facts beside any export of the other project.
    title : str
        Shown on every screen; that of the other project when empty.
    clock : callable
        Returns the moment in UTC.

    Raises
    ------
    BadInputError, ConflictError, StoreError
        When the facts are none, the file exists, or it cannot be written.
    """
    return create_with(_settings(_read(facts), facts.name, title or path.stem, title), path, clock)


def _read(path: Path) -> Mapping[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}", _ASK) from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{path} is not JSON: {error}", _ASK) from None
    if not isinstance(told, dict) or not {"export", "gain", "scale"} <= told.keys():
        raise BadInputError(f"{path} holds no facts about an export", _ASK)
    return told


def _settings(facts: Mapping[str, Any], name: str, fallback: str, title: str) -> Settings:
    """Return the settings that facts tell; those before Judgepool told more have scale and gain."""
    told = facts.get("settings", {})
    try:
        scale = list(facts["scale"])
        grades = [meaning["grade"] for meaning in scale]
        if grades != list(range(len(grades))):
            raise BadInputError(f"{name}: the grades {grades} are not 0, 1, 2, …", _ASK)
        first = first_settings(fallback, f"0-{len(grades) - 1}", str(facts["gain"]))
        change = _change(scale, told, first, title)
        rule = str(parse_label_rule(str(told.get("label_rule", first.label_rule))))
        rates = [float(told.get(name, 0)) for name in ("gold_rate", "repeat_rate")]
        warm_up = bool(told.get("warm_up", False))
        order = str(told.get("queue_order", AS_POOLED))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInputError(
            f"{name} is not as Judgepool writes it: {type(error).__name__} {error}", _ASK
        ) from None
    settings = with_check_rates(changed_settings(first, change), *rates, warm_up=warm_up)
    # What is about two runs has to wait for them.
    is_possible = order in ORDERS and order != SETTLE
    return replace(settings, label_rule=rule, queue_order=order if is_possible else AS_POOLED)


def _change(
    scale: Sequence[Mapping[str, Any]], told: Mapping[str, Any], first: Settings, title: str
) -> SettingChange:
    """Return what facts tell of the settings that a screen could change too."""
    show_effect = bool(told.get("show_effect", first.show_effect))
    return SettingChange(
        title=title or str(told.get("title", first.title)),
        guidelines=str(told.get("guidelines", "")),
        labels=[str(meaning["label"]) for meaning in scale],
        descriptions=[str(meaning["description"]) for meaning in scale],
        examples=[str(meaning.get("example", "")) for meaning in scale],
        show_effect=show_effect,
        show_finished=bool(told.get("show_finished", show_effect)),
        wanted_judgments=int(told.get("wanted_judgments", first.wanted_judgments)),
    )
