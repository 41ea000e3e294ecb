"""Pictures, as the browser asks for them."""

import pytest

from judge_app.api import COOKIE
from judge_app.domain.people import Role
from judge_app.services.tokens import Purpose
from tests.support.dl19 import import_into
from tests.support.documents import picture, zipped
from tests.support.projects import person

PNG = picture(size=(8, 6)) + b"<script>alert(1)</script>"


@pytest.fixture
def fingerprint(api, tmp_path):
    path = tmp_path / "album.zip"
    path.write_bytes(zipped({"a/sea & more.png": PNG, "a/note.txt": "words"}))
    import_into(api.project, path)
    documents = api.project.store.collection.documents(["sea & more"])
    return documents["sea & more"].fingerprint


def ask(api, fingerprint, document="sea & more", headers=None, cookie=None):
    api.client.cookies.clear()
    if cookie is not None:
        api.client.cookies.set(COOKIE, cookie)
    return api.get(f"/images/{fingerprint}", headers or {}, document=document)


def session_of(api, name="Mira", purpose=Purpose.SESSION):
    number = person(api.project, name, Role.ANNOTATOR).person.person_id
    return api.tokens.issue(purpose, number, Role.ANNOTATOR)


def test_a_session_gets_the_bytes_as_the_type_that_they_are(api, fingerprint):
    answer = ask(api, fingerprint, cookie=session_of(api))
    assert answer.status_code == 200
    assert answer.content == PNG
    assert answer.headers["content-type"] == "image/png"


def test_nothing_but_a_picture_can_come_of_the_answer(api, fingerprint):
    headers = ask(api, fingerprint, cookie=session_of(api)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "private, max-age=31536000, immutable"


def test_the_card_token_gets_it_too(api, fingerprint):
    assert ask(api, fingerprint, headers=api.signed_in("Mira")).content == PNG


@pytest.mark.parametrize("cookie", [None, "", "forged"])
def test_others_are_turned_away(api, fingerprint, cookie):
    answer = ask(api, fingerprint, cookie=cookie)
    assert answer.status_code == 401
    assert PNG not in answer.content


def test_a_token_for_another_purpose_is_no_session(api, fingerprint):
    answer = ask(api, fingerprint, cookie=session_of(api, purpose=Purpose.API))
    assert answer.status_code == 401


@pytest.mark.parametrize("document", ["note", "no such", "", "sea"])
def test_what_is_no_picture_is_not_found(api, fingerprint, document):
    answer = ask(api, fingerprint, document, cookie=session_of(api))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"


def test_an_address_of_other_bytes_gives_nothing(api, fingerprint):
    assert ask(api, "0" * 16, cookie=session_of(api)).status_code == 404
