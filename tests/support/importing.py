"""Bring files into a project as the command line and the API do."""

from pathlib import Path
from typing import Any

from judge_app.services.import_answers import Answer, import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.project import Project, command_line_actor


class Importer:
    """Imports files that are given as ``name: content``."""

    def __init__(self, project: Project, folder: Path) -> None:
        self._project = project
        self._folder = folder

    def __call__(self, files, *, actor=None, dry_run: bool = False, **options: Any) -> Answer:
        """Write the files, import them, and return what is said; options are the command's."""
        uploads = []
        for name, content in files.items():
            path = self._folder / name.replace("/", "_")
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            uploads.append(Upload(path, name))
        words = parse_import_options(**options)
        who = actor or command_line_actor()
        return import_answer(self._project, who, uploads, words, dry_run=dry_run)
