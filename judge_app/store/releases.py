"""Releases, and the secret that pseudonyms are made with."""

from __future__ import annotations

import json
from typing import Any

from judge_app.domain.release import Release, ReleasedRun
from judge_app.domain.scale import Scale
from judge_app.store.database import Database, first_row
from judge_app.store.times import from_stored, to_stored

_COLUMNS = (
    "name, log_position, label_rule, gain, scale, label_set, n_judgments, n_labels, pool_batch, "
    "pool_pairs, pair_texts, all_texts, note, created_at, created_by"
)


class ReleaseTables:
    """Adds releases and reads them; nothing changes or removes one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[Release, ...]:
        """Return every release, oldest first."""
        rows = self._database.cursor().execute(
            f"SELECT {_COLUMNS} FROM release ORDER BY created_at, name"  # noqa: S608 - a constant
        )
        return tuple(self._release(*row) for row in rows.fetchall())

    def named(self, name: str) -> Release | None:
        """Return the release of that name."""
        row = first_row(
            self._database.cursor().execute(
                f"SELECT {_COLUMNS} FROM release WHERE name = ?",  # noqa: S608 - a constant
                [name],
            )
        )
        return None if row is None else self._release(*row)

    def add(self, release: Release) -> None:
        """Store a release whose name is free."""
        with self._database.transaction() as cursor:
            cursor.execute(
                f"INSERT INTO release ({_COLUMNS}) "  # noqa: S608 - a constant of this module
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    release.name,
                    release.position,
                    release.label_rule,
                    release.gain,
                    json.dumps(release.scale.as_records(), ensure_ascii=False),
                    release.label_set,
                    release.n_judgments,
                    release.n_labels,
                    release.pool_batch,
                    release.pool_pairs,
                    release.pair_texts,
                    release.all_texts,
                    release.note,
                    to_stored(release.created_at),
                    release.created_by,
                ],
            )
            for place, run in enumerate(release.runs):
                cursor.execute(
                    "INSERT INTO release_run VALUES (?, ?, ?, ?)",
                    [release.name, place, run.name, run.sha256],
                )

    def secret(self, name: str, fresh: str) -> str:
        """Return the secret of that name; the first time it is ``fresh``, from then on the same."""
        with self._database.transaction() as cursor:
            row = first_row(cursor.execute("SELECT value FROM secret WHERE name = ?", [name]))
            if row is not None:
                return str(row[0])
            cursor.execute("INSERT INTO secret VALUES (?, ?)", [name, fresh])
        return fresh

    def _release(self, name: str, *rest: Any) -> Release:  # noqa: ANN401 - a row of the table
        position, rule, gain, scale, label_set, n_judgments, n_labels, batch, pairs = rest[:9]
        pair_texts, all_texts, note, created_at, created_by = rest[9:]
        return Release(
            name=name,
            position=position,
            label_rule=rule,
            gain=gain,
            scale=Scale.of_records(json.loads(scale)),
            label_set=label_set,
            n_judgments=n_judgments,
            n_labels=n_labels,
            pool_batch=batch,
            pool_pairs=pairs,
            pair_texts=pair_texts,
            all_texts=all_texts,
            runs=self._runs(name),
            note=note,
            created_at=from_stored(created_at),
            created_by=created_by,
        )

    def _runs(self, name: str) -> tuple[ReleasedRun, ...]:
        rows = self._database.cursor().execute(
            "SELECT run_name, sha256 FROM release_run WHERE release_name = ? ORDER BY position",
            [name],
        )
        return tuple(ReleasedRun(*row) for row in rows.fetchall())
