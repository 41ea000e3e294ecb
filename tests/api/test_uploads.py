"""Files sent ahead of their import: to the disk and away again, for their owner only."""

import io
import json
import socket
import time
import zipfile
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from judge_app.domain.errors import ConflictError, NotFoundError
from judge_app.domain.people import Role
from judge_app.services import upload_folder
from judge_app.services.upload_folder import NoRoomError, UploadFolder, open_folder
from judge_app.services.upload_receiver import Receiver
from judge_app.services.upload_shelf import KEPT, UploadShelf
from tests.support.clock import HandClock
from tests.support.projects import person, small_project
from tests.support.server import running_server

MINUTE = timedelta(minutes=1)
RUN = b"q1 Q0 d1 1 2.0 sent\n"
BEIR = {
    "nf/corpus.jsonl": '{"_id": "b1", "title": "", "text": "one"}\n',
    "nf/queries.jsonl": '{"_id": "n1", "text": "what is one"}\n',
    "nf/qrels/test.tsv": "query-id\tcorpus-id\tscore\nn1\tb1\t2\n",
}


@pytest.fixture
def lead(api):
    return api.signed_in("Lea", Role.LEAD)


@pytest.fixture
def folder(api):
    return api.uploads.folder.path


def announce(api, headers, name="a.run", size=None):
    return api.post("/uploads", headers, name=name, size=len(RUN) if size is None else size)


def put(api, headers, upload_id, content=RUN):
    return api.client.put(f"/api/v1/uploads/{upload_id}", content=content, headers=headers)


def delete(api, headers, upload_id):
    return api.client.delete(f"/api/v1/uploads/{upload_id}", headers=headers)


def actor(api, headers):
    return api.tokens.actor(api.project, "api", headers["authorization"].split()[1])


def test_what_was_sent_lies_on_the_disk_until_it_is_removed(api, lead, folder):
    announced = announce(api, lead)
    assert announced.status_code == 201
    told = announced.json()
    sent = put(api, lead, told["id"], RUN)
    assert sent.json() == told == {"id": told["id"], "name": "a.run", "size": len(RUN)}
    (file,) = api.uploads.find(actor(api, lead), [told["id"]])
    assert (file.path.read_bytes(), file.name) == (RUN, "a.run")

    assert delete(api, lead, told["id"]).status_code == 200
    assert delete(api, lead, told["id"]).status_code == 200
    assert not list(folder.iterdir())
    assert not api.uploads.find(actor(api, lead), [told["id"]])


def test_a_name_is_a_label_and_no_path(api, lead, folder):
    for name in ("../../outside.run", "/etc/passwd", "C:\\run", "\0.run"):
        told = announce(api, lead, name).json()
        assert put(api, lead, told["id"]).status_code == 200
        (file,) = api.uploads.find(actor(api, lead), [told["id"]])
        assert (file.name, file.path.parent) == (name, folder)


def test_who_may_import_nothing_may_send_nothing(api, folder):
    assert announce(api, {}).status_code == 401
    refusal = announce(api, api.signed_in("Ann"))
    assert refusal.status_code == 403
    assert "annotator" in refusal.json()["error"]["message"]
    assert announce(api, api.signed_in("Eva", Role.EVALUATOR)).status_code == 201
    assert not list(folder.iterdir())


def test_nobody_reaches_the_file_of_somebody_else(api, lead):
    upload_id = announce(api, lead).json()["id"]
    other = api.signed_in("Eva", Role.EVALUATOR)
    assert put(api, other, upload_id).status_code == 404
    assert put(api, lead, upload_id).status_code == 200
    assert not api.uploads.find(actor(api, other), [upload_id])
    delete(api, other, upload_id)
    assert api.uploads.find(actor(api, lead), [upload_id])


@pytest.mark.parametrize(
    "body",
    [{"size": 1}, {"name": "a"}, {"name": "", "size": 1}, {"name": "a", "size": -1},
     {"name": "a" * 256, "size": 1}, {"name": "a", "size": "1"}, {"name": 1, "size": 1}],
)  # fmt: skip
def test_what_is_no_file_is_refused(api, lead, body):
    assert api.post("/uploads", lead, **body).status_code == 400


@pytest.mark.parametrize("content", [RUN[:-1], RUN + b"\n", b""])
def test_more_or_less_than_announced_is_not_kept(api, lead, folder, content):
    upload_id = announce(api, lead).json()["id"]
    refusal = put(api, lead, upload_id, content)
    assert refusal.status_code == 400
    assert "a.run" in refusal.json()["error"]["message"]
    assert not list(folder.iterdir())
    assert put(api, lead, upload_id).status_code == 404


def test_a_file_is_sent_once(api, lead):
    upload_id = announce(api, lead).json()["id"]
    assert put(api, lead, upload_id).status_code == 200
    assert put(api, lead, upload_id).status_code == 409


def test_an_empty_file_can_be_sent(api, lead):
    upload_id = announce(api, lead, size=0).json()["id"]
    assert put(api, lead, upload_id, b"").status_code == 200


def test_a_disk_that_is_too_full_is_said_before_and_while_a_file_is_sent(tmp_path):
    project = small_project(tmp_path / "p.duckdb", {"a": {"q1": ["d1"]}})
    lea = person(project, "Lea", Role.LEAD)
    free = [upload_folder.SPARE_BYTES + 3_000_000_000]
    shelf = UploadShelf(UploadFolder(tmp_path, lambda _: free[0]), project.clock)
    before = set(tmp_path.iterdir())
    with pytest.raises(NoRoomError, match=r"big\.run: 4\.0 GB are to come.*room for 3\.0 GB"):
        shelf.announce(lea, "big.run", 4_000_000_000)

    receiver = Receiver(shelf, lea, shelf.announce(lea, "big.run", 2_000_000_000).upload_id)
    receiver.write(b"x" * 1000)
    free[0] = upload_folder.SPARE_BYTES
    with pytest.raises(NoRoomError, match=r"room for 0\.0 MB"):
        receiver.write(b"x" * 1000)
    receiver.close()
    assert set(tmp_path.iterdir()) == before
    project.close()


def test_a_file_that_is_removed_while_it_is_sent_leaves_nothing(api, lead, folder):
    lea = actor(api, lead)
    file = api.uploads.announce(lea, "a.run", 10)
    receiver = Receiver(api.uploads, lea, file.upload_id)
    receiver.write(b"12345")
    with pytest.raises(ConflictError):
        Receiver(api.uploads, lea, file.upload_id)
    delete(api, lead, file.upload_id)
    with pytest.raises(NotFoundError):
        receiver.write(b"67890")
    receiver.close()
    assert not list(folder.iterdir())


def test_a_file_that_is_read_is_removed_when_it_is_not_read_any_more(api, lead):
    upload_id = announce(api, lead).json()["id"]
    put(api, lead, upload_id)
    lea = actor(api, lead)
    (file,) = api.uploads.find(lea, [upload_id])
    with api.uploads.held(lea, [file]):
        delete(api, lead, upload_id)
        assert file.path.read_bytes() == RUN
    assert not file.path.exists()
    with pytest.raises(NotFoundError), api.uploads.held(lea, [file]):
        pass


def test_what_nobody_used_for_a_day_goes(tmp_path):
    clock = HandClock()
    project = small_project(tmp_path / "p.duckdb", {"a": {"q1": ["d1"]}}, clock=clock)
    lea = person(project, "Lea", Role.LEAD)
    with open_folder(tmp_path / "p.duckdb") as folder:
        shelf = UploadShelf(folder, clock)
        old, used = (shelf.announce(lea, name, 0) for name in ("old.run", "used.run"))
        for file in (old, used):
            receiver = Receiver(shelf, lea, file.upload_id)
            receiver.finish()
            receiver.close()
        old.spare.mkdir()
        clock.now += KEPT - MINUTE
        shelf.find(lea, [used.upload_id])
        clock.now += 2 * MINUTE
        shelf.remove_old()
        assert [path.name for path in folder.path.iterdir()] == [used.upload_id]
    project.close()


def test_what_a_killed_server_left_is_removed_by_the_next_and_nothing_else(tmp_path):
    database = tmp_path / "p.duckdb"
    with open_folder(database) as folder:
        (folder.path / ("0" * 32)).write_text("left")
        (folder.path / f"{'0' * 32}.files").mkdir()
        (folder.path / "notes.txt").write_text("somebody's own")
    assert [path.name for path in folder.path.iterdir()] == ["notes.txt"]
    (folder.path / ("1" * 32)).write_text("left")
    with open_folder(database):
        assert [path.name for path in folder.path.iterdir()] == ["notes.txt"]
    (folder.path / "notes.txt").unlink()
    with open_folder(database):
        pass
    assert not folder.path.exists()


def test_a_connection_that_breaks_off_leaves_nothing(tmp_path):
    project = tmp_path / "p.duckdb"
    small_project(project, {"a": {"q1": ["d1"]}}).close()
    rest = tmp_path / "p.duckdb.uploads"
    with running_server(project) as server, server.client() as client:
        upload_id = client.post("/uploads", json={"name": "a.run", "size": 50_000_000}).json()["id"]
        place = urlsplit(server.address)
        with socket.create_connection((place.hostname, place.port)) as sender:
            head = (
                f"PUT /api/v1/uploads/{upload_id} HTTP/1.1\r\nHost: {place.netloc}\r\n"
                f"Authorization: Bearer {server.found.token}\r\nContent-Length: 50000000\r\n\r\n"
            )
            sender.sendall(head.encode() + b"x" * 10_000_000)
            assert until(lambda: [path.name for path in rest.iterdir()] == [upload_id])
        assert until(lambda: not list(rest.iterdir()))
        assert client.put(f"/uploads/{upload_id}", content=b"x").status_code == 404


def until(is_so, seconds=20):
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def zipped(files):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def test_a_zip_in_beirs_layout_is_imported_as_its_files(api, lead):
    told = api.client.post(
        "/api/v1/imports", files=[("files", ("nf.zip", zipped(BEIR)))], headers=lead
    ).json()
    assert [(file["name"], file["kind"], file["new"]) for file in told["files"]] == [
        ("nf.zip/nf/corpus.jsonl", "documents", 1),
        ("nf.zip/nf/queries.jsonl", "topics", 1),
        ("nf.zip/nf/qrels/test.tsv", "qrels", 1),
    ]


def test_a_damaged_zip_in_beirs_layout_is_refused_by_name(api, lead):
    body = zipped({**BEIR, "nf/../../corpus.jsonl": json.dumps({"_id": "x", "text": "y"})})
    broken = bytearray(zipped(BEIR))
    broken[45:60] = b"\0" * 15
    for content in (bytes(broken), body):
        refusal = api.client.post(
            "/api/v1/imports", files=[("files", ("nf.zip", content))], headers=lead
        )
        assert refusal.status_code == 400
        assert "nf.zip" in refusal.json()["error"]["message"]
