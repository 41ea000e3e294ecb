"""Read a small file that a test writes by hand."""

from pathlib import Path

from judge_app.importing import Kind, Parsed, read_file


def read(folder: Path, content: str | bytes, name: str, **said) -> Parsed:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_file(path, name=name, **said)


def messages(parsed: Parsed) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in parsed.problems]


def warned(parsed: Parsed) -> list[str]:
    return [warning.message for warning in parsed.warnings]


def topics(parsed: Parsed) -> list[tuple[str, str, str]]:
    assert (parsed.kind, parsed.problems) == (Kind.TOPICS, ())
    return list(parsed.frame.itertuples(index=False, name=None))


def documents(parsed: Parsed) -> list[dict[str, str]]:
    """The documents, without what is empty or usual in them."""
    assert (parsed.kind, parsed.problems) == (Kind.DOCUMENTS, ())
    rows = parsed.frame.to_dict("records")
    return [{k: v for k, v in row.items() if v and (k, v) != ("kind", "text")} for row in rows]
