"""What a server's refusals mean to somebody at the command line."""

from __future__ import annotations

import httpx

from judge_app.cli.backend import TOKEN
from judge_app.cli.faults import ServerFaultError
from judge_app.domain.errors import (
    BadInputError,
    ConflictError,
    JudgepoolError,
    NotAllowedError,
    NotFoundError,
    NotSignedInError,
    Problem,
    StoreError,
)

_BY_STATUS: dict[int, type[JudgepoolError]] = {
    error.http_status: error
    for error in (NotAllowedError, NotFoundError, ConflictError, StoreError)
}


def error_of(response: httpx.Response, address: str) -> Exception:
    """Return the error that a server's answer tells of.

    Returns
    -------
    JudgepoolError or ServerFaultError
        The latter when the server failed without a reason that people can read.
    """
    if response.status_code == NotSignedInError.http_status:
        return NotSignedInError(
            f"{address} does not accept the token", f"Put a token of this very server into {TOKEN}."
        )
    try:
        told = response.json()["error"]
        message, hint = str(told["message"]), str(told["hint"])
        problems = tuple(Problem(**problem) for problem in told.get("problems", ()))
        n_problems = int(told.get("n_problems", len(problems)))
    except (ValueError, KeyError, TypeError):
        if response.is_server_error:
            return ServerFaultError(f"{address} answered {response.status_code}")
        return not_judgepool(address)
    known = _BY_STATUS.get(response.status_code)
    return known(message, hint) if known else BadInputError(message, hint, problems, n_problems)


def no_answer(address: str, reason: Exception) -> StoreError:
    """Return the error for an address at which nothing answers."""
    return StoreError(
        f"no server answers at {address}: {reason}", "Check the address, and that the server runs."
    )


def not_judgepool(address: str) -> StoreError:
    """Return the error for an address at which something else answers."""
    return StoreError(
        f"what answers at {address} is no Judgepool server", "Check the address and its port."
    )
