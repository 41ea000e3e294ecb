"""Roles are enforced behind the routes, not by hiding pages."""

import pytest

from judge_app.domain.people import Role
from judge_app.services.tokens import Purpose, Tokens

ANNOTATOR, LEAD, EVALUATOR = Role.ANNOTATOR, Role.LEAD, Role.EVALUATOR
RUN = b"q1 Q0 d9 1 2.5 new\nq1 Q0 d1 2 1.5 new\n"
DECISION = {"client_key": "k1", "query_id": "q1", "doc_id": "d1", "grade": 2}
TOPICS = b'{"_id": "q9", "text": "what is q9"}\n'

# what, path, how it is sent, and who may
ROUTES = [
    ("get", "/status", {}, {ANNOTATOR, LEAD, EVALUATOR}),
    ("get", "/evaluation", {}, {LEAD, EVALUATOR}),
    ("get", "/export", {}, {LEAD, EVALUATOR}),
    ("get", "/releases", {}, {LEAD, EVALUATOR}),
    ("get", "/difference?before=@0", {}, {LEAD, EVALUATOR}),
    ("post", "/releases", {"json": {"name": "v1"}}, {LEAD}),
    ("get", "/agreement", {}, {LEAD, EVALUATOR}),
    ("get", "/label-rule?labels=max", {}, {LEAD, EVALUATOR}),
    ("post", "/label-rule", {"json": {"labels": "max"}}, {LEAD}),
    ("post", "/pool", {"json": {"depth": 2}}, {LEAD}),
    ("get", "/pool/order", {}, {LEAD}),
    ("post", "/pool/order", {"json": {"order": "dcg"}}, {LEAD}),
    ("post", "/coverage", {"files": {"files": ("new.run", RUN)}}, {LEAD, EVALUATOR}),
    ("post", "/imports", {"files": {"files": ("new.run", RUN)}}, {LEAD, EVALUATOR}),
    ("post", "/imports", {"files": {"files": ("topics.jsonl", TOPICS)}}, {LEAD}),
    ("post", "/grading/next", {"json": {}}, {ANNOTATOR, LEAD}),
    ("post", "/grading/judgments", {"json": {"items": []}}, {ANNOTATOR, LEAD}),
    ("post", "/grading/pair", {"json": {"query_id": "q1", "doc_id": "d1"}}, {ANNOTATOR, LEAD}),
    ("post", "/grading/release", {"json": {"pairs": []}}, {ANNOTATOR, LEAD}),
    ("get", "/grading/mine", {}, {ANNOTATOR, LEAD}),
    ("get", "/team", {}, {LEAD}),
    ("get", "/disagreements", {}, {LEAD}),
    ("post", "/adjudications", {"json": DECISION}, {LEAD}),
]


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize(("method", "path", "sent", "allowed"), ROUTES)
def test_each_route_opens_for_its_roles_only(api, role, method, path, sent, allowed):
    headers = api.signed_in("Kim", role)
    answer = api.client.request(method, f"/api/v1{path}", headers=headers, **sent)
    if role in allowed:
        assert answer.status_code == 200, answer.text
    else:
        assert answer.status_code == 403
        assert "may not" in answer.json()["error"]["message"]


def test_every_route_but_the_health_check_and_signing_in_needs_a_token(api):
    open_paths = set()
    for mount in api.client.app.routes:
        for route in mount.routes:
            for method in route.methods - {"HEAD"}:
                answer = api.client.request(method, f"/api/v1{route.path}")
                if answer.status_code != 401:
                    open_paths.add((method, route.path))
    assert open_paths == {("GET", "/health"), ("POST", "/session"), ("DELETE", "/session")}


@pytest.mark.parametrize(
    "token",
    [
        "",
        "nonsense",
        Tokens("another secret").issue(Purpose.API, 0, LEAD),
        Tokens("a test's secret").issue(Purpose.SESSION, 0, LEAD),
        Tokens("a test's secret").issue(Purpose.API, 77, LEAD),
    ],
)
def test_forged_tokens_open_nothing(api, token):
    api.signed_in("Lea", LEAD)
    answer = api.get("/status", {"authorization": f"Bearer {token}"})
    assert answer.status_code == 401


def test_a_token_does_not_outlive_the_persons_role(api):
    headers = api.signed_in("Kim", ANNOTATOR)
    forged = api.tokens.issue(Purpose.API, 0, LEAD)
    assert api.get("/status", headers).status_code == 200
    assert api.get("/status", {"authorization": f"Bearer {forged}"}).status_code == 401


def test_signing_in_sets_a_cookie_that_scripts_cannot_read(api):
    answer = api.client.post("/api/v1/session", json={"name": "  Mira ", "role": "annotator"})
    assert answer.json() == {"person": "Mira", "role": "annotator"}
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


@pytest.mark.parametrize(
    "body", [{"name": "", "role": "lead"}, {"name": "Mira", "role": "king"}, {"role": "lead"}]
)
def test_signing_in_needs_a_name_and_a_known_role(api, body):
    assert api.client.post("/api/v1/session", json=body).status_code == 400


def test_another_site_cannot_sign_anybody_in(api):
    answer = api.client.post(
        "/api/v1/session",
        json={"name": "Mira", "role": "lead"},
        headers={"origin": "http://evil.example"},
    )
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_the_cookie_alone_opens_no_route(api):
    api.client.post("/api/v1/session", json={"name": "Mira", "role": "lead"})
    assert api.client.get("/api/v1/status").status_code == 401
