"""What the commands about releases say, as plain data; see `judge_app.services.answers`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from judge_app.domain.people import Actor
from judge_app.services.project import Project
from judge_app.services.releases import list_releases, make_release, release_json
from judge_app.services.state_difference import (
    COMPARED_MEASURES,
    MeasureEffect,
    Side,
    StateDifference,
    compare_states,
)

Answer = dict[str, Any]


def make_release_answer(
    project: Project, actor: Actor, name: str, *, labels: str | None = None, note: str = ""
) -> Answer:
    """Make a release and return it; raises as `make_release` does."""
    return release_json(make_release(project, actor, name, labels=labels, note=note))


def releases_answer(project: Project, actor: Actor) -> Answer:
    """Return ``releases``, oldest first; raises as `list_releases` does."""
    return {"releases": [release_json(one) for one in list_releases(project, actor)]}


def difference_answer(
    project: Project,
    actor: Actor,
    before: str,
    after: str,
    *,
    measures: str | Sequence[str] = COMPARED_MEASURES,
) -> Answer:
    """Compare two states; raises as `compare_states` does.

    Returns
    -------
    dict
        ``before`` and ``after`` (each ``state, position, stamp``), ``added, changed, removed``
        (numbers of pairs), ``pairs``, ``measures`` (each with the scores of every run under both,
        ``tau`` and ``tau_ap``), ``replaced_runs``, ``changed_texts`` (names of releases).
    """
    return difference_json(compare_states(project, actor, before, after, measures=measures))


def difference_json(difference: StateDifference) -> Answer:
    """Return two states side by side as JSON has them."""
    return {
        "before": _side(difference.before),
        "after": _side(difference.after),
        **{change: difference.count(change) for change in ("added", "changed", "removed")},
        "pairs": [_plain(row) for row in difference.pairs.to_dict(orient="records")],
        "measures": [_effect(effect) for effect in difference.effects],
        "replaced_runs": list(difference.replaced_runs),
        "changed_texts": list(difference.changed_texts),
    }


def _side(side: Side) -> Answer:
    return {
        "state": side.state.name,
        "position": side.state.position,
        "stamp": side.stamp.as_json(),
    }


def _plain(row: dict[Any, Any]) -> Answer:
    grades = {name: row[name] if isinstance(row[name], int) else None for name in _GRADES}
    return {**{str(name): value for name, value in row.items()}, **grades}


_GRADES = ("before", "after")


def _effect(effect: MeasureEffect) -> Answer:
    return {
        "before": effect.before,
        "after": effect.after,
        "tau": effect.tau,
        "tau_ap": effect.tau_ap,
        "runs": [
            {
                "run": one.run,
                "before": asdict(one.before),
                "after": asdict(one.after),
                "rank_before": one.rank_before,
                "rank_after": one.rank_after,
            }
            for one in effect.runs
        ],
    }
