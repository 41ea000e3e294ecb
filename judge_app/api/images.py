"""Documents that are pictures, for those who are signed in.

An ``<img>`` sends no bearer token, so the browser's session speaks for the person here. Nothing
but a picture can come of the answer: its type was told from its bytes when it was imported, the
browser may not guess another one, and opened by itself it may load and run nothing.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge_app.api.http import Host, answering, in_thread
from judge_app.api.session import COOKIE
from judge_app.domain.errors import NotFoundError
from judge_app.services.tokens import Purpose

_SAFE = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "content-disposition": "inline",
}
# The address names the bytes, so that what it gives never changes.
_FOR_EVER = "private, max-age=31536000, immutable"


def image_routes(host: Host) -> list[Route]:
    """Return the route of pictures: ``/images/FINGERPRINT?document=ID``."""

    async def image(request: Request) -> Response:
        _require_signed_in(host, request)
        doc_id = request.query_params.get("document", "")
        picture = await in_thread(host.project.store.pictures.picture, doc_id)
        if picture is None or picture.fingerprint != request.path_params["fingerprint"]:
            raise NotFoundError("there is no such picture", "Reload the page.")
        return Response(
            picture.content,
            media_type=picture.media_type,
            headers={**_SAFE, "cache-control": _FOR_EVER},
        )

    return [Route("/images/{fingerprint}", answering(image), methods=["GET"])]


def _require_signed_in(host: Host, request: Request) -> None:
    """Refuse who is not signed in, neither in a browser nor by a token.

    Raises
    ------
    NotSignedInError
        When neither speaks for anybody.
    """
    if "authorization" in request.headers:
        host.actor(request)
    else:
        host.tokens.actor(host.project, Purpose.SESSION, request.cookies.get(COOKIE, ""))
