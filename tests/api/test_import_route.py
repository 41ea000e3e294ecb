"""Imports over the API: they leave the server free, and end when nobody waits for them."""

import socket
import time
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest

from judge_app.api.project import import_answer
from judge_app.domain.people import Role
from tests.support.projects import small_project
from tests.support.server import running_server

SECONDS = 60
RUNS = {"a": {"q1": ["d1", "d2"]}}


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "p.duckdb"
    small_project(path, RUNS, depth=10).close()
    return path


def post(api, files, headers, **words):
    parts = [("files", (name, content)) for name, content in files.items()]
    return api.client.post("/api/v1/imports", files=parts, data=words, headers=headers)


def test_every_word_of_the_command_line_is_understood(api):
    lead = api.signed_in("Lea", Role.LEAD)
    latin = "q1 0 caf\xe9 4\nq1 0 th\xe9 2\n".encode("latin-1")
    told = post(api, {"l.qrels": latin}, lead, encoding="latin-1", map_grades="2=1,4=3").json()
    (file,) = told["files"]
    assert (told["stored"], file["encoding"]) == (True, "iso8859-1")
    assert file["grades"] == {"1": 1, "3": 1}
    assert file["unknown_documents"]["first"] == ["café", "thé"]

    doubtful = {"d.qrels": "".join(f"q1 0 e{n} {n % 3 + 1}\n" for n in range(30))}
    refusal = post(api, doubtful, lead)
    assert (refusal.status_code, "--accept-warnings" in refusal.text) == (400, True)
    assert post(api, doubtful, lead, accept_warnings="1").json()["files"][0]["new"] == 30

    corpus = {"corpus.jsonl": '{"_id": "d1", "text": "t"}\n{"_id": "zz", "text": "t"}\n'}
    told = post(api, corpus, lead, only_retrieved="1", depth="2", replace="1").json()
    assert told["files"][0]["rows"] == 1
    assert told["missing_documents"]["n"] > 0


def test_an_empty_map_of_grades_is_refused_as_on_the_command_line(api):
    lead = api.signed_in("Lea", Role.LEAD)
    refusal = post(api, {"l.qrels": "q1 0 d1 2\n"}, lead, map_grades="")
    assert refusal.status_code == 400
    assert "does not say which grade becomes which" in refusal.text


def test_others_are_answered_while_a_file_is_read(api, monkeypatch):
    """The import waits for an answer that the server gives to somebody else meanwhile."""
    lead = api.signed_in("Lea", Role.LEAD)
    reading, answered = Event(), Event()

    def slow(*values, **named):
        reading.set()
        assert answered.wait(SECONDS)
        return import_answer(*values, **named)

    monkeypatch.setattr("judge_app.api.project.import_answer", slow)
    got = []
    sending = Thread(
        target=lambda: got.append(post(api, {"n.run": "q1 Q0 d1 1 1.0 n\n"}, lead).json())
    )
    sending.start()
    assert reading.wait(SECONDS)
    assert api.get("/health", {}).json()["ok"]
    answered.set()
    sending.join(SECONDS)
    assert got[0]["stored"]


def test_an_import_whose_sender_has_left_stores_nothing(project, tmp_path):
    body = _multipart(
        "".join(f"q{q} Q0 d{n} 1 {n}.5 big\n" for q in range(400) for n in range(1000))
    )
    with running_server(project) as server:
        place = urlsplit(server.address)
        with socket.create_connection((place.hostname, place.port)) as sender:
            head = (
                f"POST /api/v1/imports HTTP/1.1\r\nHost: {place.netloc}\r\n"
                f"Authorization: Bearer {server.found.token}\r\n"
                "Content-Type: multipart/form-data; boundary=cut\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            sender.sendall(head.encode() + body)
        with server.client() as client:
            # Another import can only be stored once the first has let go of the file.
            late = client.post("/imports", files=[("files", ("late.run", "q1 Q0 d1 1 1.0 late\n"))])
            assert late.json()["stored"]
            deadline = time.monotonic() + 5
            while time.monotonic() < deadline:
                names = [run["name"] for run in client.get("/status").json()["runs"]]
                assert names == ["a", "late"]
                time.sleep(0.5)


def _multipart(content: str) -> bytes:
    head = '--cut\r\nContent-Disposition: form-data; name="files"; filename="big.run"\r\n\r\n'
    return f"{head}{content}\r\n--cut--\r\n".encode()
