"""A project in which people are checked, and somebody who grades what comes."""

from dataclasses import replace

from judge_app.services.grading import next_cards, submit
from tests.support.projects import judgment

RUNS = {
    "a": {f"q{q}": [f"d{q}-{n:02}" for n in range(30)] for q in range(6)},
    "deep": {"q0": [f"d0-{n:02}" for n in range(30)] + ["g1", "g2", "g3", "w1", "w2"]},
}


def checked_project(new_project, clock):
    made = new_project(RUNS, depth=30, clock=clock)
    # Lots are drawn by it.
    made.store.settings.write(replace(made.settings, project_id="a project"))
    return made


def kinds(project):
    return [one.kind for one in project.store.judgments.since(0)]


def take(project, actor, count=8):
    return next_cards(project, actor, [], count)[0]


def work(project, actor, clock, n, *, grade=1, size=8):
    """Grade so many pairs as they come; return them with the key of each judgment."""
    done, desk = [], []
    while len(done) < n:
        if not desk:
            desk = list(take(project, actor, size))
            assert desk
        card = desk.pop(0)
        new = judgment(card.query_id, card.doc_id, grade, seen=card.mine and card.mine.client_key)
        assert submit(project, actor, [new]).outcomes[0].status == "saved"
        clock.advance(seconds=40)
        done.append((card, new.client_key))
    return done
