"""States of a project's labels: as they are now, at a position of the log, or released."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from judge_app.domain.errors import BadInputError, ConflictError, NotFoundError
from judge_app.domain.release import NOW, Release, position_in
from judge_app.domain.scale import Scale
from judge_app.services.labelling import Labelled, read_labels
from judge_app.services.project import Project


@dataclass(frozen=True, slots=True)
class State:
    """Which judgments, pool and rule make the labels.

    Attributes
    ----------
    name : str
        As asked for: ``now``, ``@1234``, or a release's name.
    position : int
        Last judgment of the log that counts.
    pool_batch : int
        Last batch of the pool that counts; -1 for none.
    label_rule, gain, scale
        As in `judge_app.domain.release.Release`.
    release : Release or None
        The release that the state is.
    """

    name: str
    position: int
    pool_batch: int
    label_rule: str
    gain: str
    scale: Scale
    release: Release | None = None


def find_state(project: Project, word: str = NOW, labels: str | None = None) -> State:
    """Return the state that a word names.

    Parameters
    ----------
    project : Project
        Where.
    word : str
        ``now``, ``@1234`` for the log up to that judgment, or the name of a release.
    labels : str, optional
        Label rule; the project's own when not given. A release has its own.

    Raises
    ------
    NotFoundError
        When there is no such release or position.
    BadInputError
        When a rule is named beside a release, or a position is no number.
    """
    settings = project.settings
    rule = labels or settings.label_rule
    position = position_in(word)
    if word == NOW:
        end, batch = project.store.judgments.size(), project.store.exports.last_batch()
        return State(NOW, end, batch, rule, settings.gain, settings.scale)
    if position is not None:
        batch = _batch_at(project, position)
        return State(word, position, batch, rule, settings.gain, settings.scale)
    release = find_release(project, word)
    if labels:
        raise BadInputError(
            f"the release {release.name} has its own label rule, {release.label_rule}",
            "Leave --labels away, or name a position of the log: "
            f"@{release.position} --labels {labels}.",
        )
    return State(
        release.name,
        release.position,
        release.pool_batch,
        release.label_rule,
        release.gain,
        release.scale,
        release,
    )


def find_release(project: Project, name: str) -> Release:
    """Return the release of that name.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    release = project.store.releases.named(name)
    if release is None:
        known = ", ".join(one.name for one in project.store.releases.all())
        raise NotFoundError(
            f"there is no release {name!r}",
            f"Known releases: {known or 'none yet'}. There are also {NOW} and @1234 (a position "
            "in the log of judgments).",
        )
    return release


def labels_of(project: Project, state: State) -> Labelled:
    """Return the labels of a state, computed from the log.

    Raises
    ------
    ConflictError
        When a release's labels, or its pool, are no longer what they were.
    BadInputError, NotFoundError
        As `read_labels` does.
    """
    labelled = read_labels(
        project, state.label_rule, up_to=state.position, pool_batch=state.pool_batch
    )
    stamp = replace(labelled.stamp, gain=state.gain, scale=str(state.scale))
    if state.release is not None:
        _require_unchanged(state.release, stamp.label_set, stamp.pool_pairs)
    return Labelled(labelled.frame, stamp)


def pool_of(project: Project, state: State) -> pd.DataFrame:
    """Return ``query_id, doc_id`` of the pairs that were pooled in a state."""
    return project.store.pool.pairs(state.pool_batch)[["query_id", "doc_id"]]


def replaced_since(project: Project, state: State) -> tuple[str, ...]:
    """Return the runs of a release that are gone or come from another file today."""
    if state.release is None:
        return ()
    today = {run.name: run.sha256 for run in project.store.runs.all()}
    return tuple(run.name for run in state.release.runs if today.get(run.name) != run.sha256)


def are_pair_texts_changed(project: Project, state: State) -> bool:
    """Tell whether a topic or document of a release's pairs reads otherwise today."""
    release = state.release
    if release is None:
        return False
    today = project.store.exports.pair_texts(release.position, release.pool_batch)
    return today != release.pair_texts


def are_texts_changed(project: Project, state: State) -> bool:
    """Tell whether any topic or document is new, or reads otherwise, since a release."""
    release = state.release
    return release is not None and project.store.exports.all_texts() != release.all_texts


def _require_unchanged(release: Release, label_set: str, pool_pairs: int) -> None:
    if label_set != release.label_set:
        raise ConflictError(
            f"THE LABELS OF THE RELEASE {release.name} ARE NOT WHAT THEY WERE: the log up to "
            f"judgment {release.position:,} gives {label_set}, the release has "
            f"{release.label_set}",
            "The file was changed by other means than Judgepool. Take it from a backup.",
        )
    if pool_pairs != release.pool_pairs:
        raise ConflictError(
            f"THE POOL OF THE RELEASE {release.name} IS NOT WHAT IT WAS: {pool_pairs:,} pairs, "
            f"the release has {release.pool_pairs:,}",
            "The file was changed by other means than Judgepool. Take it from a backup.",
        )


def _batch_at(project: Project, position: int) -> int:
    """Return the last batch that was pooled when a judgment arrived."""
    size = project.store.judgments.size()
    if position > size:
        raise NotFoundError(
            f"there is no judgment @{position}", f"The log holds {size:,} judgments so far."
        )
    arrived = project.store.exports.received_at(position)
    return -1 if arrived is None else project.store.exports.last_batch(arrived)
