"""Projects whose documents are files: pages, Markdown, texts and pictures, in a set order."""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from judge_app.services.project import Project, create_project
from tests.support.dl19 import import_into, pool


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in files.items():
            packed.writestr(path, content)
    return target.getvalue()


def project_of_files(
    path: Path, files: Mapping[str, bytes | str], query: str = "tidal energy", **topic: str
) -> Project:
    """Make a project in which one query's pool has the files, in their order.

    Parameters
    ----------
    path : Path
        The project to make; what is imported is written beside it.
    files : mapping
        Path of every file and what it holds; the path without its ending is the document's id.
    query : str
        What is asked.
    **topic : str
        More of the topic, for instance a narrative.
    """
    made = create_project(path)
    inputs = {
        "files.zip": zipped(files),
        "topics.jsonl": json.dumps({"query_id": "q", "text": query, **topic}).encode(),
        "one.run": _ranking([Path(name).with_suffix("").as_posix() for name in files]),
    }
    for name, content in inputs.items():
        file = path.with_name(f"{path.stem}-{name}")
        file.write_bytes(content)
        import_into(made, file)
    pool(made, depth=len(files))
    return made


def _ranking(doc_ids: list[str]) -> bytes:
    lines = [f"q Q0 {doc_id} {at} {1000 - at} one" for at, doc_id in enumerate(doc_ids, 1)]
    return "\n".join([*lines, ""]).encode()


def picture(format: str = "PNG", size: tuple[int, int] = (640, 400)) -> bytes:  # noqa: A002
    """Return a picture with something to see in it."""
    drawn = Image.new("RGB", size, "#dfe8ef")
    pen = ImageDraw.Draw(drawn)
    width, height = size
    pen.rectangle((0, height * 0.6, width, height), fill="#5b87a6")
    pen.ellipse((width * 0.7, height * 0.1, width * 0.85, height * 0.35), fill="#f2c14e")
    target = io.BytesIO()
    drawn.save(target, format)
    return target.getvalue()
