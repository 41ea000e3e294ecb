"""How the team stands: each person's work, the models apart, and what remains."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import pandas as pd

from judge_app.domain.model import Verdict
from judge_app.domain.people import Actor, Permission, PersonKind
from judge_app.services.checks import check_results
from judge_app.services.grade_habits import GradeHabits, grade_habits
from judge_app.services.pace import Pace, read_pace
from judge_app.services.project import Project
from judge_app.services.team_hints import Hint, team_hints
from judge_app.services.team_person import Checked, PersonReport, person_report

RECENT = timedelta(days=7)
"""Whoever judged within this time is expected to go on."""


@dataclass(frozen=True, slots=True, eq=False)
class TeamReport:
    """How the team stands at one moment.

    Attributes
    ----------
    at : datetime
        UTC.
    position : int
        Last judgment of the log.
    people, models : tuple of PersonReport
        By name.
    hints : tuple of Hint
        What the lead may want to look at in people's work.
    queries : DataFrame
        ``query_id, query, pairs, unreadable, judged, wanted, given`` in the project's order; see
        `TeamLog.by_query`.
    pace : Pace
        Of the whole team.
    n_recent : int
        People who judged within `RECENT`.
    """

    at: datetime
    position: int
    people: tuple[PersonReport, ...]
    models: tuple[PersonReport, ...]
    hints: tuple[Hint, ...]
    queries: pd.DataFrame
    pace: Pace
    n_recent: int

    @property
    def given(self) -> int:
        """Judgments that the readable pairs wanted and got; decided pairs got all of them."""
        return int(self.queries["given"].sum())

    @property
    def wanted(self) -> int:
        """Judgments wanted of people on all readable pairs."""
        return int(self.queries["wanted"].sum())

    @property
    def minutes_left(self) -> float:
        """One person's minutes for the judgments that are still wanted."""
        return self.pace.minutes(self.wanted - self.given)


def read_team(project: Project, actor: Actor, *, east_minutes: int = 0) -> TeamReport:
    """Return how the team stands.

    Parameters
    ----------
    project, actor
        Where, and who asks.
    east_minutes : int
        By how many minutes the reader's clock is ahead of UTC; days begin at their midnight.

    Raises
    ------
    NotAllowedError
        When the actor may not manage the team.
    """
    actor.require(Permission.MANAGE_TEAM)
    now, position = project.clock(), project.store.judgments.size()
    work = project.store.team_log.work()
    max_grade = project.settings.scale.max_grade
    habits = _habits(work, max_grade)
    checks = _checks(check_results(project))
    today = (now + timedelta(minutes=east_minutes)).date()
    reports = [
        person_report(
            str(name),
            rows,
            habits.get(str(name)),
            checks.get(str(name), {}),
            n_labels=max_grade + 1,
            today=today,
            east_minutes=east_minutes,
        )
        for name, rows in work.groupby("person")
    ]
    people = tuple(one for one in reports if one.kind is PersonKind.HUMAN)
    texts = {query.query_id: query.text for query in project.store.collection.queries()}
    by_query = project.store.team_log.by_query(project.settings.wanted_judgments)
    queries = by_query.drop(columns="most_wanted")
    queries.insert(1, "query", [texts.get(query_id, query_id) for query_id in queries["query_id"]])
    recent_days = {today - timedelta(days=ago) for ago in range(RECENT.days)}
    return TeamReport(
        at=now,
        position=position,
        people=people,
        models=tuple(one for one in reports if one.kind is PersonKind.MODEL),
        hints=team_hints(people, project.settings.scale),
        queries=queries,
        pace=read_pace(project),
        n_recent=sum(not recent_days.isdisjoint(one.by_day) for one in people),
    )


def _habits(work: pd.DataFrame, max_grade: int) -> dict[str, GradeHabits]:
    """Return every person beside the other people, and every model beside all people."""
    is_grade = work["is_current"] & (work["verdict"] == Verdict.GRADED.value)
    graded = work[is_grade].rename(columns={"person": "annotator"})
    is_human = graded["person_kind"] == PersonKind.HUMAN.value
    humans = graded[is_human]
    habits = grade_habits(humans, max_grade)
    for name, rows in graded[~is_human].groupby("annotator"):
        habits[str(name)] = grade_habits(pd.concat([humans, rows]), max_grade)[str(name)]
    return habits


def _checks(results: pd.DataFrame) -> dict[str, dict[str, Checked]]:
    checks: dict[str, dict[str, Checked]] = {}
    for row in results.to_dict(orient="records"):
        mean = row["mean_difference"]
        checks.setdefault(row["person"], {})[row["purpose"]] = Checked(
            int(row["n"]),
            int(row["n_exact"]),
            None if pd.isna(mean) else float(mean),
            int(row["n_far"]),
        )
    return checks
