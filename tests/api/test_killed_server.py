"""A server that is killed loses no grade that it has acknowledged, and doubles none."""

import random
import threading
import time
from collections import Counter
from uuid import uuid4

import httpx

from judge_app.domain.people import Role
from judge_app.services.project import open_project
from judge_app.services.tokens import Purpose, load_tokens
from tests.support.projects import person, small_project
from tests.support.server import running_server, start_server

N_CLIENTS = 4


def test_acknowledged_grades_survive_sigkill_and_resent_ones_are_stored_once(tmp_path):
    path = tmp_path / "p.duckdb"
    runs = {"a": {f"q{q}": [f"d{d}" for d in range(40)] for q in range(20)}}
    project = small_project(path, runs, depth=40)
    tokens = load_tokens(path)
    people = [person(project, f"person {n}").person.person_id for n in range(N_CLIENTS)]
    project.close()
    keys = [tokens.issue(Purpose.API, number, Role.ANNOTATOR) for number in people]
    pairs = [(query, doc) for query, docs in runs["a"].items() for doc in docs]

    server = start_server(path)
    acknowledged: list[str] = []
    unanswered: list[tuple[int, dict]] = []

    def grade(number: int) -> None:
        drawn = random.Random(number)
        with server.client(keys[number]) as client:
            while True:
                query_id, doc_id = drawn.choice(pairs)
                item = {
                    "client_key": str(uuid4()),
                    "query_id": query_id,
                    "doc_id": doc_id,
                    "verdict": "graded",
                    "grade": drawn.randrange(4),
                }
                try:
                    answer = client.post("/grading/judgments", json={"items": [item]})
                    answer.raise_for_status()
                except httpx.TransportError:
                    unanswered.append((number, item))
                    return
                acknowledged.append(item["client_key"])

    threads = [threading.Thread(target=grade, args=(number,)) for number in range(N_CLIENTS)]
    for thread in threads:
        thread.start()
    while len(acknowledged) < 60:
        time.sleep(0.01)
    server.kill()
    for thread in threads:
        thread.join()
    assert len(unanswered) == N_CLIENTS

    with running_server(path) as again:
        for number, item in unanswered:
            with again.client(keys[number]) as client:
                results = [
                    client.post("/grading/judgments", json={"items": [item]}).json()["results"][0]
                    for _ in range(2)
                ]
            assert results[0]["status"] in {"saved", "duplicate"}
            assert results[1]["status"] == "duplicate"
    opened = open_project(path)
    stored = Counter(j.client_key for j in opened.store.judgments.since(0))
    opened.close()
    assert set(stored.values()) == {1}
    assert set(stored) == {*acknowledged, *(item["client_key"] for _, item in unanswered)}
