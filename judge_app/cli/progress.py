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
    from rich.table import Column  # noqa: PLC0415 - slow to import

    # A long path gives way to the figure, not the figure to the path.
    named = Column(no_wrap=True, overflow="ellipsis", ratio=1)
    columns = (
        progress.TextColumn("{task.description}", markup=False, table_column=named),
        progress.BarColumn(),
        progress.TaskProgressColumn(table_column=Column(no_wrap=True, min_width=4)),
        progress.TimeElapsedColumn(),
    )
    bars: dict[str, progress.TaskID] = {}
    console = Console(stderr=True)
    with progress.Progress(*columns, console=console, transient=True, expand=True) as shown:

        def tell(name: str, share: float) -> None:
            if name not in bars:
                bars[name] = shown.add_task(name, total=1.0)
            shown.update(bars[name], completed=share)

        yield tell
