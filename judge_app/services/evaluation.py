"""Scores of the project's runs, for the command line, the API and the screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.services.conventions import DEFAULT_MEASURES, parse_topics
from judge_app.services.labelling import Stamp, read_labels
from judge_app.services.pooling import choose_runs
from judge_app.services.project import Project
from metrics import Evaluation, Gain, Measure, MetricsError, evaluate, parse_measures


@dataclass(frozen=True, slots=True)
class ProjectEvaluation:
    """Scores and what they were computed from."""

    evaluation: Evaluation
    stamp: Stamp


def evaluate_project(
    project: Project,
    actor: Actor,
    *,
    measures: str | Sequence[str] = DEFAULT_MEASURES,
    runs: Sequence[str] | None = None,
    labels: str | None = None,
    topics: str = "relevant",
) -> ProjectEvaluation:
    """Score runs with the project's labels, gain and pool.

    Parameters
    ----------
    project, actor
        Where, and who.
    measures : str or sequence of str
        Names in ir_measures' grammar; a bare ``nDCG@10`` takes the project's gain.
    runs : sequence of str, optional
        Names; all runs when not given.
    labels : str, optional
        Label rule; the project's own when not given.
    topics : {'relevant', 'all'}
        Whether labelled topics with nothing relevant are left out or count 0.

    Raises
    ------
    NotAllowedError, NotFoundError, BadInputError
        When the actor may not read scores, a run is unknown, or a value cannot be used.
    """
    actor.require(Permission.READ_SCORES)
    settings = project.settings
    chosen = choose_runs(project, runs)
    labelled = read_labels(project, labels)
    try:
        parsed = parse_measures(measures, Gain(settings.gain))
        depth = None if any(m.needs_whole_ranking for m in parsed) else _deepest(parsed)
        evaluation = evaluate(
            project.store.runs.top(depth, tuple(run.run_id for run in chosen)),
            labelled.frame,
            pool=project.store.pool.pairs()[["query_id", "doc_id"]],
            measures=parsed,
            max_grade=settings.scale.max_grade,
            topics=parse_topics(topics),
            runs=[run.name for run in chosen],
            retrieved=project.store.runs.retrieved(),
        )
    except MetricsError as error:
        raise BadInputError(error.message, error.hint) from error
    return ProjectEvaluation(evaluation, labelled.stamp)


def _deepest(measures: Sequence[Measure]) -> int:
    return max(measure.cutoff or 1 for measure in measures)
