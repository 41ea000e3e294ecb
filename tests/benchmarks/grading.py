"""Key → next document painted, with many people grading at once: the card beside plain buttons.

Run with: python -m tests.benchmarks.grading [--sessions 20] [--grades 25] [--ahead 1]
    [--size 2000] [--size 200000]

Everybody has a browser context of their own in one Chromium and presses a key (on the plain page:
a button) about every second, though never before the next document is there. Both pages start on
a copy of the same project, one after the other, and are timed by the same script in the page.
The press comes from that script, so the way of a real key to the page is in neither figure.
"""

import argparse
import os
import platform
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from judge_app.domain.model import Verdict
from judge_app.services.project import open_project
from tests.benchmarks.grading_project import build
from tests.benchmarks.grading_sides import Side, both_sides
from tests.support.browser import ARGUMENTS, SECONDS

PRESSING = Path(__file__).parent / "pressing.js"
SEED = 17
WARM_UP = 3
# The card holds so many pairs per person, which nobody else is given meanwhile.
HELD = 16
PATIENCE_MS = 60_000
# Pages of other people lie behind the one in front; none of them may be slowed down for that.
UNTHROTTLED = [
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
]


@dataclass(frozen=True)
class Press:
    """One grade given to the document on screen; ``milliseconds`` None where it was not timed."""

    doc_id: str
    grade: int
    milliseconds: float | None
    is_answered: bool


@dataclass(frozen=True)
class Trial:
    """What one page did: every press, the timed ones, and what the file held afterwards."""

    pressed: list[Press]
    milliseconds: list[float]
    n_stored: int
    n_right: int
    n_drawn: int

    def percentile(self, share: float) -> float:
        return float(np.percentile(self.milliseconds, share))


def run_trial(browser: Browser, side: Side, project: Path, n_sessions: int, grades: int) -> Trial:
    """Let everybody grade on one page; return what they saw and what was stored."""
    with side.serve(project) as address:
        pages = [open_page(browser) for _ in range(n_sessions)]
        for number, page in enumerate(pages):
            side.enter(page, address, f"person-{number}")
        drawn_pages = [page.evaluate("hasFrames()") for page in pages]
        for number, (page, is_drawn) in enumerate(zip(pages, drawn_pages, strict=True)):
            settings = {
                "kind": side.kind,
                "presses": planned_presses(number, WARM_UP + grades),
                "patience": PATIENCE_MS,
                "isTimed": is_drawn,
            }
            page.evaluate("settings => { window.graded = gradeAsPerson(settings); }", settings)
        records = [page.evaluate("window.graded") for page in pages]
        settings = {"kind": side.kind, "patience": PATIENCE_MS}
        for page in pages:
            page.evaluate("settings => waitUntilSaved(settings)", settings)
        for page in pages:
            page.context.close()
    presses = [[press_of(record) for record in of_page] for of_page in records]
    pressed = [press for of_page in presses for press in of_page]
    timed = [press.milliseconds for of_page in presses for press in of_page[WARM_UP:]]
    return Trial(
        pressed,
        [milliseconds for milliseconds in timed if milliseconds is not None],
        *stored_of(project, pressed),
        n_drawn=sum(drawn_pages),
    )


def open_page(browser: Browser) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(SECONDS)
    context.add_init_script(path=PRESSING)
    return context.new_page()


def planned_presses(number: int, n_presses: int) -> list[tuple[int, int]]:
    """Draw grades, and milliseconds between presses: one second, give or take a half."""
    drawn = np.random.default_rng([SEED, number])
    grades = drawn.integers(0, 4, n_presses).tolist()
    return list(zip(grades, drawn.integers(500, 1500, n_presses).tolist(), strict=True))


def press_of(record: dict) -> Press:
    """Read one of the script's records; a summary between two documents makes it untimed."""
    milliseconds = None if record["paused"] else record["milliseconds"]
    return Press(record["id"], record["grade"], milliseconds, record["next"] is not None)


def stored_of(path: Path, pressed: list[Press]) -> tuple[int, int]:
    """Count the grades in the file, and those that were given to the document on screen."""
    project = open_project(path)
    log = project.store.judgments.since(0)
    project.close()
    stored = Counter((j.doc_id, j.grade) for j in log if j.verdict is Verdict.GRADED)
    wanted = Counter((press.doc_id, press.grade) for press in pressed)
    return stored.total(), (stored & wanted).total()


def measure(
    browser: Browser, sides: tuple[Side, Side], size: int, n_sessions: int, grades: int
) -> None:
    """Print the rows of one document size."""
    label = f"{size / 1000:g} kB"
    trials = []
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "template.duckdb"
        build(template, n_sessions * (WARM_UP + grades + HELD), size)
        for side in sides:
            project = template.with_name(f"{side.kind}.duckdb")
            shutil.copy(template, project)
            trial = run_trial(browser, side, project, n_sessions, grades)
            trials.append(trial)
            print_row(label, side, trial, n_sessions)
    ours, plain = trials
    print(f"{label:10}{'ratio':12}{'':8}", end="")
    for share in (50, 95):
        print(f"{ours.percentile(share) / plain.percentile(share):10.3f}", end="")
    print(flush=True)


def print_row(label: str, side: Side, trial: Trial, n_sessions: int) -> None:
    print(
        f"{label:10}{side.name:12}{len(trial.milliseconds):8}"
        f"{trial.percentile(50):10.1f}{trial.percentile(95):10.1f}"
        f"{len(trial.pressed):10}{trial.n_stored:8}{trial.n_right:8}{os.getloadavg()[0]:7.1f}",
        flush=True,
    )
    unanswered = sum(not press.is_answered for press in trial.pressed)
    if unanswered:
        print(f"{'':10}{unanswered} presses brought no document in {PATIENCE_MS / 1000:g} s")
    if trial.n_drawn < n_sessions:
        print(f"{'':10}Chromium drew {trial.n_drawn} of {n_sessions} pages; only these are timed")


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--grades", type=int, default=25, help="timed grades per session")
    parser.add_argument("--size", type=int, action="append", help="characters of a document")
    parser.add_argument("--ahead", type=int, default=1, help="pairs the plain page reads at once")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        parser.error("there is no Chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=[*ARGUMENTS, *UNTHROTTLED]
        )
        print(
            f"{options.sessions} sessions, {options.grades} timed grades each after {WARM_UP} to "
            f"warm up; milliseconds from key to next document painted; the plain page reads "
            f"{options.ahead} ahead\n"
            f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start; "
            f"Chromium {browser.version}, Streamlit {version('streamlit')}, "
            f"Python {platform.python_version()}"
        )
        print(
            f"{'document':10}{'page':12}{'timed':>8}{'p50 ms':>10}{'p95 ms':>10}"
            f"{'pressed':>10}{'stored':>8}{'right':>8}{'load':>7}",
            flush=True,
        )
        for size in options.size or [2_000, 200_000]:
            measure(browser, both_sides(options.ahead), size, options.sessions, options.grades)
        browser.close()


if __name__ == "__main__":
    main()
