"""Hold the people and models of a file against those whom the project knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge_app.domain.errors import Problem
from judge_app.domain.people import PersonKind
from judge_app.importing import Kind
from judge_app.services.import_options import ImportOptions
from judge_app.services.import_report import CheckedFile
from judge_app.services.import_storing import kinds_of
from judge_app.services.project import Project

_WORDS = {PersonKind.HUMAN: "a person", PersonKind.MODEL: "a model"}
_NOUNS = {PersonKind.HUMAN: "person", PersonKind.MODEL: "model"}
_LABELS = (Kind.QRELS, Kind.JUDGMENTS)


def with_people(
    project: Project, files: Sequence[CheckedFile], options: ImportOptions
) -> tuple[CheckedFile, ...]:
    """Add an error for everybody who is a person in a file and a model here, or the reverse.

    What a project knows of a name holds for all judgments under it, so that no import changes it.

    Parameters
    ----------
    project : Project
        Where the files would be stored.
    files : sequence of CheckedFile
        The files of one import, in the order given.
    options : ImportOptions
        Whose judgments they are.
    """
    told = list(files)
    known = {person.name: person.kind for person in project.store.people.all()}
    # As they are stored: qrels before lists of judgments.
    for place in sorted(range(len(told)), key=lambda at: told[at].parsed.kind is Kind.JUDGMENTS):
        file = told[place]
        if file.parsed.kind not in _LABELS or not file.parsed.ok:
            continue
        clashes = []
        for name, kind in kinds_of(file.parsed, options):
            if known.setdefault(name, kind) is not kind:
                clashes.append((name, kind))
        told[place] = _with_clashes(file, clashes, options)
    return tuple(told)


def _with_clashes(
    file: CheckedFile, clashes: Sequence[tuple[str, PersonKind]], options: ImportOptions
) -> CheckedFile:
    if not clashes:
        return file
    problems = tuple(
        Problem(
            file.parsed.source, None, f"{name} is {_WORDS[_other(kind)]} here, not {_WORDS[kind]}"
        )
        for name, kind in clashes
    )
    remedies = dict.fromkeys(_remedy(file, kind, options) for _, kind in clashes)
    return replace(
        file,
        problems=(*file.problems, *problems),
        n_problems=file.n_problems + len(problems),
        remedies=(*file.remedies, *remedies),
    )


def _other(kind: PersonKind) -> PersonKind:
    return PersonKind.MODEL if kind is PersonKind.HUMAN else PersonKind.HUMAN


def _remedy(file: CheckedFile, kind: PersonKind, options: ImportOptions) -> str:
    frame = file.parsed.frame
    where = " in the file" if "annotator" in frame else ""
    rename = f"Give the {_NOUNS[kind]} another name{where}"
    if "annotator_kind" in frame:
        return f"{rename}."
    if kind is PersonKind.MODEL:
        return f"{rename}, or drop --model."
    if not where and options.annotator is None:
        return "Say whose labels they are with --annotator or --model."
    return f"{rename}, or say --model if the model is meant."
