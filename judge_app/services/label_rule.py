"""The rule by which the judgments of a pair become its label, and who changed it when."""

from __future__ import annotations

from dataclasses import replace

from judge_app.domain.errors import BadInputError
from judge_app.domain.labels import RuleChange, parse_label_rule
from judge_app.domain.people import Actor, Permission
from judge_app.services.labelling import require_known
from judge_app.services.project import Project


def change_label_rule(project: Project, actor: Actor, rule: str) -> RuleChange:
    """Take another label rule for the project, and note who did it when.

    Every score from then on is of other labels, and its stamp says so. Judgments stay what they
    are, so that the change can be taken back; releases keep the rule that they were made with.

    Parameters
    ----------
    project, actor
        Where, and who.
    rule : str
        As `parse_label_rule` reads it.

    Raises
    ------
    NotAllowedError
        When the actor is no lead.
    BadInputError, NotFoundError
        When there is no such rule, it names somebody unknown, or the project has it already.
    """
    actor.require(Permission.CHANGE_SETTINGS)
    parsed = parse_label_rule(rule)
    require_known(project, parsed)
    settings = project.settings
    if str(parsed) == settings.label_rule:
        raise BadInputError(f"the labels are made by {parsed} already", "Choose another rule.")
    change = RuleChange(str(parsed), project.clock(), actor.person.name)
    project.store.settings.write(
        replace(
            settings,
            label_rule=change.rule,
            label_rule_changes=(*settings.label_rule_changes, change),
        )
    )
    project.board.reload()
    return change
