"""Who works on a project, and what each role may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from judge_app.domain.errors import BadInputError, NotAllowedError


class Role(StrEnum):
    """What a person is here for."""

    ANNOTATOR = "annotator"
    LEAD = "lead"
    EVALUATOR = "evaluator"


class PersonKind(StrEnum):
    """Whether grades come from a human or from a model."""

    HUMAN = "human"
    MODEL = "model"


class Permission(StrEnum):
    """One thing that somebody may do; the values complete the sentence "you may not …"."""

    GRADE = "grade documents"
    IMPORT_RUNS = "import runs"
    IMPORT_COLLECTION = "import topics, documents or judgments"
    BUILD_POOL = "build the pool"
    QUEUE_PAIRS = "queue pairs for judging"
    READ_SCORES = "read scores and coverage"
    EXPORT = "export"
    RELEASE = "make releases"
    CHANGE_SETTINGS = "change the project's settings"
    READ_AGREEMENT = "read how far annotators agree"
    ADJUDICATE = "settle disagreements"
    MANAGE_TEAM = "manage the team"


_EVALUATOR = frozenset(
    {
        Permission.IMPORT_RUNS,
        Permission.QUEUE_PAIRS,
        Permission.READ_SCORES,
        Permission.EXPORT,
        Permission.READ_AGREEMENT,
    }
)

PERMISSIONS: dict[Role, frozenset[Permission]] = {
    Role.ANNOTATOR: frozenset({Permission.GRADE}),
    Role.EVALUATOR: _EVALUATOR,
    Role.LEAD: frozenset(Permission),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, or a model, whose judgments a project holds.

    Attributes
    ----------
    person_id : int
        Number inside the project.
    name : str
        Unique name, as chosen.
    kind : PersonKind
        Human or model.
    roles : frozenset of Role
        Every role the person has taken; empty for people known only from imported labels.
    """

    person_id: int
    name: str
    kind: PersonKind = PersonKind.HUMAN
    roles: frozenset[Role] = frozenset()

    @property
    def is_known(self) -> bool:
        """Whether the project knows the person; nobody can grade as the command line."""
        return self.person_id >= 0


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind one request, in the roles they act in now."""

    person: Person
    roles: frozenset[Role]

    def may(self, permission: Permission) -> bool:
        """Tell whether any of the roles grants a permission."""
        if permission is Permission.GRADE and not self.person.is_known:
            return False
        return any(permission in PERMISSIONS[role] for role in self.roles)

    def require(self, permission: Permission) -> None:
        """Refuse a request that the roles do not cover.

        Raises
        ------
        NotAllowedError
            When no role of the actor grants the permission.
        """
        if not self.may(permission):
            named = self.roles if self.person.is_known else {f"the {self.person.name}"}
            who = ", ".join(sorted(named)) or "nobody in particular"
            allowed = " or ".join(sorted(r for r in Role if permission in PERMISSIONS[r]))
            raise NotAllowedError(
                f"as {who} you may not {permission.value}", f"Sign in as {allowed} to do this."
            )


def parse_role(text: str) -> Role:
    """Return the role of that name.

    Raises
    ------
    BadInputError
        When there is no such role.
    """
    try:
        return Role(text.strip().lower())
    except ValueError:
        known = ", ".join(Role)
        raise BadInputError(f"there is no role {text!r}", f"Choose one of: {known}.") from None


def clean_name(text: str) -> str:
    """Return a person's name without surrounding blanks.

    Raises
    ------
    BadInputError
        When it is empty, longer than 80 characters, or holds control characters.
    """
    name = " ".join(text.split())
    if not name or len(name) > 80 or not name.isprintable():  # noqa: PLR2004 - said in the message
        raise BadInputError(
            "this cannot be a person's name",
            "Use between 1 and 80 printable characters.",
        )
    return name
