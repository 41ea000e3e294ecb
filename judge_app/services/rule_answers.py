"""What is said about label rules, as plain data; see `judge_app.services.answers`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pandas as pd

from judge_app.domain.people import Actor
from judge_app.services.label_rule import change_label_rule
from judge_app.services.project import Project
from judge_app.services.release_answers import difference_json
from judge_app.services.rule_effect import OrderChange, RuleEffect, effect_of_rule

Answer = dict[str, Any]


def effect_answer(project: Project, actor: Actor, rule: str) -> Answer:
    """Say what another label rule would change; raises as `effect_of_rule` does.

    Returns
    -------
    dict
        What `difference_answer` says of the two rules; ``moves`` (numbers of labels by grade
        ``before`` and ``after``); ``rank_changes`` and ``order_changes``, each also as a sentence
        (``said``); ``decided_by``, the measure of the latter.
    """
    return effect_json(effect_of_rule(project, actor, rule))


def effect_json(effect: RuleEffect) -> Answer:
    """Return the effect of a rule as JSON has it."""
    return {
        **difference_json(effect.difference),
        "moves": [
            {name: None if pd.isna(value) else int(value) for name, value in row.items()}
            for row in effect.moves.to_dict(orient="records")
        ],
        "rank_changes": [{**asdict(one), "said": str(one)} for one in effect.rank_changes],
        "decided_by": effect.decided_by,
        "order_changes": [_order_change(one) for one in effect.order_changes],
    }


def change_answer(project: Project, actor: Actor, rule: str) -> Answer:
    """Take another label rule; raises as `change_label_rule` does.

    Returns
    -------
    dict
        ``before``, ``labels`` (the new rule), ``changed_at`` and ``changed_by``.
    """
    before = project.settings.label_rule
    change = change_label_rule(project, actor, rule)
    return {
        "before": before,
        "labels": change.rule,
        "changed_at": change.changed_at.isoformat(timespec="seconds"),
        "changed_by": change.changed_by,
    }


def _order_change(change: OrderChange) -> Answer:
    return {**asdict(change), "said": str(change)}
