"""Scores of the project's runs, for the command line, the API and the screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge_app.domain.errors import BadInputError
from judge_app.domain.people import Actor, Permission
from judge_app.domain.release import NOW
from judge_app.services.conventions import DEFAULT_MEASURES, parse_topics
from judge_app.services.labelling import Labelled, Stamp
from judge_app.services.pooling import choose_runs
from judge_app.services.project import Project
from judge_app.services.states import State, find_state, labels_of, pool_of, replaced_since
from metrics import Evaluation, Gain, Measure, MetricsError, evaluate, parse_measures


@dataclass(frozen=True, slots=True)
class ProjectEvaluation:
    """Scores and what they were computed from.

    Attributes
    ----------
    evaluation : Evaluation
        The scores.
    stamp : Stamp
        What they were computed from.
    state : State
        Now, or the release that was asked for.
    replaced_runs : tuple of str
        Runs of that release which come from another file today; so do their scores.
    """

    evaluation: Evaluation
    stamp: Stamp
    state: State
    replaced_runs: tuple[str, ...]


def evaluate_project(
    project: Project,
    actor: Actor,
    *,
    measures: str | Sequence[str] = DEFAULT_MEASURES,
    runs: Sequence[str] | None = None,
    labels: str | None = None,
    topics: str = "relevant",
    release: str | None = None,
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
    release : str, optional
        A state as `find_state` takes it: its labels, gain and pool instead of those of now.

    Raises
    ------
    NotAllowedError, NotFoundError, BadInputError
        When the actor may not read scores, a run or release is unknown, or a value cannot be
        used.
    ConflictError
        When a release's labels are no longer what they were.
    """
    actor.require(Permission.READ_SCORES)
    state = find_state(project, release or NOW, labels)
    labelled = labels_of(project, state)
    return evaluate_state(project, state, labelled, measures=measures, runs=runs, topics=topics)


def evaluate_state(
    project: Project,
    state: State,
    labelled: Labelled,
    *,
    measures: str | Sequence[str] = DEFAULT_MEASURES,
    runs: Sequence[str] | None = None,
    topics: str = "relevant",
) -> ProjectEvaluation:
    """Score today's runs with the labels, gain and pool of a state; see `evaluate_project`."""
    chosen = choose_runs(project, runs)
    try:
        parsed = parse_measures(measures, Gain(state.gain))
        depth = None if any(m.needs_whole_ranking for m in parsed) else _deepest(parsed)
        evaluation = evaluate(
            project.store.runs.top(depth, tuple(run.run_id for run in chosen)),
            labelled.frame,
            pool=pool_of(project, state),
            measures=parsed,
            max_grade=state.scale.max_grade,
            topics=parse_topics(topics),
            runs=[run.name for run in chosen],
            retrieved=project.store.runs.retrieved(),
        )
    except MetricsError as error:
        raise BadInputError(error.message, error.hint) from error
    replaced = set(replaced_since(project, state)) & {run.name for run in chosen}
    return ProjectEvaluation(evaluation, labelled.stamp, state, tuple(sorted(replaced)))


def _deepest(measures: Sequence[Measure]) -> int:
    return max(measure.cutoff or 1 for measure in measures)
