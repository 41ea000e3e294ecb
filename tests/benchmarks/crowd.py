"""Key → next document painted for one annotator, alone and with 49 others at work.

Run with: python -m tests.benchmarks.crowd [--others 49] [--grades 40] [--size 2000]

One person has a browser and presses a key about every second; the others grade over HTTP, each one
document in 2 to 4 seconds. The same browser grades alone before and after, on the same server. At
the end the file is read: every grade that was sent has to be in it once.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from judge_app.domain.model import Verdict
from judge_app.domain.people import Role
from judge_app.services.project import open_project
from judge_app.services.tokens import Purpose, load_tokens
from tests.benchmarks.grading import (
    HELD,
    PATIENCE_MS,
    UNTHROTTLED,
    WARM_UP,
    open_page,
    planned_presses,
    press_of,
)
from tests.benchmarks.grading_project import build
from tests.benchmarks.grading_sides import card_server, enter_card
from tests.support.browser import ARGUMENTS
from tests.support.projects import person

PHASES = ("alone", "with others", "alone again", "with others again")
SECONDS_TO_START = 6.0


@dataclass
class Crowd:
    """What the others did while they were there."""

    seconds: float = 0.0
    sent: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    grade_seconds: list[float] = field(default_factory=list)
    fill_seconds: list[float] = field(default_factory=list)


@contextmanager
def others_at_work(address: str, seed: int, tokens: list[str], crowd: Crowd) -> Iterator[None]:
    """Let the others grade while the block lasts; they write down what they did."""
    command = [sys.executable, "-m", "tests.benchmarks.crowd_people", address, str(seed)]
    start = time.monotonic()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        process.stdin.write(json.dumps(tokens) + "\n")
        process.stdin.flush()
        time.sleep(SECONDS_TO_START)
        yield
        told = json.loads(process.communicate()[0])
    crowd.seconds += time.monotonic() - start
    for name, values in told.items():
        getattr(crowd, name).extend(values)


def grade_in(page: Page, phase: int, grades: int) -> tuple[list[float], int]:
    """Grade so many documents; return the milliseconds of the timed ones, and all presses."""
    settings = {
        "kind": "card",
        "presses": planned_presses(phase, WARM_UP + grades),
        "patience": PATIENCE_MS,
        "isTimed": True,
    }
    presses = [press_of(record) for record in page.evaluate("gradeAsPerson", settings)]
    page.evaluate("waitUntilSaved", {"kind": "card", "patience": PATIENCE_MS})
    timed = [press.milliseconds for press in presses[WARM_UP:]]
    return [milliseconds for milliseconds in timed if milliseconds is not None], len(presses)


def tokens_for(path: Path, n_people: int) -> list[str]:
    """Make people in the file; return what they send with their requests."""
    project = open_project(path)
    numbers = [person(project, f"other {n}").person.person_id for n in range(n_people)]
    project.close()
    tokens = load_tokens(path)
    return [tokens.issue(Purpose.API, number, Role.ANNOTATOR) for number in numbers]


def count_stored(path: Path, crowd: Crowd) -> tuple[int, int, int]:
    """Return grades in the file, those of the others in it once, and pairs graded twice."""
    project = open_project(path)
    log = [one for one in project.store.judgments.since(0) if one.verdict is Verdict.GRADED]
    project.close()
    keys = Counter(one.client_key for one in log)
    pairs = Counter((one.query_id, one.doc_id) for one in log)
    return len(log), sum(keys[key] == 1 for key in crowd.sent), sum(n > 1 for n in pairs.values())


def measure(page: Page, path: Path, n_others: int, grades: int) -> None:
    """Grade in turn alone and with others; print what it took and what was stored."""
    tokens, crowd = tokens_for(path, n_others), Crowd()
    times: dict[bool, list[float]] = {False: [], True: []}
    n_pressed = 0
    with card_server(path) as address:
        enter_card(page, address, "the one with a browser")
        for number, phase in enumerate(PHASES):
            has_others = phase.startswith("with")
            if has_others:
                with others_at_work(address, number, tokens, crowd):
                    timed, pressed = grade_in(page, number, grades)
            else:
                timed, pressed = grade_in(page, number, grades)
            times[has_others] += timed
            n_pressed += pressed
            p50, p95 = np.percentile(timed, [50, 95])
            print(f"{phase:20}{len(timed):8}{p50:10.1f}{p95:10.1f}{os.getloadavg()[0]:8.1f}")
    alone, together = (np.percentile(times[kind], [50, 95]) for kind in (False, True))
    print(f"{'ratio':20}{'':8}{together[0] / alone[0]:10.2f}{together[1] / alone[1]:10.2f}")
    stored, once, twice = count_stored(path, crowd)
    for name, seconds in (("grade", crowd.grade_seconds), ("fill", crowd.fill_seconds)):
        p50, p95 = np.percentile(seconds, [50, 95]) * 1e3
        print(
            f"request of the others, {name:6}{len(seconds):7}  p50 {p50:.1f} ms, p95 {p95:.1f} ms"
        )
    n_sent = len(crowd.sent)
    print(
        f"the others sent {n_sent} grades, {n_sent / crowd.seconds:.1f} a second; "
        f"{once} are in the file once\n"
        f"the file holds {stored} grades of {n_pressed + n_sent} given; "
        f"{twice} pairs were given to two people"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--others", type=int, default=49)
    parser.add_argument("--grades", type=int, default=40, help="timed grades in each phase")
    parser.add_argument("--size", type=int, default=2_000, help="characters of a document")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        parser.error("there is no Chromium on this machine (Debian: apt-get install chromium)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "crowd.duckdb"
        n_pairs = (options.others + 4) * (options.grades + WARM_UP + HELD)
        build(path, n_pairs, options.size)
        browser = playwright.chromium.launch(
            executable_path=chromium, args=[*ARGUMENTS, *UNTHROTTLED]
        )
        print(
            f"{options.others} others, {os.cpu_count()} processors; milliseconds from key to paint"
        )
        print(f"{'phase':20}{'timed':>8}{'p50 ms':>10}{'p95 ms':>10}{'load':>8}", flush=True)
        measure(open_page(browser), path, options.others, options.grades)
        browser.close()


if __name__ == "__main__":
    main()
