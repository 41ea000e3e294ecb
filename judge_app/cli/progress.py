"""A bar that shows how far a long import is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from judge_app.cli.backend import Progress


@contextmanager
def progress_bars() -> Iterator[Progress | None]:
    """Show one bar per file on stderr; None where stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress  # noqa: PLC0415 - slow to import
    from rich.console import Console  # noqa: PLC0415 - slow to import

    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeElapsedColumn(),
    )
    bars: dict[str, progress.TaskID] = {}
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as shown:

        def tell(name: str, share: float) -> None:
            if name not in bars:
                bars[name] = shown.add_task(name, total=1.0)
            shown.update(bars[name], completed=share)

        yield tell
