"""Make releases, and list them."""

from __future__ import annotations

from typing import Any

from judge_app.domain.errors import ConflictError
from judge_app.domain.people import Actor, Permission
from judge_app.domain.release import (
    Release,
    ReleasedRun,
    clean_release_name,
    clean_release_note,
)
from judge_app.services.project import Project
from judge_app.services.states import find_state, labels_of


def make_release(
    project: Project, actor: Actor, name: str, *, labels: str | None = None, note: str = ""
) -> Release:
    """Give the labels as they are now a name; they keep it for good.

    See `judge_app.domain.release.Release` for what a release fixes and what it only verifies.

    Parameters
    ----------
    project, actor
        Where, and who.
    name : str
        Letters, digits, ``.``, ``_`` and ``-``; free in the project.
    labels : str, optional
        Label rule; the project's own when not given.
    note : str
        Why it is made.

    Raises
    ------
    NotAllowedError
        When the actor is no lead.
    BadInputError, NotFoundError
        When the name, the note or the rule cannot be used.
    ConflictError
        When the name is taken.
    """
    actor.require(Permission.RELEASE)
    name, note = clean_release_name(name), clean_release_note(note)
    # One transaction: nothing may be judged or pooled between looking and storing.
    with project.store.database.transaction():
        _require_free(project, name)
        state = find_state(project, labels=labels)
        stamp = labels_of(project, state).stamp
        release = Release(
            name=name,
            position=state.position,
            label_rule=stamp.labels,
            gain=state.gain,
            scale=state.scale,
            label_set=stamp.label_set,
            n_judgments=stamp.n_judgments,
            n_labels=stamp.n_labels,
            pool_batch=state.pool_batch,
            pool_pairs=stamp.pool_pairs,
            pair_texts=project.store.exports.pair_texts(state.position, state.pool_batch),
            all_texts=project.store.exports.all_texts(),
            runs=tuple(ReleasedRun(run.name, run.sha256) for run in project.store.runs.all()),
            note=note,
            created_at=project.clock(),
            created_by=actor.person.name,
        )
        project.store.releases.add(release)
    return release


def list_releases(project: Project, actor: Actor) -> tuple[Release, ...]:
    """Return every release, oldest first.

    Raises
    ------
    NotAllowedError
        When the actor may not read scores.
    """
    actor.require(Permission.READ_SCORES)
    return project.store.releases.all()


def release_json(release: Release) -> dict[str, Any]:
    """Return a release as the command line and the API print it."""
    return {
        "name": release.name,
        "position": release.position,
        "labels": release.label_rule,
        "gain": release.gain,
        "scale": str(release.scale),
        "label_set": release.label_set,
        "n_judgments": release.n_judgments,
        "n_labels": release.n_labels,
        "pool_batch": release.pool_batch,
        "pool_pairs": release.pool_pairs,
        "pair_texts": release.pair_texts,
        "all_texts": release.all_texts,
        "runs": [{"name": run.name, "sha256": run.sha256} for run in release.runs],
        "note": release.note,
        "created_at": release.created_at.isoformat(timespec="seconds"),
        "created_by": release.created_by,
    }


def _require_free(project: Project, name: str) -> None:
    taken = {release.name.casefold(): release for release in project.store.releases.all()}
    known = taken.get(name.casefold())
    if known is not None:
        raise ConflictError(
            f"there is a release {known.name!r} already, of "
            f"{known.created_at.isoformat(timespec='minutes')}",
            "Releases never change. Choose another name.",
        )
