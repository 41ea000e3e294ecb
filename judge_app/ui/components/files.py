"""The files of a component, as Streamlit takes them: as texts."""

from __future__ import annotations

from importlib import resources


def component_text(package: str, *names: str) -> str:
    """Return the texts of a component's files, joined in the order of their names."""
    files = resources.files(package)
    return "\n".join(files.joinpath(name).read_text(encoding="utf-8") for name in names)
