"""Every command of the README works as written; only the test command is left to CI itself."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
DEMO_COMMAND, TEST_COMMAND, *OTHER_BLOCKS = (block.strip() for block in BLOCKS)
ADDRESS = re.compile(rb"http://127\.0\.0\.1:\d+")
SECONDS = 300


def environment(**more: str) -> dict[str, str]:
    # `true` stands in for a browser: what it would show is the browser tests' matter.
    binaries = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": binaries, "BROWSER": "true", **more}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Return a copy of what a person has after cloning."""
    folder = tmp_path_factory.mktemp("clone") / "judgepool"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        source = REPOSITORY / name
        if source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / name)
    return folder


def test_the_commands_of_every_section_work_in_order(checkout):
    for block in OTHER_BLOCKS:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=checkout,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
    qrels = (checkout / "bikes.qrels").read_text().splitlines()
    assert len(qrels) > 100
    assert all(len(line.split()) == 4 for line in qrels)


def test_the_python_examples_give_what_they_show():
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        example = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
        told = []
        doctest.DocTestRunner().run(example, out=told.append)
        assert example.examples
        assert not told, "".join(told)


def test_the_first_command_opens_the_product_on_the_sample(checkout, tmp_path):
    told = tmp_path / "told"
    with told.open("wb") as output:
        demo = subprocess.Popen(
            ["bash", "-c", f"exec 2>&1; {DEMO_COMMAND} --port 0"],
            cwd=checkout,
            env=environment(),
            stdout=output,
            start_new_session=True,
        )
    try:
        address = _wait_for_address(demo, told)
        with urllib.request.urlopen(f"{address}/api/v1/health", timeout=30) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(address, timeout=30) as answer:
            assert b"<html" in answer.read().lower()
    finally:
        os.killpg(demo.pid, 15)
        demo.wait(timeout=30)
    assert (checkout / "judgepool-demo").is_dir()


def test_the_second_command_runs_the_tests():
    assert TEST_COMMAND.endswith("pytest")


def test_files_that_the_readme_names_exist():
    named = re.findall(r"\]\((\.github/[^)]+)\)|`(\.github/[^`]+)`|`(data/[^`*]+)`", README)
    paths = [path for found in named for path in found if path]
    assert len(paths) >= 3
    assert [path for path in paths if not (REPOSITORY / path).exists()] == []


def _wait_for_address(demo: subprocess.Popen[bytes], told: Path) -> str:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        found = ADDRESS.search(told.read_bytes())
        if found:
            return found.group().decode()
        if demo.poll() is not None:
            break
        time.sleep(0.2)
    pytest.fail(f"the demo did not start:\n{told.read_text(errors='replace')}")
