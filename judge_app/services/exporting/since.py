"""What an export of a release holds that is of now: texts and runs, which no release keeps."""

from __future__ import annotations

from typing import Any

from judge_app.domain.release import Release
from judge_app.services.exporting.catalog import RUN
from judge_app.services.exporting.frames import Wanted
from judge_app.services.pooling import choose_runs
from judge_app.services.states import are_pair_texts_changed, are_texts_changed, replaced_since

_TEXTS = "This export has the texts of now; its labels are exactly those of the release."
_RUNS = "This export has the rankings of now; grades are exactly those of the release."


def release_facts(what: str, format_name: str, wanted: Wanted) -> dict[str, Any] | None:
    """Return which release is exported, and what of the export is not of that release.

    Parameters
    ----------
    what, format_name : str
        The export.
    wanted : Wanted
        Of which state.

    Returns
    -------
    dict or None
        None for a state that is no release. ``warnings`` are sentences, to be said loudly: there
        are some where the export holds texts or runs that have changed since. Labels and pool are
        exact, or `judge_app.services.states.labels_of` has refused.
    """
    release = wanted.state.release
    if release is None:
        return None
    warnings = []
    if format_name == "beir":
        warnings += _changed_texts(release, wanted)
    if what == RUN:
        warnings += _changed_runs(release, wanted)
    return {
        "name": release.name,
        "position": release.position,
        "created_at": release.created_at.isoformat(timespec="seconds"),
        "replaced_runs": list(replaced_since(wanted.project, wanted.state)),
        "warnings": warnings,
    }


def _changed_texts(release: Release, wanted: Wanted) -> list[str]:
    if not are_texts_changed(wanted.project, wanted.state):
        return []
    if are_pair_texts_changed(wanted.project, wanted.state):
        which, how = "NOT", "topics or documents of its pairs have changed since"
    else:
        which = "NOT ALL"
        how = "those of its pairs are the same, other topics or documents have changed or are new"
    return [f"THE TEXTS ARE {which} THOSE OF THE RELEASE {release.name}: {how}. {_TEXTS}"]


def _changed_runs(release: Release, wanted: Wanted) -> list[str]:
    released = {run.name: run.sha256 for run in release.runs}
    chosen = choose_runs(wanted.project, None if wanted.run is None else [wanted.run])
    today = {run.name: run.sha256 for run in chosen}
    changes = [
        f"{name} comes from another file" if name in released else f"{name} is new"
        for name, sha256 in today.items()
        if released.get(name) != sha256
    ]
    if wanted.run is None:
        changes += [f"{name} is gone" for name in released if name not in today]
    if not changes:
        return []
    return [f"THE RUNS ARE NOT THOSE OF THE RELEASE {release.name}: {', '.join(changes)}. {_RUNS}"]
