"""Where words go: results to stdout, everything else to stderr."""

from __future__ import annotations

import sys

import typer


def write_out(content: str | bytes) -> None:
    """Write a result to stdout, as UTF-8 on every system and byte for byte as given."""
    data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(text: str) -> None:
    """Write a line of a result that people read to stdout."""
    write_out(harmless(text) + "\n")


def tell(text: str) -> None:
    """Write a line to stderr."""
    typer.echo(harmless(text), err=True)


def harmless(text: str) -> str:
    """Return text without the control characters by which a file could steer a terminal."""
    return "".join(
        character
        if character.isprintable() or character in "\n\t"
        else character.encode("unicode_escape", "surrogatepass").decode("ascii")
        for character in text
    )
