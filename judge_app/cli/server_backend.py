"""A project behind a running server, spoken to over its REST API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpx

from judge_app.cli.backend import (
    Answer,
    ExportedFile,
    ExportWords,
    ImportWords,
    PoolWords,
    Progress,
)
from judge_app.cli.input_files import InputFile
from judge_app.cli.sending import SentFile
from judge_app.cli.server_errors import error_of, no_answer, not_judgepool
from judge_app.cli.stopping import StoppedError
from judge_app.services.exporting.facts_header import unpacked_facts

_CONNECT_SECONDS = 5
_HEALTH_SECONDS = 10
_EXPORT_NAMES = {"what": "as", "format_name": "format"}
_FORM_NAMES = {"kind": "as", "format_name": "format", "run_name": "name"}


class ServerBackend:
    """A project that a server holds.

    Parameters
    ----------
    address : str
        The server's, for instance ``http://127.0.0.1:8501``.
    token : str
        Says for whom the command line speaks.
    """

    def __init__(self, address: str, token: str) -> None:
        self._address = address.rstrip("/")
        self._client = httpx.Client(
            base_url=f"{self._address}/api/v1",
            headers={"authorization": f"Bearer {token}"},
            # An import takes as long as it takes; only a connection has to come soon.
            timeout=httpx.Timeout(None, connect=_CONNECT_SECONDS),
            # A proxy cannot reach this machine's own addresses.
            trust_env=not _is_loopback(address),
        )

    def status(self) -> Answer:
        """Return how the project stands."""
        return self._answer("GET", "/status")

    def import_files(
        self,
        files: Sequence[InputFile],
        words: ImportWords,
        *,
        dry_run: bool,
        progress: Progress | None,
    ) -> Answer:
        """Send files to be checked and stored; progress is that of sending them."""
        said = {_FORM_NAMES.get(name, name): value for name, value in asdict(words).items()}
        try:
            return self._send("/imports", files, {**said, "dry_run": dry_run}, progress)
        except KeyboardInterrupt as stopped:
            raise StoppedError(
                "The server stops too and stores nothing, unless it was just done"
            ) from stopped

    def pool(self, words: PoolWords) -> Answer:
        """Build the pool."""
        return self._answer("POST", "/pool", json=_said(**asdict(words)))

    def set_order(self, *, order: str, runs: Sequence[str] | None) -> Answer:
        """Change the order of the queue."""
        return self._answer("POST", "/pool/order", json=_said(order=order, runs=runs))

    def evaluation(
        self,
        *,
        measures: Sequence[str] | None,
        runs: Sequence[str] | None,
        labels: str | None,
        topics: str | None,
        release: str | None,
        per_query: bool,
    ) -> Answer:
        """Return scores."""
        words = _said(
            measures=measures,
            runs=runs,
            labels=labels,
            topics=topics,
            release=release,
            per_query=per_query,
        )
        return self._answer("GET", "/evaluation", params=words)

    def coverage(
        self, files: Sequence[InputFile], *, depth: int | None, queue: bool, encoding: str | None
    ) -> Answer:
        """Return what of the files, or of the project's runs, is judged."""
        words = {"as": "run", "depth": depth, "queue": queue, "encoding": encoding}
        return self._send("/coverage", files, words, None)

    def export(self, words: ExportWords) -> ExportedFile:
        """Return an export."""
        said = {_EXPORT_NAMES.get(name, name): value for name, value in asdict(words).items()}
        response = self._request("GET", "/export", params=_said(**said))
        facts = response.headers.get("judgepool-facts")
        if facts is None:
            raise not_judgepool(self._address)
        try:
            return ExportedFile(response.content, unpacked_facts(facts))
        except ValueError as error:
            raise not_judgepool(self._address) from error

    def make_release(self, name: str, *, labels: str | None, note: str) -> Answer:
        """Make a release."""
        words = {"name": name, "labels": labels, "note": note}
        return self._answer("POST", "/releases", json=words)

    def releases(self) -> Answer:
        """Return all releases."""
        return self._answer("GET", "/releases")

    def difference(self, before: str, after: str, *, measures: Sequence[str] | None) -> Answer:
        """Return two states side by side."""
        words = _said(before=before, after=after, measures=measures)
        return self._answer("GET", "/difference", params=words)

    def agreement(self) -> Answer:
        """Return how far annotators agree."""
        return self._answer("GET", "/agreement")

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _send(
        self,
        route: str,
        files: Sequence[InputFile],
        words: Mapping[str, Any],
        progress: Progress | None,
    ) -> Answer:
        fields = {name: str(value) for name, value in _said(**words).items()}
        with ExitStack() as opened:
            parts = [
                ("files", (file.name, opened.enter_context(SentFile(file, progress))))
                for file in files
            ]
            return self._answer("POST", route, data=fields, files=parts)

    def _answer(self, method: str, route: str, **content: Any) -> Answer:  # noqa: ANN401 - httpx's
        try:
            answer: Answer = self._request(method, route, **content).json()
        except ValueError as error:
            raise not_judgepool(self._address) from error
        return answer

    def _request(self, method: str, route: str, **content: Any) -> httpx.Response:  # noqa: ANN401
        try:
            response = self._client.request(method, route, **content)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise no_answer(self._address, error) from error
        if response.is_error:
            raise error_of(response, self._address)
        return response


def serving_process(address: str) -> int | None:
    """Return the process behind an address; None when no Judgepool server answers there."""
    try:
        response = httpx.get(
            f"{address}/api/v1/health", timeout=_HEALTH_SECONDS, trust_env=not _is_loopback(address)
        )
        return int(response.json()["pid"])
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
        return None


def _said(**values: Any) -> dict[str, Any]:  # noqa: ANN401 - the words of any route
    return {name: value for name, value in values.items() if value is not None}


def _is_loopback(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
