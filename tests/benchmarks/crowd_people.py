"""People who grade over HTTP as their browsers would: claim ahead, look, grade, send.

Run by `tests.benchmarks.crowd`. Tokens come on the first line of standard input; everybody goes on
until it ends. What was sent and answered goes to standard output as JSON.
"""

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from uuid import UUID

import httpx

from judge_app.domain.queue import BATCH

LOW = 8
LOOK_SECONDS = (2.0, 4.0)


@dataclass
class Ledger:
    """What all people together did."""

    sent: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    grade_seconds: list[float] = field(default_factory=list)
    fill_seconds: list[float] = field(default_factory=list)


class Grader:
    """One person: a desk of claimed pairs, and a pace of their own."""

    def __init__(self, client: httpx.AsyncClient, token: str, number: int, ledger: Ledger) -> None:
        self._client = client
        self._headers = {"authorization": f"Bearer {token}"}
        self._drawn = random.Random(number)
        self._ledger = ledger
        self._desk: list[dict] = []

    async def work(self, end: asyncio.Event) -> None:
        """Grade until the end, starting at a moment of one's own."""
        await asyncio.sleep(self._drawn.uniform(0, LOOK_SECONDS[1]))
        while not end.is_set():
            if len(self._desk) <= LOW:
                await self._fill()
            await asyncio.sleep(self._drawn.uniform(*LOOK_SECONDS))
            if self._desk:
                await self._grade(self._desk.pop(0))

    async def _fill(self) -> None:
        holding = [[pair["query_id"], pair["doc_id"]] for pair in self._desk]
        wanted = {"count": BATCH - len(holding), "holding": holding}
        answer = await self._post("/next", wanted, self._ledger.fill_seconds)
        self._desk += answer["pairs"]

    async def _grade(self, pair: dict) -> None:
        key = str(UUID(int=self._drawn.getrandbits(128), version=4))
        item = {
            "client_key": key,
            "query_id": pair["query_id"],
            "doc_id": pair["doc_id"],
            "verdict": "graded",
            "grade": self._drawn.randrange(4),
        }
        self._ledger.sent.append(key)
        answer = await self._post("/judgments", {"items": [item]}, self._ledger.grade_seconds)
        self._ledger.saved += [
            one["client_key"] for one in answer["results"] if one["status"] == "saved"
        ]

    async def _post(self, path: str, body: dict, seconds: list[float]) -> dict:
        start = time.perf_counter()
        answer = await self._client.post(f"/api/v1/grading{path}", json=body, headers=self._headers)
        seconds.append(time.perf_counter() - start)
        return answer.raise_for_status().json()


async def grade_together(address: str, seed: int, tokens: list[str]) -> Ledger:
    """Let one person work for each token until standard input ends."""
    ledger, end = Ledger(), asyncio.Event()
    limits = httpx.Limits(max_connections=len(tokens))
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
        first = seed * len(tokens)
        people = [Grader(client, token, n, ledger) for n, token in enumerate(tokens, first)]
        async with asyncio.TaskGroup() as group:
            for one in people:
                group.create_task(one.work(end))
            await asyncio.to_thread(sys.stdin.read)
            end.set()
    return ledger


if __name__ == "__main__":
    tokens = json.loads(sys.stdin.readline())
    told = asyncio.run(grade_together(sys.argv[1], int(sys.argv[2]), tokens))
    sys.stdout.write(json.dumps(vars(told)))
