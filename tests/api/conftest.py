"""A small project behind the API's routes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from judge_app.api import Host, api_routes
from judge_app.domain.people import Role
from judge_app.services.project import Project
from judge_app.services.tokens import Purpose, Tokens
from judge_app.services.upload_folder import open_folder
from judge_app.services.upload_shelf import UploadShelf
from tests.support.projects import person, small_project

RUNS = {
    "secret-alpha": {"q1": ["d1", "d2", "d3"], "q2": ["d4", "d5"]},
    "secret-beta": {"q1": ["d3", "d1", "d6"], "q2": ["d5", "d7"]},
}


@dataclass(frozen=True)
class Api:
    project: Project
    tokens: Tokens
    client: TestClient
    uploads: UploadShelf

    def signed_in(self, name: str, role: Role = Role.ANNOTATOR) -> dict[str, str]:
        """Return the headers of somebody's requests."""
        number = person(self.project, name, role).person.person_id
        return {"authorization": f"Bearer {self.tokens.issue(Purpose.API, number, role)}"}

    def post(self, path: str, headers: dict[str, str], **body: object):
        return self.client.post(f"/api/v1{path}", json=body, headers=headers)

    def get(self, path: str, headers: dict[str, str], **words: object):
        return self.client.get(f"/api/v1{path}", params=words, headers=headers)


@contextmanager
def serving(project: Project) -> Iterator[Api]:
    """Put a project behind the routes while the block lasts, and close it."""
    tokens = Tokens("a test's secret")
    with open_folder(project.store.database.path) as folder:
        uploads = UploadShelf(folder, project.clock)
        app = Starlette(routes=api_routes(Host(project, tokens, uploads)))
        with TestClient(app, base_url="http://127.0.0.1") as client:
            yield Api(project, tokens, client, uploads)
    project.close()


@pytest.fixture
def api(tmp_path):
    with serving(small_project(tmp_path / "p.duckdb", RUNS, depth=10)) as made:
        yield made
