"""The routes behind the command line and pipelines."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from judge_app.api.asking import asking
from judge_app.api.http import Host, answering, in_thread
from judge_app.api.values import whole_number
from judge_app.domain.errors import BadInputError
from judge_app.domain.pooling import DEFAULT_DEPTH
from judge_app.services import answers
from judge_app.services.archives import files_in
from judge_app.services.conventions import DEFAULT_MEASURES
from judge_app.services.exporting.catalog import MEDIA_TYPES, QRELS
from judge_app.services.exporting.facts_header import packed_facts
from judge_app.services.exports import export
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import ImportOptions, Upload, parse_import_options

FACTS_HEADER = "judgepool-facts"

_MOST_FILES = 1_000
_CHUNK = 1 << 20


def project_routes(host: Host) -> list[Route]:
    """Return the routes that read and change a project as a whole."""
    project = host.project

    async def health(_: Request) -> Response:
        return JSONResponse({"ok": True, "pid": os.getpid()})

    async def status(request: Request) -> Response:
        host.actor(request)
        return JSONResponse(await in_thread(answers.status_answer, project))

    async def imports(request: Request) -> Response:
        actor = host.actor(request)
        async with (
            _uploads(request, unpack=True) as (uploads, form),
            asking(request) as still_there,
        ):
            answer = await in_thread(
                import_answer,
                project,
                actor,
                uploads,
                _options(form, depth=whole_number(form, "depth", None)),
                dry_run=_flag(form, "dry_run"),
                progress=lambda _name, _share: still_there(),
                before_commit=still_there,
            )
        return JSONResponse(answer)

    async def evaluation(request: Request) -> Response:
        actor = host.actor(request)
        words = request.query_params
        answer = await in_thread(
            answers.evaluation_answer,
            project,
            actor,
            measures=words.getlist("measures") or DEFAULT_MEASURES,
            runs=words.getlist("runs") or None,
            labels=words.get("labels"),
            topics=words.get("topics", "relevant"),
            release=words.get("release"),
            per_query=_flag(words, "per_query"),
        )
        return JSONResponse(answer)

    async def coverage(request: Request) -> Response:
        actor = host.actor(request)
        async with _uploads(request) as (uploads, form):
            answer = await in_thread(
                answers.coverage_answer,
                project,
                actor,
                uploads,
                _options(form),
                depth=whole_number(form, "depth", DEFAULT_DEPTH),
                queue=_flag(form, "queue"),
            )
        return JSONResponse(answer)

    async def export_file(request: Request) -> Response:
        actor = host.actor(request)
        words = request.query_params
        exported = await in_thread(
            export,
            project,
            actor,
            what=words.get("as", QRELS),
            format_name=words.get("format"),
            labels=words.get("labels"),
            run=words.get("run"),
            release=words.get("release"),
            anonymous=_flag(words, "anonymous"),
        )
        if _flag(words, "facts"):
            return JSONResponse(exported.facts)
        # Beside the bytes, so that both are of one state.
        facts = {FACTS_HEADER: packed_facts(exported.facts)}
        media_type = MEDIA_TYPES[exported.facts["format"]]
        return Response(exported.content, media_type=media_type, headers=facts)

    return [
        Route("/health", answering(health), methods=["GET"]),
        Route("/status", answering(status), methods=["GET"]),
        Route("/imports", answering(imports), methods=["POST"]),
        Route("/evaluation", answering(evaluation), methods=["GET"]),
        Route("/coverage", answering(coverage), methods=["POST"]),
        Route("/export", answering(export_file), methods=["GET"]),
    ]


@asynccontextmanager
async def _uploads(
    request: Request, *, unpack: bool = False
) -> AsyncIterator[tuple[list[Upload], FormData]]:
    """Put the files of a multipart request into a folder that is gone afterwards.

    Parameters
    ----------
    request : Request
        With any number of files called ``files``.
    unpack : bool
        Whether an archive may stand for several files.
    """
    async with request.form(max_files=_MOST_FILES) as form:
        with TemporaryDirectory(prefix="judgepool-") as folder:
            uploads: list[Upload] = []
            for number, sent in enumerate(form.getlist("files")):
                if not isinstance(sent, UploadFile):
                    raise BadInputError("'files' must be files", "Send them as multipart.")
                path = Path(folder) / str(number)
                await in_thread(_copy, sent.file, path)
                name = sent.filename or f"file {number + 1}"
                if unpack:
                    uploads += await in_thread(files_in, path, name, path.with_suffix(".files"))
                else:
                    uploads.append(Upload(path, name))
            yield uploads, form


def _copy(sent: BinaryIO, path: Path) -> None:
    with path.open("wb") as target:
        shutil.copyfileobj(sent, target, _CHUNK)


def _options(form: FormData, *, depth: int | None = None) -> ImportOptions:
    def word(name: str) -> str | None:
        value = form.get(name)
        return value if isinstance(value, str) and value else None

    mapping = form.get("map_grades")
    return parse_import_options(
        kind=word("as"),
        format_name=word("format"),
        encoding=word("encoding"),
        run_name=word("name"),
        replace=_flag(form, "replace"),
        annotator=word("annotator"),
        model=word("model"),
        # An empty map is a mistake, not the lack of one: the grades would be taken as they are.
        map_grades=mapping if isinstance(mapping, str) else None,
        only_retrieved=_flag(form, "only_retrieved"),
        depth=depth,
        accept_warnings=_flag(form, "accept_warnings"),
    )


def _flag(words: Mapping[str, Any], name: str) -> bool:
    return str(words.get(name, "")).lower() in {"1", "true", "yes"}
