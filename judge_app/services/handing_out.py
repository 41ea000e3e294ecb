"""Put the next pairs on a person's desk: practice, or pairs that want labels with checks among."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge_app.domain.model import Judgment, JudgmentKind, PairKey, Verdict
from judge_app.domain.people import Actor
from judge_app.services.cards import Card, cards_of
from judge_app.services.mixing import due_checks, lots_of, mixed, practice
from judge_app.services.progress import handed_to, n_judged
from judge_app.services.project import Project
from judge_app.services.queue import Work, claim_pairs
from judge_app.store import HandedCheck


@dataclass(frozen=True, slots=True)
class HandedOut:
    """What was put on a person's desk.

    Attributes
    ----------
    pairs : tuple of (query_id, doc_id)
        The further pairs, in the order to judge them.
    cards : tuple of Card
        The same with everything that is shown.
    checks : tuple of HandedCheck
        All checks that were laid before the person so far, these among them.
    remaining, held_by_others : int
        As in `Work`; checks are not counted.
    """

    pairs: tuple[PairKey, ...]
    cards: tuple[Card, ...]
    checks: tuple[HandedCheck, ...]
    remaining: int
    held_by_others: int


def hand_out(project: Project, actor: Actor, holding: Sequence[PairKey], count: int) -> HandedOut:
    """Renew what a person holds and hand out up to ``count`` further pairs.

    Parameters
    ----------
    project, actor
        Where, and who.
    holding : sequence of (query_id, doc_id)
        Pairs that the person's card still holds, none twice.
    count : int
        How many more are wanted.
    """
    handed = handed_to(project, actor)
    to_practise = practice(project, actor, handed)
    if to_practise:
        work = claim_pairs(project, actor, holding, 0)
        order = [pair for pair in to_practise if pair not in holding][:count]
        checks = dict.fromkeys(order, JudgmentKind.TRAINING)
    else:
        work, checks = _work_with_checks(project, actor, handed, holding, count)
        order = mixed(work.pairs, list(checks), lots_of(project, actor, list(checks)))
    if checks:
        handed = _keep(project, actor, handed, checks)
    cards = _cards(project, actor, order, work, checks)
    return HandedOut(tuple(order), cards, handed, work.remaining, work.held_by_others)


def _work_with_checks(
    project: Project,
    actor: Actor,
    handed: Sequence[HandedCheck],
    holding: Sequence[PairKey],
    count: int,
) -> tuple[Work, dict[PairKey, JudgmentKind]]:
    """Claim pairs, and choose checks to mix in; without pairs that want labels there are none."""
    if not count or not project.settings.has_hidden_checks:
        return claim_pairs(project, actor, holding, count), {}
    first = n_judged(project, actor, handed) + len(holding)
    due = due_checks(project, actor, handed, holding, range(first, first + count))
    n_checks = min(due.n_due, count)
    work = claim_pairs(project, actor, holding, count - n_checks)
    has_other_work = work.pairs or (n_checks == count and work.remaining)
    if not has_other_work:
        return work, {}
    checks = due.choose(frozenset(query_id for query_id, _ in work.pairs))
    return work, dict(list(checks.items())[:n_checks])


def _keep(
    project: Project,
    actor: Actor,
    handed: Sequence[HandedCheck],
    checks: Mapping[PairKey, JudgmentKind],
) -> tuple[HandedCheck, ...]:
    """Keep what is handed out, unless it was before; return all that was handed to the person."""
    known = {(check.query_id, check.doc_id, check.purpose) for check in handed}
    new = [(*pair, purpose) for pair, purpose in checks.items() if (*pair, purpose) not in known]
    if new:
        project.store.checks.hand_out(actor.person.person_id, new, project.clock())
    return (*handed, *(HandedCheck(*one, is_answered=False) for one in new))


def _cards(
    project: Project,
    actor: Actor,
    order: Sequence[PairKey],
    work: Work,
    checks: Mapping[PairKey, JudgmentKind],
) -> tuple[Card, ...]:
    """Return pairs as cards; of a check only what was said in answer to it is told."""
    said: dict[PairKey, Judgment] = {}
    for kind in set(checks.values()):
        pairs = [pair for pair, purpose in checks.items() if purpose is kind]
        found = project.store.judgments.latest_of_pairs(actor.person.person_id, pairs, kind)
        said |= {pair: found[pair] for pair in pairs if pair in found}
    cards = []
    for card in cards_of(project, actor, order):
        pair = card.query_id, card.doc_id
        if pair not in checks:
            cards.append(replace(card, later=pair in work.later))
            continue
        mine = said.get(pair)
        is_later = mine is not None and mine.verdict is Verdict.SKIPPED
        is_practice = checks[pair] is JudgmentKind.TRAINING
        cards.append(replace(card, later=is_later, mine=mine, practice=is_practice))
    return tuple(cards)
